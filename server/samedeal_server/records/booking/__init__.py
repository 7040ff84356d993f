"""Matches put into the books: what is booked, of whom, and into which part."""

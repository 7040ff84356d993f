"""Deals that are given to many: of the day, of a challenge, of an event."""

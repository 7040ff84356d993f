"""Deals that are given to many: of a day, of an event, of a challenge."""

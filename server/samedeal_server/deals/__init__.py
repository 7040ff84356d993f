"""Deals that are given to many: of a day, of a tournament, of a challenge."""

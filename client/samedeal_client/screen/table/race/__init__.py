"""Everybody's progress in a match: bars, points just made, news."""

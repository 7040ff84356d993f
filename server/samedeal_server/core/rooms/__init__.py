"""Rooms and matches: decided, folded and told."""

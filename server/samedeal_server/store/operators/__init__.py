"""Operators' questions to the store, and what they leave in it."""

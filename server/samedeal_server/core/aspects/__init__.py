"""Pauses, the door, talk: a module for each, which ends with one value."""

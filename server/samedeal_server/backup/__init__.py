"""Backups: all that a store and its archive have in one file, and back again."""

"""Held against what is known: chains, matches, rows, and records that come later."""

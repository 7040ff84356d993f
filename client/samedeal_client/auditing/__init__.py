"""Audits: chains, matches, rows and later records held against what is known."""

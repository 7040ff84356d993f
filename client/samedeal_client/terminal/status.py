"""How a program ends whose user has had enough."""

INTERRUPTED = 130
"""The exit status of whoever was."""

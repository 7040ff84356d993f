"""The exit status of a program that its user interrupted."""

INTERRUPTED = 130
"""After Ctrl-C."""

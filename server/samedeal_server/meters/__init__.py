"""The counts of a process, for whoever operates it."""

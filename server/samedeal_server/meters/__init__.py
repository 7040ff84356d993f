"""What a process counts of itself, for whoever operates it."""

"""Where a server is, and how to come there."""

"""The terminal: what it can show, and what is typed at it."""

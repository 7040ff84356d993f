"""The terminal: its abilities, and the keys typed at it."""

"""The hub: what connected players ask, and what is done without being asked."""

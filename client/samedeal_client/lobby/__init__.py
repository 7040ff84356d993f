"""The lobby: the full screen outside of tables."""

"""Playing in a room with others."""

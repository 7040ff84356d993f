"""What one can do in a room with others."""

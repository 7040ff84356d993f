"""What one can do, alone or in a room; knows no terminal."""

"""Playing, alone or in a room, apart from any terminal."""

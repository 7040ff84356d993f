"""The players' part in C: compiled, and loaded where it is."""

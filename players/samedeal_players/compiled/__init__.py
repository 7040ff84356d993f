"""What players have in C: how it is compiled, and loaded where it is."""

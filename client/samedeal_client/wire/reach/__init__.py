"""The address of a server, and the ways there."""

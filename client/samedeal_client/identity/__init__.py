"""The player on this machine, and their ways to a server and to a seat."""

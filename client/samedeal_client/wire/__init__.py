"""The connection with a server, and what is known through it."""

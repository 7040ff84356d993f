"""The first page of the lobby: ways to a table, and what goes on, laid out."""

"""The commands that lead to a table, one's own or with others."""

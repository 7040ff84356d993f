"""A room as its players see it and act in it: ways in, views, moves, talk."""

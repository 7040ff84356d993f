"""Lessons: the deals that they are on, and what is said of moves, by family."""

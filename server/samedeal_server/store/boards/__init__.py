"""Boards: their rows as they are read."""

"""Boards of each family, seen and spoken."""

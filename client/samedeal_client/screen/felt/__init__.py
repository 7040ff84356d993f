"""Boards as they lie on the felt of the full screen, and the hand over them."""

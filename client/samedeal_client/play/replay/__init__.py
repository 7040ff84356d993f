"""A match that is over, seen again: its boards, its pace, what mattered in it."""

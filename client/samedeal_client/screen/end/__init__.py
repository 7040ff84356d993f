"""The end of a match: who won, all boards, and what it came to."""

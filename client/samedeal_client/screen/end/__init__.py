"""The end of a match: the winner, all boards, and the results."""

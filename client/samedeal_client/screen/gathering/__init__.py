"""A room before a match: how others come, seats round the felt, what is played."""

"""A room before a match: its game, its seats round the felt, and the ways there."""

"""Files on this machine: the player's names and tokens, seats, matches and doubts."""

"""The commands about records of matches: to prove, replay, audit and analyse them."""

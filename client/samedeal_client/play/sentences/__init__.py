"""Sentences to a player, which every face shows."""

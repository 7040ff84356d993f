"""Moves in motion: a card on its way, and the place that it has come to."""

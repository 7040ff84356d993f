"""What is seen of a move for a moment: a card on its way, and where it has come to."""

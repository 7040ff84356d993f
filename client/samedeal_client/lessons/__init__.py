"""What lessons say of moves, by family, and the deals that they are on."""

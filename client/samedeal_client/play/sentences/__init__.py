"""What a player is told, in sentences that every face shows."""

"""What a client sees of deals, matches and the chain, and keeps as a witness."""

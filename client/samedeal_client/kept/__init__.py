"""What is kept on this machine: who the player is, and what they chose."""

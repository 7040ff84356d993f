"""What is kept on this machine: who the player is, where they sat, what they saw."""

"""How those in a room are told: gathered and encoded once for all who are alike."""

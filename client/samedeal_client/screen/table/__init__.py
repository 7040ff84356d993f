"""A table that fills the screen: what all kinds have, practice, and replays."""

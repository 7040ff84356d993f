"""Tables that fill the screen: what all kinds have, practice, and replays."""

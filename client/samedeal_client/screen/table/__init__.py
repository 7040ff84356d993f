"""Tables that fill the screen: what all kinds have, and practice."""

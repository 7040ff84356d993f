"""People: identities, what they may be called, and how much they may ask."""

"""What is no move."""


class Unplayable(ValueError):
    """Text that is no move that can be made now; says why, for the player."""

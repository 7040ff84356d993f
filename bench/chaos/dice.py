"""Dice that fall the same way each time they are thrown for the same reason."""

from random import Random


def dice_for(*why: object) -> Random:
    """Return dice that depend on these words alone."""
    return Random(":".join(map(str, why)))  # noqa: S311 - to be thrown again alike

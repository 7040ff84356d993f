"""How far two colours stand apart, and how far they have to."""

LEAST_OF_TEXT = 4.5
"""WCAG 2.2, 1.4.3: of any text."""
LEAST_OF_EDGES = 3.0
"""WCAG 2.2, 1.4.11: of what has to be seen to tell one thing from another."""


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    channels = [part / 255 for part in bytes.fromhex(colour.removeprefix("#"))]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return how far two colours stand apart, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)

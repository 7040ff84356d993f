"""One key for every pile."""

COLUMN_KEYS = "1234567890-="
"""Of the columns, in order: ten fingers, and the two keys beside the 0."""

NAMED_KEYS = {
    "minus": "-",
    "equals_sign": "=",
    "underscore": "-",
    "plus": "=",
}


def key_of_column(number: int) -> str:
    """Return the key of a column, which counts from 1."""
    return COLUMN_KEYS[number - 1]


def column_of_key(key: str) -> str:
    """Return the column of a key as the notation has it, empty for no column."""
    found = COLUMN_KEYS.find(key) if len(key) == 1 else -1
    return str(found + 1) if found >= 0 else ""

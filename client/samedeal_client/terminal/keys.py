"""The keys of piles, and a player's own keys for frequent actions.

A key bound to another does the same as that one, which keeps its meaning, too. The keys
of columns and of cells cannot be bound: they are needed wherever one plays.
"""

from samedeal_client.language import later, tr
from samedeal_client.reader import reader

COLUMN_KEYS = "1234567890et"
"""Keys of the columns, in order: ten fingers, and e for eleven and t for twelve."""
MORE_KEYS = {"-": "11", "_": "11", "=": "12"}
"""The two keys beside the 0, where keyboards have them."""
MORE_FROM = 11
"""Columns from which on these are needed."""
NUMBER_ROW = {
    **dict(zip("&é\"'(-è_çà", "1234567890", strict=True)),
    **dict(zip("§!", "68", strict=True)),
}
"""Digits by what their keys write without Shift in France and Belgium."""

NAMED_KEYS = {
    "minus": "-",
    "equals_sign": "=",
    "underscore": "_",
    "plus": "=",
}


def key_of_column(number: int) -> str:
    """Return the key of a column, which counts from 1."""
    return COLUMN_KEYS[number - 1]


def column_of_key(key: str, columns: int = len(COLUMN_KEYS)) -> str:
    """Return the column of a key as the notation has it, empty for no column.

    With `columns` columns; beside the 0 are keys for those after the tenth.
    """
    if columns >= MORE_FROM and key in MORE_KEYS:
        return MORE_KEYS[key]
    digit = digit_of_key(key)
    found = COLUMN_KEYS.find(digit) if len(digit) == 1 else -1
    return str(found + 1) if found >= 0 else MORE_KEYS.get(key, "")


def digit_of_key(key: str) -> str:
    """Return the digit on a key whatever it writes; itself for other keys."""
    return NUMBER_ROW.get(key, key)


BINDABLE = "drwfkuha:?n"
"""The table's own keys that can be given other ones."""
NAMED = ("space", "tab", "backspace", "delete")
"""Keys that are no single character."""
TAKEN = COLUMN_KEYS + "".join(MORE_KEYS) + "abcde"
"""Keys of columns, and of the columns of a grid."""
PAIRS = later("pairs such as a=space d=g")


def read_bindings(text: str) -> dict[str, str]:
    """Return the table's keys by the player's own; raises ValueError with a reason."""
    found: dict[str, str] = {}
    for pair in text.split():
        old, equals, new = pair.partition("=")
        if not equals or old not in tuple(BINDABLE):
            raise ValueError(
                tr("{pair!r} is not one of {keys}", pair=pair, keys=" ".join(BINDABLE))
            )
        if new not in NAMED and (len(new) != 1 or not new.isprintable()):
            names = ", ".join(NAMED)
            raise ValueError(
                tr(
                    "{key!r} is not a key: a character, or {names}",
                    key=new,
                    names=names,
                )
            )
        if new in TAKEN:
            raise ValueError(tr("{key} is already the key of a column", key=new))
        if new in found:
            raise ValueError(tr("{key} is given twice", key=new))
        found[new] = old
    return found


def meant_by(key: str) -> str:
    """Return the table's key for a key that was pressed."""
    return reader().keys.get(key, key)


def bound_to(key: str) -> str:
    """Return the player's own key for one of the table's; itself for none."""
    return next((new for new, old in reader().keys.items() if old == key), key)


def bindings() -> tuple[tuple[str, str], ...]:
    """Return the player's own keys, each with the table's."""
    return tuple(reader().keys.items())

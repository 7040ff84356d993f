"""The colours of the felt and of everything on it, on terminals with many or few.

They are told apart by people who see few colours; marks have a sign besides.
"""

from collections.abc import Mapping

from samedeal_client.view.spans import Style
from samedeal_client.view.tints import Patch, Tint

_BLACK, _RED = "#15181c", "#b80d20"

_FEW_BLACK, _FEW_RED, _FEW_GREEN, _FEW_BLUE = "#000000", "#aa0000", "#00aa00", "#0000aa"
_GREY, _DARK, _WHITE = "#aaaaaa", "#555555", "#ffffff"
_YELLOW, _SKY, _MINT, _ROSE = "#ffff55", "#55ffff", "#55ff55", "#ff5555"
_TEAL, _PINK, _BROWN = "#00aaaa", "#ff55ff", "#aa5500"

_DYES: Mapping[Tint, tuple[str, str, str]] = {
    Tint.FELT: ("#0f4a36", "#5c9c7b", _FEW_BLACK),
    Tint.SHADOW: ("#072a1d", "#3f785a", _FEW_BLACK),
    Tint.PRINT: ("#1d5f47", "#4f8c6d", _DARK),
    Tint.TEXT: ("#eef5ee", "#08190f", _WHITE),
    Tint.DIM: ("#b4d2c4", "#3d5c4c", _GREY),
    Tint.BRASS: ("#f2b84b", "#b57200", _YELLOW),
    Tint.YOU: ("#f2b84b", "#3a2412", _YELLOW),
    Tint.YOU_GROUND: ("#1b4f3c", "#ffd27a", _DARK),
    Tint.GOOD: ("#8be0b8", "#00694c", _MINT),
    Tint.WARNING: ("#ffb38a", "#a33a00", _ROSE),
    Tint.FELT_DIM: ("#b4d2c4", "#08190f", _GREY),
    Tint.FELT_BRASS: ("#f2b84b", "#140d00", _YELLOW),
    Tint.FELT_GOOD: ("#8be0b8", "#032818", _MINT),
    Tint.FELT_WARNING: ("#ffb38a", "#3d0f00", _ROSE),
    Tint.CALL: ("#f2b84b", "#ffd27a", _YELLOW),
    Tint.WON: ("#ffd84d", "#00452f", _YELLOW),
    Tint.CARD: ("#fbf6e9", "#fffdf6", _WHITE),
    Tint.COVERED: ("#efe6cf", "#f3ebd7", _WHITE),
    Tint.EDGE: ("#8a7950", "#8a7950", _DARK),
    Tint.CLUBS: (_BLACK, _BLACK, _FEW_BLACK),
    Tint.DIAMONDS: (_RED, _RED, _FEW_RED),
    Tint.HEARTS: (_RED, _RED, _FEW_RED),
    Tint.SPADES: (_BLACK, _BLACK, _FEW_BLACK),
    Tint.CROWN: ("#8a5c0a", "#8a5c0a", _BROWN),
    Tint.BACK: ("#5b8fe6", "#2050a0", _FEW_BLUE),
    Tint.BACK_EDGE: ("#f4f8ff", "#f4f8ff", _GREY),
    Tint.LATTICE: ("#4c7fd8", "#5b8fe6", _FEW_BLUE),
    Tint.COUNT: ("#14356f", "#14356f", _FEW_BLUE),
    Tint.COUNT_TEXT: ("#f4f8ff", "#f4f8ff", _WHITE),
    Tint.HELD: ("#ffd84d", "#ffd84d", _YELLOW),
    Tint.HELD_EDGE: ("#9a7200", "#8a6600", _DARK),
    Tint.TARGET: ("#b0e0ff", "#b0e0ff", _SKY),
    Tint.TARGET_EDGE: ("#2272aa", "#0b5f96", _FEW_BLUE),
    Tint.LAST: ("#fde693", "#ffe999", _YELLOW),
    Tint.CHIP_TEXT: (_BLACK, _BLACK, _FEW_BLACK),
    Tint.PLACE: ("#0a3828", "#4d8a6b", _DARK),
    Tint.SIGN: ("#7fb59f", "#061409", _WHITE),
    Tint.OPEN: ("#39716a", "#b0e0ff", _FEW_BLUE),
    Tint.OPEN_TEXT: ("#d8f0ff", "#0b4a75", _WHITE),
    Tint.PANEL: ("#0d2c22", "#f4faf5", _FEW_BLACK),
    Tint.FRAME: ("#5f9a83", "#5d8f76", _TEAL),
    Tint.TRACK: ("#1b4f3c", "#d5e8dc", _DARK),
    Tint.SECOND: ("#56b4e9", "#0067a3", _SKY),
    Tint.THIRD: ("#e08fc0", "#a03a78", _PINK),
    Tint.FOURTH: ("#7ed9b5", "#00694c", _MINT),
    Tint.RAIL: ("#1d1410", "#5a3b22", _FEW_BLUE),
    Tint.RAIL_TEXT: ("#f3e3c3", "#fff6e2", _WHITE),
    Tint.RAIL_DIM: ("#b99f7a", "#e6cfa9", _GREY),
    Tint.RAIL_TITLE: ("#f2b84b", "#ffd27a", _YELLOW),
    Tint.ROW: ("#123a2d", "#e2f0e6", _FEW_BLACK),
    Tint.CAP: ("#f2b84b", "#ffd27a", _YELLOW),
    Tint.CAP_TEXT: ("#1d1410", "#3a2412", _FEW_BLACK),
}
"""Every tint: its own colour, the same by daylight, and the nearest of sixteen."""

CLOTH: Mapping[Tint, str] = {t: dyes[0] for t, dyes in _DYES.items()}
"""Every tint as a colour of its own."""

LIGHT: Mapping[Tint, str] = {t: dyes[1] for t, dyes in _DYES.items()}
"""The same by daylight: dark words on pale grounds."""

LIGHT_MANY: Mapping[Tint, str] = {
    **LIGHT,
    Tint.FELT: "#5faf87",
    Tint.GOOD: "#005f00",
    Tint.BACK: "#005faf",
    Tint.COUNT: "#00005f",
    Tint.PLACE: "#5f8787",
    Tint.SIGN: "#000000",
}
"""The same from 256 colours."""

FOUR: Mapping[Tint, str] = {
    **CLOTH,
    Tint.CLUBS: "#00694c",
    Tint.DIAMONDS: "#0059b3",
}
"""The same with a deck of four colours."""

MANY: Mapping[Tint, str] = {
    **CLOTH,
    Tint.FELT: "#005f00",
    Tint.PRINT: "#008700",
    Tint.BRASS: "#ffd75f",
    Tint.YOU: "#ffd75f",
    Tint.FELT_BRASS: "#ffd75f",
    Tint.WARNING: "#ffd7af",
    Tint.FELT_WARNING: "#ffd7af",
    Tint.COVERED: "#d7d7af",
    Tint.LATTICE: "#5f87af",
    Tint.COUNT: "#00005f",
    Tint.PLACE: "#1c1c1c",
    Tint.OPEN: "#005f5f",
    # There is no dark green but the felt's and no dark brown: grey, and not all black.
    Tint.PANEL: "#1c1c1c",
    Tint.ROW: "#262626",
    Tint.RAIL: "#303030",
}
"""The same from 256 colours, where the nearest of one would not do beside another."""

FOUR_MANY: Mapping[Tint, str] = {
    **MANY,
    Tint.CLUBS: "#005f00",
    Tint.DIAMONDS: "#0000af",
}


FEW: Mapping[Tint, str] = {t: dyes[2] for t, dyes in _DYES.items()}
"""The same where a terminal has sixteen: exactly those that it is asked for."""

FOUR_FEW: Mapping[Tint, str] = {
    **FEW,
    Tint.CLUBS: _FEW_GREEN,
    Tint.DIAMONDS: _FEW_BLUE,
}

ON_FELT: Mapping[Style, Patch] = {
    Style.PLAIN: Patch(Tint.TEXT, Tint.FELT),
    Style.DIM: Patch(Tint.FELT_DIM, Tint.FELT),
    Style.RED: Patch(Tint.HEARTS, Tint.CARD, is_bold=True),
    Style.BLACK: Patch(Tint.SPADES, Tint.CARD, is_bold=True),
    Style.HIDDEN: Patch(Tint.COUNT_TEXT, Tint.COUNT),
    Style.TITLE: Patch(Tint.TEXT, Tint.FELT, is_bold=True),
    Style.GOOD: Patch(Tint.FELT_GOOD, Tint.FELT, is_bold=True),
    Style.WARNING: Patch(Tint.FELT_WARNING, Tint.FELT, is_bold=True),
    Style.OWN: Patch(Tint.YOU, Tint.YOU_GROUND, is_bold=True),
    Style.NEXT: Patch(Tint.CHIP_TEXT, Tint.CALL, is_bold=True),
    Style.HELD: Patch(Tint.CHIP_TEXT, Tint.HELD, is_bold=True),
    Style.TARGET: Patch(Tint.CHIP_TEXT, Tint.TARGET, is_bold=True),
}
"""The look of words on the felt, by style."""


def _moved(ground: Tint, inks: Mapping[Tint, Tint]) -> dict[Style, Patch]:
    """Return the look of words elsewhere, in other inks than on the felt."""
    return {
        style: patch._replace(tint=inks.get(patch.tint, patch.tint), ground=ground)
        if patch.ground is Tint.FELT
        else patch
        for style, patch in ON_FELT.items()
    }


_OFF_FELT = {
    Tint.FELT_DIM: Tint.DIM,
    Tint.FELT_BRASS: Tint.BRASS,
    Tint.FELT_GOOD: Tint.GOOD,
    Tint.FELT_WARNING: Tint.WARNING,
}
_ON_WOOD = {
    Tint.TEXT: Tint.RAIL_TEXT,
    Tint.FELT_DIM: Tint.RAIL_DIM,
    Tint.FELT_BRASS: Tint.RAIL_TITLE,
    Tint.FELT_GOOD: Tint.RAIL_TITLE,
    Tint.FELT_WARNING: Tint.CALL,
}
ON_PANEL, ON_ROW = _moved(Tint.PANEL, _OFF_FELT), _moved(Tint.ROW, _OFF_FELT)
ON_RAIL = _moved(Tint.RAIL, _ON_WOOD) | {
    Style.OWN: Patch(Tint.RAIL_TITLE, Tint.RAIL, is_bold=True)
}
"""The look of words beside the felt, and above and below."""

WORDS_ON: Mapping[Tint, Mapping[Style, Patch]] = {
    Tint.FELT: ON_FELT,
    Tint.PANEL: ON_PANEL,
    Tint.ROW: ON_ROW,
    Tint.RAIL: ON_RAIL,
}

"""The colours of the felt and of everything on it, on terminals with many or few.

They are told apart by people who see few colours; marks have a sign besides.
"""

from collections.abc import Mapping

from samedeal_client.view.spans import Style
from samedeal_client.view.tints import Patch, Tint

_BLACK, _RED = "#15181c", "#b80d20"

CLOTH: Mapping[Tint, str] = {
    Tint.FELT: "#0f4a36",
    Tint.SHADOW: "#072a1d",
    Tint.PRINT: "#1d5f47",
    Tint.TEXT: "#eef5ee",
    Tint.DIM: "#b4d2c4",
    Tint.BRASS: "#f2b84b",
    Tint.GOOD: "#8be0b8",
    Tint.WARNING: "#ffb38a",
    Tint.FELT_DIM: "#b4d2c4",
    Tint.FELT_BRASS: "#f2b84b",
    Tint.FELT_GOOD: "#8be0b8",
    Tint.FELT_WARNING: "#ffb38a",
    Tint.CALL: "#f2b84b",
    Tint.WON: "#ffd84d",
    Tint.CARD: "#fbf6e9",
    Tint.COVERED: "#efe6cf",
    Tint.EDGE: "#8a7950",
    Tint.CLUBS: _BLACK,
    Tint.DIAMONDS: _RED,
    Tint.HEARTS: _RED,
    Tint.SPADES: _BLACK,
    Tint.CROWN: "#8a5c0a",
    Tint.BACK: "#5b8fe6",
    Tint.BACK_EDGE: "#f4f8ff",
    Tint.LATTICE: "#4c7fd8",
    Tint.COUNT: "#14356f",
    Tint.COUNT_TEXT: "#f4f8ff",
    Tint.HELD: "#ffd84d",
    Tint.HELD_EDGE: "#9a7200",
    Tint.TARGET: "#b0e0ff",
    Tint.TARGET_EDGE: "#2272aa",
    Tint.LAST: "#fde693",
    Tint.CHIP_TEXT: _BLACK,
    Tint.PLACE: "#0a3828",
    Tint.SIGN: "#7fb59f",
    Tint.OPEN: "#39716a",
    Tint.OPEN_TEXT: "#d8f0ff",
    Tint.PANEL: "#0d2c22",
    Tint.FRAME: "#5f9a83",
    Tint.TRACK: "#1b4f3c",
    Tint.SECOND: "#56b4e9",
    Tint.THIRD: "#e08fc0",
    Tint.FOURTH: "#7ed9b5",
    Tint.RAIL: "#1d1410",
    Tint.RAIL_TEXT: "#f3e3c3",
    Tint.RAIL_DIM: "#b99f7a",
    Tint.RAIL_TITLE: "#f2b84b",
    Tint.ROW: "#123a2d",
    Tint.CAP: "#f2b84b",
    Tint.CAP_TEXT: "#1d1410",
}
"""Every tint as a colour of its own."""

LIGHT: Mapping[Tint, str] = {
    Tint.FELT: "#5c9c7b",
    Tint.SHADOW: "#3f785a",
    Tint.PRINT: "#4f8c6d",
    Tint.TEXT: "#08190f",
    Tint.DIM: "#3d5c4c",
    Tint.BRASS: "#8a4b00",
    Tint.GOOD: "#00694c",
    Tint.WARNING: "#a33a00",
    Tint.FELT_DIM: "#08190f",
    Tint.FELT_BRASS: "#2e1e00",
    Tint.FELT_GOOD: "#032818",
    Tint.FELT_WARNING: "#3d0f00",
    Tint.CALL: "#ffd27a",
    Tint.WON: "#8a4b00",
    Tint.CARD: "#fffdf6",
    Tint.COVERED: "#f3ebd7",
    Tint.EDGE: "#8a7950",
    Tint.CLUBS: _BLACK,
    Tint.DIAMONDS: _RED,
    Tint.HEARTS: _RED,
    Tint.SPADES: _BLACK,
    Tint.CROWN: "#8a5c0a",
    Tint.BACK: "#2050a0",
    Tint.BACK_EDGE: "#f4f8ff",
    Tint.LATTICE: "#5b8fe6",
    Tint.COUNT: "#14356f",
    Tint.COUNT_TEXT: "#f4f8ff",
    Tint.HELD: "#ffd84d",
    Tint.HELD_EDGE: "#8a6600",
    Tint.TARGET: "#b0e0ff",
    Tint.TARGET_EDGE: "#0b5f96",
    Tint.LAST: "#ffe999",
    Tint.CHIP_TEXT: _BLACK,
    Tint.PLACE: "#4d8a6b",
    Tint.SIGN: "#061409",
    Tint.OPEN: "#b0e0ff",
    Tint.OPEN_TEXT: "#0b4a75",
    Tint.PANEL: "#f4faf5",
    Tint.FRAME: "#5d8f76",
    Tint.TRACK: "#d5e8dc",
    Tint.SECOND: "#0067a3",
    Tint.THIRD: "#a03a78",
    Tint.FOURTH: "#00694c",
    Tint.RAIL: "#5a3b22",
    Tint.RAIL_TEXT: "#fff6e2",
    Tint.RAIL_DIM: "#e6cfa9",
    Tint.RAIL_TITLE: "#ffd27a",
    Tint.ROW: "#e2f0e6",
    Tint.CAP: "#ffd27a",
    Tint.CAP_TEXT: "#3a2412",
}
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
    Tint.FELT_BRASS: "#ffd75f",
    Tint.WARNING: "#ffd7af",
    Tint.FELT_WARNING: "#ffd7af",
    Tint.COVERED: "#d7d7af",
    Tint.LATTICE: "#5f87af",
    Tint.COUNT: "#00005f",
    Tint.PLACE: "#1c1c1c",
    Tint.OPEN: "#005f5f",
}
"""The same from 256 colours, where the nearest of one would not do beside another."""

FOUR_MANY: Mapping[Tint, str] = {
    **MANY,
    Tint.CLUBS: "#005f00",
    Tint.DIAMONDS: "#0000af",
}

_FEW_BLACK, _FEW_RED, _FEW_GREEN, _FEW_BLUE = "#000000", "#aa0000", "#00aa00", "#0000aa"
_GREY, _DARK, _WHITE = "#aaaaaa", "#555555", "#ffffff"
_YELLOW, _SKY, _MINT, _ROSE = "#ffff55", "#55ffff", "#55ff55", "#ff5555"
_TEAL, _PINK = "#00aaaa", "#ff55ff"

FEW: Mapping[Tint, str] = {
    Tint.FELT: _FEW_BLACK,
    Tint.SHADOW: _FEW_BLACK,
    Tint.PRINT: _DARK,
    Tint.TEXT: _WHITE,
    Tint.DIM: _GREY,
    Tint.BRASS: _YELLOW,
    Tint.GOOD: _MINT,
    Tint.WARNING: _ROSE,
    Tint.FELT_DIM: _GREY,
    Tint.FELT_BRASS: _YELLOW,
    Tint.FELT_GOOD: _MINT,
    Tint.FELT_WARNING: _ROSE,
    Tint.CALL: _YELLOW,
    Tint.WON: _YELLOW,
    Tint.CARD: _WHITE,
    Tint.COVERED: _WHITE,
    Tint.EDGE: _DARK,
    Tint.CLUBS: _FEW_BLACK,
    Tint.DIAMONDS: _FEW_RED,
    Tint.HEARTS: _FEW_RED,
    Tint.SPADES: _FEW_BLACK,
    Tint.CROWN: _DARK,
    Tint.BACK: _FEW_BLUE,
    Tint.BACK_EDGE: _GREY,
    Tint.LATTICE: _FEW_BLUE,
    Tint.COUNT: _FEW_BLUE,
    Tint.COUNT_TEXT: _WHITE,
    Tint.HELD: _YELLOW,
    Tint.HELD_EDGE: _DARK,
    Tint.TARGET: _SKY,
    Tint.TARGET_EDGE: _FEW_BLUE,
    Tint.LAST: _YELLOW,
    Tint.CHIP_TEXT: _FEW_BLACK,
    Tint.PLACE: _DARK,
    Tint.SIGN: _WHITE,
    Tint.OPEN: _FEW_BLUE,
    Tint.OPEN_TEXT: _WHITE,
    Tint.PANEL: _FEW_BLACK,
    Tint.FRAME: _TEAL,
    Tint.TRACK: _DARK,
    Tint.SECOND: _SKY,
    Tint.THIRD: _PINK,
    Tint.FOURTH: _MINT,
    Tint.RAIL: _FEW_BLUE,
    Tint.RAIL_TEXT: _WHITE,
    Tint.RAIL_DIM: _GREY,
    Tint.RAIL_TITLE: _YELLOW,
    Tint.ROW: _FEW_BLACK,
    Tint.CAP: _GREY,
    Tint.CAP_TEXT: _FEW_BLACK,
}
"""The same where a terminal has sixteen: exactly those that it is asked for."""

FOUR_FEW: Mapping[Tint, str] = {
    **FEW,
    Tint.CLUBS: _FEW_GREEN,
    Tint.DIAMONDS: _FEW_BLUE,
}

ON_FELT: Mapping[Style, Patch] = {
    Style.PLAIN: Patch(Tint.TEXT, Tint.FELT),
    Style.DIM: Patch(Tint.FELT_DIM, Tint.FELT),
    Style.RED: Patch(Tint.FELT_WARNING, Tint.FELT, is_bold=True),
    Style.BLACK: Patch(Tint.TEXT, Tint.FELT, is_bold=True),
    Style.HIDDEN: Patch(Tint.COUNT_TEXT, Tint.COUNT),
    Style.TITLE: Patch(Tint.FELT_BRASS, Tint.FELT, is_bold=True),
    Style.GOOD: Patch(Tint.FELT_GOOD, Tint.FELT, is_bold=True),
    Style.WARNING: Patch(Tint.FELT_WARNING, Tint.FELT, is_bold=True),
    Style.OWN: Patch(Tint.FELT_BRASS, Tint.FELT, is_bold=True),
    Style.NEXT: Patch(Tint.CHIP_TEXT, Tint.CALL, is_bold=True),
    Style.HELD: Patch(Tint.CHIP_TEXT, Tint.HELD, is_bold=True),
    Style.TARGET: Patch(Tint.CHIP_TEXT, Tint.TARGET, is_bold=True),
}
"""The look of words on the felt, by style."""


def _moved(ground: Tint, inks: Mapping[Tint, Tint]) -> Mapping[Style, Patch]:
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
ON_RAIL = _moved(Tint.RAIL, _ON_WOOD)
"""The look of words beside the felt, and above and below."""

WORDS_ON: Mapping[Tint, Mapping[Style, Patch]] = {
    Tint.FELT: ON_FELT,
    Tint.PANEL: ON_PANEL,
    Tint.ROW: ON_ROW,
    Tint.RAIL: ON_RAIL,
}
SUIT_WORDS = (Tint.GOOD, Tint.SECOND, Tint.WARNING, Tint.TEXT)
"""The tints of cards in words, in a deck of four colours, clubs first."""

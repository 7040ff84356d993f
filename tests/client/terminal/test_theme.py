"""Colours that can be read on any ground, by anybody, and are never needed."""

from collections.abc import Mapping

import pytest
from tests.client.contrasts import LEAST_OF_EDGES, LEAST_OF_TEXT, contrast
from tests.client.screen.room.test_end import an_end
from tests.client.screen.test_gathering import page
from tests.golden.fullscreen.still import room

from samedeal_client.reader import Reader, Theme, read_by
from samedeal_client.screen.end.page import end_page
from samedeal_client.screen.felt.felt import Felt, Marks
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.squares import squares_felt
from samedeal_client.screen.ink import (
    MONOCHROME,
    ink_of_patch,
    inked_line,
)
from samedeal_client.screen.keys.foot import KeyHint, capped_line
from samedeal_client.terminal.cloth import (
    CLOTH,
    FEW,
    FOUR,
    FOUR_FEW,
    FOUR_MANY,
    LIGHT,
    LIGHT_MANY,
    MANY,
    ON_FELT,
    ON_PANEL,
    WORDS_ON,
)
from samedeal_client.terminal.paint import painted
from samedeal_client.terminal.theme import (
    LOOKS,
    SUIT_LOOKS,
    THEMES,
    Depth,
    depth_of,
)
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs, card_span
from samedeal_client.view.spans import Span, Style, text_of
from samedeal_client.view.tints import RIVAL_TINTS, SUIT_TINTS, Patch, Tint
from samedeal_games.cards import Card, suit_of
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import Board
from samedeal_games.squares import SquaresGame

LEAST_IN_LINES = 3.0
"""WCAG 2.2, 1.4.3: of large or bold text."""
ONE_OF_EACH = tuple(map(Card, (0, 13, 26, 39)))
"""A card of each suit, clubs first."""


@pytest.mark.parametrize("ground", ["#000000", "#ffffff"])
def test_lines_can_be_read_on_black_and_on_white(ground: str) -> None:
    for pen in (look.pen for look in (*LOOKS.values(), *SUIT_LOOKS)):
        if pen.exact:
            assert contrast(pen.exact, ground) >= LEAST_IN_LINES, pen


def laid() -> set[tuple[str, Patch]]:
    """Return every piece of a felt: all sizes, and all that cards can be."""
    found = {("x", patch) for patch in ON_FELT.values()}
    squares = find_game("squares/english")
    assert isinstance(squares, SquaresGame)
    dealt = squares.setup(deal_from_seed(bytes(32), 1))
    begun = squares.apply(dealt, squares.legal_moves(dealt)[0])
    held = Marks(squares.format(squares.legal_moves(begun)[0]))
    for size in ((10, 80), (16, 80), (22, 100), (36, 100)):
        felt = squares_felt(squares, squares.view(begun), UNICODE, *size, held)
        found |= _patches(felt)
    for key in ("westcliff/american", "easthaven", "russian"):
        game = find_game(key)
        board = game.view(game.setup(deal_from_seed(bytes(32), game.about.packs)))
        zones = {name: board.zones[name] for name in board.zones}
        cards = tuple(map(Card, range(0, 52, 5)))
        for card in ONE_OF_EACH:
            full = {"column.1": (*cards, card), "waste": cards, "foundation.1": (card,)}
            shown = Board(0, {**zones, "column.2": (), **full})
            for pile in ("1", "W", "4"):
                marks = Marks(pile, 4, frozenset({"1", "2", "3", "F", "K"} - {pile}))
                for size in ((10, 80), (16, 80), (22, 100), (36, 100), (51, 150)):
                    felt = patience_felt(shown, UNICODE, *size, marks)
                    found |= _patches(felt)
    return found


def told_at_the_end() -> set[tuple[str, Patch]]:
    """Return every piece of the page of a match that is over, words and keys too."""
    found = {("x", patch) for words in WORDS_ON.values() for patch in words.values()}
    found |= {("x", Patch(tint, Tint.CARD)) for tint in SUIT_TINTS}
    keys = capped_line((KeyHint("r", "r replay"), KeyHint("enter", "Enter ready")), 80)
    found |= _patches(Felt((keys,), ()))
    found |= {("x", Patch(tint, Tint.PANEL)) for tint in RIVAL_TINTS}
    marks = (Tint.PANEL, Tint.TRACK)
    found |= {(UNICODE.dash, Patch(Tint.BRASS, ground)) for ground in marks}
    for key in ("squares/english", "westcliff/american"):
        end = an_end(key, 3, is_won=key == "squares/english")
        for width, height in ((60, 17), (80, 21), (100, 27), (140, 37), (200, 52)):
            page = end_page(end, UNICODE, width, height)
            assert page is not None
            found |= _patches(page.felt)
    return found


def told_before() -> set[tuple[str, Patch]]:
    """Return every piece of the page before a match, and of a countdown."""
    found: set[tuple[str, Patch]] = set()
    for count in (1, 3, 8):
        for left_s in (None, 3):
            for size in ((80, 21), (140, 37)):
                felt = page(room(count=count), size, left_s=left_s)
                assert felt is not None
                found |= _patches(felt)
    return found


def _patches(felt: Felt) -> set[tuple[str, Patch]]:
    return {
        (span.text, span.style)
        for row in felt.rows
        for span in row
        if isinstance(span.style, Patch)
    }


_PORTRAIT = (Tint.CROWN, Tint.EDGE, *SUIT_TINTS)
DECORATION = {
    # Gold, hair, skin and cloth of a court, which its letter names.
    *((tint, ground) for tint in _PORTRAIT for ground in _PORTRAIT),
    (Tint.COVERED, Tint.CARD),
    (Tint.LATTICE, Tint.BACK),
    (Tint.SHADOW, Tint.FELT),
    (Tint.PRINT, Tint.FELT),
    (Tint.PLACE, Tint.FELT),
    (Tint.OPEN, Tint.FELT),
    (Tint.COVERED, Tint.FELT),
    # A point of a large letter has no edge to the next one.
    (Tint.WON, Tint.WON),
    (Tint.TEXT, Tint.TEXT),
}
"""Says nothing that is not said otherwise."""
ON_PALE_FELT = DECORATION | {
    (mark, ground)
    for mark in (Tint.HELD, Tint.TARGET, Tint.LAST, Tint.BACK)
    for ground in (Tint.FELT, Tint.SHADOW)
}
"""By daylight chips and dark words carry these marks, and backs have a white edge."""


@pytest.mark.parametrize(
    ("dyes", "least"),
    [
        (CLOTH, LEAST_OF_TEXT),
        (FOUR, LEAST_OF_TEXT),
        (MANY, LEAST_OF_TEXT),
        (FOUR_MANY, LEAST_OF_TEXT),
        (LIGHT, LEAST_OF_TEXT),
        (LIGHT_MANY, LEAST_OF_TEXT),
        (FEW, LEAST_OF_TEXT),
        # Of sixteen there is no darker green.
        (FOUR_FEW, 2.5),
    ],
    ids=[
        "all",
        "four suits",
        "256",
        "256, four suits",
        "light",
        "256, light",
        "sixteen",
        "sixteen, four suits",
    ],
)
def test_everything_on_the_felt_can_be_read(
    dyes: Mapping[Tint, str], least: float
) -> None:
    bare = ON_PALE_FELT if dyes is LIGHT else DECORATION
    for text, patch in laid() | told_before() | told_at_the_end():
        tint, ground = dyes[patch.tint], dyes[patch.ground]
        if patch.tint is Tint.PRINT:
            continue  # to be seen through, and not to be read
        is_written = any(sign.isalnum() or sign in UNICODE.suits for sign in text)
        if is_written:
            assert contrast(tint, ground) >= least, (text, patch)
        elif text.strip() and patch[:2] not in bare and dyes in (CLOTH, FOUR, LIGHT):
            assert contrast(tint, ground) >= LEAST_OF_EDGES, (text, patch)


def test_every_tint_is_a_colour() -> None:
    for dyes in (CLOTH, FOUR, LIGHT, MANY, FOUR_MANY, LIGHT_MANY, FEW, FOUR_FEW):
        assert dyes.keys() == set(Tint)


def test_four_suits_on_cards_have_four_colours() -> None:
    for dyes in (FOUR, FOUR_MANY, FOUR_FEW):
        assert len({dyes[tint] for tint in SUIT_TINTS}) == 4


def test_gold_hair_and_cloth_of_a_court_are_told_apart_on_every_terminal() -> None:
    for dyes in (CLOTH, FOUR, LIGHT, MANY, FOUR_MANY, LIGHT_MANY, FEW, FOUR_FEW):
        for suit in SUIT_TINTS:
            worn = {dyes[tint] for tint in (Tint.CROWN, Tint.EDGE, Tint.CARD, suit)}
            assert len(worn) == 4


def test_words_on_the_felt_have_tints_of_their_own() -> None:
    for words in WORDS_ON.values():
        assert words.keys() == set(Style)


def test_four_suits_have_four_colours() -> None:
    assert len({FOUR[tint] for tint in SUIT_TINTS}) == 4
    assert len({look.pen.exact for look in SUIT_LOOKS}) == 4
    assert len({look.pen.few for look in SUIT_LOOKS}) == 4


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("card", ONE_OF_EACH)
def test_a_suit_is_known_by_its_sign_in_either_alphabet(
    glyphs: Glyphs, card: Card
) -> None:
    span = card_span(card, glyphs)
    (plain,) = inked_line((span,), colour=True).spans
    with read_by(Reader(theme="four")):
        (four,) = inked_line((span,), colour=True).spans
        dyed = ink_of_patch(Patch(SUIT_TINTS[suit_of(card)], Tint.CARD, is_bold=True))
    assert isinstance(span.style, Style)
    assert plain.style == ink_of_patch(ON_PANEL[span.style])
    assert four.style == dyed


def test_every_style_has_its_look() -> None:
    assert LOOKS.keys() == set(Style)


def test_only_cards_have_suits() -> None:
    with read_by(Reader(theme="four")):
        (shown,) = inked_line((Span("ALSO", Style.TITLE),), colour=True).spans
    assert shown.style == ink_of_patch(ON_PANEL[Style.TITLE])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", Depth)
def test_no_theme_and_no_terminal_changes_a_word(theme: Theme, depth: Depth) -> None:
    rows = [tuple(card_span(card, UNICODE) for card in ONE_OF_EACH)]
    rows += [(Span(style.value, style),) for style in Style]
    with read_by(Reader(theme=theme)):
        coloured = painted(rows, colour=True, glyphs=UNICODE, depth=depth)
        assert "\x1b" not in painted(rows, colour=False, glyphs=UNICODE)
    words = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))
    assert words == text_of(rows)


def test_without_colour_what_is_held_and_what_is_next_still_stand_out() -> None:
    for style in (Style.HELD, Style.NEXT):
        assert MONOCHROME[style].reverse
    assert MONOCHROME[Style.TARGET].underline


@pytest.mark.parametrize(
    ("told", "depth"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, Depth.ALL),
        ({"COLORTERM": "24bit"}, Depth.ALL),
        ({"TERM": "xterm-direct"}, Depth.ALL),
        ({"TERM": "screen-256color"}, Depth.MANY),
        ({"TERM": "xterm"}, Depth.FEW),
        ({"TERM": "linux", "COLORTERM": "yes"}, Depth.FEW),
        ({}, Depth.FEW),
    ],
)
def test_a_terminal_says_how_many_colours_it_has(
    told: dict[str, str], depth: Depth
) -> None:
    assert depth_of(told) is depth
    shown = painted(
        [(Span("x", Style.GOOD),)], colour=True, glyphs=UNICODE, depth=depth
    )
    code = {Depth.ALL: "38;2;0;158;115", Depth.MANY: "38;5;36", Depth.FEW: "32"}
    assert shown == f"\x1b[{code[depth]}mx\x1b[0m"

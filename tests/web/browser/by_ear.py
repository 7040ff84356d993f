"""A player who has a board from the accessibility tree alone, and plays it by keys.

Of a tree it reads the cards, the places and what may be pressed; the rules it knows.
"""

import asyncio
import re
from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

import pytest
from playwright.async_api import Page, expect
from tests.conditions import PATIENCE_S
from tests.web.browser.pages import WITHIN_MS
from tests.web.rules.played import chosen

from samedeal_games.cards import FACE_DOWN, Card, rank_of
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Laying, SquaresGame
from samedeal_games.squares.cells import CELLS, format_cell, parse_cell
from samedeal_games.words import card_words

MOST_TABS = 40
CARDS = {str(card_words(Card(number))): Card(number) for number in range(52)}
COLUMN_KEYS = "1234567890et"
ELEMENT = re.compile(r"""^ *- '?(\w+)(?: "([^"]*)")?([^:'\n]*)""", re.MULTILINE)
SAID = re.compile(r"^ *- status: (.*)$", re.MULTILINE)
FIRST = {Laying.GRID: 0, Laying.SERPENT: 0, Laying.TOUCHING: 4}
"""The number of the column and row that notation counts from, on the page."""
MOVE = re.compile(r"(W|\d+)(?:([FK])|>(\d+)(?:x(\d+))?)")


class Seen(NamedTuple):
    """A board as far as one knows it, and what may be done there."""

    words: str
    legal: tuple[str, ...]

    @property
    def choice(self) -> str:
        """What is done there, by whoever sees the same."""
        return chosen(list(self.legal), Random(f"{self.words} {self.legal}"))


def seen_on(game: AnyGame, board: Board) -> Seen:
    """Return what one sees on a board that came by the wire."""
    legal = [game.format(move) for move in game.legal_moves(game.position_from(board))]
    zones = board.zones
    if isinstance(game, SquaresGame):
        legal = [name_of(game.ruleset.laying, text) for text in legal]
        return Seen(str(zones["next"]), tuple(sorted(legal)))
    assert isinstance(game, PatienceGame)
    columns = [zones[f"column.{number + 1}"] for number in range(game.ruleset.columns)]
    up = [len(zones[zone]) for zone in sorted(zones) if zone.startswith("foundation.")]
    waste = zones.get("waste", ())
    counts = [len(zones.get(zone, ())) for zone in ("stock", "redeals")]
    return Seen(
        f"{columns} {up} {len(waste)} {waste[-1:]} {counts}", tuple(sorted(legal))
    )


def name_of(laying: Laying, text: str) -> str:
    """Return what the page calls a cell of a move."""
    column, row = parse_cell(laying, text)
    first = FIRST[laying]
    return f"{'abcdefghi'[column + first]}{row + first + 1}"


def move_of(game: AnyGame, choice: str) -> str:
    """Return the move of a choice, as the wire has it."""
    if not isinstance(game, SquaresGame):
        return choice
    laying = game.ruleset.laying
    texts = [format_cell(laying, cell) for cell in CELLS[laying]]
    return next(text for text in texts if name_of(laying, text) == choice)


class Heard:
    """What is heard of a patience: its zones, and what may be pressed there."""

    def __init__(self, tree: str) -> None:
        self.zones: dict[str, tuple[Card, ...]] = {}
        self.sources: set[tuple[str, int]] = set()
        """Which last cards of which pile may be moved; none of the stock for a deal."""
        self.held = 0
        """How many cards are in hand."""
        self._open: list[tuple[str, int, str]] = []
        pile = ""
        for role, name, states in ELEMENT.findall(tree):
            if role == "button" and name in CARDS:
                if pile.startswith("column."):
                    self.zones[pile] = *self.zones[pile], CARDS[name]
                self._open.append((pile, len(self.zones.get(pile, ())), states))
            elif name:
                pile = self._place(name, states) or pile
        for pile, height, states in self._open:
            size = len(self.zones.get(pile, ())) - height + 1
            if "[disabled]" not in states:
                self.sources.add((pile, size))
            if "[pressed]" in states:
                self.held = size

    def _place(self, name: str, states: str) -> str:
        """Take in a place by its name; return what it is called in a position."""
        kind, _, rest = name.partition(": ")
        if found := re.fullmatch(r"Column (\d+)", kind):
            pile = f"column.{found[1]}"
            hidden = re.match(r"(\d+) face down", rest)
            self.zones[pile] = (FACE_DOWN,) * int(hidden[1] if hidden else 0)
        elif kind == "Stock":
            pile = "stock"
            self.zones[pile] = (FACE_DOWN,) * int(rest.split()[0])
            if "[disabled]" not in states:
                self.sources.add((pile, 0))
        elif kind == "Waste":
            pile = "waste"
            card, _, under = rest.rstrip(".").partition(", on ")
            below = int(under.split()[0]) if under else 0
            self.zones[pile] = (*(FACE_DOWN,) * below, CARDS[card])
        elif kind.startswith("Foundation"):
            number = 1 + sum(zone.startswith("foundation.") for zone in self.zones)
            pile = f"foundation.{number}"
            rank = rank_of(CARDS[rest]) if rest in CARDS else 0
            height = 14 - rank if rank and "down" in kind else rank
            self.zones[pile] = (FACE_DOWN,) * height
        else:
            if found := re.fullmatch(r"Redeal \((\d+)\)", name):
                self.zones["redeals"] = (FACE_DOWN,) * int(found[1])
            return ""
        return pile


class Listener:
    """Plays on a page, and looks at nothing but what is read aloud there."""

    def __init__(self, page: Page, game: AnyGame) -> None:
        self._page = page
        self._game = game
        self._plies = 0

    async def heard(self) -> str:
        """Return the whole accessibility tree."""
        return await self._page.locator("body").aria_snapshot()

    async def see(self) -> Seen:
        """Return the board, where it tells truly what may be pressed."""
        tree = await self.heard()
        if not isinstance(self._game, PatienceGame):
            card = re.search(r'group "Next: (.*)\."', tree)
            cells = re.findall(r"""button "(\w\d): empty\."'$""", tree, re.MULTILINE)
            return Seen(str((CARDS[card[1]],) if card else ()), tuple(sorted(cells)))
        heard = Heard(tree)
        seen = seen_on(self._game, Board(self._plies, heard.zones))
        assert heard.sources == sources_of(seen.legal)
        return seen

    async def play(self, move: str) -> None:
        """Make a move, and listen until it is told what came of it."""
        *before, last = list(move)
        if isinstance(self._game, PatienceGame):
            *before, last = await self._keys(move)
        for key in before:
            await self._page.keyboard.press(key)
        told = SAID.findall(await self.heard())
        await self._page.keyboard.press(last)
        async with asyncio.timeout(PATIENCE_S):
            while SAID.findall(await self.heard()) == told:
                pass
        self._plies += 1

    async def _keys(self, move: str) -> list[str]:
        """Return the keys of a move of patience; its cards are in hand by then."""
        found = MOVE.fullmatch(move)
        if found is None:
            return ["r", "r"] if move == "R" else [move.lower()]
        source, up, target, size = found.groups()
        key = "w" if source == "W" else COLUMN_KEYS[int(source) - 1]
        if up:
            return [key, up.lower()]
        await self._page.keyboard.press(key)
        held, wanted = Heard(await self.heard()).held, int(size or 1)
        # What was counted out is laid so; else the longest run that fits would be.
        counted = ["ArrowDown", "ArrowUp"] if held == wanted > 1 else []
        fewer = ["ArrowDown"] * (held - wanted)
        return [*counted, *fewer, COLUMN_KEYS[int(target) - 1]]


def sources_of(legal: Sequence[str]) -> set[tuple[str, int]]:
    """Return which last cards of which pile may be moved, and the stock for a deal."""
    found = {("stock", 0)} if "D" in legal else set[tuple[str, int]]()
    for source, _, _, size in filter(None, map(_parts_of, legal)):
        pile = "waste" if source == "W" else f"column.{source}"
        found.add((pile, int(size or 1)))
    return found


def _parts_of(move: str) -> tuple[str, str | None, str | None, str | None] | None:
    found = MOVE.fullmatch(move)
    return None if found is None else (found[1], found[2], found[3], found[4])


async def tab_to(page: Page, role: Literal["button", "textbox"], name: str) -> None:
    """Press Tab until something is in focus; fail if it never is."""
    found = page.get_by_role(role, name=name, exact=True)
    await expect(found).to_be_visible(timeout=WITHIN_MS)
    for _ in range(MOST_TABS):
        if await found.evaluate("(it) => it === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {role} {name}")

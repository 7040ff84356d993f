"""Moves of patience as they are typed, and in words.

``d`` turns the stock, ``r`` deals again, ``3f`` and ``wf`` build (``3k`` under the
king), ``w5`` packs the waste, ``35`` moves the longest part of column 3 that fits on
column 5 and ``35x2`` two cards; ``0`` is column ten, as its key is. A shortcut stands
for a move only if it can mean no other.
"""

import re
from collections.abc import Iterable

from samedeal_client.failed import Refused
from samedeal_client.language import either, tr
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.errors import InvalidMove
from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame

_TURN = re.compile("[DR]", re.ASCII)
_BUILD = re.compile("([0-9]{1,2}|W)([FK])", re.ASCII)
_FROM_WASTE = re.compile("W[->]?([0-9]{1,2})", re.ASCII)
_PACK = re.compile("([0-9]{2,4})(?:X([0-9]{1,2}))?", re.ASCII)
_PACK_IN_FULL = re.compile("([0-9]{1,2})[->]([0-9]{1,2})(?:X([0-9]{1,2}))?", re.ASCII)


def read_patience(game: PatienceGame, board: Board, text: str) -> str:
    """Return the notation of what was typed in capitals; raises Refused."""
    if _TURN.fullmatch(text):
        return text
    if match := _BUILD.fullmatch(text):
        return column_typed(board, match[1]) + match[2]
    if match := _FROM_WASTE.fullmatch(text):
        return f"W>{column_typed(board, match[1])}"
    if match := _PACK_IN_FULL.fullmatch(text):
        source, target = (column_typed(board, number) for number in match.group(1, 2))
        return _pack(source, target, match[3] or "1")
    if match := _PACK.fullmatch(text):
        return _shortened_pack(game, board, match[1], match[2])
    try:
        return str(game.format(game.parse(text)))
    except InvalidMove:
        raise Refused(
            tr(
                "{text!r} is not a move here: try {examples}; ? shows how to write one",
                text=text.lower(),
                examples=_examples(board),
            )
        ) from None


def _examples(board: Board) -> str:
    """Return moves as they may be typed on a board of patience."""
    kinds = (("stock", ["d"]), ("redeals", ["r"]), ("waste", ["w5", "wf"]))
    own = [text for zone, texts in kinds if zone in board.zones for text in texts]
    return either([*own, "35", "3f"])


def _shortened_pack(
    game: PatienceGame, board: Board, digits: str, count: str | None
) -> str:
    """Return the one move that two column numbers without a sign can mean."""
    cuts = ((digits[:cut], digits[cut:]) for cut in range(1, len(digits)))
    typed = ([column_typed(board, number) for number in ends] for ends in cuts)
    ways = [
        (source, target)
        for source, target in typed
        if _is_column(board, source) and _is_column(board, target)
    ]
    if not ways:
        raise Refused(
            tr("{digits!r} does not name two columns of this board", digits=digits)
        )
    found = [
        notation
        for source, target in ways
        if (notation := _pack_meant(game, board, source, target, count)) is not None
    ]
    if len(found) > 1:
        raise Refused(
            tr(
                "{digits!r} could be {moves}; write one of them",
                digits=digits,
                moves=either(found),
            )
        )
    return found[0] if found else _pack(*ways[0], count or "1")


def _pack_meant(
    game: PatienceGame, board: Board, source: str, target: str, count: str | None
) -> str | None:
    """Return the legal pack between two columns that is meant, None for none."""
    position = game.position_from(board)
    legal = {game.format(move) for move in game.legal_moves(position)}
    height = len(board.zones[f"column.{source}"])
    counts = [int(count)] if count else range(1, height + 1)
    fitting = [n for n in counts if _pack(source, target, str(n)) in legal]
    return _pack(source, target, str(size_meant(fitting, height))) if fitting else None


def size_meant(sizes: Iterable[int], height: int) -> int:
    """Return the largest size of run that may leave a column of some height.

    Moving a whole column into a space changes nothing, so nobody means that who could
    move less.
    """
    largest, *smaller = sorted(sizes, reverse=True)
    return smaller[0] if smaller and largest == height else largest


def column_typed(board: Board, number: str) -> str:
    """Return the number of a column that was typed; 0 is the tenth where it exists."""
    return "10" if number == "0" and "column.10" in board.zones else number


def _is_column(board: Board, number: str) -> bool:
    return not number.startswith("0") and f"column.{number}" in board.zones


def _pack(source: str, target: str, count: str) -> str:
    suffix = "" if int(count) == 1 else f"x{int(count)}"
    return f"{source}>{target}{suffix}"


def move_words(board: Board, notation: str, glyphs: Glyphs) -> str:
    """Describe a patience move by the cards that it moves."""
    if notation == "D":
        return tr("deal from the stock")
    if notation == "R":
        return tr("gather and deal again")
    source, target = _ends(notation)
    cards = board.zones["waste" if source == "W" else f"column.{source}"]
    count = int(notation.partition("x")[2] or 1)
    moved = cards[-count]
    name = card_name(moved, glyphs)
    if count > 1:
        name = tr("{card} and {count} more", card=name, count=count - 1)
    if target == "F":
        return tr("{cards} up", cards=name)
    if target == "K":
        return tr("{cards} up, under the king", cards=name)
    below = board.zones[f"column.{target}"]
    if not below:
        return tr("{cards} onto a space", cards=name)
    return tr("{cards} onto {card}", cards=name, card=_target_name(below[-1], glyphs))


def _ends(notation: str) -> tuple[str, str]:
    if notation[-1] in "FK":
        return notation[:-1], notation[-1]
    source, _, target = notation.partition("x")[0].partition(">")
    return source, target


def _target_name(card: Card, glyphs: Glyphs) -> str:
    return tr("a card") if card == FACE_DOWN else card_name(card, glyphs)

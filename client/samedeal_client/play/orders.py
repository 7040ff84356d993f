"""The orders of a player besides moves: one row each, for every face.

A new row has its words read, its help told, and its request to the room made, line by
line and on the full screen alike. Each face itself gives it a key, if it has one.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import later, tr
from samedeal_client.language.typed import words_for
from samedeal_client.view.cards import NAMED
from samedeal_client.view.spans import Lines, line
from samedeal_games.game import AnyGame

if TYPE_CHECKING:
    # No more than annotations, so practice does not wait for messages.
    from samedeal_client.wire.player import Player
    from samedeal_protocol.rooms.boards import RoomView, SeatView

ALONE = later("You are practising alone; just play.")
NAMED_HELP = later(
    " {mark} after a name   claimed: nobody else can use it, or one like it"
)
ANOTHER_GAME = later(
    " another game     open a room with it, or one of several in turn: samedeal host "
    "GAME,GAME"
)
SCORE_ASKED = later(" score   how it stands")


class Around(NamedTuple):
    """The surroundings of a match, which decide the orders on offer."""

    room: RoomView
    own: SeatView | None
    invites: bool = False
    """Whether there is a line to send to others."""


def may_call(room: RoomView) -> bool:
    """Tell whether a player in a room may bring a bot to it now."""
    waits = room.phase == "gathering" and len(room.seats) < room.seats_max
    return waits and room.kind == "match" and not room.named_only


def is_for_one(room: RoomView) -> bool:
    """Tell whether it is an attempt, which nobody else sits down to."""
    return room.kind != "match" and room.seats_max == 1


def may_see(room: RoomView) -> bool:
    """Tell whether the last match of a room can be seen again."""
    return room.result is not None and not room.result.reveal_at


def _told(command: str) -> Callable[[Player], Awaitable[None]]:
    """Return the request of a room's command, by its name on the wire."""
    return lambda player: player.order(command)


@dataclass(frozen=True, eq=False)  # so no two of them are one order
class Row:
    """All that there is to know of an order."""

    word: str = ""
    """The word for it; empty for orders that are never typed."""
    more: tuple[str, ...] = ()
    """More words for it; those of other languages are in their catalogues."""
    is_read: bool = True
    """Whether it is an order wherever it stands; otherwise the face reads it."""
    request: Callable[[Player], Awaitable[None]] | None = None
    """Its request to the room; None for orders that each face does in its own way."""
    refused: str = ""
    """The reason that a room refuses it; empty where rooms know it."""
    ends_practice: bool = False
    sure: str = ""
    """The question before it is done in mid-match; empty for none."""
    script_waits: Literal["", "start", "result"] = ""
    """The moment that a script's line is held back for."""
    help: str = ""
    help_alone: str = ""
    """Its help for those who play alone."""
    offered: Callable[[Around], bool] | None = None
    """Whether it is on offer around a match; None for never."""


class Order(Enum):
    """Something to do other than a move, in the order in which help tells of it."""

    READY = Row(
        "ready",
        request=lambda player: player.ready(),
        script_waits="result",
        help=later(" ready, unready   be ready for the next match, or not"),
        offered=lambda at: (
            at.own is not None
            and at.room.phase in ("gathering", "result")
            and at.room.next_match is not None
        ),
    )
    UNREADY = Row("unready", request=_told("unready"))
    BOARD = Row(
        "board",
        ("",),
        help=later(" board (or Enter) the board, or who is here"),
        help_alone=later(
            " board, undo, finish: see the board again, take a move back, stop here"
        ),
    )
    TAKE_BACK = Row(
        "u",
        ("undo", "back"),
        is_read=False,
        help=later(
            " undo (or u)      take the last move back, where the room allows it"
        ),
    )
    TIME = Row(
        "time",
        is_read=False,
        help=later(
            " time, others     what is left on the clock; how far the others are"
        ),
        help_alone=later(" time: how long it has taken, and what it has come to"),
    )
    OTHERS = Row("others", is_read=False)
    FINISH = Row(
        "finish",
        request=_told("finish"),
        ends_practice=True,
        script_waits="start",
        help=later(" finish           stop here and keep your score"),
    )
    RESIGN = Row(
        "resign",
        request=_told("resign"),
        ends_practice=True,
        sure=later("Resign and come last? Type {word} again."),
        script_waits="start",
        help=later(" resign           give the match up"),
    )
    PAUSE = Row(
        "pause",
        request=_told("pause"),
        script_waits="start",
        help=later(
            " pause, resume    have all clocks stand, if all agree and nothing counts"
        ),
    )
    GO_ON = Row(
        "resume",
        ("continue",),
        request=_told("go_on"),
        script_waits="start",
    )
    HINT = Row(
        "hint",
        refused=later("Hints are for practice only, not for races."),
        help_alone=later(
            " hint: the next move of a way to win, if one is found; hint again does it"
        ),
    )
    WHY = Row(
        "why",
        is_read=False,
        help_alone=later(
            " why 7h 8s (or why 3 5, by columns): why one card may not go on another"
        ),
    )
    BOT = Row(
        offered=lambda at: at.own is not None and may_call(at.room),
    )
    COPY = Row(
        offered=lambda at: at.own is not None and at.invites,
    )
    TALK = Row(
        "/",
        is_read=False,
        help=later(" /, /gg, /words   say something: / alone lists the phrases"),
        offered=lambda at: (
            at.own is not None
            and not is_for_one(at.room)
            and not at.room.quiet
            and at.room.phase != "closed"
        ),
    )
    REPLAY = Row(
        offered=lambda at: may_see(at.room) and at.room.phase != "countdown",
    )
    ANALYSE = Row(
        "analyse",
        ("analyze",),
        script_waits="result",
        help=later(" analyse          after a match: what was possible in it"),
        help_alone=later(
            " analyse: what was possible on this deal, and where it was lost"
        ),
        offered=lambda at: may_see(at.room) and at.room.phase != "countdown",
    )
    MOMENTS = Row(
        "moments",
        script_waits="result",
        help=later(
            " moments          after a match: the three moments that mattered most"
        ),
        offered=lambda at: may_see(at.room) and at.room.phase != "countdown",
    )
    SHARE = Row(
        offered=lambda at: (
            at.room.result is not None and at.room.phase in ("result", "closed")
        ),
    )
    NEW_ROOM = Row(
        offered=lambda at: (
            at.room.kind == "match"
            and at.room.phase in ("result", "closed")
            and at.room.next_match is None
        ),
    )
    LEAVE = Row(
        "leave",
        ("quit", "exit", "q"),
        ends_practice=True,
        sure=later("Leave now and come last?"),
        help=later(" leave            give up the seat; Ctrl-C keeps it for you"),
        offered=lambda at: True,
    )
    HELP = Row("?", ("help", "h"), offered=lambda at: True)

    def is_offered(self, at: Around) -> bool:
        """Tell whether it is offered around a match."""
        return self.value.offered is not None and self.value.offered(at)

    def is_said(self, text: str) -> bool:
        """Tell whether a text is a word for it, in any language."""
        return _ORDERS.get(text.strip().lower()) is self


_ORDERS = {
    word: order
    for order in Order
    if order.value.word
    for word in words_for(order.value.word, *order.value.more)
}


def read_order(text: str) -> Order | None:
    """Read an order, None for anything else; no text at all asks for the board."""
    order = _ORDERS.get(text.strip().lower())
    return order if order is not None and order.value.is_read else None


_APART = re.compile(r"(?i)(?<!\S)([0-9]{1,2}|w)\s+([0-9]{1,2}|[fk])(?!\S)", re.ASCII)


def _together(apart: re.Match[str]) -> str:
    pile, target = apart.groups()
    return f"{pile}>{target}" if target.isdigit() else pile + target


def read_line(text: str) -> Iterator[Order | list[str]]:
    """Yield the orders of a line in turn with the moves between them.

    A pile and where it goes are one move, written apart as their keys are told.
    """
    words_in = _APART.sub(_together, text).split()
    for order, words in groupby(words_in or [""], read_order):
        if order is None:
            yield [*words]
        else:
            yield from (order for _ in words)


def help_lines(*, is_alone: bool = False) -> Lines:
    """Return help on everything besides moves: for a room, or for playing alone."""
    rows = (order.value for order in Order)
    texts = (row.help_alone if is_alone else row.help for row in rows)
    others = (line(tr(ANOTHER_GAME)), line(tr(NAMED_HELP, mark=NAMED)))
    told = () if is_alone else others
    return (*(line(tr(text)) for text in texts if text), *told)


def questions_lines(game: AnyGame) -> Lines:
    """Return the questions for those who read line after line."""
    return family_of(game).questions(), line(tr(SCORE_ASKED))

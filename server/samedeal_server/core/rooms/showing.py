"""The boards of a match that may be shown to those who only watch.

Whoever watches may be on the telephone with a player. So a board is shown only
as far as it follows from cards that everybody who still plays has seen: of each
seat the newest view that needs no other card. Who is done with the match can make
no use of any card, and holds nobody up.

A view needs every card that its player had seen by then, also those that lie
face down again or are covered: the moves that led to it may have been made for
their sake. Where a game has two packs, a card counts as seen when both of its
copies were. A redeal may bring an order that nobody knew, so it counts like a card.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.game import AnyGame, Board
from samedeal_protocol.rooms.boards import BoardView, WatchedBoard
from samedeal_server.core.facts import Moved, Seat
from samedeal_server.core.rooms.matches import opening_of
from samedeal_server.core.rooms.updates import board_view, wire_zones
from samedeal_server.core.state import Match, Room

REDEALS_ZONE = "redeals"
"""The zone with a card face down for each redeal that is left."""


LOOKED_AT_MOST = 100
"""Positions of one seat that one look goes through; the rest wait for the next."""


class _Need(NamedTuple):
    """The facts that everybody who plays must know before a view may be shown."""

    cards: frozenset[Card]
    redeals: int
    """The number of redeals made."""


class _Seat:
    """The views that a seat has seen, and its positions that could not be shown yet."""

    def __init__(self, opening: object) -> None:
        self.newest = opening
        self.unread: deque[object] = deque([opening])
        """Positions that nobody has looked at yet."""
        self.held_back: deque[tuple[_Need, object]] = deque()
        """The newest position for each need, oldest first."""
        self.seen = _Need(frozenset(), 0)
        self.known: frozenset[Card] = frozenset()
        """Cards of which every copy was seen."""


class Showing:
    """One match as those may see it who watch; begins with the opening position.

    Positions come in with `moved`; `look` returns what may be shown of them.
    """

    def __init__(self, game: AnyGame, opening: object, seats: Iterable[Seat]) -> None:
        self._game = game
        self._seats = {seat: _Seat(opening) for seat in seats}
        self._redeals = len(game.view(opening).zones.get(REDEALS_ZONE, ()))

    def moved(self, seat: Seat, position: object) -> None:
        """Note what a move has led to; costs nothing yet."""
        of = self._seats[seat]
        of.newest = position
        of.unread.append(position)

    def retell(self, fact: Moved) -> None:
        """Note a move that is read from the log, the next one of its seat."""
        newest = self._seats[fact.seat].newest
        self.moved(fact.seat, self._game.apply(newest, self._game.parse(fact.move)))

    def look(self, match: Match) -> list[WatchedBoard]:
        """Return the newest boards that may be shown and were not, by seat.

        `match` tells who still plays.
        """
        for seat in self._seats.values():
            for _ in range(min(LOOKED_AT_MOST, len(seat.unread))):
                self._read(seat, seat.unread.popleft())
        playing = [
            seat
            for number, seat in self._seats.items()
            if (play := match.plays[number]) is not None and play.state == "playing"
        ]
        shown: list[WatchedBoard] = []
        for number, seat in self._seats.items():
            newest: object = None
            while seat.held_back and _is_known(seat.held_back[0][0], playing):
                newest = seat.held_back.popleft()[1]
            if newest is not None:
                shown.append(WatchedBoard(seat=number, board=self._view(newest)))
        return shown

    def _read(self, seat: _Seat, position: object) -> None:
        """See what a player has seen in a position, and keep it until it is shown."""
        board = self._game.view(position)
        copies = _face_up(board)
        packs = self._game.about.packs
        redeals = self._redeals - len(board.zones.get(REDEALS_ZONE, ()))
        if not copies.keys() <= seat.known or redeals > seat.seen.redeals:
            whole = {card for card, count in copies.items() if count >= packs}
            seat.known |= whole
            seat.seen = _Need(
                seat.seen.cards | copies.keys(), max(redeals, seat.seen.redeals)
            )
        if seat.held_back and seat.held_back[-1][0] == seat.seen:
            # Whenever that one might be shown, so might this newer one.
            seat.held_back.pop()
        seat.held_back.append((seat.seen, position))

    def _view(self, position: object) -> BoardView:
        board = self._game.view(position)
        return BoardView(
            ply=board.plies,
            score=self._game.score(position),
            zones=wire_zones(board.zones),
        )


def showing_of(room: Room) -> Showing | None:
    """Return the match that is on as it was when it began; None where none is."""
    match = room.table.match
    if match is None or match.ended_at is not None:
        return None
    plays = {seat: play for seat, play in enumerate(match.plays) if play is not None}
    opening = next((p.position for p in plays.values() if not p.plies), None)
    if opening is None:
        opening = opening_of(room.table.game, match)
    return Showing(room.table.game, opening, plays)


def final_boards(game: AnyGame, match: Match) -> list[WatchedBoard]:
    """Return every board of a match that is over: nothing is a secret any more."""
    return [
        WatchedBoard(seat=seat, board=board_view(game, play))
        for seat, play in enumerate(match.plays)
        if play is not None
    ]


def _is_known(needs: _Need, playing: Iterable[_Seat]) -> bool:
    return all(
        needs.cards <= seat.known and needs.redeals <= seat.seen.redeals
        for seat in playing
    )


def _face_up(board: Board) -> Mapping[Card, int]:
    """Count the copies of each card that a view shows."""
    copies: dict[Card, int] = {}
    for cards in board.zones.values():
        for card in cards:
            if card != FACE_DOWN:
                copies[card] = copies.get(card, 0) + 1
    return copies

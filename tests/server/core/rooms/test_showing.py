"""A board that is watched never depends on a card that a player may still be told.

Whoever watches may be on the telephone with somebody who plays.
"""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.core.table import Table, playing, resulting

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.catalogue import GAMES, can_take_back, find_retraceable
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.fairness import match_seed
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.codec import encode
from samedeal_protocol.rooms.boards import BoardView, WatchedBoard
from samedeal_server.core.facts import Moved, Seat
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.showing import Showing, final_boards, showing_of
from samedeal_server.core.rooms.updates import board_view, wire_zones
from samedeal_server.core.state import Match

NAMES = ("ann", "bob", "cid")


class Watching:
    """A match at a table, what is shown of it, and all that was."""

    def __init__(self, game: AnyGame, players: int) -> None:
        key = game.about.key
        self.table: Table = playing(
            *NAMES[:players], game=key, takes_back=can_take_back(key)
        )
        self.game = self.table.state.table.game
        showing = showing_of(self.table.state)
        assert showing is not None
        self.showing: Showing = showing
        self.moves: dict[Seat, list[str]] = {k: [] for k in range(players)}
        self.shown: dict[Seat, BoardView] = {}

    @property
    def match(self) -> Match:
        assert self.table.state.table.match is not None
        return self.table.state.table.match

    def move(self, name: str, dice: Random) -> None:
        seat = self.table.state.seat_of(name)
        moves = self.table.legal(name)
        if seat is None or not moves:
            return
        before = len(self.table.log)
        with suppress(Refused):
            text = TAKE_BACK_TEXT if dice.random() < 0.2 else dice.choice(moves)
            self.table.move(name, text)
        for entry in self.table.log[before:]:
            if isinstance(entry.fact, Moved):
                self.moves[seat].append(entry.fact.move)
                play = self.table.state.play_of(seat)
                assert play is not None
                self.showing.moved(seat, play.position)

    def look(self) -> list[WatchedBoard]:
        boards = self.showing.look(self.match)
        self.shown |= {shown.seat: shown.board for shown in boards}
        return boards


def played(game: AnyGame, dice: Random) -> Watching:
    """Play a part of a match; some look on now and then, some give up."""
    watching = Watching(game, dice.randint(2, 3))
    names = NAMES[: len(watching.moves)]
    paces = [dice.random() for _ in names]
    for _ in range(dice.randrange(60)):
        (name,) = dice.choices(names, paces)
        watching.move(name, dice)
        if not dice.randrange(5):
            watching.look()
    last = watching.match.plays[len(names) - 1]
    if not dice.randrange(4) and last is not None and last.state == "playing":
        watching.table.finish(names[-1])
    watching.look()
    return watching


def deal_of(match: Match, game: AnyGame) -> Deal:
    nonces = {n.player: n.nonce for n in match.nonces if n.nonce is not None}
    seed = match_seed(match.id, match.server_seed, nonces)
    return deal_from_seed(seed, game.about.packs)


def seen_by(game: AnyGame, deal: Deal, moves: Sequence[str]) -> set[Card]:
    """Return the cards that a player has seen, whoever else has."""
    position = game.setup(deal)
    seen: set[Card] = set()
    for move in [*moves, None]:
        for cards in game.view(position).zones.values():
            seen |= set(cards)
        if move is not None:
            position = game.apply(position, game.parse(move))
    return seen - {FACE_DOWN}


def with_others_permuted(
    deal: Deal, kept: set[Card], redeals_kept: int, dice: Random
) -> Deal:
    """Return a deal with every card but these somewhere else."""
    free = [k for k, card in enumerate(deal.cards) if card not in kept]
    others = [deal.cards[k] for k in free]
    dice.shuffle(others)
    cards = list(deal.cards)
    for k, card in zip(free, others, strict=True):
        cards[k] = card
    redeals = [list(order) for order in deal.redeals]
    for order in redeals[redeals_kept:]:
        dice.shuffle(order)
    return Deal(tuple(cards), tuple(tuple(order) for order in redeals))


def view_after(game: AnyGame, deal: Deal, moves: Sequence[str]) -> bytes:
    position = game.setup(deal)
    for move in moves:
        position = game.apply(position, game.parse(move))
    board = game.view(position)
    zones = wire_zones(board.zones)
    return encode(BoardView(ply=board.plies, score=game.score(position), zones=zones))


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_no_byte_shown_depends_on_a_card_that_a_player_has_not_seen(
    key: str, seed: int
) -> None:
    game, dice = find_retraceable(key), Random(seed)
    watching = played(game, dice)
    deal = deal_of(watching.match, game)
    known, redeals = set(deal.cards), len(deal.redeals)
    for seat, play in enumerate(watching.match.plays):
        if play is not None and play.state == "playing":
            known &= seen_by(game, deal, watching.moves[seat])
            redeals = min(redeals, watching.moves[seat].count("R"))
    if watching.table.state.all_done():
        return
    for _ in range(3):
        other = with_others_permuted(deal, known, redeals, dice)
        for seat, board in watching.shown.items():
            moves = watching.moves[seat][: board.ply]
            assert view_after(game, other, moves) == encode(board)


@pytest.mark.parametrize("key", GAMES)
def test_what_everybody_has_seen_is_shown(key: str) -> None:
    watching = Watching(GAMES[key], 2)
    assert {shown.seat for shown in watching.look()} == {0, 1}
    moves = watching.table.legal("ann")
    for name in ("ann", "bob"):
        watching.table.move(name, moves[0])
        play = watching.table.state.play_of(watching.table.state.seat_of(name))
        assert play is not None
        watching.showing.moved(0 if name == "ann" else 1, play.position)
    assert {shown.board.ply for shown in watching.look()} == {1}
    assert watching.look() == []


def test_who_is_ahead_is_shown_where_the_slowest_is() -> None:
    watching = Watching(GAMES["squares/english"], 3)
    for name, plies in (("ann", 7), ("bob", 3), ("cid", 5)):
        for _ in range(plies):
            watching.move(name, Random(0))
    watching.look()
    assert {seat: board.ply for seat, board in watching.shown.items()} == {
        0: 3,
        1: 3,
        2: 3,
    }


def test_who_is_done_holds_nobody_up() -> None:
    watching = Watching(GAMES["squares/english"], 3)
    for _ in range(4):
        watching.move("ann", Random(0))
        watching.move("bob", Random(0))
    watching.table.finish("cid")
    watching.look()
    assert [watching.shown[seat].ply for seat in range(3)] == [4, 4, 0]


def test_a_match_that_is_over_is_shown_to_its_end() -> None:
    table = resulting("ann", "bob")
    match = table.state.table.match
    assert match is not None
    assert [shown.board for shown in final_boards(table.state.table.game, match)] == [
        board_view(table.state.table.game, play)
        for play in match.plays
        if play is not None
    ]
    assert showing_of(table.state) is None


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_what_is_read_from_the_log_is_what_was_heard(key: str, seed: int) -> None:
    watching = played(GAMES[key], Random(seed))
    again = showing_of(watching.table.state)
    if again is None:
        return
    for entry in watching.table.log:
        if isinstance(entry.fact, Moved):
            again.retell(entry.fact)
    assert {s.seat: s.board for s in again.look(watching.match)} == watching.shown

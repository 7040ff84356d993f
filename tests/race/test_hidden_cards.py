"""No byte that a room sends depends on a card that its players have not seen.

A match is played twice: as dealt, and with all that nobody saw until then put
elsewhere. Whatever was sent to anybody must be the same, refusals included. The
short form is in the suite; `make hidden` plays ten thousand games.
"""

import asyncio
import secrets
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from tests.race.stepped import stepped
from tests.race.test_carried_rooms import CarriedTable, SteppedRoom
from tests.server.core.table import Table, opened

from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES, can_take_back, find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.rooms.playing import Finish, Move
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms import matches
from samedeal_server.core.state import Player
from samedeal_server.edge import wire_errors
from samedeal_server.rooms.telling.viewers import Viewer

PLAYERS = ("ann", "bob", "cid")
PLIES_MOST = 40
BOARDS_WATCHED = 20
NONSENSE = ("zz", "1>1", "99>F", "", "e5", "a1", "+9+9", "W>F", "D", "R", "U")


Zones: TypeAlias = dict[str, tuple[Card, ...]]


class Asked(NamedTuple):
    """What one player asked for."""

    player: str
    move: str
    """Notation, or the word for something else: a heartbeat, a snapshot, finish."""


class Ear:
    """A connection that keeps every byte."""

    is_here = True

    def __init__(self, player: Player, connection: str, heard: list[bytes]) -> None:
        self.player, self.connection, self._heard = player, connection, heard
        self.address = ""

    def send(self, frame: bytes) -> None:
        self._heard.append(self.player.id.encode() + b": " + frame)

    send_soon = send

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        raise AssertionError("nothing is asked here")

    def close(self, code: CloseCode) -> None:
        raise AssertionError("nothing is closed here")


class Room:
    """A room on a given deal, and all that is sent from it."""

    def __init__(self, key: str, deal: Deal, patch: pytest.MonkeyPatch) -> None:
        def dealt(seed: bytes, packs: int) -> Deal:
            return deal

        patch.setattr(matches, "deal_from_seed", dealt)
        # Where nothing can be taken back, that it is refused tells nothing either.
        table = opened(*PLAYERS, game=key, takes_back=can_take_back(key))
        shown = table.state.opened._replace(watch="boards")
        table.state = table.state._replace(opened=shown)
        live = asyncio.run(self._live(table))
        self.table = CarriedTable(table.state, table.log, now=table.now, live=live)
        self.sent: list[bytes] = []
        self.ears = {name: self._ear(name) for name in PLAYERS}
        self.spectators = asyncio.run(stepped(self.table, self._let_go))
        self.eve = Ear(Player("eve", "Eve", bot=False), "c-eve", self.sent)
        self.eve.send(encode(self.spectators.attach(self.eve, 1)))
        self.table.ready(*PLAYERS)
        self.table.reveal(*PLAYERS)
        self.table.tick_at_deadline()
        self._tell()

    def _tell(self) -> None:
        """Tell all that is to be told, to spectators, too."""
        self.table.live.flush()
        self.spectators.tell()
        self.spectators.show()

    async def _live(self, table: Table) -> SteppedRoom:
        return SteppedRoom(table.state, self._let_go)

    def _let_go(self, viewer: Viewer) -> None:
        raise AssertionError("everybody stays")

    def _ear(self, name: str) -> Ear:
        seat = self.table.state.seat_of(name)
        sitter = None if seat is None else self.table.state.table.seats[seat]
        assert sitter is not None
        ear = Ear(sitter.player, sitter.connection, self.sent)
        ear.send(encode(self.table.live.attach(ear, 1)))
        return ear

    def ask(self, asked: Asked) -> None:
        """Do what a player asks, and send what comes of it."""
        name, ear, live = asked.player, self.ears[asked.player], self.table.live
        try:
            match asked.move:
                case "heartbeat":
                    said = ClientHeartbeat(offset=self.table.state.marks.offset, ply=1)
                    for message in live.heartbeat(ear, said, self.table.now):
                        ear.send(encode(message))
                    for message in self.spectators.heartbeat(
                        self.eve, said, self.table.now
                    ):
                        self.eve.send(encode(message))
                case "snapshot":
                    ear.send(encode(live.attach(ear, 2)))
                    self.eve.send(encode(self.spectators.attach(self.eve, 2)))
                case "finish":
                    self.table.feed(Finish(id=3, n=self._n(name)), name, self._n(name))
                case move:
                    self._move(name, ear, move)
        except Refused as refusal:
            ear.send(encode(wire_errors.error_for(4, refusal, ear.connection, 100)))
        self._tell()

    def _move(self, name: str, ear: Ear, text: str) -> None:
        play = self.table.state.play_of(self.table.state.seat_of(name))
        assert play is not None
        n = self._n(name)
        asked = Move.model_construct(id=5, n=n, ply=play.plies, move=text)
        self.table.feed(asked, name, n)
        ear.send(self.table.live.moved(ear, asked, self.table.state.marks.offset))

    def _n(self, name: str) -> int:
        seat = self.table.state.seat_of(name)
        sitter = None if seat is None else self.table.state.table.seats[seat]
        return 1 if sitter is None else sitter.n + 1

    def seen(self) -> Iterator[int]:
        """Yield every card that somebody sees now."""
        match = self.table.state.table.match
        assert match is not None
        for play in filter(None, match.plays):
            for cards in self.table.state.table.game.view(play.position).zones.values():
                yield from cards

    def legal(self, name: str) -> list[str]:
        """List a player's legal moves; none after the end."""
        play = self.table.state.play_of(self.table.state.seat_of(name))
        if play is None or play.state != "playing":
            return []
        return self.table.legal(name)


def played(
    key: str, deal: Deal, dice: Random, patch: pytest.MonkeyPatch
) -> tuple[list[bytes], list[Asked], set[int]]:
    """Play for a while; return what was sent, what was asked, what was seen."""
    room, script = Room(key, deal, patch), list[Asked]()
    seen = set(room.seen())
    for _ in range(dice.randint(0, PLIES_MOST)):
        name, way = dice.choice(PLAYERS), dice.random()
        legal = room.legal(name)
        if way < 0.6 and legal:
            move = dice.choice(legal)
        elif way < 0.7:
            move = TAKE_BACK_TEXT
        elif way < 0.85:
            move = dice.choice(NONSENSE)
        else:
            move = dice.choice(("heartbeat", "snapshot", "finish", "snapshot"))
        if move == "finish" and dice.random() < 0.7:
            continue
        script.append(Asked(name, move))
        room.ask(script[-1])
        seen.update(room.seen())
    return room.sent, script, seen


def with_the_unseen_elsewhere(
    deal: Deal, seen: set[int], script: list[Asked], dice: Random
) -> Deal:
    """Return a deal that nobody can tell from this one so far."""
    unseen = [card for card in deal.cards if card not in seen]
    dice.shuffle(unseen)
    turned = iter(unseen)
    cards = tuple(card if card in seen else next(turned) for card in deal.cards)
    dealt_again = max(sum(a == Asked(p, "R") for a in script) for p in PLAYERS)
    to_come = tuple(
        tuple(dice.sample(order, len(order))) for order in deal.redeals[dealt_again:]
    )
    return Deal(cards, (*deal.redeals[:dealt_again], *to_come))


def assert_nothing_shows(
    key: str, seed: int, patch: pytest.MonkeyPatch, game: AnyGame
) -> None:
    dice = Random(f"{key}/{seed}")
    deal = deal_from_seed(dice.randbytes(32), game.about.packs)
    sent, script, seen = played(key, deal, dice, patch)
    other = with_the_unseen_elsewhere(deal, seen, script, dice)
    again = Room(key, other, patch)
    for asked in script:
        again.ask(asked)
    assert again.sent == sent, f"{key}, seed {seed}"


def no_dice(size: int) -> str:
    return "00" * size


@pytest.mark.parametrize("key", GAMES)
def test_what_nobody_has_seen_shows_in_no_byte(
    key: str, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", no_dice)
    game = find_game(key)
    for seed in range(int(pytestconfig.getoption("--hidden-games") or 0)):
        assert_nothing_shows(key, seed, monkeypatch, game)


@pytest.mark.parametrize("key", [key for key in GAMES if key.startswith("squares/")])
def test_what_one_who_plays_has_not_seen_shows_in_no_board_that_is_watched(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever watches may be on the telephone with the one who is last.

    In Poker Squares the same moves can be made whatever the cards are; what
    scores they lead to is told to everybody, and so the boards alone are compared.
    """
    game = find_game(key)
    for seed in range(BOARDS_WATCHED):
        dice = Random(f"{key}/{seed}/watched")
        deal = deal_from_seed(dice.randbytes(32), game.about.packs)
        room, script, shown = Room(key, deal, monkeypatch), list[Asked](), 0
        paces = [dice.random() for _ in PLAYERS]
        for _ in range(dice.randint(0, PLIES_MOST)):
            (name,) = dice.choices(PLAYERS, paces)
            if legal := room.legal(name):
                script.append(Asked(name, dice.choice(legal)))
                room.ask(script[-1])
        match = room.table.state.table.match
        assert match is not None
        plays = [play for play in match.plays if play is not None]
        if any(play.state != "playing" for play in plays):
            continue
        in_common = min(play.plies for play in plays) + 1
        other = list(deal.cards[in_common:])
        dice.shuffle(other)
        again = Room(key, Deal((*deal.cards[:in_common], *other)), monkeypatch)
        for asked in script:
            again.ask(asked)
        boards = [frame for frame in room.sent if b"watched" in frame]
        assert boards == [frame for frame in again.sent if b"watched" in frame]
        shown += len(boards)
        assert shown


def test_a_room_that_tells_the_next_card_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(secrets, "token_hex", no_dice)
    game = find_game("squares/english")
    view, changed = type(game).view, type(game).changed

    def peek(position: Any) -> Zones:
        laid = len(position.cells)
        return {"peek": position.cards[laid + 1 : laid + 2]}

    def loose_view(self: AnyGame, position: object) -> object:
        board = view(self, position)
        return board._replace(zones={**board.zones, **peek(position)})

    def loosely_changed(self: AnyGame, before: object, after: object) -> Zones:
        return {**changed(self, before, after), **peek(after)}

    looked = Room.seen

    def honestly_seen(self: Room) -> Iterator[int]:
        monkeypatch.setattr(type(game), "view", view)
        yield from looked(self)
        monkeypatch.setattr(type(game), "view", loose_view)

    monkeypatch.setattr(type(game), "view", loose_view)
    monkeypatch.setattr(type(game), "changed", loosely_changed)
    monkeypatch.setattr(Room, "seen", honestly_seen)
    with pytest.raises(AssertionError, match="squares/english, seed"):
        assert_nothing_shows("squares/english", 3, monkeypatch, game)

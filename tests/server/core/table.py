"""A room without clock or dice: commands in, facts folded, refusals raised."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from samedeal_games.fairness import commitment_to_nonce
from samedeal_games.game import Contest
from samedeal_players.certifying import THOUGHTFUL
from samedeal_protocol.rooms.playing import (
    Finish,
    Leave,
    Move,
    Ready,
    Resign,
    Reveal,
    Unready,
)
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_protocol.rooms.talk import PHRASES, Say, SayPhrase
from samedeal_protocol.updates import Update
from samedeal_server.core.commands import Come, Command, Go, Now, Sit, Tick
from samedeal_server.core.facts import (
    Entry,
    Fact,
    PhaseLimits,
    RoomOpened,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.rooms.decide import decide
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.openings import open_room, room_asked_for
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.updates import tell
from samedeal_server.core.snapshots import pack_room, unpack_room
from samedeal_server.core.state import Phase, Player, Room

START_MS = 1_700_000_000_000
NAMES = ("ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal")
LIMITS = PhaseLimits(host_away_ms=PhaseLimits().gather_ms)


def nonce_of(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()[:16]


def worn_to(room: Room, offset: int) -> Room:
    """Return a room as if its log had `offset` facts."""
    return room._replace(marks=room.marks._replace(offset=offset))


def assert_kept_whole(state: Room) -> None:
    """Hold a state to what its snapshot gives, in every test."""
    again = unpack_room(pack_room(state))
    assert again == state
    # Tuples are equal whatever they are called.
    assert _are_of_one_kind(again, state)


def _are_of_one_kind(one: object, other: object) -> bool:
    """Compare the types of equal values, and of all that is in them."""
    if type(one) is not type(other):
        return isinstance(one, Mapping) and isinstance(other, Mapping)
    if not isinstance(one, tuple):
        return True
    within, beside = cast("tuple[tuple[object, ...], ...]", (one, other))
    return all(map(_are_of_one_kind, within, beside))


@dataclass
class Table:
    """One room and its log; `told` holds the updates of the last command."""

    state: Room
    log: list[Entry]
    now: int = START_MS
    told: list[Update] = field(default_factory=list[Update])
    dice: int = 0

    def says(self, fact: Fact) -> bool:
        """Tell whether the log has a fact; of its kind, too: facts are tuples."""
        return any(type(e.fact) is type(fact) and e.fact == fact for e in self.log)

    def last(self, *facts: Fact) -> bool:
        """Tell whether these facts end the log."""
        ends = [entry.fact for entry in self.log[-len(facts) :]]
        return [(type(f), f) for f in ends] == [(type(f), f) for f in facts]

    def feed(self, command: Command, name: str = "", n: int = 0) -> tuple[Fact, ...]:
        """Carry out a command as the hub does, the log's bytes included."""
        decided = decide(self.state, command, self.roll(), name, n)
        facts = () if isinstance(decided, int) else decided[0]
        self.fold(facts, name if n else "", n)
        return facts

    def fold(self, facts: tuple[Fact, ...], by: str = "", n: int = 0) -> None:
        self.told = []
        for fact in facts:
            packed = pack_fact(fact, by, n)
            entry = unpack_entry(self.state.marks.offset + 1, self.now, packed)
            before, self.state = self.state, evolve(self.state, entry)
            assert_kept_whole(self.state)
            self.log.append(entry)
            self.told += tell(before, entry.fact, self.state)

    def roll(self) -> Now:
        self.dice += 1
        entropy = hashlib.sha512(str(self.dice).encode()).digest()[:48]
        return Now(self.now, entropy)

    def _numbered(self, command: Command, name: str) -> tuple[Fact, ...]:
        return self.feed(command, name, self._n(name))

    def _n(self, name: str) -> int:
        seat = self.state.seat_of(name)
        sitter = None if seat is None else self.state.table.seats[seat]
        return 1 if sitter is None else sitter.n + 1

    def sit(self, *names: str, bot: bool = False, place: str = "") -> None:
        for name in names:
            self.feed(Sit(Player(name, name.title(), bot=bot), f"c-{name}", place))

    def ready(self, *names: str) -> None:
        for name in names:
            following = self.state.course.next_match
            match = "m-none" if following is None else following.id
            commitment = commitment_to_nonce(match, name, nonce_of(name))
            number = self._n(name)
            ready = Ready(id=1, n=number, match=match, commitment=commitment)
            self.feed(ready, name, number)

    def unready(self, name: str) -> None:
        self._numbered(Unready(id=1, n=self._n(name)), name)

    def reveal(self, *names: str) -> None:
        for name in names:
            self._numbered(Reveal(id=1, n=self._n(name), nonce=nonce_of(name)), name)

    def leave(self, name: str) -> None:
        self._numbered(Leave(id=1, n=self._n(name)), name)

    def finish(self, *names: str) -> None:
        for name in names:
            self._numbered(Finish(id=1, n=self._n(name)), name)

    def resign(self, *names: str) -> None:
        for name in names:
            self._numbered(Resign(id=1, n=self._n(name)), name)

    def drop(self, name: str) -> None:
        seat = self.state.seat_of(name)
        sitter = None if seat is None else self.state.table.seats[seat]
        self.feed(Go("" if sitter is None else sitter.connection), name)

    def come(self, name: str, connection: str) -> None:
        self.feed(Come(connection), name)

    def talk(self, name: str, text: str = "", phrase: int = 0) -> None:
        seat = self.state.seat_of(name)
        sitter = None if seat is None else self.state.table.seats[seat]
        number = 1 if sitter is None else sitter.number + 1
        if text:
            self.feed(Say(id=1, number=number, text=text), name)
        else:
            self.feed(SayPhrase(id=1, number=number, phrase=PHRASES[phrase]), name)

    def legal(self, name: str) -> list[str]:
        play = self.state.play_of(self.state.seat_of(name))
        assert play is not None
        game = self.state.table.game
        return [game.format(move) for move in game.legal_moves(play.position)]

    def move(self, name: str, text: str | None = None) -> None:
        play = self.state.play_of(self.state.seat_of(name))
        ply = 0 if play is None else play.plies
        move = text or self.legal(name)[0]
        self._numbered(Move(id=1, n=self._n(name), ply=ply, move=move), name)

    @property
    def contest(self) -> Contest:
        return self.state.table.game.about.contest

    def score(self, name: str) -> int:
        play = self.state.play_of(self.state.seat_of(name))
        assert play is not None
        return play.score

    def wait(self, ms: int) -> None:
        self.now += ms
        self.feed(Tick())

    def tick_at_deadline(self) -> None:
        due = deadline(self.state)
        assert due is not None
        self.now = max(self.now, due)
        self.feed(Tick())

    def play_all(self, name: str) -> None:
        """Lay card after card until there is none, or finish after 30."""
        for _ in range(30):
            play = self.state.play_of(self.state.seat_of(name))
            if play is None or play.state != "playing":
                return
            self.move(name)
        self.finish(name)


def opened(
    *names: str,
    game: str = "squares/english",
    seats: int = 4,
    best_of: int = 1,
    **more: object,
) -> Table:
    """Return a room that the first of `names` opened, with the others in it."""
    asked = HostRoom.model_validate(
        {"id": 1, "game": game, "seats": seats, "best_of": best_of, **more}
    )
    return seated(room_asked_for(asked, LIMITS, THOUGHTFUL), *names)


def seated(wanted: RoomOpened, *names: str) -> Table:
    """Return a room as wanted, with these players in it."""
    host = Player(names[0], names[0].title(), bot=False)
    now = Now(START_MS, hashlib.sha512(b"0").digest()[:48])
    wanted = wanted._replace(room="ROOM2")
    facts = open_room(wanted, host, f"c-{names[0]}", now)
    first = unpack_entry(1, START_MS, pack_fact(facts[0], "", 0))
    table = Table(evolve(None, first), [first])
    table.fold(facts[1:])
    table.sit(*names[1:])
    return table


def counting(*names: str, **options: object) -> Table:
    """Return a room in its countdown."""
    table = opened(*names, **options)  # type: ignore[arg-type]
    table.ready(*names)
    assert table.state.course.phase is Phase.COUNTDOWN
    return table


def playing(*names: str, **options: object) -> Table:
    """Return a room in the middle of a match."""
    table = counting(*names, **options)
    table.reveal(*names)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
    return table


def resulting(*names: str, **options: object) -> Table:
    """Return a room whose first match is over."""
    table = playing(*names, **options)
    table.finish(*names)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.RESULT
    return table

"""A short honest evening of two players: a log, their books and what they saw."""

from typing import NamedTuple

from bench.chaos.dice import dice_for
from bench.chaos.ledger import Asked, Kind, Ledger, Seen
from bench.chaos.logs import Folded, fold, told

from samedeal_client.bots import choose_at_random
from samedeal_games.catalogue import find_game
from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.digest import digest
from samedeal_server.core import facts
from samedeal_server.core.facts import Entry, Fact, PhaseLimits
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.updates import result_view
from samedeal_server.core.state import Room

ROOM, GAME, MATCH = "ABCDE", "squares/english", "m-1"
ANN, BEN = "p-ann", "p-ben"
PLAYERS: tuple[str, str] = (ANN, BEN)


class Evening(NamedTuple):
    """All that the checker is given of an evening."""

    entries: tuple[Entry, ...]
    ledgers: tuple[Ledger, Ledger]
    seen: tuple[Seen, Seen]

    @property
    def folded(self) -> Folded:
        return fold(self.entries)


class _Log:
    """A log in the making, and the books that go with it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.room: Room | None = None
        self.ledgers: dict[str, Ledger] = {p: Ledger(p, ROOM) for p in PLAYERS}
        self.numbers: dict[str, int] = dict.fromkeys(PLAYERS, 0)

    def add(self, fact: Fact, by: str = "", n: int = 0) -> Room:
        offset = len(self.entries) + 1
        entry = Entry(offset, 1_000 * offset, by, n, fact)
        self.entries.append(entry)
        self.room = evolve(self.room, entry)
        return self.room

    def do(self, player: str, kind: Kind, fact: Fact, ply: int = -1) -> Room:
        """Let a player do something that is acknowledged; return the room then."""
        self.numbers[player] += 1
        room = self.add(fact, player, self.numbers[player])
        move = fact.move if isinstance(fact, facts.Moved) else ""
        at = float(len(self.entries))
        asked = Asked(kind, MATCH, 1, at, at + 0.5, "acknowledged", "", ply, move)
        self.ledgers[player].asked.append(asked)
        return room


def an_evening() -> Evening:
    """Return a match of a few moves each, to its end, and the next one opened."""
    log, dice = _Log(), dice_for("an evening")
    log.add(facts.RoomOpened(ROOM, False, GAME, 2, 3_600, 1, PhaseLimits()))
    for seat, player in enumerate(PLAYERS):
        log.add(facts.SeatTaken(seat, player, player, True, f"process{seat}.1"))
    log.add(facts.MatchOpened(MATCH, 1, b"s" * 16))
    nonces = [bytes([seat]) * 32 for seat in range(2)]
    for seat, (player, nonce) in enumerate(zip(PLAYERS, nonces, strict=True)):
        commitment = commitment_to_nonce(MATCH, player, nonce)
        log.do(player, "ready", facts.Readied(seat, commitment))
    log.add(facts.CountdownBegan())
    for seat, (player, nonce) in enumerate(zip(PLAYERS, nonces, strict=True)):
        log.numbers[player] += 1
        log.add(facts.Revealed(seat, nonce), player, log.numbers[player])
    room, game = log.add(facts.MatchStarted()), find_game(GAME)
    for ply in range(6):
        for seat, player in enumerate(PLAYERS):
            play = room.play_of(seat)
            assert play is not None
            move = choose_at_random(game, game.view(play.position), dice)
            assert move is not None
            room = log.do(player, "move", facts.Moved(seat, move), ply)
    for seat, player in enumerate(PLAYERS):
        log.do(player, "finish", facts.Finished(seat))
    ended = log.add(facts.MatchEnded())
    result = result_view(ended)
    assert result is not None
    for ledger in log.ledgers.values():
        ledger.results[MATCH] = (1, result)
    room = log.add(facts.MatchOpened("m-2", 1, b"t" * 16))
    return Evening(
        tuple(log.entries),
        (log.ledgers[ANN], log.ledgers[BEN]),
        (_seen(room, ANN), _seen(room, BEN)),
    )


def _seen(room: Room, player: str) -> Seen:
    shown = told(room, player)
    return Seen(
        player,
        shown.seat,
        shown.offset,
        shown.room,
        shown.board,
        digest(shown.room, shown.board),
    )

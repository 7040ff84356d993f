"""A player who goes from room to room, on one connection or on many."""

import random

from bench.load.ledger import Ledger
from bench.load.player import Pace, Player
from bench.load.table import Table
from bench.load.talker import Measures
from bench.load.wire import Message

RESIGNS = 0.002
"""The chance that a player gives up in place of a move."""
LOOKS_ROUND = 0.1
"""The chance that a player asks for rooms and results, having got ready."""


class Wanderer(Player):
    """A player of one room after another, each with a ledger of its own."""

    def __init__(
        self, name: str, table: Table, pace: Pace, to: Measures, dice: random.Random
    ) -> None:
        super().__init__(name, table, pace, to)
        self.dice = dice
        self.matches_here = 0
        """Results that were told in this room."""
        self.matches_most = 0
        """After which this player gets ready no more here."""
        self.is_leaving = False

    def turn_to(self, table: Table, matches: int) -> None:
        """Forget the last room, for one that is not joined yet."""
        self.table = table
        self.port = table.port
        self.ledger = Ledger(self.name, self.measures.findings)
        self.seat = -1
        self.offset = self.ply = self.score = 0
        self.zones = {}
        self.is_in = self.is_playing = self.is_unseated = self.is_leaving = False
        self.is_stopped = False
        self.outstanding = None
        self.matches_here, self.matches_most = 0, matches
        self._told = {}
        self._is_beating = False
        self._readied = self._revealed = ""

    @property
    def has_done(self) -> bool:
        """Whether this player has played here what was to be played."""
        return self.matches_here >= self.matches_most or self.is_unseated

    def ready(self) -> None:
        """Get ready, unless there were matches enough in this room."""
        if not self.has_done and self.outstanding is None:
            super().ready()

    def go(self) -> None:
        """Make the next move, or give up, which is rare."""
        may = self.is_in and self.is_playing and not self.is_stopped
        if may and self.outstanding is None and self.dice.random() < RESIGNS:
            self._command("resign")
        else:
            super().go()

    def leave(self) -> None:
        """Give the seat up."""
        self.is_leaving = True
        self._command("leave")

    def _hear_done(self, done: Message) -> None:
        asked = self.outstanding
        if asked is not None and asked["id"] == done["re"]:
            if asked["t"] == "resign":
                self.is_playing = False
            elif asked["t"] == "ready" and self.dice.random() < LOOKS_ROUND:
                self._look_round()
            elif asked["t"] == "leave":
                self.is_in = False
        super()._hear_done(done)

    def _look_round(self) -> None:
        """Look at what others play, which changes nothing and is answered."""
        self.request("rooms")
        self.request("leaderboard", game=self.table.game)

    def _end(self, result: Message) -> None:
        super()._end(result)
        self.matches_here += 1

    def _lose_seat(self, why: str) -> None:
        if self.is_leaving:
            self.is_in = False
        else:
            super()._lose_seat(why)

"""When players move: at a steady rate, as fast as they are answered, or in rounds."""

import asyncio
import random
from collections.abc import Callable

from bench.load.histogram import Histogram
from bench.load.player import Player, now_s


class Steady:
    """Every player at a rate of their own clock, whatever the server does.

    A move that waits for the answer to the one before is late, and its latency
    counts from when it was meant to be sent: a server that stalls cannot hide it
    by holding up those who would measure it.
    """

    def __init__(self, interval_s: float, seed: int) -> None:
        self.interval_s = interval_s
        self.late = Histogram()
        """The lateness of this generator itself, by its own timers. It counts as the
        server's latency, too, and shows how far that can be believed."""
        self._dice = random.Random(seed)  # noqa: S311 - load, rerunnable
        self._due: dict[Player, float] = {}
        self._timers: dict[Player, asyncio.TimerHandle] = {}

    def began(self, player: Player) -> None:
        """Spread players over the interval, so that they do not move in step."""
        self._due[player] = now_s() + self._dice.random() * self.interval_s
        self._go_at_due(player)

    def may_move(self, player: Player) -> None:
        """Plan the next move for when it is due."""
        self._due[player] = self._due.get(player, now_s()) + self.interval_s
        self._go_at_due(player)

    def over(self, player: Player) -> None:
        """Nothing waits for anybody here."""

    def _go_at_due(self, player: Player) -> None:
        player.meant_at = due = self._due[player]
        if player in self._timers:
            # Whoever comes back after a cut may still have a move planned.
            self._timers[player].cancel()
        loop = asyncio.get_running_loop()
        wait_s = max(0.0, due - now_s())
        self._timers[player] = loop.call_later(wait_s, self._go, player, wait_s > 0)

    def _go(self, player: Player, was_in_time: bool) -> None:
        if was_in_time:
            self.late.record(now_s() - player.meant_at)
        player.go()


class FlatOut:
    """The next move as soon as the last is answered, or after a shortest time."""

    def __init__(self, shortest_s: float = 0.0) -> None:
        self.shortest_s = shortest_s

    def began(self, player: Player) -> None:
        """Begin at once."""
        player.meant_at = now_s()
        player.go()

    def may_move(self, player: Player) -> None:
        """Go on."""
        now = now_s()
        wait_s = player.meant_at + self.shortest_s - now
        if wait_s <= 0:
            player.meant_at = now
            player.go()
        else:
            player.meant_at = now + wait_s
            asyncio.get_running_loop().call_later(wait_s, player.go)

    def over(self, player: Player) -> None:
        """Nothing waits for anybody here."""


class Rounds:
    """Everybody starts together and waits for everybody before the last moves.

    So that between the two gates nothing but moves is made, by all at once;
    `opened` is called at the first gate and `closed` at the second, with the number
    of moves made in between.
    """

    def __init__(
        self,
        players: int,
        plies: int,
        shortest_s: float,
        opened: Callable[[], None],
        closed: Callable[[int], None],
    ) -> None:
        self._players = players
        self._plies = plies
        self._inside = FlatOut(shortest_s)
        self._opened = opened
        self._closed = closed
        self._waiting: list[Player] = []
        self._beyond: set[Player] = set()

    def began(self, player: Player) -> None:
        """Wait at the first gate."""
        self._waiting.append(player)
        if len(self._waiting) == self._players:
            waiting, self._waiting = self._waiting, []
            self._beyond.clear()
            self._opened()
            for each in waiting:
                self._inside.began(each)

    def may_move(self, player: Player) -> None:
        """Go on, up to the second gate and after it."""
        if player in self._beyond or self._has_more(player):
            self._inside.may_move(player)
        else:
            self._arrive(player)

    def over(self, player: Player) -> None:
        """Do not wait for somebody who has nothing left to do."""
        if player not in self._beyond:
            self._arrive(player)

    def _has_more(self, player: Player) -> bool:
        if player.ply >= self._plies:
            return False
        return player.table.move(player.ply, player.zones) is not None

    def _arrive(self, player: Player) -> None:
        self._beyond.add(player)
        self._waiting.append(player)
        if len(self._waiting) == self._players:
            waiting, self._waiting = self._waiting, []
            self._closed(sum(each.ply for each in waiting))
            for each in waiting:
                self._inside.may_move(each)

"""Rooms that a player opens, and a server for friends that runs meanwhile."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal, NamedTuple, Self
from urllib.parse import urlsplit

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.identity.connecting import playing
from samedeal_client.identity.serving import friends_server
from samedeal_client.language import later, tr
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import LOCAL_PORT
from samedeal_client.wire.reach.invitations import addresses_for_others
from samedeal_protocol.rooms.boards import Watching

SERVER_ENDED = later(
    " Your server has stopped; its rooms wait for the next samedeal host --serve."
)
SERVER_WAITS = later(
    " Your server has stopped, and all clocks with it: everybody's seat waits, and "
    "they come back by themselves once join starts it again."
)
STARTING = later("Starting a server for you and your friends...")
ONLY_HERE = later(
    "a server of yours is already running, for this machine only; stop it first"
)


class NewRoom(NamedTuple):
    """A room to be opened: the options of `samedeal host`, by their names."""

    game: str
    """The key of a game; several to be played in turn have commas between them."""
    serve: bool
    public: bool
    casual: bool
    seats: int
    time: int | None
    """Seconds for a match; None for the game's own."""
    best_of: Literal[1, 3, 5, 7, 9]
    deals: int | None
    watch: Watching
    quiet: bool
    certified: bool
    take_back: bool
    named_only: bool
    ghost: str | None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the room that options ask for; values of other names are not its."""
        return cls(**{name: values[name] for name in cls._fields})

    @property
    def games(self) -> tuple[str, ...]:
        """The keys of its games, in order."""
        return tuple(self.game.split(","))


@asynccontextmanager
async def serving(
    context: Context, name: str, address: str = ""
) -> AsyncGenerator[tuple[Context, Player]]:
    """Yield the context of a server for friends, and a player connected there.

    That is the server that runs already, or one that runs for the block. `address` is
    one by which friends, and this player's identity, know it from before. Raises
    Failed.
    """
    ports = (urlsplit(address).port or LOCAL_PORT,) if address else ()
    async with friends_server(ports=ports) as served:
        there = context.at(served.url)
        async with playing(there, name, served) as player:
            if served.kept is not None:
                served.kept.told = player.revived
            if not (served.ends or addresses_for_others(served.url, player.addresses)):
                raise Failed(tr(ONLY_HERE))
            yield there, player


def ended_lines(player: Player, status: int) -> Lines:
    """Return a line on the end of the player's own server; none without one."""
    if not player.is_serving:
        return ()
    return (line(tr(SERVER_WAITS if status == INTERRUPTED else SERVER_ENDED)),)


async def open_room(player: Player, asked: NewRoom) -> str:
    """Open a room, and sit down in it; return its code; raises NotDone."""
    games = asked.games
    return await player.host(
        games[0],
        games=games if len(games) > 1 else (),
        deals=asked.deals,
        public=asked.public,
        seats=asked.seats,
        time_limit_s=asked.time,
        best_of=asked.best_of,
        watch=asked.watch,
        rated=not (asked.casual or asked.take_back),
        takes_back=asked.take_back,
        quiet=asked.quiet,
        certified=asked.certified,
        named_only=asked.named_only,
    )

"""Ways from the lobby to a table, as values of what was chosen there."""

import secrets
from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.identity.hosting import NewRoom
from samedeal_client.kept.seats import Seat
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.lobby.race import race_bots
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.room.ghosts import Ghosts, ghosts_for
from samedeal_client.play.sentences.attempts import is_attempt_over
from samedeal_client.play.studying import Study
from samedeal_client.tables.faces import (
    Faces,
    attempt_table,
    day_of,
    lesson_table,
    practice_table,
    replay_table,
    watched_table,
)
from samedeal_client.tables.ways import attempt_told, serve, serve_again, sit
from samedeal_client.view.spans import Lines, text_of
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_games.deals import SEED_BYTES
from samedeal_games.errors import GameError
from samedeal_protocol.deals.dailies import Daily
from samedeal_records.record import Record
from samedeal_records.replays import Replay


class Sit(NamedTuple):
    """Play in the room in which the visit's player has sat down."""

    ghost: str | None = None
    """The ghost to race beside the players there, as `samedeal host` has it."""

    async def take(self, lobby: Lobby) -> int:
        """Sit there until the table is left."""
        player = lobby.visit.there()
        return await sit(_Seat(lobby), lobby.context, player, ghost=self.ghost)


class Serve(NamedTuple):
    """Open a room at one's own server, and play in it under a name."""

    asked: NewRoom
    name: str

    async def take(self, lobby: Lobby) -> int:
        """Run the server while the table is open."""
        return await serve(_Seat(lobby), lobby.context, self.name, self.asked)


class ServeAgain(NamedTuple):
    """Come back to a room at one's own server."""

    seat: Seat

    async def take(self, lobby: Lobby) -> int:
        """Run the server while the table is open."""
        return await serve_again(_Seat(lobby), lobby.context, self.seat)


class Attempt(NamedTuple):
    """Play the deal of a day at which the visit's player has sat down."""

    known: Daily

    async def take(self, lobby: Lobby) -> int:
        """Play the attempt, which is yesterday's if that is still on."""
        context, player = lobby.context, lobby.visit.there()
        lobby.plays(self.known.game)
        day = day_of(player, self.known)
        table = attempt_table(context, player, self.known)
        status, told = await _stay(lobby, table)
        if not is_attempt_over(player.session.room):
            # The attempt waits for its player, who is free to sit down elsewhere.
            lobby.farewell = told
            await lobby.visit.again()
            return status
        player.session.leave()
        if told := await attempt_told(context, player, self.known.game, day):
            lobby.report(told)
        return status


class Watch(NamedTuple):
    """Watch the room that the visit's player watches."""

    async def take(self, lobby: Lobby) -> int:
        """Watch until the room is left."""
        player = lobby.visit.there()
        status, told = await _stay(lobby, watched_table(lobby.context, player))
        lobby.keep(told)
        player.session.leave()
        return status


class Bots(NamedTuple):
    """Race bots at a game, under a name."""

    game: str
    name: str

    async def take(self, lobby: Lobby) -> int:
        """Race them at the server, or else at this machine's own."""
        lobby.desk.tell(tr("Calling bots to the table..."))
        async with race_bots(lobby.visit, *self) as (context, player):
            return await sit(_Seat(lobby), context, player, is_alone=True)


class Practise(NamedTuple):
    """Play a game alone."""

    game: str

    async def take(self, lobby: Lobby) -> int:
        """Practise until the game is left."""
        seed = secrets.token_bytes(SEED_BYTES)
        table = practice_table(lobby.context, find_game(self.game), seed)
        return await _play_alone(lobby, self.game, table)


class Learn(NamedTuple):
    """Be taught a game."""

    game: str

    async def take(self, lobby: Lobby) -> int:
        """Learn until the lesson is left."""
        table = lesson_table(lobby.context, find_game(self.game))
        return await _play_alone(lobby, self.game, table)


class SeeAgain(NamedTuple):
    """See a match again by its record, from the player whose id is `own`."""

    record: Record
    own: str
    study: Study | None
    """The analysis of it, as far as it was asked for."""
    doubted: Lines
    """Doubts about its record, from what this machine knows of the match."""

    async def take(self, lobby: Lobby) -> int:
        """Look at it until it is left."""
        try:
            playback = Playback(Replay(self.record.transcript), self.own)
        except GameError as error:
            raise Failed(tr(error.wording)) from None
        table = replay_table(
            *(lobby.context, self.record, playback, self.study, self.doubted)
        )
        status, _ = await _stay(lobby, table)
        return status


class Changed(NamedTuple):
    """The way of changed settings: the lobby begins again with them."""

    async def take(self, lobby: Lobby) -> int:
        """Apply the settings."""
        await lobby.choose_again()
        return 0


class _Seat:
    """The screen of the lobby, for a table in a room: what comes of it stays there."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def ghosts(self, player: Player, asked: str | None) -> Ghosts | None:
        """Return the ghosts that run along: those asked for, or the last room's."""
        return await ghosts_for(
            player, asked or self._lobby.chosen.read().room.get("ghost")
        )

    async def stay(self, context: Context, player: Player, table: Faces) -> int:
        """Show a player's table until it is left; return an exit status."""
        if player.session.room is not None:
            self._lobby.plays(player.session.room.game)
        status, told = await _stay(self._lobby, table)
        self._lobby.report(told)
        return status

    def leave(self, player: Player, status: int) -> None:
        """Look no longer at a room without a seat: one that was lost is not left."""
        if status != INTERRUPTED and player.session.room is not None:
            player.session.leave()

    def wait(self, text: str) -> None:
        """Show what is awaited before a table is there."""
        self._lobby.desk.tell(text)

    def end(self, told: Lines, status: int) -> None:
        """Tell what becomes of the others at a server that ended with the table."""
        if status == INTERRUPTED:
            self._lobby.farewell = (*self._lobby.farewell, *told)
        for row in told:
            self._lobby.note(text_of((row,)).strip())


async def _stay(lobby: Lobby, table: Faces) -> tuple[int, Lines]:
    """Show a table until it is left; return an exit status, and what stays of it."""
    screen = table.full()
    status = await lobby.desk.show(screen)
    return status, table.farewell(screen)


async def _play_alone(lobby: Lobby, game: str, table: Faces) -> int:
    lobby.plays(game)
    _, lobby.farewell = await _stay(lobby, table)
    return 0

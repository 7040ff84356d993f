"""Ways from the lobby to a table, as values of what was chosen there.

Modules of a table are loaded when a way is taken: the lobby is there sooner.
"""

import secrets
from argparse import Namespace
from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.identity.hosting import (
    STARTING,
    ended_lines,
    open_room,
    serving,
)
from samedeal_client.identity.seating import kept_seat, sit_again
from samedeal_client.kept.seats import Seat
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.room.ghosts import ghosts_for
from samedeal_client.play.sentences.attempts import away_text, is_attempt_over
from samedeal_client.play.sentences.inviting import address_to_send
from samedeal_client.play.studying import Study
from samedeal_client.view.deals.daily import command_of, result_lines, title_of
from samedeal_client.view.spans import Lines, line, text_of
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
        return await _sit(lobby, lobby.visit.there(), ghost=self.ghost)


class Serve(NamedTuple):
    """Open a room at one's own server, and play in it under a name."""

    arguments: Namespace
    """The arguments of `samedeal host`."""
    name: str

    async def take(self, lobby: Lobby) -> int:
        """Run the server while the table is open."""
        lobby.desk.tell(tr(STARTING))
        async with serving(lobby.context, self.name) as (context, player):
            await open_room(player, self.arguments)
            ghost = self.arguments.ghost
            status = await _sit(lobby, player, context, ghost=ghost)
        _tell_the_end(lobby, player, status)
        return status


class ServeAgain(NamedTuple):
    """Come back to a room at one's own server."""

    seat: Seat

    async def take(self, lobby: Lobby) -> int:
        """Run the server while the table is open."""
        lobby.desk.tell(tr(STARTING))
        seat = self.seat
        served = serving(lobby.context, seat.name, seat.server)
        async with served as (context, player):
            await sit_again(context, player, seat)
            status = await _sit(lobby, player, context)
        _tell_the_end(lobby, player, status)
        return status


class Attempt(NamedTuple):
    """Play the deal of a day at which the visit's player has sat down."""

    known: Daily

    async def take(self, lobby: Lobby) -> int:
        """Play the attempt, which is yesterday's if that is still on."""
        from samedeal_client.screen.room.room import RoomScreen

        context, player = lobby.context, lobby.visit.there()
        lobby.plays(self.known.game)
        known, room = self.known, player.session.room
        day = known.day if room is None else room.origin.rpartition("/")[2]
        title = title_of(known.model_copy(update={"day": day}))
        screen = RoomScreen(player, context.glyphs, colour=context.colour, title=title)
        status = await lobby.desk.show(screen)
        if not is_attempt_over(player.session.room):
            # The attempt waits for its player, who is free to sit down elsewhere.
            waits = away_text(player.session.room, command_of(known))
            lobby.farewell = (line(waits),)
            await lobby.visit.again()
            return status
        player.session.leave()
        found = await player.daily(known.game, day)
        if found.attempt is not None and found.attempt.is_over:
            server = address_to_send(player)
            told = result_lines(found, player.now_ms(), context.glyphs, server)
            lobby.report(told)
        return status


class Watch(NamedTuple):
    """Watch the room that the visit's player watches."""

    async def take(self, lobby: Lobby) -> int:
        """Watch until the room is left."""
        from samedeal_client.screen.room.watch import WatchScreen

        player = lobby.visit.there()
        screen = WatchScreen(player, lobby.context.glyphs, colour=lobby.context.colour)
        status = await lobby.desk.show(screen)
        lobby.keep(screen.farewell)
        player.session.leave()
        return status


class Bots(NamedTuple):
    """Race bots at a game, under a name."""

    game: str
    name: str

    async def take(self, lobby: Lobby) -> int:
        """Race them at the server, or else at this machine's own."""
        from samedeal_client.lobby.race import race_bots

        lobby.desk.tell(tr("Calling bots to the table..."))
        async with race_bots(lobby.visit, *self) as (context, player):
            return await _sit(lobby, player, context, is_alone=True)


class Practise(NamedTuple):
    """Play a game alone."""

    game: str

    async def take(self, lobby: Lobby) -> int:
        """Practise until the game is left."""
        from samedeal_client.screen.table.practice import PracticeScreen

        lobby.plays(self.game)
        context, game = lobby.context, find_game(self.game)
        seed = secrets.token_bytes(SEED_BYTES)
        screen = PracticeScreen(game, seed, context.glyphs, colour=context.colour)
        await lobby.desk.show(screen)
        lobby.farewell = screen.farewell
        return 0


class Learn(NamedTuple):
    """Be taught a game."""

    game: str

    async def take(self, lobby: Lobby) -> int:
        """Learn until the lesson is left."""
        from samedeal_client.play.course import lesson_of
        from samedeal_client.screen.table.practice import PracticeScreen

        lobby.plays(self.game)
        context, lesson = lobby.context, lesson_of(find_game(self.game))
        screen = PracticeScreen.of_lesson(lesson, context.glyphs, colour=context.colour)
        await lobby.desk.show(screen)
        lobby.farewell = screen.farewell
        return 0


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
        from samedeal_client.screen.replay.replay import ReplayScreen

        context = lobby.context
        try:
            playback = Playback(Replay(self.record.transcript), self.own)
        except GameError as error:
            raise Failed(tr(error.wording)) from None
        return await lobby.desk.show(
            ReplayScreen(
                *(self.record, playback, context.glyphs),
                colour=context.colour,
                study=self.study,
                doubted=self.doubted,
            )
        )


class Changed(NamedTuple):
    """The way of changed settings: the lobby begins again with them."""

    async def take(self, lobby: Lobby) -> int:
        """Apply the settings."""
        await lobby.choose_again()
        return 0


async def _sit(
    lobby: Lobby,
    player: Player,
    context: Context | None = None,
    *,
    is_alone: bool = False,
    ghost: str | None = None,
) -> int:
    """Play in the room that a player is in, at the visit's server or in a context.

    Without a `ghost`, the one that was chosen for the last room runs along.
    """
    from samedeal_client.screen.room.room import RoomScreen

    context = lobby.context if context is None else context
    if player.session.room is not None:
        lobby.plays(player.session.room.game)
    screen = RoomScreen(
        *(player, context.glyphs),
        colour=context.colour,
        is_alone=is_alone,
        ghosts=await ghosts_for(player, ghost or lobby.chosen.read().room.get("ghost")),
    )
    async with kept_seat(context, player, is_alone=is_alone):
        status = await lobby.desk.show(screen)
    lobby.report(screen.farewell)
    if status != INTERRUPTED and player.session.room is not None:
        # A seat that was lost is not left, and its room is no longer looked at.
        player.session.leave()
    return status


def _tell_the_end(lobby: Lobby, player: Player, status: int) -> None:
    """Tell what becomes of the others at a server that ended with the table."""
    told = ended_lines(player, status)
    if status == INTERRUPTED:
        lobby.farewell = (*lobby.farewell, *told)
    for row in told:
        lobby.note(text_of((row,)).strip())

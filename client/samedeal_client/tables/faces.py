"""Tables as values: shown on the full screen, or told line by line.

Both faces are slow to load, so each is loaded when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from samedeal_client.context import Context
from samedeal_client.view.spans import Lines, line

if TYPE_CHECKING:
    from samedeal_client.lines.screens.screen import Screen
    from samedeal_client.play.course import Lesson
    from samedeal_client.play.replay.playback import Playback
    from samedeal_client.play.room.ghosts import Ghosts
    from samedeal_client.play.studying import Study
    from samedeal_client.screen.replay.replay import ReplayScreen
    from samedeal_client.screen.room.room import RoomScreen
    from samedeal_client.screen.room.watch import WatchScreen
    from samedeal_client.screen.table.practice import PracticeScreen
    from samedeal_client.wire.player import Player
    from samedeal_games.game import AnyGame
    from samedeal_protocol.deals.dailies import Daily
    from samedeal_records.record import Record

    Full: TypeAlias = RoomScreen | WatchScreen | PracticeScreen | ReplayScreen


class Runs(Protocol):
    """A table line by line."""

    async def run(self) -> int:
        """Stay until the table is left; return an exit status."""
        ...


class Faces(NamedTuple):
    """The faces of a table that nobody has come to yet."""

    full: Callable[[], Full]
    lines: Callable[[Screen], Runs]
    after: Callable[[], Lines] | None = None
    """The lines that stay when the full screen is gone; None for the screen's own."""

    def farewell(self, screen: Full) -> Lines:
        """Return the lines that stay when its screen is gone."""
        return screen.farewell if self.after is None else self.after()


def room_table(
    context: Context,
    player: Player,
    *,
    is_alone: bool = False,
    ghosts: Ghosts | None = None,
) -> Faces:
    """Return the table of the room that a player is in.

    With `is_alone` nobody but bots is to come; `ghosts` run along.
    """

    def full() -> Full:
        from samedeal_client.screen.room.room import RoomScreen

        return RoomScreen(
            *(player, context.glyphs),
            colour=context.colour,
            is_alone=is_alone,
            ghosts=ghosts,
        )

    def lines(screen: Screen) -> Runs:
        from samedeal_client.lines.room import RoomLines

        return RoomLines(player, screen, is_alone=is_alone, ghosts=ghosts)

    return Faces(full, lines)


def day_of(player: Player, known: Daily) -> str:
    """Return the day whose deal the player attempts: yesterday, if that is still on."""
    room = player.session.room
    return known.day if room is None else room.origin.rpartition("/")[2]


def attempt_table(context: Context, player: Player, known: Daily) -> Faces:
    """Return the table of an attempt at the deal of a day, which waits if it is left.

    What stays of it is the way back; nothing of an attempt that is over.
    """
    # Who practises has no messages to wait for.
    from samedeal_client.play.sentences.attempts import away_text, is_attempt_over
    from samedeal_client.view.deals.daily import command_of, title_of

    title = title_of(known.model_copy(update={"day": day_of(player, known)}))
    again = command_of(known)

    def full() -> Full:
        from samedeal_client.screen.room.room import RoomScreen

        return RoomScreen(player, context.glyphs, colour=context.colour, title=title)

    def lines(screen: Screen) -> Runs:
        from samedeal_client.lines.attempt import AttemptLines

        return AttemptLines(player, screen, title=title, again=again)

    def after() -> Lines:
        room = player.session.room
        return () if is_attempt_over(room) else (line(away_text(room, again)),)

    return Faces(full, lines, after)


def watched_table(context: Context, player: Player) -> Faces:
    """Return the table that a player watches."""

    def full() -> Full:
        from samedeal_client.screen.room.watch import WatchScreen

        return WatchScreen(player, context.glyphs, colour=context.colour)

    def lines(screen: Screen) -> Runs:
        from samedeal_client.lines.watching import WatchLines

        return WatchLines(player, screen)

    return Faces(full, lines)


def practice_table(
    context: Context, game: AnyGame, seed: bytes, lesson: Lesson | None = None
) -> Faces:
    """Return a table for one alone, on the deal of a seed, or taught by a lesson."""

    def full() -> Full:
        from samedeal_client.screen.table.practice import PracticeScreen

        glyphs, colour = context.glyphs, context.colour
        return PracticeScreen(game, seed, glyphs, colour=colour, lesson=lesson)

    def lines(screen: Screen) -> Runs:
        from samedeal_client.lines.practice import Practice
        from samedeal_client.play.solo_game import SoloGame

        return Practice(SoloGame(game, seed, lesson=lesson), screen)

    return Faces(full, lines)


def lesson_table(context: Context, game: AnyGame) -> Faces:
    """Return a table at which a game is taught."""
    from samedeal_client.play.course import lesson_of

    lesson = lesson_of(game)
    return practice_table(context, lesson.game, lesson.seed, lesson)


def replay_table(
    context: Context,
    record: Record,
    playback: Playback,
    study: Study | None = None,
    doubted: Lines = (),
) -> Faces:
    """Return the table at which a match is seen again.

    `study` is the analysis of it, as far as it was asked for; `doubted` is what is told
    against its record, on the full screen.
    """

    def full() -> Full:
        from samedeal_client.screen.replay.replay import ReplayScreen

        return ReplayScreen(
            *(record, playback, context.glyphs),
            colour=context.colour,
            study=study,
            doubted=doubted,
        )

    def lines(screen: Screen) -> Runs:
        from samedeal_client.lines.viewing import Viewing

        return Viewing(record, playback, screen)

    return Faces(full, lines)

"""From the lobby to a table and back, until somebody has had enough.

What a table needs is loaded when one is gone to: the lobby is there sooner.
"""

import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress

from samedeal_client.commands.demo import DemoFailed
from samedeal_client.commands.hosting import (
    STARTING,
    ended_lines,
    open_room,
    serving,
)
from samedeal_client.commands.online import ghosts_for
from samedeal_client.commands.seating import kept_seat, sit_again
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.fullscreen.app import FullScreen
from samedeal_client.language import tr
from samedeal_client.lobby.home import HomeApp
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.lobby.outcome import (
    Attempt,
    Bots,
    Changed,
    Learn,
    Outcome,
    Practise,
    Serve,
    ServeAgain,
    Sit,
    Watch,
)
from samedeal_client.lobby.stage import clear_stage, held_stage, on_stage
from samedeal_client.lobby.visit import Visit
from samedeal_client.play.sentences.attempts import is_attempt_over
from samedeal_client.play.sentences.inviting import address_to_send
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.terminal.screen import INTERRUPTED
from samedeal_client.view.daily import result_lines, title_of
from samedeal_client.view.spans import Lines, line, sentence, text_of
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_games.deals import SEED_BYTES
from samedeal_protocol.dailies import Daily


async def stay(
    context: Context, again: Callable[[], Context], *, is_first: bool
) -> int:
    """Show the lobby, and whatever is chosen there; return an exit status.

    `again` returns the context as it is once something else has been chosen in the
    settings; raises ConfigError.

    What is still to be known when all is over stays in the terminal.
    """
    async with Visit.kept(context) as visit:
        lobby = Lobby(visit, again, is_first=is_first)
        with held_stage():
            status = await _go_round(lobby)
    visit.context.show(lobby.farewell)
    return status


async def _go_round(lobby: Lobby) -> int:
    while True:
        outcome = await on_stage(HomeApp(lobby)).run_async()
        lobby.desk = None
        if outcome is None:
            return 0
        lobby.greet()
        try:
            if await carry_out(lobby, outcome) == INTERRUPTED:
                return INTERRUPTED
        except (Failed, DemoFailed) as error:
            lobby.note(sentence(str(error)))
        except NotDone as refusal:
            lobby.note(refusal_text(refusal.error))


async def carry_out(lobby: Lobby, outcome: Outcome) -> int:
    """Do what the lobby was left for; return an exit status."""
    match outcome:
        case Sit():
            return await _sit(lobby, lobby.visit.there())
        case Serve() | ServeAgain():
            return await _serve(lobby, outcome)
        case Attempt(known=known):
            return await _attempt(lobby, lobby.visit.there(), known)
        case Watch():
            return await _watch(lobby, lobby.visit.there())
        case Bots():
            return await _race(lobby, outcome)
        case Practise(game=game):
            return await _practise(lobby, game)
        case Learn(game=game):
            return await _learn(lobby, game)
        case Changed():
            await lobby.choose_again()
            return 0


async def _sit(
    lobby: Lobby,
    player: Player,
    context: Context | None = None,
    *,
    is_alone: bool = False,
) -> int:
    """Play in the room that a player is in, at the visit's server or in a context."""
    from samedeal_client.fullscreen.room import RoomApp

    context = lobby.context if context is None else context
    app = RoomApp(
        *(player, context.glyphs),
        colour=context.colour,
        is_alone=is_alone,
        ghosts=await ghosts_for(player, None),
    )
    async with kept_seat(context, player, is_alone=is_alone):
        status = await on_stage(FullScreen(app)).run_async() or 0
    lobby.report(app.farewell)
    if status != INTERRUPTED and player.session.room is not None:
        # A seat that was lost is not left, and its room is no longer looked at.
        player.session.leave()
    return status


async def _race(lobby: Lobby, asked: Bots) -> int:
    """Race bots, at the server if there is one."""
    from samedeal_client.lobby.race import race_bots

    _say_that(lobby, tr("Calling bots to the table..."))
    async with race_bots(lobby.visit, *asked) as (context, player):
        status = await _sit(lobby, player, context, is_alone=True)
        if status != INTERRUPTED:
            return status
    return INTERRUPTED


async def _serve(lobby: Lobby, asked: Serve | ServeAgain) -> int:
    """Play in a room at a server for friends that ends with the table."""
    _say_that(lobby, tr(STARTING))
    known = asked.seat if isinstance(asked, ServeAgain) else asked
    address = asked.seat.server if isinstance(asked, ServeAgain) else ""
    async with serving(lobby.context, known.name, address) as (context, player):
        if isinstance(asked, Serve):
            await open_room(player, asked.arguments)
        else:
            await sit_again(context, player, asked.seat)
        status = await _sit(lobby, player, context)
    told = ended_lines(player, status)
    if status == INTERRUPTED:
        lobby.farewell = (*lobby.farewell, *told)
    lobby.notes += [text_of((row,)).strip() for row in told]
    return status


async def _attempt(lobby: Lobby, player: Player, known: Daily) -> int:
    """Play the deal of a day, which is yesterday's if that is still on."""
    from samedeal_client.fullscreen.solo import SoloApp

    context, room = lobby.context, player.session.room
    day = known.day if room is None else room.origin.rpartition("/")[2]
    title = title_of(known.model_copy(update={"day": day}))
    app = SoloApp(
        *(player, context.glyphs),
        colour=context.colour,
        title=title,
    )
    status = await on_stage(FullScreen(app)).run_async() or 0
    if not is_attempt_over(player.session.room):
        # The attempt waits for its player, who is free to sit down elsewhere.
        await lobby.visit.again()
        return status
    player.session.leave()
    found = await player.daily(known.game, day)
    if found.attempt is not None and found.attempt.is_over:
        server = address_to_send(player)
        lobby.report(result_lines(found, player.now_ms(), context.glyphs, server))
    return status


async def _watch(lobby: Lobby, player: Player) -> int:
    """Watch a room until it has been enough."""
    from samedeal_client.fullscreen.watch import WatchApp

    app = WatchApp(player, lobby.context.glyphs, colour=lobby.context.colour)
    status = await on_stage(FullScreen(app)).run_async() or 0
    lobby.keep(app.farewell)
    player.session.leave()
    return status if status == INTERRUPTED else 0


async def _practise(lobby: Lobby, game: str) -> int:
    """Play alone."""
    from samedeal_client.fullscreen.practice import PracticeApp

    context = lobby.context
    seed = secrets.token_bytes(SEED_BYTES)
    app = PracticeApp(find_game(game), seed, context.glyphs, colour=context.colour)
    await on_stage(FullScreen(app)).run_async()
    return 0


async def _learn(lobby: Lobby, game: str) -> int:
    """Be taught a game."""
    from samedeal_client.fullscreen.learn import LearnApp
    from samedeal_client.lessons import lesson_of

    context = lobby.context
    lesson = lesson_of(find_game(game))
    app = LearnApp(lesson, context.glyphs, colour=context.colour)
    await on_stage(FullScreen(app)).run_async()
    return 0


def _say_that(lobby: Lobby, text: str) -> None:
    """Show a line on the empty stage, where nothing else is shown yet."""
    clear_stage()
    with suppress(OSError):
        rows = shutil.get_terminal_size().lines
        lines: Lines = (*[()] * (rows // 3), line(f"  {text}"))
        lobby.context.show(lines)

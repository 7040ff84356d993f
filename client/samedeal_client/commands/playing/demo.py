"""A whole race on this machine: a server of its own, and bots to race against."""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.names import name_for
from samedeal_client.identity.serving import at_own, leashed_server
from samedeal_client.language import later, tr
from samedeal_client.terminal.output import is_terminal, say
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.people.leaderboards import bare_lines
from samedeal_client.view.records.proof import PROVEN
from samedeal_client.view.spans import line, text_of
from samedeal_client.view.standings import standings_lines
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_games.catalogue import find_game
from samedeal_protocol.results.leaderboards import Leaderboard
from samedeal_protocol.rooms.boards import ResultView
from samedeal_records.record import read_record

GAME = "squares/english"
THIRD = ("Gus", "expert")
"""The third bot, where no person plays."""
DEMO_GAMES = ("squares/patience", "westcliff/american")
FRIENDS_GAME = DEMO_GAMES[-1]
"""The game for friends: one has just seen it, so one knows it."""
ELSEWHERE = later(
    "demo starts a server of its own: leave out --server; to race bots at one, "
    "open a room there: samedeal host GAME"
)
BOOKED_WITHIN_S = 10.0
LOOKED_EVERY_S = 0.05


class DemoFailed(Exception):
    """The demonstration failed; the text says why."""


class Race(NamedTuple):
    """One match of the demonstration."""

    game: str
    result: ResultView
    verified: bool
    """Whether every bot found the deal to be the one committed to, and the record
    proves the rest."""
    board: Leaderboard | None = None
    """The best results of the game after it; None where bots stand on no
    leaderboard."""


async def race_of_bots(
    url: str,
    game: str,
    tell: Callable[[str], Awaitable[None]],
    *,
    as_people: bool = False,
) -> Race:
    """Race three bots in one match of a game, over real sockets.

    At a server of one's own they may sit as people, since matches among bots stand on
    no leaderboard.
    """
    # Players of skill take a while to load; whoever wants a server only does without.
    from samedeal_client.bots import CHOOSERS, RIVALS, play_as_bot

    bots = (*RIVALS, THIRD)
    async with contextlib.AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(
                Player(url, name=name, bot=not as_people).connected()
            )
            for name, _ in bots
        ]
        code = await players[0].host(game, seats=len(players))
        for player in players[1:]:
            await player.join(code)
        names = ", ".join(name for name, _ in bots)
        await tell(
            tr("{game}: {names} in room {code}", game=game, names=names, code=code)
        )
        async with asyncio.TaskGroup() as tasks:
            for index, (player, (_, kind)) in enumerate(
                zip(players, bots, strict=True)
            ):
                dice = Random(f"{game} {index}")  # noqa: S311 - bots, not deals
                tasks.create_task(play_as_bot(player, CHOOSERS[kind], dice, matches=1))
        results = [_result(player) for player in players]
        sealed = await players[0].transcript(results[0][0].match)
        proven = read_record(sealed).is_proven and all(good for _, good in results)
        board = await _board(players[0], game) if as_people else None
        return Race(game, results[0][0], proven, board)


async def _board(player: Player, game: str) -> Leaderboard:
    """Return the leaderboard of a game that somebody has just played."""
    board = await player.leaderboard(game)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BOOKED_WITHIN_S):
            while not board.rows:  # a match is booked a moment after its end
                await asyncio.sleep(LOOKED_EVERY_S)
                board = await player.leaderboard(game)
    # Who these are has been said; nobody has to vouch for them.
    rows = [row.model_copy(update={"unvouched": False}) for row in board.rows]
    return board.model_copy(update={"rows": tuple(rows)})


async def demo(context: Context, arguments: argparse.Namespace) -> int:
    """Race bots on a server of its own."""
    if arguments.server not in (None, OWN):
        raise Failed(tr(ELSEWHERE), USAGE)
    try:
        if arguments.json or not is_terminal():
            return await run_without_terminal(as_json=arguments.json, say=_say)
        return await _race(context, arguments.name)
    except DemoFailed as error:
        raise Failed(str(error)) from None


async def _race(context: Context, asked: str | None) -> int:
    """Race two bots in a room on this machine's own server."""
    # Only whoever plays needs all that a table does.
    from samedeal_client.commands.playing.sitting import sit_at_table
    from samedeal_client.identity.connecting import playing
    from samedeal_client.tables.ways import open_race, rivals

    context = await at_own(context)
    if context.server != OWN:
        context = context._replace(server=OWN, is_chosen=True)
    name = name_for(context, asked)
    context.show((line(tr("Starting a server of your own...")),))
    async with playing(context, name) as player:
        await open_race(player, GAME)
        async with rivals(player):
            status = await sit_at_table(context, player, is_alone=True)
    context.show(((), *(line(text) for text in what_next())))
    return status


def _say(text: str) -> None:
    say(*text.split("\n"))


async def run_without_terminal(*, as_json: bool, say: Callable[[str], None]) -> int:
    """Race bots at two games and print standings."""

    async def tell(text: str) -> None:
        if not as_json:
            say(text)

    await tell(
        tr("Three programs race, seated as people are, on a server of their own.")
    )
    races: list[Race] = []
    async with leashed_server(settings={"SAMEDEAL_COUNTDOWN_MS": "500"}) as url:
        for game in DEMO_GAMES:
            race = await race_of_bots(url, game, tell, as_people=True)
            races.append(race)
            if not as_json:
                _say_race(race, say)
    if as_json:
        say(json.dumps(_document(races), indent=2))
    else:
        for text in what_next():
            say(text)
    return 0 if all(race.verified for race in races) else 1


def what_next() -> tuple[str, str]:
    """Return two lines on what to try next."""
    client = _called("samedeal")
    return (
        tr("Next:          {client}   (games, lessons, today's deals)", client=client),
        tr(
            "With friends:  {client} host {game} --serve",
            client=client,
            game=FRIENDS_GAME,
        ),
    )


def _called(program: str) -> str:
    """Return the command for a program: its name, or its path if no shell finds it."""
    beside = Path(sys.argv[0]).parent / program
    if shutil.which(program) is not None or not beside.exists():
        return program
    return os.path.relpath(beside)


def _result(player: Player) -> tuple[ResultView, bool]:
    """Return a player's result, and whether the deal was proven to them."""
    room = player.session.room
    if room is None or room.result is None:
        raise DemoFailed(tr("a match ended without a result"))
    return room.result, player.proven.get(room.result.match) is True


def _say_race(race: Race, say: Callable[[str], None]) -> None:
    about = find_game(race.game).about
    say("")
    say(text_of(standings_lines(race.result, about)))
    say(
        tr(PROVEN) if race.verified else tr(" NOT PROVEN: see samedeal verify.").strip()
    )
    say("")
    if race.board is not None:
        say(text_of(bare_lines(race.board, UNICODE)))
        say("")


def _document(races: list[Race]) -> dict[str, object]:
    return {
        "matches": [
            {
                "game": race.game,
                "match": race.result.match,
                "verified": race.verified,
                "leaderboard": [
                    row.model_dump(mode="json")
                    for row in (race.board.rows if race.board else ())
                ],
                "standings": [
                    row.model_dump(mode="json") for row in race.result.standings
                ],
            }
            for race in races
        ]
    }

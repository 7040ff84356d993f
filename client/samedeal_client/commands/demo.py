"""A whole race on this machine: a server of its own, and bots to race against."""

import asyncio
import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.proof.records import read_record
from samedeal_client.view.proof import PROVEN
from samedeal_client.view.spans import text_of
from samedeal_client.view.standings import standings_lines
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import ResultView

READY_WITHIN_S = 20.0
STOP_WITHIN_S = 10.0
BOTS = (("Greta", "good"), ("Rowan", "casual"), ("Gus", "expert"))
DEMO_GAMES = ("squares/patience", "westcliff/american")
FRIENDS_GAME = "easthaven"


class DemoFailed(Exception):
    """The demonstration could not be given; says why."""


class Race(NamedTuple):
    """One match of the demonstration."""

    game: str
    result: ResultView
    verified: bool
    """Every bot found the deal to be the one committed to, and the record proves
    the rest."""


@contextlib.asynccontextmanager
async def own_server(countdown_ms: int = 3000) -> AsyncGenerator[str]:
    """Yield the address of a server that lives as long as the block does.

    It runs on an embedded store in a folder that goes away with it.
    """
    with tempfile.TemporaryDirectory(prefix="samedeal-demo-") as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "samedeal_server", "--port", "0", "--ready-json"),
            *("--data", str(Path(folder) / "store")),
            env=_environment(countdown_ms),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # Ctrl-C is for the player's side, which then stops the server.
            start_new_session=True,
        )
        try:
            yield await _address_of(process)
        finally:
            await _stop(process)


async def race_of_bots(
    url: str, game: str, tell: Callable[[str], Awaitable[None]]
) -> Race:
    """Have three bots race one match of a game over real sockets."""
    # Players of skill take a while to load; whoever wants a server only does without.
    from samedeal_client.bots import CHOOSERS, play_as_bot

    async with contextlib.AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(
                Player(url, name=name, bot=True).connected()
            )
            for name, _ in BOTS
        ]
        code = await players[0].host(game, seats=len(players))
        for player in players[1:]:
            await player.join(code)
        names = ", ".join(name for name, _ in BOTS)
        await tell(
            tr("{game}: {names} in room {code}", game=game, names=names, code=code)
        )
        async with asyncio.TaskGroup() as tasks:
            for index, (player, (_, kind)) in enumerate(
                zip(players, BOTS, strict=True)
            ):
                dice = Random(f"{game} {index}")  # noqa: S311 - bots, not deals
                tasks.create_task(play_as_bot(player, CHOOSERS[kind], dice, matches=1))
        results = [_result(player) for player in players]
        sealed = await players[0].transcript(results[0][0].match)
        proven = read_record(sealed).is_proven and all(good for _, good in results)
        return Race(game, results[0][0], proven)


async def run_without_terminal(*, as_json: bool, say: Callable[[str], None]) -> int:
    """Race bots at two games and print standings."""

    async def tell(text: str) -> None:
        if not as_json:
            say(text)

    races: list[Race] = []
    async with own_server(countdown_ms=500) as url:
        for game in DEMO_GAMES:
            race = await race_of_bots(url, game, tell)
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
    """Return what to try after a demonstration, in two lines."""
    client, server = _called("samedeal"), _called("samedeal-server")
    return (
        tr("Next:          {client}   (games, lessons, today's deals)", client=client),
        tr(
            "With friends:  {server}, then {client} host {game}",
            server=server,
            client=client,
            game=FRIENDS_GAME,
        ),
    )


def _called(program: str) -> str:
    """Return how a program is called from here: by its name where a shell finds it."""
    beside = Path(sys.argv[0]).parent / program
    if shutil.which(program) is not None or not beside.exists():
        return program
    return os.path.relpath(beside)


def _result(player: Player) -> tuple[ResultView, bool]:
    """Return the result that a player was told, and whether the deal was proven."""
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
    say(tr("Its id is {match}.", match=race.result.match))
    say("")


def _document(races: list[Race]) -> dict[str, object]:
    return {
        "matches": [
            {
                "game": race.game,
                "match": race.result.match,
                "verified": race.verified,
                "standings": [
                    row.model_dump(mode="json") for row in race.result.standings
                ],
            }
            for race in races
        ]
    }


def _environment(countdown_ms: int) -> dict[str, str]:
    """Return this environment without what would point the server elsewhere."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "REDIS_URL" and not name.startswith("SAMEDEAL_")
    }
    return {
        **kept,
        "SAMEDEAL_COUNTDOWN_MS": str(countdown_ms),
        "SAMEDEAL_LOG_LEVEL": "warning",
    }


async def _address_of(process: asyncio.subprocess.Process) -> str:
    if process.stdout is None or process.stderr is None:
        raise DemoFailed(tr("the server has no output"))
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            line = await process.stdout.readline()
    except TimeoutError:
        raise DemoFailed(tr("the server did not get ready")) from None
    if not line:
        reason = (await process.stderr.read()).decode(errors="replace").strip()
        raise DemoFailed(tr("the server did not start: {reason}", reason=reason))
    ready = json.loads(line)
    return f"ws://{ready['host']}:{ready['port']}"


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(STOP_WITHIN_S):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()

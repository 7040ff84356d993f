"""The command that shows leaderboards: asked for, read, and shown."""

import argparse
import asyncio

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import asked_text, visitor
from samedeal_client.language import tr
from samedeal_client.terminal.output import print_document
from samedeal_client.view.people.leaderboards import leaderboard_lines, leaders_lines
from samedeal_client.view.people.metrics import METRICS
from samedeal_client.view.spans import wrapped
from samedeal_games.catalogue import find_game, find_in_family
from samedeal_protocol.results.leaderboards import Among, Leaderboard, Leaders
from samedeal_protocol.results.metrics import MetricName


def leaderboard(context: Context, arguments: argparse.Namespace) -> int:
    """Show a leaderboard, or who leads each of them."""
    if arguments.game is None:
        return _leaders(context, arguments)
    by: MetricName = arguments.by
    find = find_in_family if METRICS[by].of_family else find_game
    key = find(arguments.game).about.key
    board, own = asyncio.run(_read(context, key, arguments))
    if arguments.json:
        print_document(board.model_dump(mode="json", exclude={"re", "t"}), indent=2)
    else:
        told = leaderboard_lines(board, context.glyphs, own, long=arguments.long)
        where = () if board.total else wrapped(asked_text(context))
        context.show((*told, *where))
    return 0


def _leaders(context: Context, arguments: argparse.Namespace) -> int:
    if arguments.around is not None or arguments.friends or arguments.room:
        raise Failed(tr("name a game: `samedeal games` lists them"), USAGE)
    found = asyncio.run(_read_leaders(context, arguments))
    if arguments.json:
        print_document(found.model_dump(mode="json", exclude={"re", "t"}), indent=2)
    else:
        context.show(leaders_lines(found, context.glyphs))
    return 0


async def _read(
    context: Context, game: str, arguments: argparse.Namespace
) -> tuple[Leaderboard, str]:
    """Return rows, and the viewer's own id."""
    among: Among = "room" if arguments.room else "all"
    async with visitor(context) as player:
        board = await player.leaderboard(
            game,
            by=arguments.by,
            window=arguments.window,
            limit=arguments.limit,
            start=arguments.start,
            around=arguments.around,
            among="friends" if arguments.friends else among,
            room=arguments.room or "",
        )
        return board, player.id


async def _read_leaders(context: Context, arguments: argparse.Namespace) -> Leaders:
    async with visitor(context) as player:
        return await player.leaders(arguments.by, arguments.window)

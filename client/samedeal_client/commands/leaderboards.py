"""The command that shows leaderboards: asked for, read, and shown."""

import argparse

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import asked_text, visitor
from samedeal_client.language import tr
from samedeal_client.view.people.leaderboards import leaderboard_lines, leaders_lines
from samedeal_client.view.people.metrics import METRICS
from samedeal_client.view.spans import wrapped
from samedeal_games.catalogue import find_game, find_in_family
from samedeal_protocol.results.leaderboards import Among
from samedeal_protocol.results.metrics import MetricName


async def leaderboard(context: Context, arguments: argparse.Namespace) -> int:
    """Show a leaderboard, or who leads each of them."""
    if arguments.game is None:
        return await _leaders(context, arguments)
    by: MetricName = arguments.by
    find = find_in_family if METRICS[by].of_family else find_game
    key = find(arguments.game).about.key
    among: Among = "room" if arguments.room else "all"
    async with visitor(context) as player:
        board = await player.leaderboard(
            key,
            by=by,
            window=arguments.window,
            limit=arguments.limit,
            start=arguments.start,
            around=arguments.around,
            among="friends" if arguments.friends else among,
            room=arguments.room or "",
        )
    told = leaderboard_lines(board, context.glyphs, player.id, long=arguments.long)
    where = () if board.total else wrapped(asked_text(context))
    document = board.model_dump(mode="json", exclude={"re", "t"})
    return context.answer(document, (*told, *where), indent=2)


async def _leaders(context: Context, arguments: argparse.Namespace) -> int:
    if arguments.around is not None or arguments.friends or arguments.room:
        raise Failed(tr("name a game: `samedeal games` lists them"), USAGE)
    async with visitor(context) as player:
        found = await player.leaders(arguments.by, arguments.window)
    document = found.model_dump(mode="json", exclude={"re", "t"})
    return context.answer(document, leaders_lines(found, context.glyphs), indent=2)

"""The deals of the day: played, listed, checked, and told to others."""

import argparse
import asyncio

from samedeal_client.auditing.days import UNHELD, remember, shown_with, sit_down
from samedeal_client.auditing.rows import refuse_more_rows
from samedeal_client.commands.playing.staying import stay_at
from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, USAGE, Failed
from samedeal_client.identity.connecting import playing, visitor
from samedeal_client.identity.names import name_for
from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.language import tr
from samedeal_client.play.sentences.inviting import address_to_send
from samedeal_client.tables.faces import attempt_table, day_of
from samedeal_client.tables.ways import attempt_told
from samedeal_client.terminal.output import say
from samedeal_client.view.deals.daily import (
    board_lines,
    dailies_document,
    dailies_lines,
    daily_document,
    share_text,
    title_of,
)
from samedeal_client.view.deals.fairness import Judged, fairness_lines
from samedeal_client.view.records.proof import unfair_line
from samedeal_client.view.spans import line, printable
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_games.wording import Wording
from samedeal_protocol.deals.dailies import Daily
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.errors import ErrorCode
from samedeal_records.proof.reveals import (
    deal_of,
    doubt_about_row,
    doubts_about_day,
    doubts_about_order,
    is_from_before,
)

ROWS_SHOWN = 20
ROWS_A_PAGE = 100


async def daily(context: Context, arguments: argparse.Namespace) -> int:
    """List the deals of the day, play one, or show what is known of one."""
    shows = arguments.board or arguments.share or arguments.json
    if arguments.game is None:
        if arguments.board or arguments.share or arguments.date or arguments.verify:
            raise Failed(tr("say which GAME; see samedeal games"), USAGE)
        return await _list(context)
    if arguments.verify and not arguments.board:
        raise Failed(tr("--verify needs --board"), USAGE)
    if arguments.date and not shows:
        raise Failed(tr("only today's deal can be played"), USAGE)
    key = find_game(arguments.game).about.key
    if shows:
        return await _show(context, key, arguments)
    return await _play(context, key, arguments)


async def _list(context: Context) -> int:
    async with visitor(context) as player:
        found = await player.dailies()
        remember(context, [view.commitment for view in found.games])
        told = dailies_lines(found, player.now_ms())
    return context.answer(dailies_document(found), told, indent=2)


async def _play(context: Context, game: str, arguments: argparse.Namespace) -> int:
    name = name_for(context, arguments.name)
    async with playing(context, name) as player:
        found = await sit_down(context, player, game)
        for doubt in found.doubts:
            context.show((unfair_line(doubt),))
        if found.is_unheld:
            context.show((line(tr(UNHELD)),))
        if found.is_played:
            told = tr(" You have played this deal: one attempt is all.")
            context.show((line(told),))
            return await _tell_result(
                context, player, found.known.game, found.known.day
            )
        return await _sit(context, player, found.known)


async def _sit(context: Context, player: Player, known: Daily) -> int:
    """Play the attempt, which is yesterday's if that is still on."""
    day = day_of(player, known)
    if day != known.day:
        told = tr(" The attempt of {day} is still being played.", day=printable(day))
        context.show((line(told),))
    status = await stay_at(context, attempt_table(context, player, known))
    if status == INTERRUPTED:
        return status
    return await _tell_result(context, player, known.game, day)


async def _tell_result(context: Context, player: Player, game: str, day: str) -> int:
    if told := await attempt_told(context, player, game, day):
        context.show(((), *told))
    return 0


async def _show(context: Context, game: str, arguments: argparse.Namespace) -> int:
    """Show a day's board, or a result to share; play nothing."""
    async with visitor(context) as player:
        found = await player.daily(game, arguments.date, limit=ROWS_SHOWN)
        if arguments.share and not arguments.json:
            return _share(context, found, address_to_send(player))
        rows = await _all_rows(player, found) if arguments.verify else found.rows
        judged = await _judge(context, player, found, rows, arguments.verify)
        context.answer(
            daily_document(
                *(found, rows, judged, context.glyphs), address_to_send(player)
            ),
            board_lines(found, rows, player.id, player.now_ms()),
            ((), *fairness_lines(found, judged)),
            indent=2,
        )
    return 0 if judged.holds else 1


def _share(context: Context, found: Daily, server: str) -> int:
    text = share_text(found, context.glyphs, server)
    if not text:
        raise Failed(tr("you have no result yet: {deal}", deal=title_of(found)))
    say(*text.split("\n"))
    return 0


async def _judge(
    context: Context,
    player: Player,
    found: Daily,
    rows: tuple[DealRow, ...],
    verifies: bool,
) -> Judged:
    """Hold a day against what was seen of it, and its rows against their records."""
    seen = Commitments(context.identity, context.server).find(deal_of(found))
    is_held = is_from_before(deal_of(found), seen)
    doubts = doubts_about_day(found, seen, player.now_ms())
    remember(context, shown_with(found))
    if not verifies:
        return Judged(doubts, seen, is_held, None)
    if not found.server_seed:
        raise Failed(
            tr("rows can be proven once the seed is revealed; --board says when")
        )
    judged = [(row, await _doubt(player, found, row)) for row in rows]
    doubts = (*doubts, *doubts_about_order(found, rows))
    return Judged(doubts, seen, is_held, tuple(judged))


async def _doubt(player: Player, found: Daily, row: DealRow) -> str:
    try:
        sealed = await player.transcript(row.match)
    except NotDone as refusal:
        if refusal.error.code is not ErrorCode.UNKNOWN_MATCH:
            raise
        return Wording("there is no record of this match")
    return await asyncio.to_thread(doubt_about_row, found, row, sealed)


async def _all_rows(player: Player, found: Daily) -> tuple[DealRow, ...]:
    """Return a whole board, page by page."""
    rows: tuple[DealRow, ...] = ()
    while len(rows) < found.players:
        page = await player.daily(
            found.game, found.day, limit=ROWS_A_PAGE, start=len(rows)
        )
        if not page.rows:
            break
        rows += page.rows
        refuse_more_rows(len(rows))
    return rows

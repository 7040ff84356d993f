"""The commands about challenges: taking one up, and the board of its deal."""

import argparse

from samedeal_client.commands.beginnings import refuse_too_short, whole_id
from samedeal_client.commands.playing.sitting import sit_at_table
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import playing, visitor
from samedeal_client.identity.names import name_for
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.language import tr
from samedeal_client.language.texts import error_text
from samedeal_client.view.deals.challenges import deal_board_lines
from samedeal_client.view.records.proof import unfair_line
from samedeal_client.view.spans import printable
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.reach.invitations import read_match_link
from samedeal_games.catalogue import find_game
from samedeal_protocol.deals.challenges import DealBoard
from samedeal_protocol.errors import ErrorCode
from samedeal_records.proof.reveals import doubt_about_challenge

MATCH_MOST = 60


async def challenge(context: Context, arguments: argparse.Namespace) -> int:
    """Take up a challenge, or show its board."""
    match = str(arguments.match).strip()
    if (linked := read_match_link(match)) is not None:
        context, match = context.at(linked.server), linked.code
    if not 1 <= len(match) <= MATCH_MOST or not match.isprintable():
        shown = printable(match[:60])
        raise Failed(tr("{text!r} is not the id of a match", text=shown), USAGE)
    refuse_too_short(match)
    if not arguments.board:
        if arguments.json:
            raise Failed(tr("--json needs --board"), USAGE)
        return await _play(context, match, arguments.name)
    async with visitor(context) as player:
        match = await whole_id(context, player, match)
        board = await player.deal_board(match, arguments.limit)
    told = deal_board_lines(board, find_game(board.game).about, player.id)
    return context.answer(_document(board), told, indent=2)


async def _play(context: Context, match: str, name: str | None) -> int:
    async with playing(context, name_for(context, name)) as player:
        match = await whole_id(context, player, match)
        try:
            kept = KeptMatches(context.identity).record(match, context.server)
            await player.challenge(match, kept)
        except NotDone as refusal:
            if refusal.error.code is not ErrorCode.ALREADY_PLAYED:
                raise
            board = await player.deal_board(match, 20)
            about = find_game(board.game).about
            context.show(deal_board_lines(board, about, player.id))
            raise Failed(error_text(refusal.error.code)) from None
        room = player.session.room
        plays = player.session.memory.plays
        if room is not None and (doubt := doubt_about_challenge(plays, room)):
            context.show((unfair_line(doubt),))
        return await sit_at_table(context, player)


def _document(board: DealBoard) -> dict[str, object]:
    plain = board.model_dump(mode="json")
    return {name: plain[name] for name in ("deal", "game", "total", "rows")}

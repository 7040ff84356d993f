"""Replay: a match that is over, watched again at a terminal or printed whole."""

import argparse

from samedeal_client.auditing.remembering import told_doubts, told_otherwise
from samedeal_client.commands.records.proving import record_of
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.lines.screens.streams import open_screen
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.replayed import replay_document, replay_lines
from samedeal_client.tables.faces import replay_table
from samedeal_client.terminal.gone import run_at_terminal
from samedeal_client.terminal.output import is_terminal, print_document
from samedeal_client.view.records.proof import head_lines, judgement, proof_document
from samedeal_client.view.spans import printable
from samedeal_games.errors import GameError
from samedeal_records.replays import Replay


def replay(context: Context, arguments: argparse.Namespace) -> int:
    """Show a match again; returns 1 for one that is not proven."""
    record = record_of(context, arguments.match)
    try:
        replayed = Replay(record.transcript)
    except GameError as error:
        why = tr(error.wording)
        raise Failed(tr("this match cannot be replayed: {why}", why=why)) from None
    playback = Playback(replayed)
    _choose_seats(playback, arguments.seat, both=arguments.side_by_side)
    match = record.transcript.match
    doubted = (
        *told_doubts(context, arguments.match, match),
        *told_otherwise(context, arguments.match, record),
    )
    status = 0 if record.is_proven and not doubted else 1
    if arguments.json:
        document = {**proof_document(record), **replay_document(replayed)}
        print_document(document, indent=2)
        return status
    if not is_terminal():
        lines = replay_lines(replayed, context.glyphs)
        context.show((*lines, (), judgement(record), *doubted))
        return status
    told = (*head_lines(record.transcript), judgement(record), *doubted)
    table = replay_table(context, record, playback, doubted=doubted)
    if context.fills_screen:
        # Slow to load, and only needed at a terminal.
        from samedeal_client.screen.app import filled

        context.show(told)
        return run_at_terminal(filled(table.full())) or status
    with open_screen(context.glyphs, colour=context.colour) as screen:
        screen.show(told)
        return run_at_terminal(table.lines(screen).run()) or status


def _choose_seats(playback: Playback, seat: str | None, *, both: bool) -> None:
    if seat is not None:
        first = playback.replay.find(seat)
        if first is None:
            name = printable(seat[:40])
            raise Failed(tr("nobody called {name!r} took part", name=name))
        playback.watch((first,))
    if both:
        playback.watch_beside()

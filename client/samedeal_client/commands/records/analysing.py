"""The command that analyses a match."""

import argparse

from samedeal_client.commands.lacking import tell_if_slow
from samedeal_client.commands.records.proving import record_of
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.terminal.output import print_document
from samedeal_client.view.records.analysis import (
    analysis_document,
    match_analysis_lines,
)
from samedeal_records.analysis import Effort, NothingToSay, analysis_of_record


def analyse(context: Context, arguments: argparse.Namespace) -> int:
    """Show the best possible in a match, and the moves where it was lost."""
    record = record_of(context, arguments.match)
    tell_if_slow()
    try:
        analysis = analysis_of_record(record, Effort(arguments.limit))
    except NothingToSay as error:
        raise Failed(tr(error.wording)) from None
    transcript = record.transcript
    if arguments.json:
        print_document(analysis_document(transcript.match, analysis))
    else:
        context.show(match_analysis_lines(transcript, analysis, context.glyphs))
    return 0

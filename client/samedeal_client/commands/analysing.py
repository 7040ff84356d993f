"""The command that tells what a match had in it."""

import argparse
import json

from samedeal_client.commands.proving import record_of
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.proof.analysis import race_analysis, squares_analysis
from samedeal_client.view.analysis import (
    analysis_document,
    analysis_lines,
    par_analysis_document,
    par_analysis_lines,
)
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_games.verification import seed_of


def analyse(context: Context, arguments: argparse.Namespace) -> int:
    """Tell what was possible in a match, and where it was lost."""
    record = record_of(context, arguments.match)
    if not record.is_proven:
        raise Failed(tr("the record of this match does not hold; see samedeal verify"))
    transcript = record.transcript
    game = find_game(transcript.game)
    deal = deal_from_seed(seed_of(transcript), game.about.packs)
    if isinstance(game, SquaresGame):
        played = squares_analysis(game, deal, transcript)
        if arguments.json:
            print(json.dumps(par_analysis_document(game, played)))
        else:
            context.show(par_analysis_lines(game, played, context.glyphs))
        return 0
    if not isinstance(game, PatienceGame):
        title = tr(game.about.title)
        raise Failed(tr("nobody here knows how to solve {game}", game=title))
    raced = race_analysis(game, deal, transcript, arguments.limit)
    if arguments.json:
        print(json.dumps(analysis_document(game, raced)))
    else:
        context.show(analysis_lines(game, raced))
    return 0

"""The commands that tell what was possible: on a deal, and in a match."""

import argparse
import textwrap
import time

from samedeal_client.commands.lacking import tell_if_slow
from samedeal_client.commands.records.proving import record_of
from samedeal_client.commands.running import at_server_of
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.families import family_of
from samedeal_client.language import later, tr, tr_n
from samedeal_client.play.local import deal_of
from samedeal_client.view.records.analysis import (
    analysis_document,
    match_analysis_lines,
)
from samedeal_client.view.records.par import par_document, par_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_players.solver import Limits, Outcome, Verdict
from samedeal_players.solver import solve as search
from samedeal_records.analysis import Effort, analysis_of_record, par_of
from samedeal_records.families import NothingToSay
from samedeal_records.verification import seed_of

WIDTH = 76
SAID = {
    Outcome.WINNABLE: later("{game}: this deal can be won."),
    Outcome.UNWINNABLE: later("{game}: this deal cannot be won: everything was tried."),
    Outcome.UNDECIDED: later(
        "{game}: this deal is undecided: no win was found, and not everything was "
        "tried."
    ),
}


def solve(context: Context, arguments: argparse.Namespace) -> int:
    """Show what a player who knows every card could make of a deal."""
    game, deal = _asked(context, arguments)
    tell_if_slow()
    return family_of(game).choose(
        squares=lambda squares: _par(context, squares, deal),
        patience=lambda patience: _verdict(context, arguments, patience, deal),
    )


def _par(context: Context, game: SquaresGame, deal: Deal) -> int:
    par = par_of(game, deal)
    return context.answer(par_document(game, par), par_lines(game, par, context.glyphs))


def _verdict(
    context: Context, arguments: argparse.Namespace, game: PatienceGame, deal: Deal
) -> int:
    limits = Limits(seconds=arguments.limit)
    verdict = search(game, deal, limits, clock=time.monotonic)
    return context.answer(_document(game, verdict), _lines(game, verdict))


def _asked(context: Context, arguments: argparse.Namespace) -> tuple[AnyGame, Deal]:
    """Return the game and the deal that were asked about, by game or by match."""
    what, is_given = arguments.what, arguments.seed or arguments.deck
    if what in GAMES or is_given:
        game = find_game(what)
        if not is_given:
            raise Failed(tr("say which deal, with --seed or --deck"), USAGE)
        return game, deal_of(game, seed=arguments.seed, deck=arguments.deck)
    record = record_of(at_server_of(context, arguments, what), what)
    if not record.is_proven:
        raise Failed(tr("the record of this match does not hold; see samedeal verify"))
    game = find_game(record.transcript.game)
    return game, deal_from_seed(seed_of(record.transcript), game.about.packs)


def _document(game: PatienceGame, verdict: Verdict) -> dict[str, object]:
    return {
        "game": game.about.key,
        "verdict": verdict.outcome.value,
        "line": list(verdict.line),
        "positions": verdict.positions,
        "seconds": round(verdict.seconds, 6),
    }


def _lines(game: PatienceGame, verdict: Verdict) -> Lines:
    won = verdict.outcome is Outcome.WINNABLE
    said = tr(SAID[verdict.outcome], game=tr(game.about.title))
    count = tr_n(
        "{count} position in {s:.2f} s",
        "{count} positions in {s:.2f} s",
        verdict.positions,
        s=verdict.seconds,
    )
    rows: list[Line] = [line(Span(said, Style.GOOD if won else Style.PLAIN))]
    if won:
        text = tr_n(
            " {count} move, knowing every card:",
            " {count} moves, knowing every card:",
            len(verdict.line),
        )
        rows.append(line(text))
        moves = textwrap.wrap(" ".join(verdict.line), WIDTH)
        rows += [line(f"  {row}") for row in moves]
    return (*rows, line(Span(f" {count}", Style.DIM)))


def analyse(context: Context, arguments: argparse.Namespace) -> int:
    """Show the best possible in a match, and the moves where it was lost."""
    record = record_of(context, arguments.match)
    tell_if_slow()
    try:
        analysis = analysis_of_record(record, Effort(arguments.limit))
    except NothingToSay as error:
        raise Failed(tr(error.wording)) from None
    transcript = record.transcript
    told = match_analysis_lines(transcript, analysis, context.glyphs)
    return context.answer(analysis_document(transcript.match, analysis), told)

"""What a match had in it, as lines for people and as documents for programs."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.par import par_document, par_lines
from samedeal_client.view.proof import head_lines, seat_name
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded
from samedeal_client.view.standings import counted
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_games.transcripts import SeatRecord
from samedeal_players.solver import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from samedeal_client.proof.analysis import (
        Attempt,
        RaceAnalysis,
        SquaresAnalysis,
        Standing,
    )
    from samedeal_players.turning import Turn

WIDTH = 76
DEAL = {
    Outcome.WINNABLE: later("This deal could be won."),
    Outcome.UNWINNABLE: later("This deal could not be won: everything was tried."),
    Outcome.UNDECIDED: later(
        "Whether this deal could be won was not found out in that time."
    ),
}


def analysis_lines(game: PatienceGame, race: RaceAnalysis) -> Lines:
    """Return what was possible at patience, and what each player made of it."""
    verdict = race.verdict
    won = verdict.outcome is Outcome.WINNABLE
    said = Span(f" {tr(DEAL[verdict.outcome])}", Style.GOOD if won else Style.PLAIN)
    rows: list[Line] = [*head_lines(race.transcript), (), (said,)]
    if won:
        text = tr_n(
            "The shortest way found is {count} move:",
            "The shortest way found is {count} moves:",
            len(verdict.line),
        )
        rows.append(line(f" {text}"))
        moves = textwrap.wrap(" ".join(verdict.line), WIDTH)
        rows += [line(Span(f"  {row}", Style.DIM)) for row in moves]
    rows.append(())
    names = [seat_name(attempt.seat) for attempt in race.attempts]
    width = max((len(name) for name in names), default=0)
    for name, attempt in zip(names, race.attempts, strict=True):
        first, *rest = _attempt_texts(game, attempt, verdict)
        place = f" {attempt.seat.place}  {padded(name, width)}  "
        rows.append(line(place, first))
        rows += [line(" " * len(place), text) for text in rest]
    return tuple(rows)


def analysis_document(game: PatienceGame, race: RaceAnalysis) -> dict[str, object]:
    """Return what ``samedeal analyse --json`` prints of patience."""
    verdict = race.verdict
    return {
        "match": race.transcript.match,
        "game": game.about.key,
        "verdict": verdict.outcome.value,
        "line": list(verdict.line),
        "positions": verdict.positions,
        "seconds": round(verdict.seconds, 6),
        "players": [
            {**_player(attempt.seat), **_lost(attempt)} for attempt in race.attempts
        ],
    }


def par_analysis_lines(
    game: SquaresGame, played: SquaresAnalysis, glyphs: Glyphs
) -> Lines:
    """Return the best arrangement, an expert's score, and everybody's beside both."""
    expert = tr(
        "An expert, who sees no more than a player, makes {score} of them.",
        score=counted(played.expert, game.about),
    )
    rows: list[Line] = [
        *head_lines(played.transcript),
        (),
        *((Span(" "), *row) for row in par_lines(game, played.par, glyphs)),
        line(f" {expert}"),
        (),
    ]
    names = [seat_name(seat) for seat in played.seats]
    width = max((len(name) for name in names), default=0)
    for name, seat in zip(names, played.seats, strict=True):
        score = padded(counted(seat.score, game.about), 11)
        beside = _beside(played.par.points - seat.score, seat.score - played.expert)
        place = f" {seat.place}  {padded(name, width)}  "
        rows.append(line(place, Span(score, Style.GOOD), f"  {beside}"))
    return tuple(rows)


def _beside(below: int, above: int) -> str:
    """Return how a score stands to the best arrangement and to the expert's."""
    if above > 0:
        return tr(
            "{below} below the best, {more} above the expert", below=below, more=above
        )
    if above < 0:
        return tr(
            "{below} below the best, {less} below the expert", below=below, less=-above
        )
    return tr("{below} below the best, as much as the expert", below=below)


def par_analysis_document(
    game: SquaresGame, played: SquaresAnalysis
) -> dict[str, object]:
    """Return what ``samedeal analyse --json`` prints of Poker Squares."""
    return {
        "match": played.transcript.match,
        **par_document(game, played.par),
        "expert": played.expert,
        "players": [_player(seat) for seat in played.seats],
    }


def _player(seat: SeatRecord) -> dict[str, object]:
    names = ("player", "name", "bot", "place", "score", "plies", "state")
    return {name: getattr(seat, name) for name in names}


def _lost(attempt: Attempt) -> dict[str, object]:
    turn, moves = attempt.turn, attempt.moves
    if turn is None:
        return {"won_at": None, "lost_at": None, "lost_by": None}
    return {
        "won_at": _number(moves, turn.won_at),
        "lost_at": _number(moves, turn.lost_at),
        "lost_by": None if turn.move is None else moves[turn.move - 1].move,
    }


def _number(moves: Sequence[Standing], count: int | None) -> int | None:
    """Return how many moves a player had made when so many of them stood."""
    return moves[count - 1].number if count else count


def _attempt_texts(
    game: PatienceGame, attempt: Attempt, verdict: Verdict
) -> tuple[str, ...]:
    """Return what a player came to, and where it was lost."""
    seat, turn = attempt.seat, attempt.turn
    moves = tr_n("{count} move", "{count} moves", seat.plies)
    if turn is None:
        more = seat.plies - len(verdict.line)
        if more == 0:
            return (tr("won in {moves}, as few as were found", moves=moves),)
        won = tr(
            "won in {moves}, {more} more than the shortest way found",
            moves=moves,
            more=more,
        )
        return (won,)
    came = tr("{score} in {moves}", score=counted(seat.score, game.about), moves=moves)
    return (came, _turn_text(attempt.moves, turn))


def _turn_text(moves: Sequence[Standing], turn: Turn) -> str:
    won_at, lost_at = _number(moves, turn.won_at), _number(moves, turn.lost_at)
    if lost_at == 0:
        return tr("lost from the start: it could not be won")
    if turn.move is not None:
        lost_by = moves[turn.move - 1]
        return tr(
            "lost by move {number}, {move}", number=lost_by.number, move=lost_by.move
        )
    if lost_at is None:
        if turn.won_at == len(moves):
            return tr("could still be won at the end")
        return tr("not found out in that time whether it was lost")
    if won_at is None:
        return tr(
            "lost by move {last} or before; where, was not found out", last=lost_at
        )
    return tr(
        "lost somewhere from move {first} to move {last}",
        first=won_at + 1,
        last=lost_at,
    )

"""Analyses of matches, as lines for people and as documents for programs."""

import textwrap
from collections.abc import Iterable, Sequence

from samedeal_client.language import later, tr, tr_n
from samedeal_client.reader import is_linear
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.records.par import par_document, par_lines
from samedeal_client.view.records.proof import head_lines
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded, width_of
from samedeal_client.view.standings import counted
from samedeal_games.game import About
from samedeal_players.solver import Outcome, Verdict
from samedeal_records.analysis import (
    Analysis,
    Attempt,
    RaceAnalysis,
    SquaresAnalysis,
)
from samedeal_records.replays import Fate
from samedeal_records.transcripts import SeatRecord, Transcript

WIDTH = 76
SCREEN = 79
"""The columns of every terminal."""
DEAL = {
    Outcome.WINNABLE: later("This deal could be won."),
    Outcome.UNWINNABLE: later("This deal could not be won: everything was tried."),
    Outcome.UNDECIDED: later(
        "That time was not enough to tell whether this deal could be won."
    ),
}


def match_analysis_lines(
    transcript: Transcript, analysis: Analysis, glyphs: Glyphs
) -> Lines:
    """Return the match, and the analysis of it."""
    return (*head_lines(transcript), (), *analysis_lines(analysis, glyphs))


def analysis_lines(analysis: Analysis, glyphs: Glyphs) -> Lines:
    """Return the best possible, and the result of each player."""
    if isinstance(analysis, SquaresAnalysis):
        return _squares_lines(analysis, glyphs)
    return _race_lines(analysis)


def analysis_document(match: str, analysis: Analysis) -> dict[str, object]:
    """Return the document of ``samedeal analyse --json`` about a match."""
    if isinstance(analysis, SquaresAnalysis):
        return {
            "match": match,
            **par_document(analysis.game, analysis.par),
            "expert": analysis.expert,
            "players": [_player(seat) for seat in analysis.seats],
        }
    verdict = analysis.verdict
    return {
        "match": match,
        "game": analysis.game.about.key,
        "verdict": verdict.outcome.value,
        "line": list(verdict.line),
        "positions": verdict.positions,
        "seconds": round(verdict.seconds, 6),
        "players": [
            {**_player(attempt.seat), **_lost(attempt)} for attempt in analysis.attempts
        ],
    }


def _player(seat: SeatRecord) -> dict[str, object]:
    names = ("player", "name", "bot", "place", "score", "plies", "state")
    return {name: getattr(seat, name) for name in names}


def _lost(attempt: Attempt) -> dict[str, object]:
    fate, lost_by = attempt.fate, attempt.lost_by
    return {
        "won_at": None if fate is None else fate.won_at,
        "lost_at": None if fate is None else fate.lost_at,
        "lost_by": None if lost_by is None else lost_by.move,
    }


# Patience


def _race_lines(race: RaceAnalysis) -> Lines:
    """Return whether it could be won, how everybody fared, and the way to win."""
    verdict, about = race.verdict, race.game.about
    is_open = verdict.outcome is Outcome.WINNABLE
    style = Style.GOOD if is_open else Style.PLAIN
    told = tuple(
        (attempt.seat, _attempt_texts(about, attempt, verdict))
        for attempt in race.attempts
    )
    rows = (line(Span(f" {tr(DEAL[verdict.outcome])}", style)), (), *_by_player(told))
    return (*rows, (), *_way_lines(verdict.line)) if is_open else rows


def _way_lines(moves: Sequence[str]) -> Lines:
    """Return a way to win, in notation."""
    text = tr_n(
        "The shortest win found takes {count} move:",
        "The shortest win found takes {count} moves:",
        len(moves),
    )
    rows = textwrap.wrap(" ".join(moves), WIDTH)
    return line(f" {text}"), *(line(Span(f"  {row}", Style.DIM)) for row in rows)


def _attempt_texts(about: About, attempt: Attempt, verdict: Verdict) -> tuple[str, ...]:
    """Return a player's result, and the move where it was lost."""
    seat, fate = attempt.seat, attempt.fate
    moves = tr_n("{count} move", "{count} moves", seat.plies)
    if fate is None:
        more = seat.plies - len(verdict.line)
        if more == 0:
            return (tr("won in {moves}, the fewest found", moves=moves),)
        won = tr(
            "won in {moves}, {more} more than the shortest win found",
            moves=moves,
            more=more,
        )
        return (won,)
    came = tr("{score} in {moves}", score=counted(seat.score, about), moves=moves)
    return (came, _fate_text(attempt, fate))


def _fate_text(attempt: Attempt, fate: Fate) -> str:
    if fate.lost_at == 0:
        return tr("lost from the start: it could not be won")
    lost_by = attempt.lost_by
    if lost_by is not None:
        return tr(
            "lost with move {number}, {move}", number=lost_by.number, move=lost_by.move
        )
    if fate.lost_at is None:
        if attempt.turn is not None and attempt.turn.won_at == len(attempt.moves):
            return tr("could still be won at the end")
        return tr("that time was not enough to tell whether it was lost")
    if fate.won_at is None:
        return tr(
            "lost with move {last} or earlier; which one is not known",
            last=fate.lost_at,
        )
    return tr(
        "lost somewhere from move {first} to move {last}",
        first=fate.won_at + 1,
        last=fate.lost_at,
    )


# Poker Squares


def _squares_lines(played: SquaresAnalysis, glyphs: Glyphs) -> Lines:
    """Return the best arrangement, an expert's score, and everybody's beside both."""
    about = played.game.about
    expert = tr(
        "An expert, who sees no more than a player, makes {score}.",
        score=counted(played.expert, about),
    )
    told = (
        (
            seat,
            (f"{counted(seat.score, about)}: {_beside(played, seat.score)}",),
        )
        for seat in played.seats
    )
    return (
        *((Span(" "), *row) for row in par_lines(played.game, played.par, glyphs)),
        line(f" {expert}"),
        (),
        *_by_player(tuple(told)),
    )


def _beside(played: SquaresAnalysis, score: int) -> str:
    """Return a score as compared with the best arrangement and with the expert's."""
    below, above = played.par.points - score, score - played.expert
    if above > 0:
        return tr(
            "{below} below the best, {more} above the expert", below=below, more=above
        )
    if above < 0:
        return tr(
            "{below} below the best, {less} below the expert", below=below, less=-above
        )
    return tr("{below} below the best, level with the expert", below=below)


# Both


def _by_player(told: tuple[tuple[SeatRecord, tuple[str, ...]], ...]) -> Iterable[Line]:
    """Yield the words on each player, beside the place and the name."""
    seats = [seat for seat, _ in told]
    names = [seat_name(seat, seats) for seat in seats]
    width = max(map(width_of, names), default=0)
    for (seat, texts), name in zip(told, names, strict=True):
        if is_linear():
            yield line(f" {seat.place} {name}: {'; '.join(texts)}")
            continue
        place = f" {seat.place}  {padded(name, width)}  "
        room = SCREEN - width_of(place)
        rows = texts if len("; ".join(texts)) > room else ("; ".join(texts),)
        yield line(place, rows[0])
        yield from (line(" " * width_of(place), text) for text in rows[1:])

"""What happened in a match that a watcher wants to see, by its record alone.

Hands that count, changes of the lead, and everybody's end: found without any search.
"""

from collections.abc import Iterator
from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.view.boards.squares import cell_name
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.standings import counted
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Axis, Cell, SquaresGame, SquaresPosition
from samedeal_games.squares import Line as HandLine
from samedeal_records.replays import Replay, Step

LEAST_POINTS = 5
"""Of a hand that is worth telling of."""


class Happened(NamedTuple):
    """Something that happened to a track."""

    at_ms: int
    track: int
    text: str


def happened_in(replay: Replay) -> tuple[Happened, ...]:
    """Return all of it, in the order of time."""
    found = [*_hands(replay), *_leads(replay), *_ends(replay)]
    return tuple(sorted(found, key=lambda one: (one.at_ms, one.track)))


def made_by(game: AnyGame, before: Step, after: Step) -> tuple[HandLine, ...]:
    """Return the lines that a move has completed and that count; none in a race."""

    def made(squares: SquaresGame) -> tuple[HandLine, ...]:
        now, was = after.position, before.position
        if not (isinstance(now, SquaresPosition) and isinstance(was, SquaresPosition)):
            return ()
        known = {line for line in squares.lines(was) if line.is_complete}
        lines = (line for line in squares.lines(now) if line.is_complete)
        return tuple(line for line in lines if line.points and line not in known)

    def none(_: PatienceGame) -> tuple[HandLine, ...]:
        return ()

    return family_of(game).choose(squares=made, patience=none)


def hand_told(game: AnyGame, hand: HandLine) -> str:
    """Return a hand with its points, and the line that it was made in."""
    fields = {"hand": tr(hand.hand.value), "points": hand.points}

    def told(squares: SquaresGame) -> str:
        if hand.axis is Axis.ROW:
            row = cell_name(squares, Cell(0, hand.number))[1:]
            return tr("{hand} in row {line}, +{points}", line=row, **fields)
        column = cell_name(squares, Cell(hand.number, 0))[0]
        return tr("{hand} in column {line}, +{points}", line=column, **fields)

    return family_of(game).choose(squares=told, patience=lambda _: "")


def _hands(replay: Replay) -> Iterator[Happened]:
    for number, track in enumerate(replay.tracks):
        for before, after in zip(track.steps, track.steps[1:], strict=False):
            for hand in made_by(replay.game, before, after):
                if hand.points >= LEAST_POINTS:
                    yield Happened(after.at_ms, number, hand_told(replay.game, hand))


def _leads(replay: Replay) -> Iterator[Happened]:
    """Yield who comes to be alone in front of all others, unless nobody was before."""
    scores = [track.steps[0].score for track in replay.tracks]
    steps = sorted(
        (step.at_ms, number, step.score)
        for number, track in enumerate(replay.tracks)
        for step in track.steps[1:]
    )
    leader: int | None = None
    for at_ms, number, score in steps:
        scores[number] = score
        best = max(scores)
        first = scores.index(best)
        if scores.count(best) > 1 or first == leader:
            continue
        if leader is not None:
            yield Happened(at_ms, first, tr("takes the lead"))
        leader = first


def _ends(replay: Replay) -> Iterator[Happened]:
    for number, track in enumerate(replay.tracks):
        last = track.steps[-1]
        score = counted(last.score, replay.game.about)
        yield Happened(last.at_ms, number, tr("ends with {score}", score=score))


def name_of_track(replay: Replay, track: int) -> str:
    """Return the name of its player."""
    return seat_name(replay.tracks[track].seat, replay.transcript.seats)

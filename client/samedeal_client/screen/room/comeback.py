"""The words of the screen without a connection, or in trouble with the service."""

import math

from samedeal_client.language import tr
from samedeal_client.play.sentences.service import DEGRADED
from samedeal_client.screen.keys.key_hints import GO_BACK
from samedeal_client.view.spans import Lines, Span, Style, line, padded, width_of
from samedeal_client.wire.reach.backoff import NextAttempt


def comeback_lines(
    trying: NextAttempt | None,
    now_s: float,
    *,
    is_playing: bool,
    waiting: str,
    width: int,
    is_down: bool = False,
) -> Lines:
    """Return the attempt that goes on, what is kept, and the moves that wait.

    With `is_down` no server runs where there was one, so no clock does either.
    """
    if is_playing and is_down:
        kept = tr("The server is gone; all clocks wait.")
    elif is_playing:
        # Nobody can tell from here which of the two is gone.
        kept = tr("Seat and board are kept; time may run.")
    else:
        kept = tr("Your seat is kept.")
    lines = [f"{_attempt(trying, now_s)} {kept}"]
    if waiting:
        start = tr("Not sent yet:")
        end = tr("(Esc drops all but the first)")
        room = max(8, width - width_of(start) - width_of(end) - 4)
        shown = waiting if width_of(waiting) <= room else padded(waiting, room)
        lines.append(f"{start} {shown} {end}")
    return tuple(line(Span(f" {text}", Style.WARNING)) for text in lines)


def attempt_lines(trying: NextAttempt | None, now_s: float) -> Lines:
    """Return the attempt that goes on, for a viewer with nothing to lose meanwhile."""
    return (line(Span(f" {_attempt(trying, now_s)}", Style.WARNING)),)


def degraded_lines() -> Lines:
    """Return the meaning of the service's trouble for a player."""
    return (line(Span(f" {tr(DEGRADED)}", Style.WARNING)),)


def unseated_lines(why: str) -> Lines:
    """Return the reason that a seat is gone, and the next step."""
    gone = Span(f" {why}", Style.WARNING)
    return (line(gone, Span(f" {tr(GO_BACK)}", Style.DIM)),)


def _attempt(trying: NextAttempt | None, now_s: float) -> str:
    if trying is None:
        return tr("The connection is lost.")
    left_s = math.ceil(trying.at_s - now_s)
    if left_s <= 0:
        return tr("Connection lost: attempt {attempt} now.", attempt=trying.attempt)
    return tr(
        "Connection lost: attempt {attempt} in {seconds} s.",
        attempt=trying.attempt,
        seconds=left_s,
    )

"""Sentences on pauses, as they are wanted, begin and end."""

from collections.abc import Callable, Iterator

from samedeal_client.language import later, tr
from samedeal_client.view.spans import Line, Lines, Span, Style, good_news, line
from samedeal_client.view.times import clock
from samedeal_client.wire.session import Session
from samedeal_protocol.rooms.boards import PauseView

MAY_AGREE = later("{name} wants a pause: type pause to agree, or play on.")
WANTS = later("{name} wants a pause.")
OWN_WISH = later("You want a pause; it begins once all who race agree.")
NO_WISH = later("{name} wants no pause any more.")
NO_OWN_WISH = later("You want no pause any more.")
BEGUN = later("Paused by all who race: the clocks stand, for {time} at most.")
TO_GO_ON = later("Type resume to go on.")
SOON = later("{name} goes on: the clocks run again in a moment.")
OWN_SOON = later("You go on: the clocks run again in a moment.")
OVER = later("The pause is over; the clocks run again.")
STANDING = later("PAUSED: the clocks stand, for {time} at most. Type resume to go on.")
STANDING_FOR_ALL = later("PAUSED: the clocks stand, for {time} at most.")
ENDING = later("PAUSED: goes on in {s} s.")


def pause_told(
    before: PauseView | None,
    now: PauseView | None,
    session: Session,
    name_of: Callable[[int], str],
) -> Lines:
    """Return the change of a pause, for players at the table and for spectators."""
    return tuple(_told(before, now, session, name_of))


def _told(
    before: PauseView | None,
    now: PauseView | None,
    session: Session,
    name_of: Callable[[int], str],
) -> Iterator[Line]:
    was_on = before is not None and before.since is not None
    if now is None or now.since is None:
        if was_on:
            yield good_news(tr(OVER))
        yield from _wishes(before, now, session, name_of)
    elif not was_on:
        time = clock(((now.until or now.since) - now.since) / 1000)
        more = f" {tr(TO_GO_ON)}" if session.may_move else ""
        yield line(" " + tr(BEGUN, time=time) + more)
    elif now.by is not None and (before is None or before.by is None):
        own = now.by == session.seat
        yield line(" " + (tr(OWN_SOON) if own else tr(SOON, name=name_of(now.by))))


def _wishes(
    before: PauseView | None,
    now: PauseView | None,
    session: Session,
    name_of: Callable[[int], str],
) -> Iterator[Line]:
    had = () if before is None or before.since is not None else before.asked
    has = () if now is None else now.asked
    room = session.room
    for seat in (seat for seat in has if seat not in had):
        if seat == session.seat:
            yield line(" " + tr(OWN_WISH))
        else:
            text = MAY_AGREE if session.may_move and session.seat not in has else WANTS
            yield line(" " + tr(text, name=name_of(seat)))
    if room is None or room.phase != "playing":
        return
    for seat in (seat for seat in had if seat not in has):
        own = seat == session.seat
        yield line(" " + (tr(NO_OWN_WISH) if own else tr(NO_WISH, name=name_of(seat))))


def standing_lines(session: Session, now_ms: int) -> Lines:
    """Return a line while the clocks stand; else nothing."""
    pause = None if session.room is None else session.room.pause
    if pause is None or pause.since is None or pause.until is None:
        return ()
    left_ms = max(0, pause.until - now_ms)
    text = tr(
        STANDING if session.may_move else STANDING_FOR_ALL, time=clock(left_ms / 1000)
    )
    if pause.by is not None:
        text = tr(ENDING, s=(left_ms + 999) // 1000)
    return ((Span(f" {text}", Style.NEXT),),)

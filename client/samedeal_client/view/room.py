"""A room: its players before a match, and everybody's progress during one."""

from samedeal_client.language import listed, tr, tr_n
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import sitter_name
from samedeal_client.view.records.certified import certified_room_lines
from samedeal_client.view.series import event_id
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable
from samedeal_client.view.standings import (
    STATES,
    counted,
    is_away,
    series_text,
    state_name,
    won_notes,
)
from samedeal_client.view.times import clock
from samedeal_games.catalogue import find_game
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import GuestView, RoomView, SeatView


def starts_soon(room: RoomView) -> bool:
    """Tell whether the ready players will start without the others, as servers do.

    Bots alone wait.
    """
    ready = [seat for seat in room.seats if seat.ready]
    is_awaited = any(not seat.bot for seat in ready)
    return is_awaited and len(ready) >= min(2, room.seats_max)


def room_lines(room: RoomView, about: About, own_seat: int | None) -> Lines:
    """Return the game of a room, and its seats with their readiness."""
    seats = [_seat(room, seat, seat.seat == own_seat) for seat in room.seats]
    free = room.seats_max - len(room.seats)
    rest = [line(_free_text(room, free))] if free else []
    return (*played_lines(room, about), *seats, *rest)


def _free_text(room: RoomView, free: int) -> str:
    if room.phase == "playing":
        return tr_n(
            "  {count} more can join when the match is over.",
            "  {count} more can join when the match is over.",
            free,
        )
    return tr_n("  {count} more can join.", "  {count} more can join.", free)


def played_lines(room: RoomView, about: About) -> Lines:
    """Return the game of a room with its options, and who may come there."""
    series = series_text(room.best_of, room.scoring)
    notes = _casual(room) + _quiet(room)
    head = f"{_kind_of(room)} {room.room}: {tr(about.title)}{series}{notes}"
    time = tr(
        "{time} per match; {contest}.",
        time=clock(room.time_limit_s),
        contest=tr(about.contest.value),
    )
    titles = "; ".join(tr(find_game(key).about.title) for key in room.games)
    games = [line(tr("Games in turn: {games}.", games=titles))] if titles else []
    return (
        (Span(head, Style.TITLE),),
        *_listing_lines(room),
        *_origin_lines(room),
        line(time),
        *certified_room_lines(room),
        *games,
        *_take_back_lines(room),
        *_named_lines(room),
    )


def _kind_of(room: RoomView) -> str:
    if room.kind == "challenge":
        return tr("Challenge")
    return tr("Public room") if room.public else tr("Private room")


def _casual(room: RoomView) -> str:
    if room.kind == "event":
        return tr(", event {event}", event=event_id(room))
    return tr(", casual") if room.kind == "match" and not room.rated else ""


def _quiet(room: RoomView) -> str:
    return tr(", quiet") if room.quiet and room.kind == "match" else ""


def _take_back_lines(room: RoomView) -> Lines:
    """Return the meaning of taking back, in a room that allows it."""
    if not room.takes_back:
        return ()
    text = tr(
        "Moves that showed no card can be taken back: type u. Nothing counts here."
    )
    return (line(Span(text, Style.DIM)),)


def _listing_lines(room: RoomView) -> Lines:
    """Return the line on who may come, while players are awaited."""
    if room.door is not None and room.phase in ("gathering", "result"):
        return door_lines(room)
    if room.phase != "gathering" or room.kind not in ("match", "event"):
        return ()
    return (_code_line(room),)


def door_lines(room: RoomView) -> Lines:
    """Return the lines on who may come in by the host's word; nothing without one."""
    door = room.door
    if door is None:
        return ()
    rows: list[Line] = [_code_line(room)]
    if door.shut:
        text = tr("The door is shut to whom the host has not let in.")
        rows = [line(Span(text, Style.DIM))]
    if door.let_in:
        text = tr("Let in: {names}.", names=_names_of(door.let_in))
        rows.append(line(Span(text, Style.DIM)))
    if door.put_out:
        text = tr("Put out: {names}.", names=_names_of(door.put_out))
        rows.append(line(Span(text, Style.DIM)))
    return tuple(rows)


def _names_of(guests: tuple[GuestView, ...]) -> str:
    return listed([printable(one.name) for one in guests])


def _code_line(room: RoomView) -> Line:
    if room.public and room.named_only:
        text = tr("It is on the list of rooms: whoever has claimed a name may join.")
    elif room.public:
        text = tr("It is on the list of rooms: anybody may join.")
    else:
        text = tr("It is not listed: whoever has its code may join.")
    return line(Span(text, Style.DIM))


def _named_lines(room: RoomView) -> Lines:
    """Return the line on who may sit down here, where not everybody may."""
    if not room.named_only:
        return ()
    text = tr("Claimed names only: samedeal account claim NAME")
    return (line(Span(text, Style.DIM)),)


def _origin_lines(room: RoomView) -> Lines:
    """Return the match whose deal a challenge is on."""
    if room.kind != "challenge":
        return ()
    origin = tr("The deal of {match}; not rated.", match=printable(room.origin))
    return (line(Span(origin, Style.DIM)),)


def _seat(room: RoomView, seat: SeatView, own: bool) -> Line:
    notes = [
        note
        for note, holds in (
            (tr("you"), own),
            (tr("host"), seat.seat == room.host),
            (tr("away"), is_away(seat, room.phase)),
        )
        if holds
    ]
    notes += won_notes(room, seat)
    name = sitter_name(seat, room.seats)
    about = f" ({', '.join(notes)})" if notes else ""
    style = Style.OWN if own else Style.PLAIN
    return (Span("  "), Span(name, style), Span(about + ": "), _readiness(room, seat))


def _readiness(room: RoomView, seat: SeatView) -> Span:
    """Return the state of a seat; nobody can be ready while a match is on."""
    if room.phase == "playing":
        if seat.play is None:
            return Span(tr("waits for the next match"), Style.DIM)
        return Span(tr(STATES[seat.play.state]), Style.DIM)
    if seat.ready:
        return Span(tr("ready"), Style.GOOD)
    return Span(tr("not ready"), Style.DIM)


def progress_line(
    room: RoomView, about: About, own_seat: int | None, glyphs: Glyphs
) -> Line:
    """Return the progress of every seat of the match, the viewer first."""
    seats = sorted(room.seats, key=lambda seat: seat.seat != own_seat)
    spans: list[Span] = []
    for seat in seats:
        if seat.play is not None:
            if spans:
                spans.append(Span(f" {glyphs.dot} ", Style.DIM))
            spans += _progress(room, seat, about, seat.seat == own_seat)
    return tuple(spans)


def told_progress(room: RoomView, about: About) -> Lines:
    """Return the progress of every seat of the match, a line for each."""
    return tuple(
        line(
            f" {sitter_name(seat, room.seats)}: {counted(seat.play.score, about)}, ",
            tr_n("{count} move", "{count} moves", seat.play.ply),
            f", {state_name(seat.play.state, about)}",
        )
        for seat in room.seats
        if seat.play is not None
    )


def _progress(room: RoomView, seat: SeatView, about: About, own: bool) -> Line:
    assert seat.play is not None  # noqa: S101 - the caller has looked
    name = tr("you") if own else sitter_name(seat, room.seats)
    score = Span(f" {seat.play.score}", Style.GOOD)
    if seat.play.state != "playing":
        note = f" ({state_name(seat.play.state, about)})"
    elif about.contest is Contest.SCORE:
        note = f" ({seat.play.ply}/{about.ply_limit})"
    else:
        note = f" ({seat.play.ply})"
    away = f" {tr('away')}" if is_away(seat, room.phase) else ""
    style = Style.OWN if own else Style.PLAIN
    return (Span(name, style), score, Span(note + away, Style.DIM))

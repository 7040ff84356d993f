"""The pages of a room while no match is on: before one, between two, at the end."""

from collections.abc import Mapping

from samedeal_client.families import family_of
from samedeal_client.language import later, tr
from samedeal_client.play.orders import may_call
from samedeal_client.play.sentences.inviting import may_come
from samedeal_client.view.names import sitter_name
from samedeal_client.view.room import room_lines, starts_soon
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    width_of,
    width_of_row,
)
from samedeal_client.view.standings import won_notes
from samedeal_client.view.times import clock
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import RoomView, SeatView

MOST_ROWS = 4
"""Rows of readiness: more players share rows."""
ANOTHER = later("Another game: ctrl+x leaves, then host it.")
ANOTHER_SHORT = later("Another game: ctrl+x")
"""The same where the foot has room for the key."""
AWAITED = later(" You are ready: the cards come once another player is ready.")
YIELDS = later(" A bot gives its seat to a friend who comes.")


def clock_label(room: RoomView) -> str:
    """Return the label of the room's clock, with a blank after it."""
    match room.phase:
        case "countdown":
            return f"{tr('cards in')} "
        case "gathering" | "result":
            soon = starts_soon(room)
            return f"{tr('starts within')} " if soon else f"{tr('closes in')} "
        case "playing" | "closed":
            return ""


def gathering_lines(
    room: RoomView, own: int | None, ratings: Mapping[str, str]
) -> Lines:
    """Return the game that is played here, and the players."""
    about = find_game(room.game).about
    rows = room_lines(room, about, own)
    return tuple(
        line(" ", *row, *_rating(room, row, ratings)) if row else row for row in rows
    )


def _rating(room: RoomView, row: Line, ratings: Mapping[str, str]) -> Line:
    """Return the rating of the player on a row, if they have one."""
    for seat in room.seats:
        rating = ratings.get(seat.player)
        if rating and len(row) > 1 and row[1].text == sitter_name(seat, room.seats):
            text = tr("rating {rating}", rating=rating)
            return (Span(f", {text}", Style.DIM),)
    return ()


def countdown_lines(room: RoomView, own: int | None, left_ms: int) -> Lines:
    """Return the time until the cards come, and the keys for them."""
    keys: Lines = ()
    if own is not None:
        keys = ((), *family_of(find_game(room.game)).key_help(""))
    left = clock((left_ms + 999) / 1000)
    return (
        (),
        line(Span(f" {tr('The cards are dealt in {left}', left=left)} ", Style.NEXT)),
        *keys,
    )


def awaited_lines(room: RoomView, own: int | None) -> Lines:
    """Return a line for a player who is ready, while nobody else is."""
    ready = [seat.seat for seat in room.seats if seat.ready]
    alone = ready == [own] and not starts_soon(room)
    return (line(Span(tr(AWAITED), Style.GOOD)),) if alone else ()


def expected_lines(room: RoomView, own: int | None) -> Lines:
    """Return the names of those who are awaited before a match."""
    awaited = [s for s in room.seats if not s.ready and s.seat != own]
    mine = next((seat for seat in room.seats if seat.seat == own), None)
    told: list[Line] = []
    if mine is not None and not mine.ready:
        told.append(line(Span(tr("Enter says that you are ready."), Style.NEXT)))
    elif mine is not None and not starts_soon(room):
        told.append(line(Span(tr(AWAITED).strip(), Style.GOOD)))
    elif mine is not None:
        told.append(line(Span(tr("You are ready."), Style.GOOD)))
    if awaited:
        names = ", ".join(sitter_name(seat, room.seats) for seat in awaited)
        told.append(line(tr("Waiting for {names}.", names=names)))
    return tuple(told)


def meanwhile_lines(room: RoomView, own: int | None, *, is_inviting: bool) -> Lines:
    """Return the bots there can be as long as others are to come."""
    if is_inviting and len(room.seats) == room.seats_max:
        return (line(tr(YIELDS)),)
    if own is not None and may_call(room):
        return (line(tr(" Race a bot meanwhile:  b brings one here")),)
    return ()


def waiting_lines(room: RoomView, own: int | None, invited: Lines) -> Lines:
    """Return the ways for others to come, bots too, as long as there is a seat."""
    if not may_come(room):
        return ()
    if invited and len(room.seats) == room.seats_max:
        invited = (*invited, line(tr(YIELDS)))
    if own is not None and may_call(room):
        invited = (*invited, line(tr(" Race a bot meanwhile:  b brings one here")))
    return ((), *invited) if invited else ()


def tail_lines(room: RoomView, own: int | None, width: int) -> Lines:
    """Return the next step, and everybody's readiness."""
    if room.phase == "closed":
        return (line(Span(f" {tr('This room is closed.')}", Style.WARNING)),)
    if room.next_match is None or room.phase != "result":
        return ()
    words = [word for group in _groups(room, own) for word in group]
    following = _next_line(room)
    if not _has_one_game(room, own):
        return (following, *_filled(words, width))
    more = Span(f" {tr(ANOTHER)}", Style.DIM)
    if width_of_row((*following, Span("  "), more)) < width:
        return ((*following, Span("  "), more), *_filled(words, width))
    return (following, *_filled(words, width), line(more))


def _has_one_game(room: RoomView, own: int | None) -> bool:
    """Tell whether who sits in a room plays nothing else there."""
    opened = room.next_match
    following = "" if opened is None else opened.game
    is_one = room.kind == "match" and room.best_of == 1
    return own is not None and is_one and following in ("", room.game)


def _groups(room: RoomView, own: int | None) -> list[list[Span]]:
    """Return the words that tell who is ready and who is not."""
    ready = [seat for seat in room.seats if seat.ready]
    others = [seat for seat in room.seats if not seat.ready]
    groups = [(tr("Ready:"), ready, Style.GOOD), (tr("Not yet:"), others, Style.DIM)]
    said = [_group(room, *group, own) for group in groups if group[1]]
    for group in said[:-1]:
        group[-1] = group[-1]._replace(text=f"{group[-1].text};")
    return said


def ready_lines(room: RoomView, own: int | None) -> Lines:
    """Return the next step, and a row for everybody, ready or not."""
    if room.next_match is None or room.phase != "result":
        return ()
    game = room.next_match.game or room.game
    named = Span(tr(find_game(game).about.title), Style.TITLE)
    head = line(named, Span(_number_of_next(room), Style.DIM))
    more = (
        (line(Span(tr(ANOTHER_SHORT), Style.DIM)),) if _has_one_game(room, own) else ()
    )
    if len(room.seats) <= MOST_ROWS:
        return (head, *(_ready_line(room, seat, own) for seat in room.seats), *more)
    words = [word for group in _groups(room, own) for word in group]
    return head, tuple(word._replace(text=f"{word.text} ") for word in words), *more


def _number_of_next(room: RoomView) -> str:
    """Return which deal or match of how many is next, after a comma."""
    number = 0 if room.next_match is None else room.next_match.number
    if room.best_of == 1:
        return ""
    if room.scoring == "duplicate":
        return tr(", deal {number} of {all}", number=number, all=room.best_of)
    return tr(", match {number} of at most {all}", number=number, all=room.best_of)


def _ready_line(room: RoomView, seat: SeatView, own: int | None) -> Line:
    word = tr("ready") if seat.ready else tr("not yet")
    name = _named(room, seat, own)
    return line(
        Span(f"{name}: ", Style.PLAIN),
        Span(word, Style.GOOD if seat.ready else Style.DIM),
    )


def _next_line(room: RoomView) -> Line:
    """Return the next game, and which deal of how many it is."""
    opened = room.next_match
    game = room.game if opened is None else opened.game or room.game
    title = tr(find_game(game).about.title)
    if opened is None or room.best_of == 1:
        text = tr("Next: {game}", game=title)
    elif room.scoring == "duplicate":
        text = tr(
            "Next: deal {number} of {of}, {game}",
            number=opened.number,
            of=room.best_of,
            game=title,
        )
    else:
        text = tr(
            "Next: match {number} of at most {of}, {game}",
            number=opened.number,
            of=room.best_of,
            game=title,
        )
    return line(Span(f" {text}", Style.TITLE))


def _group(
    room: RoomView, label: str, seats: list[SeatView], style: Style, own: int | None
) -> list[Span]:
    names = [_named(room, seat, own) for seat in seats]
    ends = [","] * (len(names) - 1) + [""]
    return [Span(label, Style.DIM)] + [
        Span(name + end, style) for name, end in zip(names, ends, strict=True)
    ]


def _named(room: RoomView, seat: SeatView, own: int | None) -> str:
    name = tr("you") if seat.seat == own else sitter_name(seat, room.seats)
    notes = won_notes(room, seat) + ([] if seat.present else [tr("away")])
    return f"{name} ({', '.join(notes)})" if notes else name


def _filled(words: list[Span], width: int) -> Lines:
    """Set words on as few lines as they need; names are not broken."""
    rows: list[list[Span]] = [[]]
    taken = 0
    for word in words:
        size = width_of(word.text) + 1
        if rows[-1] and taken + size > width - 1:
            rows.append([])
            taken = 0
        rows[-1] += [Span(" "), word]
        taken += size
    return tuple(tuple(row) for row in rows)

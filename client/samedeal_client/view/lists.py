"""Lists of public rooms, and of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from samedeal_client.language import later, tr
from samedeal_client.reader import is_linear
from samedeal_client.view.cards import NAMED
from samedeal_client.view.names import name_of
from samedeal_client.view.phases import phase_words
from samedeal_client.view.spans import Lines, line, table
from samedeal_client.view.standings import series_text
from samedeal_client.view.times import clock
from samedeal_games.game import About

if TYPE_CHECKING:
    # No more than annotations, so what needs no server does not wait for messages.
    from samedeal_protocol.rooms.boards import RoomSummary

ROOM_HEADER = (
    *(later("room"), later("game"), later("host")),
    *(later("seats"), later("time"), later("series")),
)


def rooms_lines(rooms: Sequence[RoomSummary]) -> Lines:
    """Return the public rooms as a table."""
    if not rooms:
        return (
            line(tr("No public room is open. Open one:  samedeal host GAME --public")),
        )
    cells = [
        (
            room.room,
            _played_in(room),
            name_of(room.host, named=room.host_named),
            _seats_cell(room),
            clock(room.time_limit_s),
            _series_cell(room),
            tr(phase_words(room).in_table),
        )
        for room in rooms
    ]
    header = tuple(map(tr, ROOM_HEADER))
    return table((*header, ""), cells)


def _series_cell(room: RoomSummary) -> str:
    said = series_text(room.best_of, room.scoring).removeprefix(", ")
    series = said or tr("one match")
    return tr("{series}, winnable", series=series) if room.certified else series


def _seats_cell(room: RoomSummary) -> str:
    """Return the seats taken of all, with a mark where claimed names alone may sit."""
    seats = tr("{part} of {whole}", part=room.seats_taken, whole=room.seats_max)
    if not room.named_only:
        return seats
    if is_linear():
        return tr("{seats}, names only", seats=seats)
    return f"{room.seats_taken}/{room.seats_max} {NAMED}"  # no wider than the others


def _played_in(room: RoomSummary) -> str:
    """Return the game; the series' column has no room for more."""
    return tr("{game}, undo", game=room.game) if room.takes_back else room.game


def games_lines(games: Iterable[About]) -> Lines:
    """Return the catalogue as a table with a summary under each game."""
    lines: list[Lines] = []
    for about in games:
        limit = f"{about.time_limit_s // 60} min"
        if is_linear():
            lines.append(
                (
                    line(f"{about.key}: {tr(about.title)}, {limit}."),
                    line(tr(about.summary)),
                )
            )
            continue
        head = f"{about.key:<26}{tr(about.title)}"
        lines.append((line(f"{head:<68}{limit:>8}"), *_indented(tr(about.summary))))
    return tuple(row for block in lines for row in block)


def _indented(text: str, width: int = 74) -> Lines:
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 1 > width - 4:
            rows.append("")
        rows[-1] += " " + word
    return tuple(line("   " + row) for row in rows)

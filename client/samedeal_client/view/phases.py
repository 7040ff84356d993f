"""Words for the phases of a room, by the place where they are said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from samedeal_client.language import later

if TYPE_CHECKING:
    # No more than annotations, so what needs no server does not wait for messages.
    from collections.abc import Mapping

    from samedeal_protocol.rooms.boards import Phase, RoomSummary


class PhaseWords(NamedTuple):
    """The words for one phase."""

    in_table: str
    """In the table of rooms that a command prints."""
    on_page: str
    """On the page of rooms."""
    to_spectators: str
    """To spectators of the room; in some phases a time follows."""


PHASES: Mapping[Phase, PhaseWords] = {
    "gathering": PhaseWords(
        later("gathering"), later("waiting"), later("waiting for players")
    ),
    "countdown": PhaseWords(later("countdown"), later("starting"), later("starts in")),
    "playing": PhaseWords(later("playing"), later("playing"), later("time left")),
    "result": PhaseWords(later("result"), later("between matches"), later("over")),
    "closed": PhaseWords(later("closed"), later("closed"), later("closed")),
}

HOST_AWAY = PhaseWords(
    # In Spanish the table has room for six letters.
    later("away"),
    later("host away"),
    later("waiting for players"),
)


def phase_words(room: RoomSummary) -> PhaseWords:
    """Return the words for a listed room's phase, or that nobody waits there."""
    is_away = room.host_away and room.phase == "gathering"
    return HOST_AWAY if is_away else PHASES[room.phase]

"""The rooms behind the gate of a process, for those who are let in."""

from functools import wraps
from typing import Any, NamedTuple

from samedeal_protocol.shapes import Request
from samedeal_server.core.answerers import (
    Answerer,
    Answerers,
    Question,
    Questions,
    Reply,
)
from samedeal_server.deals.dailies import Dailies
from samedeal_server.hub.hub import Hub
from samedeal_server.hub.presence import Presence
from samedeal_server.records.chain import Chain
from samedeal_server.rooms.room_list import OpenRooms
from samedeal_server.rooms.telling.viewers import Viewer


class Parts(NamedTuple):
    """A hub's offers to its process, and the answerers of requests."""

    hub: Hub
    dailies: Dailies
    chain: Chain
    presence: Presence
    open_rooms: OpenRooms
    answerers: Answerers[Viewer]


def by_viewers(questions: Questions) -> Answerers[Viewer]:
    """Return the answerers of viewers for questions that only players matter for."""
    return {kind: _by_viewer(question) for kind, question in questions.items()}


def _by_viewer(question: Question) -> Answerer[Viewer]:
    answer = question.how

    @wraps(answer)
    def how(viewer: Viewer, asked: Request) -> Reply | None:
        return answer(viewer.player, asked)

    row: dict[str, Any] = question._asdict() | {"how": how}
    return Answerer(**row)

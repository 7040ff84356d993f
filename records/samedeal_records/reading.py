"""Plain values read strictly: maps, lists, and what may stand in them.

Whatever is not as it should be raises BadTranscript with what is wrong where.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from samedeal_games.errors import BadTranscript
from samedeal_games.wording import Wording
from samedeal_protocol.limits import MAX_SEATS

TEXT_MOST = 200
"""Characters of any text of a record; none that a server makes needs as many."""
BYTES_MOST = 64
"""Of a commitment, a seed or a nonce, likewise."""
LISTED_MOST = {
    "seats": MAX_SEATS,
    # A room that changes before the deal may have had more people than seats.
    **dict.fromkeys(("nonces", "withheld"), 2 * MAX_SEATS),
    "voids": 32,
}
"""Of the parts of a record, at most; of moves as many as there is room for."""

_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("match", "game", "rules", "server", "player", "name"), (str,)),
    **dict.fromkeys(("deal", "state", "move", "certifier", "why"), (str,)),
    **dict.fromkeys(("commitment", "server_seed", "who", "salt"), (bytes,)),
    **dict.fromkeys(("started_at", "ended_at", "stood_ms", "time_limit_s"), (int,)),
    **dict.fromkeys(("seat", "place", "score", "plies", "elapsed_ms"), (int,)),
    **dict.fromkeys(("at_ms", "counter"), (int,)),
    "nonce": (bytes, type(None)),
    **dict.fromkeys(("bot", "rated"), (bool,)),
    "named": (bool, type(None)),
    **dict.fromkeys(("nonces", "seats", "moves", "withheld"), (tuple,)),
    "voids": (tuple, type(None)),
}


def check_kinds(fields: Mapping[str, object]) -> None:
    """Raise BadTranscript for a field whose value is of another kind, or too large."""
    for name, value in fields.items():
        if type(value) not in _KINDS[name]:
            raise of_wrong_type(name, value)
        if (isinstance(value, str) and len(value) > TEXT_MOST) or (
            isinstance(value, bytes) and len(value) > BYTES_MOST
        ):
            raise BadTranscript(
                Wording("{name} is longer than in any record of a match", name=name)
            )
        if type(value) is int and value < 0:
            raise BadTranscript(Wording("{name} is below 0", name=name))


def fields_of(value: object, what: str, names: Sequence[str]) -> dict[str, Any]:
    """Return a map with exactly these keys in this order."""
    if not isinstance(value, dict):
        raise BadTranscript(Wording("a {what} is not a map", what=what))
    fields = cast("dict[str, Any]", value)
    if tuple(fields) != tuple(names):
        raise BadTranscript(
            Wording(
                "a {what} has the wrong fields, or has them in the wrong order",
                what=what,
            )
        )
    return dict(fields)


def listed(value: object, what: str, length: int | None = None) -> Sequence[Any]:
    """Return a list that is not too long, of `length` parts if that is given."""
    if not isinstance(value, list | tuple):
        raise BadTranscript(Wording("{what}: not a list", what=what))
    items = cast("Sequence[Any]", value)
    if len(items) > LISTED_MOST.get(what, len(items)):
        raise BadTranscript(
            Wording("{name} is longer than in any record of a match", name=what)
        )
    if length is not None and len(items) != length:
        raise BadTranscript(
            Wording("a {what} must have {length} parts", what=what, length=length)
        )
    return items


def of_wrong_type(name: str, value: object) -> BadTranscript:
    """Return the error to raise for a value of another type than its field's."""
    return BadTranscript(
        Wording("{name} is of the wrong type: {value!r:.40}", name=name, value=value)
    )

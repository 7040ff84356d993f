"""The stages of a move's way, and which code belongs to which."""

from collections import Counter
from collections.abc import Iterable, Mapping

from bench.stages.sampled import ENTERED, Place

LOOP = "event loop; sockets read and written"
ELSE = "all else"

STAGES: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    LOOP: (
        # What the writer's task calls first: the signal has waited for that.
        ("store/writer.py", ("_split",)),
    ),
    "frame taken apart": (
        ("edge/frames.py", ("short_message",)),
        ("edge/sockets.py", ("Socket.data_received", "Socket._read")),
    ),
    "message unpacked and checked": (
        ("samedeal_protocol/codec.py", ("decode_command", "_move")),
    ),
    "limits": (
        ("edge/connections.py", ("Connection._admit",)),
        ("people/buckets.py", ()),
    ),
    "brought to its room": (
        ("edge/connections.py", ("Connection.received", "Connection._take")),
        ("edge/requests.py", ("Requests.begin",)),
        ("hub/hub.py", ("Hub.command",)),
        ("rooms/runtime.py", ("Runtime.submit", "Runtime._is_sure", "Runtime._take")),
        ("rooms/standing.py", ("Standing.is_told",)),
    ),
    "decided": (("core/rooms/decide.py", ("decide",)), ("core/guards.py", ())),
    "fact packed": (
        ("rooms/room_logs.py", ("Logs.append",)),
        ("store/redis.py", ("Store.append",)),
        ("store/writer.py", ("Writer.append",)),
    ),
    "script packed": (
        ("store/writer.py", ("Writer._commands", "Writer._hashed")),
        ("store/connections/lines.py", ("_packed",)),
    ),
    "script sent, reply awaited and read": (
        ("store/writer.py", ()),
        ("store/calls.py", ()),
        ("store/clients.py", ()),
        ("store/connections/lines.py", ()),
        ("store/connections/pools.py", ()),
    ),
    "folded": (
        ("rooms/runtime.py", ("Runtime._landed", "Runtime._folded")),
        ("rooms/standing.py", ("Standing.is_late",)),
        ("rooms/carrier.py", ()),
        ("rooms/live.py", ("LiveRoom.fold",)),
    ),
    "answer packed": (
        ("rooms/live.py", ("LiveRoom.moved",)),
        ("hub/hub.py", ("Hub._carried_out",)),
        ("rooms/telling/wire.py", ("moved_frame",)),
    ),
    "others told, packed": (
        ("rooms/live.py", ("LiveRoom.flush",)),
        ("rooms/telling/audience.py", ()),
        ("rooms/telling/wire.py", ("progress_frame",)),
    ),
    "frames made and handed to the loop": (
        (
            "edge/connections.py",
            (
                *("Connection.answered", "Connection._done"),
                *("Connection.send", "Connection.send_soon"),
            ),
        ),
        (
            "edge/sockets.py",
            ("Socket.send", "Socket.send_together"),
        ),
        ("edge/frames.py", ("framed",)),
    ),
}
"""Each the end of a file's path and functions in it, none for all of them. What is in
no stage by itself belongs to that of whoever called it."""


def stage_of(stack: Iterable[Place]) -> str:
    """Return the stage of a stack, from the inside to the outside."""
    for place in stack:
        if place == ENTERED:
            return LOOP
        for stage, code in STAGES.items():
            if any(_is_in(place, *each) for each in code):
                return stage
    return ELSE if stack else LOOP


def counted(seen: Iterable[tuple[Iterable[Iterable[str]], int]]) -> Counter[str]:
    """Count how often each stage was seen, from stacks as they were written."""
    found: Counter[str] = Counter()
    for stack, times in seen:
        found[stage_of([Place(*place) for place in stack])] += times
    return found


def _is_in(place: Place, file: str, functions: tuple[str, ...]) -> bool:
    if not place.file.endswith(file):
        return False
    return not functions or place.function in functions

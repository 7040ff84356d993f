"""Frames and digests as vectors."""

import hashlib

import msgpack
from docs.reference.transcripts_page import example
from docs.reference.vectors.values import page, plain
from pydantic import BaseModel
from tests.golden.frames.examples import (
    BOARD,
    COMMANDS,
    MESSAGES,
    NOW,
    RESULT,
    ROOM,
    SEAT,
    UPDATES,
)

from samedeal_protocol.codec import encode
from samedeal_protocol.digest import board_values, digest, room_values
from samedeal_protocol.rooms.boards import BoardView, PlayView, RoomView
from samedeal_protocol.updates import News
from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import Transcript, erased, to_plain

BAD_FRAMES = {
    "": "nothing at all",
    "c0": "no map",
    "80": "no kind",
    "82a17482": "cut short",
    "81a174a5726f6f6d73": "rooms without an id",
    "82a26964c3a174a5726f6f6d73": "an id that is no number",
    "82a2696400a174a5726f6f6d73": "an id below 1",
    "82a2696401a174a5666c616d65": "a kind that is unknown",
    "83a2696401a174a5726f6f6d73a16b01": "a field that is unknown",
    "83a2696401a2696401a174a5726f6f6d73": "a key twice",
    "82a2696401a174a5726f6f6d7300": "a byte behind it",
}
"""Frames that no server takes, in hex, and the reasons."""


def messages() -> str:
    """Return the text of the file of messages."""
    about = (
        "A frame of every message, and what it says; updates are within news. What "
        "is in `refused` is answered with an error, `bad_message` or "
        "`unknown_message`, and never by a closed socket if it comes alone."
    )
    news = [News(since=3, offset=4, updates=(update,)) for update in UPDATES]
    return page(
        about,
        client=[_row(message) for message in COMMANDS],
        server=[_row(message) for message in (*MESSAGES, *news)],
        refused=[{"frame": frame, "why": why} for frame, why in BAD_FRAMES.items()],
    )


def _row(message: BaseModel) -> object:
    return {"frame": encode(message).hex(), "message": plain(message)}


def digests() -> str:
    """Return the text of the file of digests."""
    about = (
        "Views, and the digests that a heartbeat has of them: "
        "docs/howto/write-a-client.md. `packed_room` and `packed_board` are what is "
        "hashed, in msgpack."
    )
    playing = SEAT.model_copy(
        update={"play": PlayView(score=3, ply=4), "wins": 1, "ready": False}
    )
    other = playing.model_copy(
        update={"seat": 3, "player": "p-bob", "name": "Zoë", "bot": True}
    )
    moving = ROOM.model_copy(
        update={
            "phase": "playing",
            "started": NOW,
            "next_match": None,
            "seats": (playing, other),
            "epoch": 2,
        }
    )
    over = ROOM.model_copy(
        update={"phase": "result", "started": NOW, "result": RESULT, "until": None}
    )
    gone = ROOM.model_copy(
        update={"phase": "closed", "until": None, "next_match": None}
    )
    laid = BoardView(
        ply=1, score=0, zones={"next": (19,), "stock": (0,) * 23, "cell.c3": (8,)}
    )
    views = [
        (ROOM, None),
        (moving, BOARD),
        (moving, laid),
        (moving, BoardView(ply=0, score=0, zones={})),
        (over, laid),
        (gone, None),
    ]
    return page(about, views=[_view(room, board) for room, board in views])


def _view(room: RoomView, board: BoardView | None) -> object:
    return {
        "room": plain(room),
        "board": plain(board),
        "packed_room": msgpack.packb(room_values(room)).hex(),
        "packed_board": msgpack.packb(board_values(board)).hex(),
        "digest": digest(room, board).hex(),
    }


def transcripts() -> str:
    """Return the text of the file of transcripts."""
    about = (
        "Records of matches, and under which digest: docs/reference/transcripts.md. "
        "The second is the first with its player erased, and the third is of version "
        "4. Those in `refused` are no records, or not under their digest."
    )
    whole = example()
    sealed = seal(to_plain(whole))
    gone = erased(whole, "p-ada", "gone-0123456789abcdef")
    before = whole._replace(seats=(whole.seats[0]._replace(who=b"", salt=b""),))
    refused = {
        sealed[:40] + bytes([sealed[40] ^ 1]) + sealed[41:]: "one bit is another",
        sealed + b"\xc0": "a byte behind it",
        sealed[:-1]: "cut short",
        _longer(seal(to_plain(before))): "a number is not in its shortest form",
    }
    return page(
        about,
        proven=[_proven(each) for each in (whole, gone, before)],
        refused=[{"bytes": each.hex(), "why": why} for each, why in refused.items()],
    )


def _proven(whole: Transcript) -> dict[str, object]:
    """Return a record as bytes, and its transcript; `people` from version 5 on."""
    sealed, values = seal(to_plain(whole)), to_plain(whole)
    people = {name: values.pop(name) for name in ("people",) if name in values}
    row = {"bytes": sealed.hex(), "digest": digest_of(sealed).hex()}
    return {**row, "transcript": plain(values)} | {
        k: plain(v) for k, v in people.items()
    }


def _longer(sealed: bytes) -> bytes:
    """Return a record with a place in two bytes, under a digest that fits."""
    head, tail = b"\x82\xaatranscript", len(b"\xa6digest\xc4\x20") + 32
    packed = sealed[len(head) : -tail].replace(b"\xa5place\x01", b"\xa5place\xcc\x01")
    digest = hashlib.sha256(packed).digest()
    return head + packed + b"\xa6digest\xc4\x20" + digest

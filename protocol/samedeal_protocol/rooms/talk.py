"""Talk in a room: free text before and after a match, fixed phrases at any time.

Everybody in a match plays the same deal, so what one writes could be worth
something to another who still plays. While cards are on the table only phrases are
said, which go as codes: they tell nothing of a deal and read in every language.
"""

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.shapes import PlayerId, Request, View, Who, Word

TEXT_MAX = 200
"""Characters of a line of free text."""
LINES_KEPT = 50
"""Lines that whoever comes into a room is told of; older ones are not."""
LINES_A_SEAT = 40
"""Lines that one seat says before the next match begins or ends."""
LINES_A_ROOM = 2_000
"""Lines that a room takes in all its life."""

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "have_fun",
    "nice",
    "wow",
    "oops",
    "close",
    "hurry",
    "thanks",
    "sorry",
    "well_played",
    "good_game",
    "again",
    "bye",
]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)

LineNumber: TypeAlias = Annotated[int, Field(ge=1, le=2**31)]


class TalkRequest(Request):
    """Something to say in the room where this connection has a seat.

    Lines have numbers of their own, so that talk never comes in the way of moves.
    The numbers of one player in one room grow; a number that is not greater than
    that of the last line taken is of a line said before, and has no second effect.
    """

    number: LineNumber


class Say(TalkRequest):
    """Say something in words; not while cards are dealt or played or an event lasts."""

    t: Literal["say"] = "say"
    answered_by = Done
    text: Annotated[str, Field(min_length=1, max_length=TEXT_MAX)]
    """Composed (NFC), in visible characters with single blanks."""


class SayPhrase(TalkRequest):
    """Say one of the fixed phrases."""

    t: Literal["phrase"] = "phrase"
    answered_by = Done
    phrase: Phrase


class LineView(View):
    """Something that was said; has either a phrase or a text."""

    offset: int
    """Where it stands in the room's log."""
    at: int
    """When it was said, in ms since 1970."""
    seat: int
    """From which seat; its player may have left since."""
    player: PlayerId
    name: Who
    named: bool = False
    """Whether the name was claimed."""
    bot: bool = False
    phrase: Word = ""
    """A code; a newer server may know more of them."""
    text: Annotated[str, Field(max_length=TEXT_MAX)] = ""


class Said(View):
    """Somebody has said something."""

    t: Literal["said"] = "said"
    line: LineView


class Talk(View):
    """What was said last in the room, oldest first, for whoever comes in or back.

    Follows the snapshot, but not one that comes for a digest alone: whoever is at the
    same offset has heard it all. Is not sent where nothing was said.
    """

    t: Literal["talk"] = "talk"
    lines: tuple[LineView, ...]

"""What is kept of matches: the chain of them all, and their transcripts."""

from typing import Annotated, Literal

from pydantic import Field

from samedeal_protocol.rooms.boards import LinkView
from samedeal_protocol.shapes import MatchId, Reply, Request


class ChainPart(Reply):
    """Links of the chain of matches, as many as one message holds."""

    t: Literal["chain"] = "chain"
    start: int
    links: tuple[LinkView, ...]
    length: int
    """Of the whole chain, or a moment ago."""
    head: bytes
    """Of the whole chain."""


class AskChain(Request):
    """Ask for links of the chain of matches."""

    t: Literal["chain"] = "chain"
    answered_by = ChainPart
    start: Annotated[int, Field(ge=0, le=2**53)] = 0
    """How many links come before them."""


class TranscriptPart(Reply):
    """A part of a transcript; the parts put together are its bytes."""

    t: Literal["transcript"] = "transcript"
    match: MatchId
    size: int
    """Of the whole, in bytes."""
    start: int
    data: bytes


class AskTranscript(Request):
    """Ask for a part of a finished match's transcript."""

    t: Literal["transcript"] = "transcript"
    answered_by = TranscriptPart
    match: MatchId
    start: Annotated[int, Field(ge=0, le=2**31)] = 0
    """The part's first byte."""

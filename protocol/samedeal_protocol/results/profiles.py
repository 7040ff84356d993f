"""Profiles and histories: what a player has done here, for everybody to read.

What counts is public: rated matches, dailies, and whatever is made of them. Other
matches are told only to those who took part in them.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.deals.dailies import StreakView
from samedeal_protocol.rooms.boards import MatchKind, SeatState
from samedeal_protocol.shapes import (
    GameKey,
    MatchId,
    PlayerId,
    Reply,
    Request,
    View,
    Who,
)

ENTRIES_MOST = 40
"""Of a history, in one answer."""


class PersonView(View):
    """Who somebody is."""

    player: PlayerId
    name: Who
    """What they go by now; in a match it may have been another."""
    named: bool = False
    """Whether the name was claimed."""
    bot: bool = False


class ShownRating(View):
    """A rating as people see it."""

    rating: int
    provisional: bool
    """Whether too few matches are known."""


class FamilyView(View):
    """A player's rating in a family of games."""

    family: GameKey
    rating: ShownRating
    matches: int
    match: MatchId
    """The last one that went into it."""


class BestView(View):
    """A player's best result in a game, of all time."""

    score: int
    plies: int
    elapsed_ms: int
    match: MatchId
    at: int


class GameView(View):
    """What a player has done in one game; only rated matches are counted."""

    game: GameKey
    matches: int
    wins: int
    outs: int
    """How often all cards came out, won or not."""
    best: BestView | None
    streak: StreakView | None


class VersusView(View):
    """How two players fared against each other, in rated matches of all games."""

    who: PersonView
    matches: int
    won: int
    """By the player whose profile it is; equal places are neither."""
    lost: int


class Profile(Reply):
    """What a player has come to."""

    t: Literal["profile"] = "profile"
    who: PersonView
    since: int | None
    """When the first match that everybody may know of ended, in ms since 1970."""
    ratings: tuple[FamilyView, ...]
    games: tuple[GameView, ...]
    """Those with anything to tell, in the order of the catalogue."""
    versus: VersusView | None


class AskProfile(Request):
    """Ask what a player has come to."""

    t: Literal["profile"] = "profile"
    answered_by = Profile
    who: Who = ""
    """Also the name of a guest, who is the one of that name whom the viewer met last in
    a match; so is `versus`."""
    versus: Who | None = None
    """Somebody else, to be told how the two fared against each other."""


class OpponentView(View):
    """Somebody else in a match."""

    player: PlayerId
    name: Who
    """As the match has it."""
    bot: bool
    place: int
    score: int


class EntryView(View):
    """A match in a player's history."""

    index: int
    """Its number in this history, from 0; only ever grows."""
    match: MatchId
    kind: MatchKind
    deal: MatchId
    """What the server committed for; the match itself for an ordinary one."""
    game: GameKey
    rated: bool
    at: int
    """When it ended, in ms since 1970."""
    place: int
    """Among all, bots included; those who tie share it."""
    players: int
    score: int
    plies: int
    elapsed_ms: int
    state: SeatState
    before: ShownRating | None
    """The rating before this match; None where it was not rated."""
    after: ShownRating | None
    opponents: tuple[OpponentView, ...]
    """In order of place."""


class History(Reply):
    """Matches of a player that the viewer may know of, newest first."""

    t: Literal["history"] = "history"
    who: PersonView
    entries: tuple[EntryView, ...]
    """May be fewer than asked for, or none, though there are more."""
    before: int | None
    """What to ask for next; None if there are no more."""


class AskHistory(Request):
    """Ask for a player's matches."""

    t: Literal["history"] = "history"
    answered_by = History
    who: Who = ""
    """Also the name of a guest, as for a profile."""
    game: GameKey | None = None
    """None for all games."""
    before: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """Only matches with a smaller `index`; None for the newest."""
    limit: Annotated[int, Field(ge=1, le=ENTRIES_MOST)] = 20


ProfileQuestion: TypeAlias = AskProfile | AskHistory
ProfileReply: TypeAlias = Profile | History

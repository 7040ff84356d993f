"""A day's deal held against what was committed to, and its board against the records.

Nothing here asks anybody: what the server says comes in, and doubts come out.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from samedeal_games.catalogue import find_game
from samedeal_games.contests import places
from samedeal_games.fairness import commitment_to_seed
from samedeal_games.game import Contest
from samedeal_games.wording import Wording
from samedeal_protocol.deals.dailies import Daily
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.rooms.boards import RoomView
from samedeal_records.proof.witness import Plays
from samedeal_records.record import Unreadable, date_text, read_record

NOT_CHECKED = Wording("not everything was checked")


DAY_MS = 24 * 3600 * 1000
REVEALED_AFTER_MS = 3600 * 1000
"""The ms from the end of a day until its seeds are revealed; part of what is
promised."""


class Seen(NamedTuple):
    """A commitment as it was first shown here."""

    commitment: bytes
    at: int
    """By this machine's clock, in ms since 1970."""


def doubts_about_day(daily: Daily, seen: Seen | None, now_ms: int) -> tuple[str, ...]:
    """Return the doubts about the deal of a day as a server tells it.

    `seen` is the commitment that this player was shown first, if any.
    """
    told, seed = daily.commitment, daily.server_seed
    doubts: list[str] = []
    if told.deal != deal_of(daily):
        doubts.append(
            Wording("the commitment is to another deal, {deal}", deal=told.deal)
        )
    if doubt := doubt_about_promise(told.commitment, seen):
        doubts.append(doubt)
    if seed and commitment_to_seed(deal_of(daily), seed) != told.commitment:
        doubts.append(Wording("the seed revealed is not the one that was committed to"))
    if not seed and now_ms >= daily.reveal_at:
        when = date_text(daily.reveal_at)
        doubts.append(Wording("the seed was due at {when}", when=when))
    return tuple(doubts)


def is_from_before(deal: str, seen: Seen | None) -> bool:
    """Tell whether a commitment was shown here before anybody could know its seed.

    A seed that is revealed fits whatever commitment is told together with it. When a
    day's was to be revealed follows from the day, whatever a server says.
    """
    if seen is None:
        return False
    if not deal.startswith("daily/"):
        return True
    try:
        day = date.fromisoformat(deal.rpartition("/")[2])
    except ValueError:
        return False
    days = (day - date(1970, 1, 1)).days
    return seen.at < (days + 1) * DAY_MS + REVEALED_AFTER_MS


def doubt_about_promise(commitment: bytes, seen: Seen | None) -> str:
    """Return the doubt about a commitment that is not the one shown first, if any."""
    if seen is None or seen.commitment == commitment:
        return ""
    when = date_text(seen.at)
    return Wording("you were shown a different commitment at {when}", when=when)


def doubt_about_room(days: Sequence[Daily], room: RoomView) -> str:
    """Return the doubt about the room that one was led to, empty if none.

    `days` are those of which an attempt can be on: this one and the one before.
    """
    opened = room.next_match  # None once it is on
    told = room.origin if opened is None else opened.deal
    daily = next((day for day in days if deal_of(day) == room.origin == told), None)
    if daily is None or (room.kind, room.game) != ("daily", daily.game):
        return Wording("the room plays another deal than the day's: {deal}", deal=told)
    if opened is not None and opened.commitment != daily.commitment.commitment:
        return Wording("the room's commitment is not the day's")
    return ""


def doubt_about_challenge(plays: Plays | None, room: RoomView) -> str:
    """Return the doubt about the room of a challenge, empty if none."""
    opened = room.next_match  # None once it is on
    told = room.origin if opened is None else opened.deal
    if plays == Plays(room.kind, room.origin) == Plays("challenge", told):
        return ""
    return Wording("the room plays another deal than the match's: {deal}", deal=told)


def doubt_about_row(daily: Daily, row: DealRow, sealed: bytes) -> str:
    """Return the doubt about a row that its match's record should prove, if any."""
    try:
        record = read_record(sealed)
    except Unreadable as error:
        return error.wording
    transcript = record.transcript
    if not record.is_proven:
        doubted = next((check for check in record.checks if check.doubt), None)
        return NOT_CHECKED if doubted is None else doubted.doubt
    if (transcript.match, transcript.deal) != (row.match, deal_of(daily)):
        return Wording("the record is of another match, or another deal")
    if transcript.server_seed != daily.server_seed:
        return Wording("the record has a different seed")
    if transcript.ended_at != row.at or not row.at <= daily.reveal_at:
        return Wording("it did not end when it is said to have, or ended too late")
    told = (row.player, row.name, row.score, row.plies, row.elapsed_ms, row.state)
    played = [
        (s.player, s.name, s.score, s.plies, s.elapsed_ms, s.state)
        for s in transcript.seats
        if not s.bot
    ]
    if [told] == played:
        return ""
    return Wording("{name} did not have this result in it", name=row.name)


def doubts_about_order(daily: Daily, rows: Sequence[DealRow]) -> tuple[str, ...]:
    """Return the doubts about ranks that do not follow from a whole board's results."""
    doubts: list[str] = [
        Wording(
            "{name} is in place {place}, but was said to be in {rank}",
            name=row.name,
            place=place,
            rank=row.rank,
        )
        for row, place in zip(rows, places([_key(daily, r) for r in rows]), strict=True)
        if row.rank != place
    ]
    players = [row.player for row in rows]
    if len(set(players)) != len(players):
        doubts.append(Wording("somebody is on it twice"))
    if len(rows) != daily.players:
        doubts.append(
            Wording(
                "{all} players were announced, but {given} came",
                all=daily.players,
                given=len(rows),
            )
        )
    return tuple(doubts)


def deal_of(daily: Daily) -> str:
    """Return the id under which a day's seed is committed to."""
    return f"daily/{daily.game}/{daily.day}"


def day_before(day: str) -> str:
    """Return the day before one, as they are written; raises ValueError."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def _key(daily: Daily, row: DealRow) -> tuple[int, ...]:
    """Return the key that orders a board: resigned and moveless attempts come last."""
    if row.state == "resigned" or not row.plies:
        return (1,)
    if find_game(daily.game).about.contest is Contest.SCORE:
        return (0, -row.score)
    return (0, -row.score, row.elapsed_ms)

"""A match as a line of one player's history, told from its record."""

from collections.abc import Iterator

from samedeal_games.wording import Wording
from samedeal_protocol.results.profiles import EntryView, OpponentView
from samedeal_records.transcripts import Transcript


def entry_from(transcript: Transcript, player: str) -> EntryView | None:
    """Return a line of a player's history, None for one who took no part.

    What the match did to a rating no record says.
    """
    own = next((seat for seat in transcript.seats if seat.player == player), None)
    if own is None:
        return None
    others = [seat for seat in transcript.seats if seat.player != player]
    others.sort(key=lambda seat: (seat.place, seat.seat))
    fields = {
        **own._asdict(),
        **transcript._asdict(),
        "index": 0,
        "kind": transcript.kind,
        "at": transcript.ended_at,
        "players": len(transcript.seats),
        "before": None,
        "after": None,
        "opponents": tuple(OpponentView.model_validate(o._asdict()) for o in others),
    }
    return EntryView.model_validate(fields)


FIELDS = {
    "game": Wording("game"),
    "kind": Wording("kind"),
    "deal": Wording("deal"),
    "rated": Wording("rating"),
    "at": Wording("end"),
    "place": Wording("place"),
    "players": Wording("number of players"),
    "score": Wording("score"),
    "plies": Wording("number of moves"),
    "elapsed_ms": Wording("time"),
    "state": Wording("state"),
}
"""The facts in a line of a history, in words."""


def contradictions_to(
    kept: EntryView, player: str, transcript: Transcript
) -> Iterator[str]:
    """Yield the differences of a record from what one of its players had kept of it."""
    told = entry_from(transcript, player)
    if told is None:
        yield Wording("the record does not have you among the players")
        return
    for name, word in FIELDS.items():
        if getattr(kept, name) != getattr(told, name):
            yield Wording("the record has a different {what} than was kept", what=word)

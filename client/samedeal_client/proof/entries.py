"""What a match came to for one of its players, told from its record."""

from samedeal_games.transcripts import Transcript
from samedeal_protocol.profiles import EntryView, OpponentView


def entry_from(transcript: Transcript, player: str) -> EntryView | None:
    """Return a line of a player's history, None for who took no part.

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

"""Words on certified deals: in a room, in a result, in a proof."""

from samedeal_client.language import tr
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_protocol.rooms.boards import ResultView, RoomView


def certified_room_lines(room: RoomView) -> Lines:
    """Return a line on a room that deals only winnable cards; else nothing."""
    if not room.certifier:
        return ()
    if room.kind == "challenge":
        return (line(tr("A certified deal: it can be won.")),)
    return (line(tr("Certified deals: each can be won.")),)


def certified_result_lines(result: ResultView) -> Lines:
    """Return the certificate of the deal of a match that is over; else nothing."""
    if not result.certifier:
        return ()
    return (line(Span(f" {choice_text(result.certifier, result.counter)}", Style.DIM)),)


def choice_text(certifier: str, counter: int) -> str:
    """Return the candidate that was dealt and the reason, as a sentence."""
    # Only those who play certified deals have to load what certifies.
    from samedeal_records.certificates import is_known_winnable

    winnable = is_known_winnable(certifier, counter)
    if winnable is None:
        return tr("Candidate {counter} of the seed was dealt.", counter=counter)
    if winnable:
        return tr(
            "Certified: a win is known. Candidate {counter} of the seed.",
            counter=counter,
        )
    return tr(
        "Not certified: no win was found for any of {count} candidates.", count=counter
    )

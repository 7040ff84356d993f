"""What stands where a player types."""

from samedeal_client.language import tr
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.wire.session import Session, board_of


def prompt_of(session: Session, glyphs: Glyphs) -> str:
    """Return what asks for the next line: the room, or what is to be done."""
    room, board = session.room, session.board
    if room is None:
        return "> "
    if not session.may_move or board is None:
        return f"{room.room}> "
    following = board_of(board).zones.get("next", ())
    if following:
        return tr("lay {card}> ", card=card_name(following[0], glyphs))
    return tr("move> ")

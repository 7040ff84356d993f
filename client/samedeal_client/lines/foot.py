"""What stands where a player types: the prompt, and what is wrong just now."""

from samedeal_client.language import tr
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.spans import Line, Span, Style
from samedeal_client.wire.player import Player
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


def trouble_of(player: Player) -> Line:
    """Return what is wrong with the service, as long as it is."""
    if not player.is_connected:
        return (Span(tr(" connecting again"), Style.WARNING),)
    if (slow_s := player.slow_s) is not None:
        return (Span(tr(" no answer for {s} s", s=round(slow_s)), Style.WARNING),)
    if player.is_degraded:
        return (Span(tr(" trouble: clocks stand still"), Style.WARNING),)
    return ()

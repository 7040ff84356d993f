"""The first card of a match, laid at once where it can go to one place only."""

from samedeal_client.families import family_of
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import Session, board_of
from samedeal_games.catalogue import find_game


def first_move(session: Session) -> str:
    """Return the only move with which a session's match can begin, else nothing."""
    room, board = session.room, session.board
    if room is None or board is None or not session.may_move:
        return ""
    return family_of(find_game(room.game)).only_move(board_of(board))


async def lay_first(player: Player) -> bool:
    """Lay a first card that can go to one place only; tell whether one was laid."""
    move = first_move(player.session)
    if not move:
        return False
    try:
        await player.move(move)
    except NotDone:
        # Then it waits for the player, as any other.
        return False
    return True

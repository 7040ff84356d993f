"""The next steps of a player in a room, and the reason that none is a move."""

from samedeal_client.language import later, tr
from samedeal_client.play.orders import may_call
from samedeal_client.play.sentences.inviting import (
    code_here,
    invitation_lines,
    may_come,
)
from samedeal_client.play.sentences.service import welcome_lines
from samedeal_client.view.series import event_lines
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import OpenMatchView, Phase, RoomView

BOT_TOO = later(" Race a bot meanwhile:  samedeal bot {code} --kind good")
WHY_ELSEWHERE = later("Why not is told in practice and in replays, not in races.")
NO_MATCH_ON = later("No match is on now.")


def why_no_move(phase: Phase, word: str) -> str:
    """Return the reason that a player cannot move now; `word` is what they typed."""
    match phase:
        case "playing":
            return tr("Your match is over; wait for the others.")
        case "countdown":
            return tr("The cards are being dealt; wait for the board.")
        case _:
            return tr(
                "{word!r} is not a command, and no match is on; type ready, or ?",
                word=word,
            )


def what_now(player: Player, *, is_alone: bool = False) -> Lines:
    """Return the next steps outside a match, as they are typed.

    `is_alone` tells that nobody but bots is to come: nobody is invited.
    """
    session = player.session
    room = session.room
    if room is None or session.own is None or room.kind == "daily":
        return ()
    if room.phase == "gathering":
        prompt = line(tr(" Type ready to play, ? for help, leave to go."))
        if is_alone:
            return (prompt,)
        if not may_come(room):
            return (*welcome_lines(player), prompt)
        code = code_here(player, room.room)
        bot = (line(tr(BOT_TOO, code=code)),) if may_call(room) else ()
        invited = (*welcome_lines(player), *invitation_lines(player, room.room))
        return (*invited, *bot, prompt)
    if room.phase == "result" and room.kind == "challenge":
        return (line(tr(" Type leave to go.")),)
    if room.phase == "result":
        again = tr("another match") if room.result is None else tr("the next match")
        opened = room.next_match
        if room.result is not None and room.result.series_over:
            again = tr("a rematch")
            if opened is not None and opened.game not in ("", room.game):
                again = tr(find_game(opened.game).about.title)
        if room.kind == "event" and room.next_match is None:
            played = room.result is not None and room.result.series_over
            where = () if played else event_lines(room)
            return (*where, line(tr(" No deal is left here; type leave to go.")))
        if room.scoring == "duplicate" and opened is not None:
            again = _next_deal(room, opened)
        ready = line(tr(" Type ready for {what}, leave to go.", what=again))
        if room.result is None or room.result.reveal_at:
            return (ready,)
        return (ready, line(tr(" Type analyse to see what was possible.")))
    return ()


def _next_deal(room: RoomView, opened: OpenMatchView) -> str:
    title = tr(find_game(opened.game or room.game).about.title)
    deal = tr(
        "deal {number} of {all}, {game}",
        number=opened.number,
        all=room.best_of,
        game=title,
    )
    if opened.number == 1:
        return tr("another evening: {deal}", deal=deal)
    return deal

"""The line above a room, and the trouble that is told of below it."""

from samedeal_client.language import tr
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.pauses import standing_lines
from samedeal_client.play.sentences.service import slow_text
from samedeal_client.screen.room.around import pages
from samedeal_client.screen.room.comeback import (
    comeback_lines,
    degraded_lines,
    unseated_lines,
)
from samedeal_client.screen.room.seen import Seen
from samedeal_client.screen.table.picture import Fuse, headline
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import counted
from samedeal_client.view.times import clock, is_late
from samedeal_games.catalogue import find_game


def room_headline(
    play: RoomPlay,
    seen: Seen,
    note: str,
    glyphs: Glyphs,
    *,
    sits: bool,
    shows_end: bool,
) -> Line:
    """Return the line of the game and the room, a note on them, and the clock."""
    room = seen.room
    about = find_game(room.game).about
    left = play.player.left_ms() if sits else None
    shown = "" if left is None else clock((left + 999) / 1000)
    time = f"{pages.clock_label(room)}{shown}" if shown else ""
    has_board = room.phase == "playing" or shows_end
    board = play.session.board if has_board else None
    score = "" if board is None else f"  {counted(board.score, about)}"
    kinds = {"challenge": tr("challenge"), "daily": tr("daily")}
    word = kinds.get(room.kind, tr("room"))
    what = f" {tr(about.title)}  {word} {room.room}{score}"
    noted = Span(f"  {note}" if note else "", Style.DIM)
    late = left is not None and is_late(left)
    fuse = None
    if left is not None and room.phase == "playing":
        share = left / (1000 * room.time_limit_s)
        fuse = Fuse(share, late, glyphs)
    return headline(what, noted, time, seen.across, is_late=late, fuse=fuse)


def trouble_lines(play: RoomPlay, seen: Seen, now_s: float, waiting: str = "") -> Lines:
    """Return the trouble while there is any, and moves that wait to be sent."""
    phase = seen.room.phase
    if play.is_cut:
        return comeback_lines(
            play.player.trying,
            now_s,
            is_playing=phase == "playing",
            waiting=waiting,
            width=seen.across,
            is_down=play.player.is_down,
        )
    if play.player.is_degraded:
        return degraded_lines()
    if (slow_s := play.player.slow_s) is not None:
        return (line(Span(f" {slow_text(slow_s)}", Style.WARNING)),)
    if play.session.is_paused:
        return standing_lines(play.session, play.player.now_ms())
    why = play.teller.unseated
    return unseated_lines(why) if why and phase != "closed" else ()

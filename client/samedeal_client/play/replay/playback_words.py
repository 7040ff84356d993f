"""Words that can be typed at a replay."""

import re

from samedeal_client.failed import Refused
from samedeal_client.language import later, tr
from samedeal_client.language.typed import words_for
from samedeal_client.play.orders import Order, read_order
from samedeal_client.play.replay.playback import Playback
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.spans import Lines, line, printable

FASTEST = 1000.0
HELP = (
    later(" next (or Enter), next 5    the next move, or five of them"),
    later(" previous, previous 5       back"),
    later(" 12, 1:30                   to move 12, to a minute and a half"),
    later(" play, play x4              at its own speed, or four times; Enter stops"),
    later(" seat NAME                  watch somebody else; by name or seat number"),
    later(" both, both NAME            two players at the same moment of the match"),
    later(
        " analyse                    what was possible, marked on every move from "
        "then on"
    ),
    later(" why 7h 8s                  why one card may not go on another, or why 3 5"),
    later(" moments                    the moments that mattered, with their boards"),
    later(" lost                       where the deal was lost"),
    later(" start, end, quit"),
)
_NEXT = words_for("", "n", "next", "+")
_BACK = ("p", "b", "previous", "back", "-")
_JUMP = ("j", "jump", "go")
_WATCH = ("seat", "s")
_WATCH_BOTH = ("both", "side")
_LOST = words_for("lost")
_STAY = words_for("stop", "pause", "board")
_CLOCK = re.compile(r"(\d{1,4}):(\d{1,2})(?:\.(\d))?", re.ASCII)
_SPEED = re.compile(r"x?(\d{1,4}(?:\.\d{1,3})?)x?", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)


def help_lines() -> Lines:
    """Return all that can be typed."""
    return tuple(line(tr(text)) for text in HELP)


def order_in(text: str) -> Order | None:
    """Return the order that a line begins with, if any; few have a meaning here."""
    return read_order(_word(text))


def obey(playback: Playback, text: str) -> None:
    """Step, jump, run or watch as a line says; raises Refused."""
    word, rest = _word(text), " ".join(text.split()[1:])
    if word in (*_NEXT, *_BACK) and (not rest or _NUMBER.fullmatch(rest)):
        moves = int(rest[:6] or 1)
        playback.step(-moves if word in _BACK else moves)
    elif word in _JUMP and rest:
        _jump(playback, rest)
    elif word == "start":
        playback.to_start()
    elif word == "end":
        playback.to_end()
    elif word == "play":
        playback.run(_speed(rest))
    elif word in (*_WATCH, *_WATCH_BOTH):
        _watch(playback, rest, is_beside=word in _WATCH_BOTH)
    elif word in _LOST:
        if not playback.to_loss():
            raise Refused(tr("it is not known to be lost; analyse finds out"))
    elif word not in _STAY:
        _jump(playback, text.strip())


def _word(text: str) -> str:
    words = text.split()
    return words[0].lower() if words else ""


def _jump(playback: Playback, text: str) -> None:
    """Go to a move's number or a time."""
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        minutes, seconds, tenths = clock.groups(default="0")
        ms = (int(minutes) * 60 + int(seconds)) * 1000 + int(tenths) * 100
        # Tenths are all that is shown: the whole of one is meant.
        playback.to_time(ms + 99)
    elif _NUMBER.fullmatch(text) and playback.replay.watched:
        playback.to_ply(int(text[:6]))
    else:
        shown = printable(text[:40])
        raise Refused(tr("{text!r} is not a command; ? lists them", text=shown))


def _watch(playback: Playback, name: str, *, is_beside: bool) -> None:
    found = playback.replay.find(name) if name else None
    if found is None and (name or not is_beside):
        seats = [track.seat for track in playback.replay.tracks]
        names = ", ".join(seat_name(seat, seats) for seat in seats)
        raise Refused(tr("which player? There are {names}", names=printable(names)))
    if is_beside or found is None:
        playback.watch_beside(found)
    else:
        playback.watch((found,))


def _speed(text: str) -> float:
    if not text:
        return 1.0
    chosen = _SPEED.fullmatch(text)
    if chosen is None or not 0 < float(chosen[1]) <= FASTEST:
        shown = printable(text[:20])
        raise Refused(tr("{text!r} is not a speed: write play x4", text=shown))
    return float(chosen[1])

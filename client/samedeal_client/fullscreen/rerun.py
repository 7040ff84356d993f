"""A match that is over, seen again on the felt: keys move through it.

No clock of its own: whoever shows it says what time it is.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.fullscreen.bars import Racer
from samedeal_client.fullscreen.felt import Felt
from samedeal_client.fullscreen.hand import Hand
from samedeal_client.fullscreen.words import ANALYSE, KeyHint
from samedeal_client.language import tr
from samedeal_client.proof.replays import Fate, Replay, Step, Track
from samedeal_client.view.board import move_name
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.proof import seat_name
from samedeal_client.view.replay import outlook_span
from samedeal_client.view.spans import Span, Style, printable
from samedeal_client.view.standings import STATES, counted, stopwatch
from samedeal_protocol.boards import SeatState

SPEEDS = (1, 2, 4, 8, 16, 32)
LEAP = 5
GO = {
    "right": 1,
    "n": 1,
    "enter": 1,
    "left": -1,
    "p": -1,
    "pagedown": LEAP,
    "pageup": -LEAP,
}
TO_LOSS = "l"
CLOSING = ("escape", "q", "r")


class Playing(NamedTuple):
    """The replay runs by itself from a moment on."""

    since_s: float
    from_ms: int


class Rerun:
    """Where somebody is in a replay, and how fast it goes."""

    def __init__(self, replay: Replay, own: str = "") -> None:
        """Begin with the player whose id is `own`, or else with the winner."""
        self._replay = replay
        self._order = replay.by_place()
        track = replay.track_of(own)
        self._chosen = 0 if track is None else self._order.index(track)
        self._speed = 1
        self._playing: Playing | None = None
        self._hand = Hand()
        replay.watch(self._order[self._chosen : self._chosen + 1])

    def press(self, key: str, now_s: float) -> bool:
        """Take a key; return whether the replay is still to be seen."""
        if key in CLOSING:
            return False
        if key == "space":
            self._toggle(now_s)
        elif key in ("+", "="):
            self._change_speed(1, now_s)
        elif key == "-":
            self._change_speed(-1, now_s)
        elif key == "tab" and self._order:
            self._chosen = (self._chosen + 1) % len(self._order)
            self._watch()
        elif key == TO_LOSS:
            self._playing = None
            self._replay.jump_to_loss()
        elif key in GO or key in ("home", "end"):
            self._playing = None
            self._go(key)
        return True

    def mark(self, fates: Mapping[int, Fate]) -> None:
        """Show from now on where attempts were lost, by seat."""
        self._replay.fates = fates

    def _go(self, key: str) -> None:
        if key in GO:
            self._replay.go(GO[key])
        else:
            self._replay.jump_to_time(0)
            self._replay.go(-1 if key == "home" else self._total)

    @property
    def _total(self) -> int:
        return sum(len(track.steps) for track in self._replay.tracks)

    def _watch(self) -> None:
        """Watch somebody else at the same moment."""
        now = self._replay.at_ms
        self._replay.watch((self._order[self._chosen],))
        self._replay.jump_to_time(now)

    def _toggle(self, now_s: float) -> None:
        if self._playing is not None:
            self._playing = None
            return
        if self._replay.is_at_end:
            self._go("home")
        self._playing = Playing(now_s, self._replay.at_ms)

    def _change_speed(self, step: int, now_s: float) -> None:
        at = SPEEDS.index(self._speed) + step
        self._speed = SPEEDS[min(len(SPEEDS) - 1, max(0, at))]
        if self._playing is not None:
            self._playing = Playing(now_s, self._replay.at_ms)

    def look(self, now_s: float) -> None:
        """Go on as far as the time has come, if it runs by itself."""
        if self._playing is None:
            return
        gone_ms = int((now_s - self._playing.since_s) * 1000 * self._speed)
        self._replay.jump_to_time(self._playing.from_ms + gone_ms)
        if self._replay.is_at_end:
            self._playing = None

    # What is seen

    @property
    def head(self) -> str:
        """Who is watched, and how far they are."""
        track = self._track
        if track is None:
            return tr("Nobody took part in this match.")
        step, total = self._step(track), len(track.steps) - 1
        ply = self._replay.ply_of(self._order[self._chosen])
        made = f": {self._name(step.move)}" if step.move else ""
        score = counted(step.score, self._replay.game.about)
        moves = tr("move {ply} of {total}", ply=ply, total=total)
        return f"{seat_name(track.seat)}  {moves}{made}  {score}"

    @property
    def note(self) -> Span:
        """What could become of it from here, where that is known."""
        outlook = None
        if self._order:
            outlook = outlook_span(self._replay, self._order[self._chosen])
        return Span(tr("replay"), Style.DIM) if outlook is None else outlook

    @property
    def time(self) -> str:
        """The time in the match, and how fast it runs."""
        if self._playing is None:
            return stopwatch(self._replay.at_ms)
        return f"x{self._speed} {stopwatch(self._replay.at_ms)}"

    @property
    def foot(self) -> tuple[KeyHint, ...]:
        """The keys that matter."""
        run = tr("Space plays") if self._playing is None else tr("Space stops")
        is_lost = any(fate.lost_at for fate in self._replay.fates.values())
        hints = (
            (KeyHint("left", tr("left, right move")), True),
            (KeyHint("space", run), True),
            (KeyHint(TO_LOSS, tr("l lost")), is_lost),
            (KeyHint(ANALYSE, tr("a analyse")), True),
            (KeyHint("tab", tr("Tab player")), len(self._order) > 1),
            (KeyHint("+", tr("+ - speed")), True),
            (KeyHint("escape", tr("Esc back")), True),
        )
        return tuple(hint for hint, matters in hints if matters)

    def felt(self, glyphs: Glyphs, height: int, width: int) -> Felt:
        """Return the board as it was; nothing on it can be moved."""
        track = self._track
        if track is None:
            return Felt((), ())
        board = self._replay.game.view(self._step(track).position)
        self._hand.look(self._replay.game, board)
        return self._hand.felt(glyphs, height, width)

    def racers(self) -> tuple[Racer, ...]:
        """Return how far everybody was at this moment."""
        return tuple(
            self._racer(number, track)
            for number, track in enumerate(self._replay.tracks)
        )

    def _racer(self, number: int, track: Track) -> Racer:
        now = self._replay.at_ms
        done = [step for step in track.steps if step.at_ms <= now and step.move]
        last = done[-1] if done else track.steps[0]
        is_over = len(done) == len(track.steps) - 1
        state: SeatState = _state(track.seat.state) if is_over else "playing"
        return Racer(
            number,
            seat_name(track.seat),
            last.score,
            len(done),
            state,
            is_own=bool(self._order) and number == self._order[self._chosen],
        )

    @property
    def _track(self) -> Track | None:
        return self._replay.tracks[self._order[self._chosen]] if self._order else None

    def _step(self, track: Track) -> Step:
        return track.steps[self._replay.ply_of(self._order[self._chosen])]

    def _name(self, notation: str) -> str:
        return printable(move_name(self._replay.game, notation))


def _state(text: str) -> SeatState:
    """Return how an attempt ended; a record in doubt may say anything."""
    for state in STATES:
        if state == text:
            return state
    return "over"

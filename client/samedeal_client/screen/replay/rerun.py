"""A match that is over, seen again on the felt: keys move through it."""

from collections.abc import Mapping

from samedeal_client.families import family_of
from samedeal_client.families.asked import Place
from samedeal_client.families.boards import move_name
from samedeal_client.language import tr
from samedeal_client.play.asking import ASKS, told
from samedeal_client.play.orders import Order
from samedeal_client.play.replay.moments import MomentsSeen
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.replayed import frame_lines, outlook_span, seen_head
from samedeal_client.play.solo_game import Begun
from samedeal_client.screen.felt.felt import Brush, Felt, Spot
from samedeal_client.screen.felt.grip import Done
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.felt.small import GAP, fits, small_felt
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.key_hints import back_hint, hint_of
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.table.bars import Bars, Racer, race_title
from samedeal_client.screen.table.picture import Picture, headline
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.spans import Lines, Span, Style, folded, line, printable
from samedeal_client.view.standings import STATES, counted
from samedeal_client.view.times import stopwatch
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.rooms.boards import SeatState
from samedeal_records.record import Record
from samedeal_records.replays import Fate, Step, Track
from samedeal_records.verification import seed_of

SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
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
LOW = 14
"""Rows of a felt below which what is told stands on it: there is no room elsewhere."""
LEAST_WIDTH = 60
"""Cells of a felt, at least; in fewer, boards are drawn as lines have them."""
TO_LOSS = "l"
OTHER = ("tab", "v")
BOTH, STOP = "b", "s"
TRY = "t"
CLOSING = ("escape", "q", "r")


class Rerun:
    """A replay as it is moved through by keys, and seen."""

    def __init__(self, playback: Playback, record: Record) -> None:
        self._playback = playback
        self._moments = MomentsSeen(playback, record)
        self._replay = playback.replay
        self._hand = Hand()
        self._told = ""
        """The words on the last key."""
        self._asked: tuple[Place, Place] | None = None
        """The cards that were asked about on the board that is seen."""

    def press(self, key: str) -> bool:
        """Take a key; return whether the replay is still to be seen."""
        playback, was_asking = self._playback, self._hand.asks
        self._told, self._asked = "", None
        if was_asking:
            self._do(self._hand.press(key))
        elif key == key_for(Order.WHY) and self._track is not None:
            self._look()
            self._hand.ask()
            self._told = tr(ASKS)
        elif key in CLOSING:
            return False
        if key == "space":
            if not playback.stop():
                playback.run()
        elif key in ("+", "="):
            self._change_speed(1)
        elif key == "-":
            self._change_speed(-1)
        elif key == STOP:
            playback.stop()
        elif key in OTHER:
            playback.watch_next()
        elif key == BOTH:
            self._turn_both()
        elif key == TO_LOSS:
            playback.to_loss()
        elif key == key_for(Order.MOMENTS):
            self._moments.press()
        elif key == "home":
            playback.to_start()
        elif key == "end":
            playback.to_end()
        elif key in GO:
            playback.step(GO[key])
        return True

    def point(self, spot: Spot | None) -> None:
        """Take a place on the felt, if two cards are asked about."""
        if self._hand.asks:
            self._do(self._hand.point(spot))

    def _do(self, done: Done) -> None:
        """Tell the outcome of a key or a click while two cards are asked about."""
        self._told, self._asked = done.note, done.asked

    def ask(self, words: list[str]) -> None:
        """Answer what words ask about the board that is seen; raises Refused."""
        if self._watched:
            board = self._replay.board_of(self._watched[0])
            self._told, self._asked = "", family_of(self.game).asked(board, words)

    def mark(self, fates: Mapping[int, Fate]) -> None:
        """Show from now on where attempts were lost, by seat."""
        self._replay.fates = fates

    def _change_speed(self, step: int) -> None:
        speed = self._playback.speed
        at = sum(each <= speed for each in SPEEDS) - 1 + step
        self._playback.change_speed(SPEEDS[min(len(SPEEDS) - 1, max(0, at))])

    def look(self) -> None:
        """Go on as far as the time has come, or to what was looked for."""
        self._playback.look()
        self._moments.look()

    def close(self) -> None:
        """Look for nothing any more."""
        self._moments.drop()

    def _turn_both(self) -> None:
        """Watch somebody beside whom one watches, or nobody any more."""
        if len(self._watched) > 1:
            self._playback.watch_alone()
        else:
            self._playback.watch_beside()

    # What is seen

    def picture(
        self,
        glyphs: Glyphs,
        felt: tuple[int, int],
        bars: tuple[int, int],
        width: int,
    ) -> Picture:
        """Return the match at this moment, on a screen of a width."""
        note = self.note._replace(text=f"  {self.note.text}")
        about = self._replay.game.about
        said = (*self._answer(glyphs), *self._moments.lines(glyphs))
        above = folded(said, 1, felt[0] - 1) if felt[1] < LOW else ()
        return Picture(
            head=headline(f" {self.head}", note, self.time, width),
            bars=Bars().lines(self.racers(), about, bars, glyphs, 0.0),
            race=race_title(about),
            foot=self.foot,
            felt=self._below(above, glyphs, felt),
            banner=() if above else said,
        )

    def _answer(self, glyphs: Glyphs) -> Lines:
        """Return the answer about two cards, or how to ask."""
        text = self._told
        if self._asked is not None and self._watched:
            board = self._replay.board_of(self._watched[0])
            text = told(self.game, board, self._asked, glyphs)
        return (line(Span(f" {text}", Style.GOOD)),) if text else ()

    def _below(self, said: Lines, glyphs: Glyphs, size: tuple[int, int]) -> Felt:
        """Return the felt below what is told on it."""
        width, height = size
        if not said:
            return self.felt(glyphs, height, width)
        brush = Brush()
        brush.lay(Felt(said, ()), 0, 0)
        brush.lay(self.felt(glyphs, height - len(said), width), 0, len(said))
        return brush.felt()

    @property
    def head(self) -> str:
        """The player watched, and their progress."""
        track = self._track
        if track is None:
            return tr("Nobody took part in this match.")
        step, total = self._step(track), len(track.steps) - 1
        ply = self._replay.ply_of(self._watched[0])
        made = f": {self._name(step.move)}" if step.move else ""
        score = counted(step.score, self._replay.game.about)
        moves = tr("move {ply} of {total}", ply=ply, total=total)
        name = seat_name(track.seat, self._replay.transcript.seats)
        return f"{name}  {moves}{made}  {score}"

    @property
    def game(self) -> AnyGame:
        """The game that was played."""
        return self._replay.game

    @property
    def here(self) -> Begun | None:
        """The board that is seen, to be practised from; None where there is none."""
        track = self._track
        if track is None:
            return None
        steps = track.steps[: self._replay.ply_of(self._watched[0]) + 1]
        made: list[str] = []
        for step in steps[1:]:
            if step.move == TAKE_BACK_TEXT:
                made.pop()
            else:
                made.append(step.move)
        seed = seed_of(self._replay.transcript)
        return Begun(seed, steps[-1].position, tuple(made))

    @property
    def note(self) -> Span:
        """The outlook from here, where it is known."""
        outlook = None
        if self._watched:
            outlook = outlook_span(self._replay, self._watched[0])
        return Span(tr("replay"), Style.DIM) if outlook is None else outlook

    @property
    def time(self) -> str:
        """The time in the match, and the speed at which it runs, or will."""
        at, speed = stopwatch(self._replay.at_ms), self._playback.speed
        is_changed = speed != SPEEDS[0] and not self._replay.is_at_end
        is_told = self._playback.is_running or is_changed
        return f"x{speed:g} {at}" if is_told else at

    @property
    def foot(self) -> tuple[KeyHint, ...]:
        """The keys that matter, help the last."""
        runs = self._playback.is_running
        run = tr("Space stops") if runs else tr("Space plays")
        is_lost = any(fate.lost_at for fate in self._replay.fates.values())
        has_others = len(self._playback.order) > 1
        hints = (
            (back_hint(), True),
            (KeyHint("left", tr("left, right move")), True),
            (KeyHint("space", run), True),
            (hint_of(Order.MOMENTS), self._track is not None),
            (KeyHint(TO_LOSS, tr("l lost")), is_lost),
            (KeyHint("tab", tr("Tab player")), has_others),
            (KeyHint(BOTH, tr("b both")), has_others),
            (hint_of(Order.ANALYSE), True),
            (KeyHint("+", tr("+ - speed")), True),
            (KeyHint(TRY, tr("t try from here")), True),
            (hint_of(Order.WHY), True),
            (hint_of(Order.HELP), True),
        )
        return tuple(hint for hint, matters in hints if matters)

    def felt(self, glyphs: Glyphs, height: int, width: int) -> Felt:
        """Return the board as it was; nothing on it can be moved."""
        track = self._track
        if track is None:
            return Felt((), ())
        both = self._beside(glyphs, height, width) if len(self._watched) > 1 else None
        if both is not None:
            return both
        if len(self._watched) > 1 or width < LEAST_WIDTH:
            return Felt(frame_lines(self._replay, glyphs, width, height - 2), ())
        self._look()
        here = self._moments.here
        if self._hand.asks:
            pass
        elif here is None or not here.moment.other:
            self._hand.drop()
        else:
            self._hand.show(here.moment.other)
        return self._hand.felt(glyphs, height, width)

    def _look(self) -> None:
        """Show the hand the board of the first player watched."""
        if self._watched:
            board = self._replay.board_of(self._watched[0])
            self._hand.look(self._replay.game, board)

    def _beside(self, glyphs: Glyphs, height: int, width: int) -> Felt | None:
        """Return small boards beside each other; None where they do not fit."""
        replay = self._replay
        room = (width + GAP) // len(self._watched) - GAP
        heads = [seen_head(replay, number, glyphs, room) for number in self._watched]
        rows = max(map(len, heads))
        brush = Brush()
        for place, number in enumerate(self._watched):
            board = replay.board_of(number)
            small = small_felt(
                *(replay.game, board, glyphs, height - rows, room), is_least=True
            )
            if not fits(small, height - rows, room):
                return None
            x = place * (room + GAP)
            brush.lay(Felt(heads[place], ()), x, 0)
            brush.lay(small, x, rows)
        return brush.felt()

    def racers(self) -> tuple[Racer, ...]:
        """Return the racers as far as they were at this moment."""
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
            seat_name(track.seat, self._replay.transcript.seats),
            last.score,
            len(done),
            state,
            is_own=number in self._watched,
        )

    @property
    def _watched(self) -> tuple[int, ...]:
        return self._replay.watched

    @property
    def _track(self) -> Track | None:
        return self._replay.tracks[self._watched[0]] if self._watched else None

    def _step(self, track: Track) -> Step:
        return track.steps[self._replay.ply_of(self._watched[0])]

    def _name(self, notation: str) -> str:
        return printable(move_name(self._replay.game, notation))


def _state(text: str) -> SeatState:
    """Return the end of an attempt; a record in doubt may say anything."""
    for state in STATES:
        if state == text:
            return state
    return "over"

"""A match that is over, seen again on the felt: keys move through it."""

from collections.abc import Mapping
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.families.asked import Place
from samedeal_client.families.boards import move_name
from samedeal_client.language import tr
from samedeal_client.play.input import ASKS, told
from samedeal_client.play.orders import Order
from samedeal_client.play.replay.moments import MomentsSeen
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.replayed import frame_lines, outlook_span
from samedeal_client.play.solo_game import Begun
from samedeal_client.screen.felt.felt import Brush, Felt, Spot
from samedeal_client.screen.felt.grip import Done
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.key_hints import back_hint, hint_of
from samedeal_client.screen.keys.key_rows import (
    AtFoot,
    KeyRow,
    action_of,
    foot_of,
    help_of,
)
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.replay.at_moment import boards_beside, racers_at
from samedeal_client.screen.replay.beside import move_rows, side_of, time_line
from samedeal_client.screen.replay.events import happened_in
from samedeal_client.screen.table.layout import WIDE
from samedeal_client.screen.table.picture import Picture, headline
from samedeal_client.screen.table.race.bars import Bars
from samedeal_client.screen.table.race.racers import race_title
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.spans import Line, Lines, Span, Style, folded, line, printable
from samedeal_client.view.standings import counted
from samedeal_client.view.times import stopwatch
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_records.record import Record
from samedeal_records.replays import Fate, Step, Track
from samedeal_records.verification import seed_of

SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
LEAP = 5
LOW = 14
"""Rows of a felt below which what is told stands on it: there is no room elsewhere."""
LEAST_WIDTH = 60
"""Cells of a felt, at least; in fewer, boards are drawn as lines have them."""


class Asked(NamedTuple):
    """A question that was answered: whether a card may go to a place on a board."""

    board: Board
    card: Place
    place: Place


class Beyond(Enum):
    """What a key asks for that the replay itself does not do."""

    CLOSE = auto()
    ANALYSE = auto()
    PRACTISE = auto()


class Rerun:
    """A replay as it is moved through by keys, and seen."""

    def __init__(self, playback: Playback, record: Record) -> None:
        self._playback = playback
        self._moments = MomentsSeen(playback, record)
        self._replay = playback.replay
        self._happened = happened_in(playback.replay)
        self._hand = Hand()
        self._told = ""
        """The words on the last key."""
        self._asked: Asked | None = None

    def press(self, key: str) -> Beyond | None:
        """Take a key; return what it asks for beyond the replay, if anything.

        A question takes every key first: what answers it moves nothing.
        """
        self._look()
        asks = self._hand.asks
        self._told, self._asked = "", None
        if asks:
            self._do(self._hand.press(key))
            return None
        does = action_of(self.keys, key)
        return None if does is None else does()

    def point(self, spot: Spot | None) -> None:
        """Take a place on the felt, if two cards are asked about."""
        if self._hand.asks:
            self._do(self._hand.point(spot))

    def _do(self, done: Done) -> None:
        """Tell the outcome of a key or a click while two cards are asked about."""
        self._told, board = done.note, self._board
        if done.asked is not None and board is not None:
            self._asked = Asked(board, *done.asked)

    def ask(self, words: list[str]) -> None:
        """Answer what words ask about the board that is seen; raises Refused."""
        board = self._board
        if board is not None:
            self._told = ""
            self._asked = Asked(board, *family_of(self.game).asked(board, words))

    def mark(self, fates: Mapping[int, Fate]) -> None:
        """Show from now on where attempts were lost, by seat."""
        self._replay.fates = fates

    def look(self) -> None:
        """Go on as far as the time has come, or to what was looked for.

        Nothing that was looked for comes under a question, which is about the board
        that is seen.
        """
        self._playback.look()
        if not self._hand.asks:
            self._moments.look()

    def close(self) -> None:
        """Look for nothing any more."""
        self._moments.drop()

    # What keys do

    @property
    def keys(self) -> tuple[KeyRow[Beyond | None], ...]:
        """The table of the keys, as it is now."""
        playback, runs = self._playback, self._playback.is_running
        back, on = partial(playback.step, -1), partial(playback.step, 1)
        is_lost = any(fate.lost_at for fate in self._replay.fates.values())
        has_others = len(playback.order) > 1
        run = tr("Space stops") if runs else tr("Space plays")
        return (
            KeyRow(
                {"left": back, "p": back, "right": on, "n": on, "enter": on},
                tr(
                    "  left, right   a move back, a move forward"
                    " (p and n; also Enter, forward)"
                ),
                (AtFoot(1, KeyHint("left", tr("left, right move"))),),
            ),
            KeyRow(
                {
                    "pageup": partial(playback.step, -LEAP),
                    "pagedown": partial(playback.step, LEAP),
                    "home": playback.to_start,
                    "end": playback.to_end,
                },
                tr(
                    "  PgUp, PgDn    five moves; Home and End to the first and the last"
                ),
            ),
            KeyRow(
                {
                    "space": self._run_or_stop,
                    "s": self._stop,
                    **dict.fromkeys(("+", "="), partial(self._change_speed, 1)),
                    "-": partial(self._change_speed, -1),
                },
                tr("  Space         plays, and stops; + (or =) and - change the speed"),
                (
                    AtFoot(2, KeyHint("space", run)),
                    AtFoot(8, KeyHint("+", tr("+, - speed"))),
                ),
            ),
            KeyRow(
                dict.fromkeys(("tab", "v"), playback.watch_next),
                tr("  Tab           the next player, at the same moment"),
                (AtFoot(5, KeyHint("tab", tr("Tab player")), has_others),),
            ),
            KeyRow(
                {"b": self._turn_both},
                tr("  b             another player beside this one, or nobody"),
                (AtFoot(6, KeyHint("b", tr("b both")), has_others),),
            ),
            KeyRow(
                {key_for(Order.MOMENTS): self.go_to_moments},
                tr("  m             the moments that mattered, one after the other"),
                (AtFoot(3, hint_of(Order.MOMENTS), self._track is not None),),
            ),
            KeyRow(
                {"l": self._to_loss},
                tr("  l             to where the deal was lost, once that is known"),
                (AtFoot(4, KeyHint("l", tr("l lost")), is_lost),),
            ),
            KeyRow(
                {key_for(Order.ANALYSE): lambda: Beyond.ANALYSE},
                tr("  a             what was possible"),
                (AtFoot(7, hint_of(Order.ANALYSE)),),
            ),
            KeyRow(
                {key_for(Order.WHY): self._begin_to_ask},
                tr("  i             why not? The keys of a move then tell the rule"),
                (AtFoot(10, hint_of(Order.WHY)),),
            ),
            KeyRow(
                {"t": lambda: Beyond.PRACTISE},
                tr("  t             practise from this board; ctrl+x comes back"),
                (AtFoot(9, KeyHint("t", tr("t try from here"))),),
            ),
            KeyRow(
                dict.fromkeys(("escape", "q", "r"), lambda: Beyond.CLOSE),
                tr("  Esc, q, r     back to where you came from"),
                (AtFoot(0, back_hint()),),
            ),
            KeyRow(
                {},
                tr("  ctrl+x        leave; ? this help"),
                (AtFoot(11, hint_of(Order.HELP)),),
            ),
        )

    def help_lines(self) -> Lines:
        """Return the help on the keys."""
        return help_of(self.keys, tr("replay"))

    def go_to_moments(self) -> None:
        """Go to the next moment that mattered, or look for them first."""
        self._moments.press()

    def _run_or_stop(self) -> None:
        if not self._playback.stop():
            self._playback.run()

    def _stop(self) -> None:
        self._playback.stop()

    def _to_loss(self) -> None:
        self._playback.to_loss()

    def _change_speed(self, step: int) -> None:
        speed = self._playback.speed
        at = sum(each <= speed for each in SPEEDS) - 1 + step
        self._playback.change_speed(SPEEDS[min(len(SPEEDS) - 1, max(0, at))])

    def _turn_both(self) -> None:
        """Watch somebody beside whom one watches, or nobody any more."""
        if len(self._watched) > 1:
            self._playback.watch_alone()
        else:
            self._playback.watch_beside()

    def _begin_to_ask(self) -> None:
        """Ask about the board that is seen, and stay at it."""
        if self._track is not None:
            self._playback.stop()
            self._look()
            self._hand.ask()
            self._told = tr(ASKS)

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
        racers = racers_at(self._replay, self._playback.own)
        racing = Bars().lines(racers, about, bars, glyphs, 0.0)
        is_wide = width >= WIDE
        if not is_wide:
            racing = (*racing, time_line(self._replay, glyphs, bars[0]))
        return Picture(
            head=headline(f" {self.head}", note, self.time, width),
            bars=racing,
            race=race_title(about),
            side=self._side(racing, glyphs, bars) if is_wide else (),
            foot=foot_of(self.keys),
            felt=self._below(above, glyphs, felt),
            banner=() if above else said,
            status=() if is_wide else self._just_made(glyphs),
        )

    def _side(
        self, racing: Lines, glyphs: Glyphs, bars: tuple[int, int]
    ) -> tuple[Block, ...]:
        """Return the lines beside the board with the race."""
        width, most = bars
        size = (width, most - len(racing))
        own = self._playback.own
        return side_of(self._replay, self._happened, own, glyphs, size)

    def _just_made(self, glyphs: Glyphs) -> Line:
        """Return the move just made, and what it has made, on one line."""
        rows = move_rows(self._replay, glyphs)
        told = [Span(" ")]
        for row in rows:
            told += [*row, Span("  ")]
        return tuple(told) if rows else ()

    def _answer(self, glyphs: Glyphs) -> Lines:
        """Return the answer about two cards of the board seen, or how to ask."""
        text, asked = self._told, self._asked
        if asked is not None and asked.board == self._board:
            text = told(self.game, asked.board, (asked.card, asked.place), glyphs)
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

    def felt(self, glyphs: Glyphs, height: int, width: int) -> Felt:
        """Return the board as it was; nothing on it can be moved."""
        track = self._track
        if track is None:
            return Felt((), ())
        is_alone = len(self._watched) == 1
        both = None if is_alone else boards_beside(self._replay, glyphs, height, width)
        if both is not None:
            return both
        if not is_alone or width < LEAST_WIDTH:
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
        board = self._board
        if board is not None:
            self._hand.look(self._replay.game, board)

    @property
    def _watched(self) -> tuple[int, ...]:
        return self._replay.watched

    @property
    def _board(self) -> Board | None:
        """The board of the first player watched."""
        return self._replay.board_of(self._watched[0]) if self._watched else None

    @property
    def _track(self) -> Track | None:
        return self._replay.tracks[self._watched[0]] if self._watched else None

    def _step(self, track: Track) -> Step:
        return track.steps[self._replay.ply_of(self._watched[0])]

    def _name(self, notation: str) -> str:
        return printable(move_name(self._replay.game, notation))

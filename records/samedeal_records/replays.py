"""A match played again from its record, with everybody's board."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from samedeal_games.errors import GameError
from samedeal_games.game import AnyGame, Board
from samedeal_games.wording import Wording
from samedeal_records.transcripts import SeatRecord, Transcript
from samedeal_records.verification import game_of, positions


class Step(NamedTuple):
    """A board, and the move that led to it."""

    at_ms: int
    """0 for the board that was dealt, to which no move led."""
    move: str
    score: int
    position: object


class Track(NamedTuple):
    """One player's attempt, from the deal on."""

    seat: SeatRecord
    steps: tuple[Step, ...]
    broken: str
    """The reason why the record cannot be played further; empty when it can."""


class Fate(NamedTuple):
    """The turns of an attempt, as far as they are known, in numbers of moves made."""

    won_at: int | None
    """The moves after which it was last known to be winnable; None if never known."""
    lost_at: int | None
    """The moves after which it is known to be lost; None if it is not known."""
    is_found: bool = False
    """Whether the last of `lost_at` moves is known to have lost it."""


class Outlook(Enum):
    """The chances of an attempt from a board on."""

    OPEN = "open"
    LOST_BY_THIS = "losing"
    """The move that was just made has lost it."""
    LOST = "lost"


class Event(NamedTuple):
    """A move on one of the tracks that are watched."""

    at_ms: int
    track: int
    ply: int


class Replay:
    """The tracks of a match and a place on those that are watched."""

    def __init__(self, transcript: Transcript) -> None:
        """Play everything again; raises GameError where nothing can be dealt."""
        self.transcript = transcript
        self.game: AnyGame = game_of(transcript)
        self.tracks = tuple(self._track(seat) for seat in transcript.seats)
        self.watched: tuple[int, ...] = ()
        self.cursor = 0
        """The number of events that have happened."""
        self.fates: Mapping[int, Fate] = {}
        """The fates of attempts, by seat; empty as long as nobody has looked."""
        self._events: tuple[Event, ...] = ()
        self.watch((0,))

    @property
    def at_ms(self) -> int:
        """Return the time in the match."""
        return self._events[self.cursor - 1].at_ms if self.cursor else 0

    @property
    def is_at_end(self) -> bool:
        """Tell whether everything watched has happened."""
        return self.cursor == len(self._events)

    def watch(self, tracks: Iterable[int]) -> None:
        """Watch these tracks from now on, at the same time in the match."""
        now = self.at_ms if self.cursor else -1
        # Those in the record come first; there may be none.
        self.watched = tuple(n for n in tracks if n < len(self.tracks))
        self._events = tuple(
            sorted(
                Event(step.at_ms, number, ply)
                for number in self.watched
                for ply, step in enumerate(self.tracks[number].steps)
                if ply
            )
        )
        self.cursor = bisect_right([event.at_ms for event in self._events], now)

    def ply_of(self, track: int) -> int:
        """Return the number of moves of a watched track that have been made."""
        return sum(event.track == track for event in self._events[: self.cursor])

    def step_of(self, track: int) -> Step:
        """Return the step at which a watched track stands."""
        return self.tracks[track].steps[self.ply_of(track)]

    def board_of(self, track: int) -> Board:
        """Return the board of a watched track."""
        return self.game.view(self.step_of(track).position)

    def has_fate(self, track: int) -> bool:
        """Tell whether it is known where a track was lost, or that it was not."""
        return self.tracks[track].seat.seat in self.fates

    def outlook_at(self, track: int, ply: int) -> Outlook | None:
        """Return the chances of a track after `ply` moves, None if not known.

        A move that stands loses what it loses for good: every board after it comes of
        it.
        """
        fate = self.fates.get(self.tracks[track].seat.seat)
        if fate is None:
            return None
        won_at, lost_at, is_found = fate
        if lost_at is not None and ply >= lost_at:
            is_it = is_found and ply == lost_at
            return Outlook.LOST_BY_THIS if is_it else Outlook.LOST
        is_open = is_found or (won_at is not None and ply <= won_at)
        return Outlook.OPEN if is_open else None

    def jump_to_loss(self) -> bool:
        """Go to where the first of those watched has lost; tell whether that is known.

        That is the first board known to be lost.
        """
        fate = (
            self.fates.get(self.tracks[self.watched[0]].seat.seat)
            if self.watched
            else None
        )
        if fate is None or fate.lost_at is None:
            return False
        self.jump_to_ply(fate.lost_at)
        return True

    def go(self, steps: int) -> None:
        """Go on or back by a number of moves."""
        self.cursor = min(max(0, self.cursor + steps), len(self._events))

    def jump_to_ply(self, ply: int) -> None:
        """Go to where the first of those watched has made a number of moves."""
        own = [
            index
            for index, event in enumerate(self._events, 1)
            if event.track == self.watched[0] and event.ply <= ply
        ]
        self.cursor = own[-1] if own and ply else 0

    def jump_to_time(self, at_ms: int) -> None:
        """Go to a time in the match."""
        self.cursor = bisect_right([event.at_ms for event in self._events], at_ms)

    def next_in_ms(self) -> int | None:
        """Return the time until the next move, in ms; None at the end."""
        if self.is_at_end:
            return None
        return max(0, self._events[self.cursor].at_ms - self.at_ms)

    def find(self, text: str) -> int | None:
        """Return the track of a seat's number or a player's name, None for none."""
        wanted = text.strip().lower()
        for number, track in enumerate(self.tracks):
            number_of, name = track.seat.seat, track.seat.name.lower()
            if wanted in (str(number_of), name, f"{name} ({number_of + 1})"):
                return number
        return None

    def track_of(self, player: str) -> int | None:
        """Return the track of a player, by id; None for one who took no part."""
        for number, track in enumerate(self.tracks):
            if player and track.seat.player == player:
                return number
        return None

    def by_place(self) -> list[int]:
        """Return the tracks, the winner's first."""
        return sorted(
            range(len(self.tracks)),
            key=lambda number: (self.tracks[number].seat.place, number),
        )

    def _track(self, seat: SeatRecord) -> Track:
        game = self.game
        (position,) = positions(self.transcript, seat._replace(moves=()))
        steps = [Step(0, "", game.score(position), position)]
        for at_ms, text in seat.moves:
            try:
                position = game.apply(position, game.parse(text))
            except GameError as error:
                return Track(
                    seat,
                    tuple(steps),
                    Wording("{move}: {why}", move=text, why=error.wording),
                )
            # Where the record has time run backward, it stands still here.
            at_ms = max(at_ms, steps[-1].at_ms)
            steps.append(Step(at_ms, text, game.score(position), position))
        return Track(seat, tuple(steps), "")

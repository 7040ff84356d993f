"""Matches played again from a log by the engines alone.

Nothing here uses the server's folds, so a mistake there shows.
"""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import match_seed
from samedeal_games.game import AnyGame, Contest
from samedeal_protocol.rooms.boards import ResultView, StandingView
from samedeal_server.core import facts
from samedeal_server.core.facts import Entry, Seat


class Reached(NamedTuple):
    """A player's progress in a match."""

    player: str
    position: object
    score: int
    plies: int
    state: str
    reached_ms: int
    """From the start to the present score; not less what clocks stood."""


class Replayed(NamedTuple):
    """A match that has ended, by player."""

    plays: dict[str, Reached]
    contest: Contest
    stood: bool
    """Whether its clock stood still, so that times cannot be compared."""


class _Table:
    """The state of a replay between facts."""

    def __init__(self) -> None:
        self.game: AnyGame | None = None
        self.players: dict[Seat, str] = {}
        self.nonces: dict[Seat, bytes] = {}
        self.opened = ("", b"")
        self.match = ""
        self.began = 0
        self.stood = False
        self.plays: dict[str, Reached] = {}
        self.ended: dict[str, Replayed] = {}

    def take(self, entry: Entry) -> None:
        match entry.fact:
            case facts.RoomOpened(game=game):
                self.game = find_game(game)
            case facts.SeatTaken(seat=seat, player=player):
                self.players[seat] = player
            case facts.SeatLeft(seat=seat):
                self.players.pop(seat, None)
                self.nonces.pop(seat, None)
            case facts.MatchOpened(match=match, server_seed=seed):
                self.opened, self.nonces = (match, seed), {}
            case facts.Revealed(seat=seat, nonce=nonce):
                self.nonces[seat] = nonce
            case facts.MatchStarted():
                self._start(entry.at)
            case facts.ClockStood():
                self.stood = True
            case facts.Moved(move=move):
                self._move(entry, move)
            case facts.Finished():
                self._stop(entry.by, "finished")
            case facts.Resigned(seat=seat):
                self._stop(entry.by or self.players.get(seat, ""), "resigned")
            case facts.MatchEnded():
                self._end()
            case _:
                pass

    def _start(self, at: int) -> None:
        assert self.game is not None
        self.match, seed = self.opened
        nonces = {self.players[seat]: nonce for seat, nonce in self.nonces.items()}
        deal = deal_from_seed(
            match_seed(self.match, seed, nonces), self.game.about.packs
        )
        position = self.game.setup(deal)
        score = self.game.score(position)
        self.began, self.stood, self.nonces = at, False, {}
        self.plays = {p: Reached(p, position, score, 0, "playing", 0) for p in nonces}

    def _move(self, entry: Entry, move: str) -> None:
        assert self.game is not None
        play = self.plays.get(entry.by)
        if play is None:
            return
        position = self.game.apply(play.position, self.game.parse(move))
        score, state = self.game.score(position), "playing"
        if self.game.is_over(position):
            state = "out" if self.game.is_won(position) else "over"
        is_same = score == play.score
        reached = play.reached_ms if is_same else entry.at - self.began
        self.plays[entry.by] = Reached(
            play.player, position, score, play.plies + 1, state, reached
        )

    def _stop(self, player: str, state: str) -> None:
        if player in self.plays:
            self.plays[player] = self.plays[player]._replace(state=state)

    def _end(self) -> None:
        assert self.game is not None
        plays = {
            player: play._replace(state="timed_out")
            if play.state == "playing"
            else play
            for player, play in self.plays.items()
        }
        contest = self.game.about.contest
        self.ended[self.match] = Replayed(plays, contest, self.stood)


def replay(entries: Sequence[Entry]) -> dict[str, Replayed]:
    """Play every match of a log again; raises what the engines raise."""
    table = _Table()
    for entry in entries:
        table.take(entry)
    return table.ended


def why_not_the_result(match: Replayed, told: ResultView) -> str | None:
    """Return the first difference of told standings from a replay, None without one."""
    rows = told.standings
    if {row.player for row in rows} != set(match.plays):
        return "other players"
    for row in rows:
        play = match.plays[row.player]
        if (row.score, row.plies, row.state) != (play.score, play.plies, play.state):
            return f"{row.player} is {row!r} and not {play!r}"
        if not match.stood and row.elapsed_ms != play.reached_ms:
            return f"{row.player} took {play.reached_ms} ms, not {row.elapsed_ms}"
    merits = [_merit(row, match.contest) for row in rows]
    places = [1 + sum(other < merit for other in merits) for merit in merits]
    if [row.place for row in rows] != places or places != sorted(places):
        return f"places should be {places}"
    return None


def _merit(row: StandingView, contest: Contest) -> tuple[int, ...]:
    resigned = int(row.state == "resigned")
    if contest is Contest.SCORE:
        return (resigned, -row.score)
    return (resigned, -row.score, row.elapsed_ms if row.score else 0)

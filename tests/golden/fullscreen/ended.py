"""A match that is over, with a record that is as it ended: whose boards can be seen."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tests.golden.fullscreen.still import (
    MATCH,
    NOW,
    SEED,
    Still,
    board_after,
    room,
    seats,
)
from tests.golden.screens.rooms import EVENING_GAMES
from tests.records.test_transcripts import played

from samedeal_client.bots import choose_greedily
from samedeal_games.catalogue import find_game
from samedeal_games.contests import merit, places
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import commitment_to_nonce, match_seed
from samedeal_protocol.deals.dailies import StreakView
from samedeal_protocol.results.profiles import BestView, GameView, Profile
from samedeal_protocol.rooms.boards import (
    BoardView,
    OpenMatchView,
    ResultView,
    RoomView,
    SeatState,
    SeatView,
    Snapshot,
    StandingView,
)
from samedeal_records.replays import Replay
from samedeal_records.sealing import seal
from samedeal_records.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
    to_plain,
)
from samedeal_server.core.rooms.series import series_view
from samedeal_server.core.state import DealPlayed, Player, PlayerResult

MOST_MOVES = 120


class Ended(NamedTuple):
    """A room after a match, and its record."""

    view: RoomView
    record: Transcript


class Remembering(Still):
    """A player whose last match has a record that is as the room tells it."""

    record: Transcript

    @property
    def id(self) -> str:
        """The player in the first seat."""
        return "p-0"

    async def transcript(self, match: str) -> bytes:
        """Return the record."""
        return seal(to_plain(self.record))

    async def profile(self, who: str = "", versus: str | None = None) -> Profile:
        """Return anybody's profile, with a best and a streak."""
        found = await super().profile(who, versus)
        score = find_game(self.record.game).about.top_score
        best = BestView(
            score=min(61, score), plies=25, elapsed_ms=88_400, match="m-1", at=NOW
        )
        done = GameView(
            game=self.record.game,
            matches=12,
            wins=5,
            outs=0,
            best=best,
            streak=StreakView(current=5, longest=9),
        )
        return found.model_copy(update={"games": (done,)})


@lru_cache
def ended(key: str, count: int = 3) -> Ended:
    """Return a match played to its end by `count` players, one after the other."""
    sitting = seats(count)
    record = _record(key, sitting)
    by_place = sorted(record.seats, key=lambda seat: (seat.place, seat.seat))
    standings = tuple(_standing(row, sitting[row.seat]) for row in by_place)
    won = tuple(row.seat for row in by_place if row.place == 1)
    view = room(
        key,
        count,
        phase="result",
        until=NOW + 599_000,
        seats=sitting,
        next_match=OpenMatchView(id=MATCH, number=2, commitment=bytes(32)),
        result=ResultView(
            match=MATCH,
            rated=True,
            standings=standings,
            server_seed=record.server_seed,
            commitment=record.commitment,
            nonces=(),
            series_over=True,
            series_winners=won,
        ),
    )
    return Ended(view, record)


def evening(deals: int) -> Ended:
    """Return a room after some of the four deals of an evening, the last one known."""
    over = ended("squares/english", 3)
    assert over.view.result is not None
    came = {row.player: row for row in over.view.result.standings}
    opened = OpenMatchView(
        id=MATCH,
        number=deals % 4 + 1,
        commitment=bytes(32),
        game="squares/patience-american",
    )
    changed = {
        "best_of": 4,
        "scoring": "duplicate",
        "series": series_view(tuple(_deal(came, number) for number in range(deals))),
        "next_match": opened,
        "result": over.view.result.model_copy(update={"series_over": deals == 4}),
    }
    return over._replace(view=over.view.model_copy(update=changed))


def _deal(came: Mapping[str, StandingView], number: int) -> DealPlayed:
    """Return a deal of an evening, at which all came to more than at its end."""
    results = tuple(
        PlayerResult(
            Player(player, row.name, row.bot, named=row.named),
            *(row.score + (7 * number * (row.seat + 2)) % 11, 25, row.elapsed_ms),
            "over",
        )
        for player, row in came.items()
    )
    return DealPlayed(f"m-{number:032x}", EVENING_GAMES[number % 2], results)


def at_end(over: Ended, *, watches: bool = False) -> Remembering:
    """Return the player of the first seat, or a spectator, who has seen that match."""
    player = Remembering("ws://play.example:8765", name="Ada")
    player.record = over.record
    board = None if watches else _board(over.record)
    seat = None if watches else 0
    player.session.is_watching = watches
    player.session.join(Snapshot(offset=1, seat=seat, n=0, room=over.view, board=board))
    return player


def _board(record: Transcript) -> BoardView:
    replay = Replay(record)
    board = replay.game.view(replay.tracks[0].steps[-1].position)
    empty = board_after(record.game, 0)
    zones = {n: tuple(int(c) + 1 for c in cards) for n, cards in board.zones.items()}
    return empty.model_copy(
        update={"ply": board.plies, "score": record.seats[0].score, "zones": zones}
    )


def _record(key: str, sitting: tuple[SeatView, ...]) -> Transcript:
    plain, game = played(key, 4), find_game(key)
    nonces = {seat.player: bytes([seat.seat] * 16) for seat in sitting}
    seed = match_seed(plain.match, plain.server_seed, nonces)
    deal = deal_from_seed(seed, game.about.packs)
    rows = [_seat(key, seat, deal_of=deal) for seat in sitting]
    merits = [
        merit(
            game.about.contest,
            resigned=False,
            score=row.score,
            reached_ms=row.elapsed_ms,
        )
        for row in rows
    ]
    placed = zip(rows, places(merits), strict=True)
    return plain._replace(
        nonces=tuple(
            NonceRecord(who, commitment_to_nonce(plain.match, who, nonce), nonce)
            for who, nonce in nonces.items()
        ),
        seats=tuple(row._replace(place=place) for row, place in placed),
    )


def _seat(key: str, seat: SeatView, *, deal_of: object) -> SeatRecord:
    game, dice = find_game(key), Random(SEED + bytes([seat.seat]))
    position: object = game.setup(deal_of)  # type: ignore[arg-type]
    moves: list[MoveRecord] = []
    at = reached = 0
    while len(moves) < MOST_MOVES and game.legal_moves(position):
        move = choose_greedily(game, game.view(position), dice)
        if move is None:
            break
        at += dice.randint(900, 5_900)
        score = game.score(position)
        position = game.apply(position, game.parse(move))
        moves.append(MoveRecord(at, move))
        reached = at if game.score(position) != score else reached
    return SeatRecord(
        seat.seat, seat.player, seat.name, seat.bot, 0, game.score(position),
        len(moves), reached, "over", tuple(moves), seat.named,
    )  # fmt: skip


def _standing(row: SeatRecord, seat: SeatView) -> StandingView:
    state: SeatState = "over"
    return StandingView(
        place=row.place,
        seat=row.seat,
        player=row.player,
        name=row.name,
        named=seat.named,
        bot=row.bot,
        score=row.score,
        plies=row.plies,
        elapsed_ms=row.elapsed_ms,
        state=state,
    )

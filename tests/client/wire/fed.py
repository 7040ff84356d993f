"""A table that is told whatever a test wants, by a server that need not be honest."""

from typing import Any

from tests.client.wire.test_hearing import Ear
from tests.client.wire.test_session import ADA, BOB, ROOM

from samedeal_client.wire.happenings import Checked
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_protocol.rooms.boards import (
    BoardView,
    NonceView,
    OpenMatchView,
    ResultView,
    RoomView,
    Snapshot,
    StandingView,
    VoidView,
    WithheldView,
)
from samedeal_protocol.rooms.playing import Done, Reveal
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import (
    MatchEnded,
    MatchOpened,
    MatchStarted,
    News,
    PhaseChanged,
    Reset,
    SeatChanged,
    StartVoided,
    Update,
)
from samedeal_records.proof.verify import unseen_by

GAME = find_game(ROOM.game)
SEED = bytes(range(32))
BOBS = b"b" * 16


def opened(match: str) -> OpenMatchView:
    commitment = commitment_to_seed(match, SEED)
    return OpenMatchView(id=match, number=1, commitment=commitment)


def void(match: str, *players: str) -> VoidView:
    """Return a start that was void: by somebody, or else by the service."""
    return VoidView(
        match=match,
        commitment=opened(match).commitment,
        why="withheld" if players else "service",
        withheld=tuple(
            WithheldView(player=player, name=player, commitment=bytes(32))
            for player in players
        ),
    )


ROOM_1 = ROOM.model_copy(update={"next_match": opened("m-1")})


class Table(Ear):
    """Ada's client, and whatever a server tells it."""

    def __init__(self, room: RoomView = ROOM_1) -> None:
        super().__init__()
        self.hearing.player = "p-ada"
        self.exchange.attach()
        self.room = room
        self.epoch = 1
        self.hearing.take(Joined(re=99, snapshot=self.snapshot(**dict(room))))
        self.reveals: list[Reveal] = []

    def snapshot(self, board: BoardView | None = None, **room: Any) -> Snapshot:
        """Return the room as it was at first, but for what is given."""
        n = self.session.n
        told = self.room.model_copy(update=room)
        offset = self.session.offset
        return Snapshot(offset=offset, seat=0, n=n, room=told, board=board)

    def reset(self, board: BoardView | None = None, **room: Any) -> None:
        self.hearing.take(Reset(why="behind", snapshot=self.snapshot(board, **room)))

    def say(self, *updates: Update) -> None:
        offset = self.session.offset
        self.hearing.take(News(since=offset, offset=offset + 1, updates=updates))

    def open(self, match: str, *voids: VoidView) -> None:
        gathering = PhaseChanged(phase="gathering", until=9)
        told = [StartVoided(void=each) for each in voids]
        self.say(*told, MatchOpened(match=opened(match)), gathering)

    def seats(self, match: str) -> list[SeatChanged]:
        """Return everybody ready for a match."""
        bobs = commitment_to_nonce(match, "p-bob", BOBS)
        return [
            SeatChanged(seat=seat.model_copy(update={"commitment": commitment}))
            for seat, commitment in [
                (ADA, self.hearing.commit_to(match)),
                (BOB, bobs),
            ]
        ]

    async def reveal(self, match: str) -> None:
        """Be ready for a match, count down, and have the nonce sent."""
        self.say(*self.seats(match), PhaseChanged(phase="countdown", until=9))
        sent = [one for one in await self.sent() if isinstance(one, Reveal)]
        self.reveals += sent
        self.hearing.take(Done(re=sent[0].id, offset=self.session.offset))

    def nonces(self, match: str) -> dict[str, bytes]:
        """Return everybody's, with one made up where Ada's client has made none."""
        ada = self.session.memory.nonces.get(match, b"?" * 16)
        return {"p-ada": ada, "p-bob": BOBS}

    def board(self, match: str) -> BoardView:
        seed = match_seed(match, SEED, self.nonces(match))
        view = GAME.view(GAME.setup(deal_from_seed(seed, GAME.about.packs)))
        zones = {
            name: tuple(c + 1 for c in cards) for name, cards in view.zones.items()
        }
        return BoardView(ply=0, score=0, zones=zones)

    def start(self, match: str) -> None:
        board = self.board(match)
        started = MatchStarted(at=50, until=99, seats=(0, 1), board=board)
        self.say(PhaseChanged(phase="playing", until=99), started)

    def result(self, match: str, *voids: VoidView, **other: Any) -> ResultView:
        """Return one that looks as it should, whatever came before it."""
        result = ResultView(
            match=match,
            standings=tuple(
                StandingView(
                    place=1,
                    seat=seat.seat,
                    player=seat.player,
                    name=seat.name,
                    score=0,
                    plies=0,
                    elapsed_ms=0,
                    state="finished",
                )
                for seat in (ADA, BOB)
            ),
            server_seed=SEED,
            commitment=opened(match).commitment,
            nonces=tuple(
                NonceView(
                    player=player,
                    commitment=commitment_to_nonce(match, player, nonce),
                    nonce=nonce,
                )
                for player, nonce in self.nonces(match).items()
            ),
            series_over=True,
            series_winners=(),
            voids=voids,
        )
        return result.model_copy(update=other)

    def end(self, match: str, *voids: VoidView, **other: Any) -> None:
        ended = MatchEnded(result=self.result(match, *voids, **other), series=None)
        self.say(ended, PhaseChanged(phase="result", until=9))

    def play(self, match: str, *voids: VoidView, **other: Any) -> None:
        self.start(match)
        self.end(match, *voids, **other)

    @property
    def checked(self) -> list[Checked]:
        return [one for one in self.told() if isinstance(one, Checked)]

    def verdict(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the doubts of all results, and the unseen facts of the last."""
        checked = self.checked
        doubts = tuple(doubt for each in checked for doubt in each.doubts)
        return doubts, unseen_by(checked[-1].witness)

"""A player without a server, who knows a room: what a table shows can be set up."""

from random import Random

from tests.records.test_transcripts import played

from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_protocol.results.profiles import (
    FamilyView,
    PersonView,
    Profile,
    ShownRating,
)
from samedeal_protocol.rooms.boards import (
    BoardView,
    OpenMatchView,
    PlayView,
    ResultView,
    RoomView,
    SeatView,
    Snapshot,
    StandingView,
)
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain

NOW = 1_700_000_000_000
SEED = bytes(range(32))
MATCH = "m-" + "5" * 32
NAMES = ("Ada", "Bob", "Greta", "名前", "Persephone of Henna", "Dot", "Eve", "Fay")


class Still(Player):
    """A player at whose table time stands still."""

    is_cut = False
    is_in_trouble = False

    @property
    def is_connected(self) -> bool:
        """Whether the scene is connected."""
        return not self.is_cut

    @property
    def is_degraded(self) -> bool:
        """Whether the scene is in trouble."""
        return self.is_in_trouble

    def now_ms(self) -> int:
        """Return the one moment there is."""
        return NOW

    async def profile(self, who: str = "", versus: str | None = None) -> Profile:
        """Return the profile of anybody here."""
        person = PersonView(player=who, name=who)
        rating = ShownRating(rating=1500 + len(who), provisional=who != "p-0")
        families = tuple(
            FamilyView(family=game.about.family, rating=rating, matches=3, match=MATCH)
            for game in GAMES.values()
        )
        return Profile(
            re=1, who=person, since=None, ratings=families, games=(), versus=None
        )

    async def transcript(self, match: str) -> bytes:
        """Return the record of a match of two."""
        honest = played("squares/english", 4)
        return seal(to_plain(honest._replace(seats=honest.seats[:2])))


def seats(count: int, *, ready: int = 0) -> tuple[SeatView, ...]:
    """Return `count` seats, the first `ready` of them ready."""
    return tuple(
        SeatView(
            seat=number,
            player=f"p-{number}",
            name=name,
            named=number == 0,
            bot=name == "Greta",
            present=name != "Dot",
            ready=number < ready,
        )
        for number, name in enumerate(NAMES[:count])
    )


def room(game: str = "squares/english", count: int = 3, **more: object) -> RoomView:
    """Return a room that waits for ready."""
    plain = RoomView(
        room="7KQ4P",
        public=True,
        host=0,
        game=game,
        seats_max=4 if count <= 4 else 8,
        time_limit_s=300,
        best_of=1,
        phase="gathering",
        until=NOW + 90_000,
        started=None,
        next_match=OpenMatchView(id=MATCH, number=1, commitment=bytes(32)),
        seats=seats(count, ready=1),
        result=None,
    )
    return plain.model_copy(update=more)


def board_after(game: str, plies: int, by: str = "") -> BoardView:
    """Return a board of a deal after some moves, which differ by their player."""
    rules, dice = find_game(game), Random(game + by)
    position = rules.setup(deal_from_seed(SEED, rules.about.packs))
    for _ in range(plies):
        legal = rules.legal_moves(position)
        if legal:
            position = rules.apply(position, dice.choice(legal))
    board = rules.view(position)
    zones = {
        name: tuple(int(card) + 1 for card in cards)
        for name, cards in board.zones.items()
    }
    return BoardView(ply=board.plies, score=rules.score(position), zones=zones)


def playing(game: str, plies: int = 12, count: int = 3) -> tuple[RoomView, BoardView]:
    """Return a room in the middle of a match, and the own board."""
    board = board_after(game, plies)
    plays = [PlayView(score=board.score, ply=board.ply)]
    plays += [
        PlayView(score=3 * number, ply=plies + number, state="playing")
        for number in range(1, count)
    ]
    if count > 2:
        plays[2] = PlayView(score=4, ply=9, state="finished")
    sitting = tuple(
        seat.model_copy(update={"play": play, "ready": False})
        for seat, play in zip(seats(count), plays, strict=True)
    )
    view = room(
        game,
        count,
        phase="playing",
        until=NOW + 227_000,
        started=NOW - 73_000,
        next_match=None,
        seats=sitting,
    )
    return view, board


def result(count: int = 3, *, over: bool = True) -> ResultView:
    """Return the result of a match."""
    standings = tuple(
        StandingView(
            place=number + 1,
            seat=seat.seat,
            player=seat.player,
            name=seat.name,
            named=seat.named,
            bot=seat.bot,
            score=40 - 7 * number,
            plies=25,
            elapsed_ms=93_250 + 7_100 * number,
            state="over",
        )
        for number, seat in enumerate(seats(count))
    )
    return ResultView(
        match=MATCH,
        rated=True,
        standings=standings,
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=over,
        series_winners=(0,) if over else (),
    )


def shown_boards(view: RoomView, plies: int) -> dict[int, BoardView]:
    """Return a board of everybody in a match, each with some moves less than made."""
    return {
        seat.seat: board_after(view.game, plies - 2 * seat.seat, str(seat.seat))
        for seat in view.seats
    }


def watching(view: RoomView, boards: dict[int, BoardView] | None = None) -> Still:
    """Return a player who watches a room, and is shown some boards."""
    player = Still("ws://play.example:8765", name="Wes")
    player.session.is_watching = True
    player.session.join(Snapshot(offset=1, seat=None, n=0, room=view, board=None))
    player.session.watched = boards or {}
    return player


def seated(view: RoomView, board: BoardView | None = None) -> Still:
    """Return a player who sits in a room's first seat."""
    player = Still("ws://play.example:8765", name="Ada")
    player.session.join(
        Snapshot(offset=1, seat=0, n=0, room=view, board=board),
    )
    return player

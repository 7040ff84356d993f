"""A server that says the same for ever, as a player hears it."""

from typing import TypeVar, Unpack, cast

from tests.client.lobby.lobbies import NOWHERE
from tests.golden.screens.books import ADA, best, entries, profile, wins
from tests.golden.screens.days import DAILIES, DAILY, DAY_NOON, deal_row
from tests.records.test_transcripts import played

from samedeal_client.context import Context
from samedeal_client.lobby.visit import Visit
from samedeal_client.wire.player import LeaderboardOptions, Player
from samedeal_protocol.deals.dailies import Dailies, Daily
from samedeal_protocol.people.accounts import AccountView, Circle, RelationView
from samedeal_protocol.people.presence import (
    AskFriends,
    Friends,
    FriendView,
    InvitationView,
)
from samedeal_protocol.results.leaderboards import Leaderboard
from samedeal_protocol.results.profiles import History, Profile
from samedeal_protocol.rooms.boards import Phase, RoomSummary
from samedeal_protocol.shapes import Reply, Request
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain

FRIEND = "p-friend"
R = TypeVar("R", bound=Reply)


class StillPlayer(Player):
    """Ada, who has friends and a past."""

    def __init__(self) -> None:
        super().__init__(NOWHERE, name="Ada")
        self.name, self.is_named = "Ada", True

    @property
    def id(self) -> str:
        """Return the id of a row that is on the leaderboards."""
        return "p-1"

    @property
    def is_connected(self) -> bool:
        """Always: there is a server."""
        return True

    def now_ms(self) -> int:
        """Return the same moment, always."""
        return DAY_NOON

    async def open_rooms(self, game: str | None = None) -> tuple[RoomSummary, ...]:
        """List the same rooms, which nobody has to follow."""
        return await self.rooms(game)

    async def rooms(
        self, game: str | None = None, *, free: bool = False
    ) -> tuple[RoomSummary, ...]:
        """List rooms of all kinds."""
        return (
            _room("7KQ4P", "squares/english", "Bob", (3, 4), "gathering"),
            _room("QW8TZ", "westcliff/american", "名前", (2, 2), "playing"),
            _room("M2M2M", "squares/patience-american", "Cleo", (1, 8), "gathering"),
            _room("XX7AB", "easthaven/open", "Zoë Zettelmeyer-Huber", (4, 4), "result"),
        )

    async def ask(self, request: Request, kind: type[R]) -> R:
        """Name the friends, or say where they are and what they ask."""
        who = AccountView(player=FRIEND, name="Cleo", named=True)
        if isinstance(request, AskFriends):
            return cast("R", friends(request.id, who))
        people = (RelationView(who=who, relation="friend", mutual=True),)
        return cast("R", Circle(re=request.id, people=people))

    async def leaderboard(
        self, game: str, **options: Unpack[LeaderboardOptions]
    ) -> Leaderboard:
        """Return rows of one of two leaderboards."""
        found = best() if options.get("by", "best") == "best" else wins()
        return found.model_copy(update={"among": options.get("among", "all")})

    async def profile(self, who: str = "", versus: str | None = None) -> Profile:
        """Return Ada's profile."""
        return profile()

    async def history(
        self,
        who: str = "",
        *,
        game: str | None = None,
        before: int | None = None,
        limit: int = 20,
    ) -> History:
        """Return all of Ada's matches."""
        return History(re=1, who=ADA, entries=entries(), before=None)

    async def dailies(self) -> Dailies:
        """Return Ada's standing in some deals of the day."""
        return DAILIES

    async def daily(
        self, game: str, day: str | None = None, *, limit: int = 20, start: int = 0
    ) -> Daily:
        """Return others' results for a deal, a friend's among them."""
        rows = (deal_row(1, "Cleo", 41, "out").model_copy(update={"player": FRIEND}),)
        return DAILY.model_copy(update={"game": game, "rows": rows})

    async def transcript(self, match: str) -> bytes:
        """Return the record of a match."""
        return seal(to_plain(played("squares/english", 1)))


class StillVisit(Visit):
    """A visit that nothing happens to."""

    def __init__(self, context: Context, *, is_there: bool) -> None:
        super().__init__(context)
        self.player = StillPlayer() if is_there else None
        self.trouble = (
            "" if is_there else f"no server answers at {NOWHERE}: connection refused"
        )

    @property
    def is_guest(self) -> bool:
        """Never: Ada is known."""
        return False

    async def again(self) -> None:
        """Leave everything as it is."""


def friends(re: int, cleo: AccountView) -> Friends:
    """Return friends here and elsewhere, and a challenge of one of them."""
    zoe = AccountView(player="p-zoe", name="Zoë", named=True)
    fay = AccountView(player="p-fay", name="Fay")
    return Friends(
        re=re,
        seen=True,
        friends=(
            FriendView(who=cleo, place="lobby"),
            FriendView(who=zoe, place="table", game="westcliff/american"),
            FriendView(who=fay, place="away"),
        ),
        invitations=(
            InvitationView(
                who=zoe, at=DAY_NOON, game="squares/english", match="m-1", score=74
            ),
        ),
    )


def _room(
    code: str, game: str, host: str, seats: tuple[int, int], phase: Phase
) -> RoomSummary:
    taken, most = seats
    is_friend = host == "Cleo"
    return RoomSummary(
        room=code,
        game=game,
        host=host,
        host_player=FRIEND if is_friend else f"p-{code}",
        host_named=is_friend,
        seats_taken=taken,
        seats_max=most,
        time_limit_s=300,
        best_of=3 if taken == 2 else 1,
        phase=phase,
    )

"""One message of every kind, as it might be said in a small match."""

from pydantic import BaseModel

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    blinded_id,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.deals.challenges import (
    AskDealBoard,
    AskOwnBest,
    AskTimelines,
    Challenge,
    DealBoard,
    Timelines,
    TimelineView,
)
from samedeal_protocol.deals.dailies import (
    AskDailies,
    AskDaily,
    CommitmentView,
    Dailies,
    Daily,
    DailyView,
    PlayDaily,
    StreakView,
)
from samedeal_protocol.deals.deals import AttemptView, DealRow
from samedeal_protocol.deals.events import (
    AskEvent,
    AskEventDeal,
    CreateEvent,
    EventDealTable,
    EventDealView,
    EventResultView,
    EventRowView,
    EventTable,
    EventView,
    HostEvent,
)
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import (
    Account,
    AccountView,
    AskAccount,
    AskCircle,
    Carried,
    Carry,
    Circle,
    Claim,
    Fetch,
    Fetched,
    Relate,
    Related,
    RelationView,
    Revoke,
    Revoked,
    Rotate,
    Rotated,
)
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_protocol.people.house import (
    BotCall,
    BotsCalled,
    BotsWanted,
    CallBots,
    OfferBots,
)
from samedeal_protocol.people.presence import (
    AskFriends,
    BeSeen,
    Friends,
    FriendView,
    InvitationView,
    Invite,
    Invited,
    Seen,
)
from samedeal_protocol.people.reports import Report, Reported
from samedeal_protocol.results.leaderboards import (
    AskLeaderboard,
    AskLeaders,
    Leaderboard,
    LeaderboardRow,
    Leaders,
    LeaderView,
    WindowView,
)
from samedeal_protocol.results.profiles import (
    AskHistory,
    AskProfile,
    BestView,
    EntryView,
    FamilyView,
    GameView,
    History,
    OpponentView,
    PersonView,
    Profile,
    ShownRating,
    VersusView,
)
from samedeal_protocol.results.records import (
    AskChain,
    AskTranscript,
    ChainPart,
    TranscriptPart,
)
from samedeal_protocol.rooms.boards import (
    BoardView,
    DoorView,
    GuestView,
    LinkView,
    NonceView,
    OpenMatchView,
    PauseView,
    PlayView,
    ResultView,
    RoomSummary,
    RoomView,
    SeatView,
    Snapshot,
    StandingView,
    VoidView,
    WatchedBoard,
    WithheldView,
    Zones,
)
from samedeal_protocol.rooms.doors import LetIn, PutOut, SetDoor
from samedeal_protocol.rooms.playing import (
    Done,
    Finish,
    GoOn,
    Leave,
    Move,
    Moved,
    Pause,
    Ready,
    Resign,
    Reveal,
    Unready,
)
from samedeal_protocol.rooms.rooms import (
    HostRoom,
    Joined,
    JoinRoom,
    ListRooms,
    Rooms,
    RoomsChanged,
    WatchRoom,
)
from samedeal_protocol.rooms.series import (
    DealResultView,
    PlayedDealView,
    SeriesRowView,
    SeriesView,
)
from samedeal_protocol.rooms.talk import LineView, Said, Say, SayPhrase, Talk
from samedeal_protocol.updates import (
    ClockStood,
    DoorChanged,
    Error,
    Heartbeat,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    News,
    PauseChanged,
    PhaseChanged,
    Progress,
    Reset,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    Service,
    StartVoided,
    Update,
    WasPutOut,
    Watched,
)

NOW = 1_700_000_000_000
MATCH = "m-000001"
GAME = "squares/english"
SERVER_SEED, NONCE = bytes(range(32)), b"\x01" * 16
COMMITMENT = commitment_to_seed(MATCH, SERVER_SEED)
TO_NONCE = commitment_to_nonce(MATCH, "p-ada", NONCE)
RULES = find_game(GAME)
SEED = match_seed(MATCH, SERVER_SEED, {"p-ada": NONCE})
DEALT = RULES.setup(deal_from_seed(SEED, RULES.about.packs))
MOVE = "c3"
LAID = RULES.apply(DEALT, RULES.parse(MOVE))


def wire_zones(position: object) -> Zones:
    """Return a board's zones as they go over the wire."""
    zones = RULES.view(position).zones.items()
    return {name: tuple(card + 1 for card in cards) for name, cards in zones}


SEAT = SeatView(seat=0, player="p-ada", name="Ada", ready=True, commitment=TO_NONCE)
VOID = VoidView(
    match="m-0000aa",
    commitment=bytes(range(32)),
    why="withheld",
    withheld=(WithheldView(player="p-bob", name="Bob", commitment=b"\x04" * 32),),
)
BOARD = BoardView(ply=0, score=0, zones=wire_zones(DEALT))
OPEN = OpenMatchView(id=MATCH, number=1, commitment=COMMITMENT)
BOB = RelationView(
    who=AccountView(player="p-bob", name="Bob", named=True),
    relation="friend",
    mutual=True,
)
RESULT = ResultView(
    match=MATCH,
    standings=(
        StandingView(
            place=1,
            seat=0,
            player="p-ada",
            name="Ada",
            score=61,
            plies=25,
            elapsed_ms=93_250,
            state="over",
        ),
    ),
    server_seed=SERVER_SEED,
    commitment=COMMITMENT,
    nonces=(NonceView(player="p-ada", commitment=TO_NONCE, nonce=NONCE),),
    series_over=True,
    series_winners=(0,),
    voids=(VOID,),
)
SERIES = SeriesView(
    deals=(
        PlayedDealView(
            match=MATCH,
            game=GAME,
            results=(
                DealResultView(row=0, place=1, score=61, percentage=10_000),
                DealResultView(row=1, place=2, score=48, percentage=0),
            ),
        ),
    ),
    rows=(
        SeriesRowView(place=1, player="p-ada", name="Ada", deals=1, percentage=10_000),
        SeriesRowView(place=2, player="p-bob", name="Bob", deals=1, percentage=0),
    ),
)
ROOM = RoomView(
    room="7KQ4P",
    public=True,
    host=0,
    game=GAME,
    seats_max=4,
    time_limit_s=300,
    best_of=1,
    phase="gathering",
    until=NOW + 60_000,
    started=None,
    next_match=OPEN,
    seats=(SEAT,),
    result=None,
)
PERSON = PersonView(player="p-ada", name="Ada", named=True)
ROW = LeaderboardRow(
    rank=1,
    overall=1,
    player="p-ada",
    name="Ada",
    named=True,
    score=61,
    plies=25,
    elapsed_ms=93_250,
    state="over",
    match=MATCH,
    at=NOW,
)

DAY = "2023-11-14"
COMMITTED = CommitmentView(
    deal=f"daily/{GAME}/{DAY}",
    commitment=bytes(32),
    committed_at=NOW - 2 * 24 * 3600 * 1000,
)
ATTEMPT = AttemptView(
    room="7KQ4P",
    is_over=True,
    match=MATCH,
    score=61,
    plies=25,
    elapsed_ms=93_250,
    state="over",
    rank=1,
    progress=(0, 2, 5, 9, 12, 20, 31, 40, 55, 61),
)
STREAK = StreakView(current=3, longest=5)
EVENT = EventView(
    event="7KQ4PXY",
    deals=(
        EventDealView(
            deal="event/7KQ4PXY/1",
            game=GAME,
            commitment=bytes(32),
            server_seed=b"",
            players=4,
        ),
    ),
    created_at=NOW,
    closes_at=NOW + 172_800_000,
    reveal_at=NOW + 176_400_000,
)

COMMANDS: tuple[BaseModel, ...] = (
    Hello(id=1, client="samedeal 0.1.0", name="Ada"),
    ListRooms(id=2, follow=True),
    AskLeaderboard(id=3, game=GAME, window="day", around=""),
    AskLeaders(id=30),
    AskProfile(id=31, versus="Bob"),
    AskHistory(id=32, who="Ada", game=GAME),
    AskChain(id=16),
    AskTranscript(id=15, match=MATCH),
    HostRoom(
        id=4,
        game=GAME,
        games=(GAME, "easthaven"),
        deals=8,
    ),
    CreateEvent(id=18, games=(GAME, "easthaven"), deals=8, hours=48),
    AskEvent(id=19, event="7KQ4PXY"),
    AskEventDeal(id=20, event="7KQ4PXY", deal=1),
    HostEvent(id=21, event="7KQ4PXY"),
    JoinRoom(id=5, room="7KQ4P"),
    WatchRoom(id=16, room="7KQ4P"),
    Challenge(id=40, match=MATCH),
    AskTimelines(id=41, match=MATCH, rivals=True),
    AskOwnBest(id=42, game=GAME),
    AskDealBoard(id=43, match=MATCH),
    Leave(id=6, n=1),
    Ready(id=7, n=2, match=MATCH, commitment=TO_NONCE),
    Unready(id=8, n=3),
    Say(id=8, number=1, text="Two out of three?"),
    SayPhrase(id=8, number=2, phrase="good_luck"),
    Reveal(id=9, n=4, nonce=NONCE),
    Move(id=10, n=5, ply=0, move=MOVE),
    Finish(id=11, n=6),
    Resign(id=12, n=7),
    Pause(id=48, n=8),
    GoOn(id=49, n=9),
    AskAccount(id=20, who="Bob"),
    Claim(id=21, name="Ada"),
    Rotate(id=22),
    Carry(id=50, data=b"sealed"),
    Fetch(id=51, code="a-code-that-is-good-once"),
    CallBots(id=52, bots=2),
    OfferBots(id=53, key="what-the-operator-gave-both", free=6),
    AskFriends(id=54, answered=(BOB.who.player,)),
    BeSeen(id=55, seen=False),
    Invite(id=56, who=BOB.who.player),
    PutOut(id=58, who="Bob"),
    LetIn(id=59, who="Bob"),
    SetDoor(id=60, shut=True),
    Report(id=57, who="Bob", room="7KQ4P", why="Insults."),
    Revoke(id=23),
    Relate(id=24, who="Bob", relation="friend"),
    AskCircle(id=25),
    AskDailies(id=30),
    AskDaily(id=31, game=GAME, day=DAY),
    PlayDaily(id=32, game=GAME),
    ClientHeartbeat(offset=12, ply=1, digest=b"8 bytes!"),
)

LINE = LineView(
    offset=9, at=NOW, seat=0, player=SEAT.player, name="Ada", phrase="good_luck"
)

UPDATES: tuple[Update, ...] = (
    SeatChanged(seat=SEAT),
    SeatLeft(seat=1, why="away"),
    HostChanged(seat=0),
    PhaseChanged(phase="countdown", until=NOW + 5_000),
    MatchOpened(match=OPEN),
    StartVoided(void=VOID),
    MatchStarted(at=NOW, until=NOW + 300_000, seats=(0,), board=BOARD),
    Progress(seat=0, play=PlayView(score=3, ply=4)),
    ClockStood(ms=12_345, started=NOW),
    PauseChanged(pause=PauseView(asked=(0, 1), since=NOW, until=NOW + 900_000)),
    DoorChanged(
        door=DoorView(shut=True, put_out=(GuestView(player="p-2", name="Bob"),))
    ),
    WasPutOut(player="p-2", name="Bob", by=0),
    MatchEnded(result=RESULT, series=SERIES),
    RoomClosed(why="empty"),
    Said(line=LINE),
)

MESSAGES: tuple[BaseModel, ...] = (
    Welcome(
        re=1,
        player="p-ada",
        name="Ada",
        token="kept-by-ada",
        resume="ada-comes-back-with-it",
        server="samedeal 0.1.0",
        server_name="The Tuesday club",
        greeting="Duplicate evening at eight.",
        now=NOW,
        heartbeat_ms=10_000,
        addresses=("ws://192.168.1.20:8765",),
    ),
    Rooms(
        re=2,
        rooms=(
            RoomSummary(
                room="7KQ4P",
                game=GAME,
                host="Ada",
                seats_taken=1,
                seats_max=4,
                time_limit_s=300,
                best_of=1,
                phase="gathering",
            ),
        ),
        bots=6,
        count=1,
        told_ms=60_000,
    ),
    RoomsChanged(
        rooms=(
            RoomSummary(
                room="7KQ4P",
                game=GAME,
                host="Ada",
                seats_taken=2,
                seats_max=4,
                time_limit_s=300,
                best_of=1,
                phase="gathering",
            ),
        ),
        gone=("3MW8T",),
        bots=6,
        count=1,
    ),
    Leaderboard(
        re=3,
        game=GAME,
        by="best",
        scope=GAME,
        window=WindowView(name="2026-11-21", start=NOW, end=NOW + 86_400_000),
        among="all",
        rows=(ROW,),
        start=0,
        total=1,
        own=1,
    ),
    Leaders(
        re=30,
        by="best",
        window=WindowView(name="all", start=None, end=None),
        leaders=(LeaderView(scope=GAME, total=1, row=ROW),),
    ),
    Profile(
        re=31,
        who=PERSON,
        since=NOW,
        ratings=(
            FamilyView(
                family="squares",
                rating=ShownRating(rating=1560, provisional=True),
                matches=1,
                match=MATCH,
            ),
        ),
        games=(
            GameView(
                game=GAME,
                matches=1,
                wins=1,
                outs=0,
                best=BestView(
                    score=61, plies=25, elapsed_ms=93_250, match=MATCH, at=NOW
                ),
                streak=StreakView(current=2, longest=3),
            ),
        ),
        versus=VersusView(
            who=PersonView(player="p-bob", name="Bob"), matches=1, won=1, lost=0
        ),
    ),
    History(
        re=32,
        who=PERSON,
        entries=(
            EntryView(
                index=0,
                match=MATCH,
                kind="match",
                deal=MATCH,
                game=GAME,
                rated=True,
                at=NOW,
                place=1,
                players=2,
                score=61,
                plies=25,
                elapsed_ms=93_250,
                state="over",
                before=ShownRating(rating=1500, provisional=True),
                after=ShownRating(rating=1560, provisional=True),
                opponents=(
                    OpponentView(
                        player="p-bob", name="Bob", bot=False, place=2, score=8
                    ),
                ),
            ),
        ),
        before=None,
    ),
    ChainPart(
        re=16,
        start=0,
        links=(LinkView(kind="open", match=blinded_id(MATCH), proof=bytes(32)),),
        length=1,
        head=b"\x02" * 32,
    ),
    TranscriptPart(re=15, match=MATCH, size=1_800, start=0, data=b"\x82\xaatran"),
    Dailies(
        re=30,
        day=DAY,
        closes_at=NOW + 3_600_000,
        games=(
            DailyView(
                game=GAME,
                commitment=COMMITTED,
                attempt=ATTEMPT.model_copy(update={"progress": ()}),
                players=1,
                streak=STREAK,
            ),
        ),
    ),
    Daily(
        re=31,
        game=GAME,
        day=DAY,
        closes_at=NOW + 3_600_000,
        reveal_at=NOW + 7_200_000,
        commitment=COMMITTED,
        tomorrow=None,
        server_seed=b"",
        attempt=ATTEMPT,
        streak=STREAK,
        players=1,
        rows=(
            DealRow(
                rank=1,
                player="p-ada",
                name="Ada",
                score=61,
                plies=25,
                elapsed_ms=93_250,
                state="over",
                match=MATCH,
                at=NOW,
            ),
        ),
    ),
    Timelines(
        re=41,
        match=MATCH,
        deal=MATCH,
        kind="match",
        game=GAME,
        time_limit_s=300,
        seats=(
            TimelineView(
                match=MATCH,
                seat=0,
                player="p-ada",
                name="Ada",
                place=1,
                score=8,
                plies=6,
                elapsed_ms=9_750,
                state="finished",
                ended_ms=11_000,
                points=((0, 0, 0), (2_100, 0, 1), (9_750, 8, 5), (11_000, 8, 6)),
            ),
        ),
    ),
    DealBoard(
        re=43,
        deal=MATCH,
        game=GAME,
        total=1,
        rows=(
            DealRow(
                rank=1,
                player="p-ada",
                name="Ada",
                score=61,
                plies=25,
                elapsed_ms=93_250,
                state="over",
                match=MATCH,
                at=NOW,
            ),
        ),
    ),
    Joined(re=5, snapshot=Snapshot(offset=3, seat=0, n=0, room=ROOM, board=None)),
    EventTable(
        re=19,
        event=EVENT,
        start=0,
        total=1,
        rows=(
            EventRowView(
                place=1,
                player="p-ada",
                name="Ada",
                deals=1,
                percentage=8_333,
                percentages=(8_333,),
            ),
        ),
    ),
    EventDealTable(
        re=20,
        event="7KQ4PXY",
        deal=1,
        start=0,
        total=1,
        rows=(
            EventResultView(
                place=1,
                player="p-ada",
                name="Ada",
                score=61,
                plies=25,
                elapsed_ms=93_250,
                state="over",
                percentage=8_333,
                match=MATCH,
            ),
        ),
    ),
    Done(re=7, offset=4),
    Moved(
        re=10,
        offset=9,
        ply=1,
        score=0,
        state="playing",
        zones={
            name: cards
            for name, cards in wire_zones(LAID).items()
            if BOARD.zones.get(name) != cards
        },
    ),
    Error(
        re=10,
        code=ErrorCode.STALE_PLY,
        retry="never",
        trace="4f2a90c1",
        detail="the next ply is 1",
        expected=1,
    ),
    Heartbeat(now=NOW, offset=12, ply=1, digest=b"8 bytes!"),
    Reset(
        why="lost",
        snapshot=Snapshot(offset=3, seat=0, n=0, room=ROOM, board=None),
    ),
    Watched(boards=(WatchedBoard(seat=0, board=BOARD),)),
    Talk(lines=(LINE, LINE.model_copy(update={"phrase": "", "text": "Again?"}))),
    Account(re=20, account=BOB.who, claims_left=2),
    Carried(re=50, code="a-code-that-is-good-once", lasts_ms=600_000),
    Fetched(re=51, data=b"sealed"),
    BotsCalled(re=52, bots=1),
    BotsWanted(re=53, calls=(BotCall(room="7KQ4P", bots=1),)),
    Friends(
        re=54,
        seen=True,
        friends=(FriendView(who=BOB.who, place="table", game=GAME),),
        invitations=(
            InvitationView(who=BOB.who, at=NOW, game=GAME, room="7KQ4P"),
            InvitationView(who=BOB.who, at=NOW, game=GAME, match=MATCH, score=74),
        ),
    ),
    Seen(re=55, seen=False),
    Invited(re=56),
    Reported(re=57),
    Rotated(re=22, token="kept-by-ada-from-now-on"),
    Revoked(re=23),
    Related(re=24, relation=BOB),
    Circle(re=25, people=(BOB,)),
    Service(state="draining", within_ms=5_000).model_copy(
        update={"en": "Back at nine.", "es": "Volvemos a las nueve."}
    ),
)


def examples() -> dict[str, BaseModel]:
    """Return an example by the name of its class; each update within news."""
    news = [
        (type(update).__name__, News(since=3, offset=4, updates=(update,)))
        for update in UPDATES
    ]
    return {type(one).__name__: one for one in (*COMMANDS, *MESSAGES)} | dict(news)

"""Golden screens: what a player sees, in words and symbols, without colour."""

import textwrap
from pathlib import Path

from tests.games.test_transcripts import played
from tests.golden.screens.books import book_screens

from samedeal_client.language import speaking
from samedeal_client.proof.commitments import Seen
from samedeal_client.proof.events import Event, Finding
from samedeal_client.proof.records import Record, read_record
from samedeal_client.proof.replays import Replay
from samedeal_client.table.ghosts import Ghosts
from samedeal_client.view.accounts import account_lines, circle_lines
from samedeal_client.view.board import board_lines, legal_lines
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.challenges import (
    board_hint,
    deal_board_lines,
    invitation,
)
from samedeal_client.view.daily import (
    Judged,
    dailies_lines,
    fairness_lines,
    result_lines,
)
from samedeal_client.view.daily import board_lines as board_lines_of_day
from samedeal_client.view.events import event_lines
from samedeal_client.view.events import proof_lines as event_proof_lines
from samedeal_client.view.ghosts import (
    Ghost,
    ghost_line,
    ghost_spans,
    ghost_standings,
    rivals_lines,
    told_line,
)
from samedeal_client.view.proof import proof_lines
from samedeal_client.view.reading import linear
from samedeal_client.view.replay import frame_lines, replay_lines
from samedeal_client.view.room import room_lines, toolbar
from samedeal_client.view.series import series_lines
from samedeal_client.view.spans import Line, Lines, line, text_of
from samedeal_client.view.standings import (
    games_lines,
    rooms_lines,
    standings_lines,
)
from samedeal_games.cards import FACE_DOWN, read_cards
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import Board
from samedeal_games.timelines import Point
from samedeal_games.transcripts import Transcript, to_plain
from samedeal_games.wording import Wording
from samedeal_protocol.accounts import Account, AccountView, RelationView
from samedeal_protocol.boards import (
    PlayView,
    ResultView,
    RoomSummary,
    RoomView,
    SeatState,
    SeatView,
    StandingView,
)
from samedeal_protocol.challenges import DealBoard
from samedeal_protocol.dailies import (
    CommitmentView,
    Dailies,
    Daily,
    DailyView,
    StreakView,
)
from samedeal_protocol.deals import AttemptView, DealRow
from samedeal_protocol.events import EventDealView, EventRowView, EventView
from samedeal_protocol.transcripts import seal
from samedeal_server.core.series import series_view
from samedeal_server.core.state import DealPlayed, Player, PlayerResult

FOLDER = Path(__file__).parent
SEED = bytes(range(32))
MOVES = 12
CHALLENGED = f"m-{bytes(range(16)).hex()}"
GLYPHS = {"unicode": UNICODE, "ascii": ASCII}

DAY = "2026-11-21"
DAY_START = 1_795_219_200_000
DAY_NOON = DAY_START + 12 * 3_600_000
DAY_MS = 24 * 3_600_000


def _committed(day: str, committed_at: int) -> CommitmentView:
    return CommitmentView(
        deal=f"daily/easthaven/{day}", commitment=SEED, committed_at=committed_at
    )


def _deal_row(rank: int, name: str, score: int, state: SeatState) -> DealRow:
    return DealRow(
        rank=rank,
        player=f"p-{rank}",
        name=name,
        score=score,
        plies=2 * score,
        elapsed_ms=251_300 + 1_000 * rank,
        state=state,
        match=f"m-{rank}",
        at=DAY_NOON,
    )


ATTEMPT = AttemptView(
    room="",
    is_over=True,
    match="m-2",
    score=37,
    plies=74,
    elapsed_ms=253_300,
    state="timed_out",
    rank=2,
    progress=(0, 3, 8, 11, 17, 17, 22, 30, 34, 37),
)
DAILY = Daily(
    re=1,
    game="easthaven",
    day=DAY,
    closes_at=DAY_START + DAY_MS,
    reveal_at=DAY_START + DAY_MS + 3_600_000,
    commitment=_committed(DAY, DAY_START - 2 * DAY_MS),
    tomorrow=_committed("2026-11-22", DAY_START - DAY_MS),
    server_seed=b"",
    attempt=ATTEMPT,
    streak=StreakView(current=5, longest=9),
    players=17,
    rows=(
        _deal_row(1, "Bob", 52, "out"),
        _deal_row(2, "Zoë", 37, "timed_out"),
        _deal_row(3, "Eve\n", 11, "resigned"),
    ),
)
ON = ATTEMPT.model_copy(
    update={"is_over": False, "state": "playing", "until": DAY_NOON + 200_000}
)
DAILIES = Dailies(
    re=1,
    day=DAY,
    closes_at=DAILY.closes_at,
    games=tuple(
        DailyView(
            game=game,
            commitment=DAILY.commitment,
            attempt=attempt,
            players=players,
            streak=StreakView(current=current, longest=9),
        )
        for game, attempt, players, current in (
            ("squares/patience-american", None, 3, 0),
            ("easthaven", ATTEMPT, 17, 5),
            ("easthaven/open", ON, 2, 1),
        )
    ),
)


HEARD = (
    *("westcliff-classic", "capricieuse", "squares-english", "squares-patience"),
    *("leaderboard", "profile", "replay-two"),
)
"""Screens that are also kept as who reads line after line is told them."""


def screens() -> dict[str, str]:
    """Return every golden screen by its name, in both languages, and some as heard."""
    drawn = _drawn()
    with speaking("es"):
        spanish = _drawn().items()
        drawn |= {f"es-{k}": lines for k, lines in spanish if not k.endswith("-ascii")}
    with linear():
        heard = _drawn()
        drawn |= {f"heard-{name}": heard[f"{name}-ascii"] for name in HEARD}
        drawn |= {f"heard-{name}": heard[name] for name in ("standings", "rooms")}
    return {name: text_of(lines) + "\n" for name, lines in drawn.items()}


def _drawn() -> dict[str, Lines]:
    """Return every view on an example, by a name."""
    drawn: dict[str, Lines] = {}
    for key in GAMES:
        for style, glyphs in GLYPHS.items():
            drawn[f"{key.replace('/', '-')}-{style}"] = _game(key, glyphs)
    for style, glyphs in GLYPHS.items():
        drawn[f"tall-columns-{style}"] = _tall(glyphs)
        drawn[f"tall-two-packs-{style}"] = _tall_two_packs(glyphs)
        drawn[f"toolbars-{style}"] = _toolbars(glyphs)
        for name, lines in book_screens(glyphs).items():
            drawn[f"{name}-{style}"] = lines
    drawn["gathering"] = room_lines(_room(), find_game("squares/english").about, 0)
    for style, glyphs in GLYPHS.items():
        room, end = _challenge(glyphs)
        drawn[f"challenge-{style}"], drawn[f"challenge-end-{style}"] = room, end
    drawn["standings"] = _standings()
    drawn |= _events()
    drawn |= _accounts()
    drawn["evening"] = series_lines(evening(deals=3), "p-2")
    over = evening(deals=4)
    drawn["evening-over"] = series_lines(over, "p-2")
    of_event = {"kind": "event", "origin": "event/7KQ4PXY"}
    drawn["evening-of-event"] = series_lines(over.model_copy(update=of_event))
    drawn["rooms"] = _rooms()
    drawn |= _dailies()
    drawn |= _proofs()
    drawn["games"] = games_lines(game.about for game in list(GAMES.values())[:7])
    return drawn


def _accounts() -> dict[str, Lines]:
    """Return an account, and a list of friends."""
    server = "ws://play.example:8765"
    ada = AccountView(player="p-00000000000000a1", name="Ada Lovelace", named=True)
    bob = AccountView(player="p-00000000000000b2", name="Bob")
    robot = AccountView(player="p-00000000000000c3", name="Tik-Tok", bot=True)
    people = (
        RelationView(who=ada, relation="friend", mutual=True),
        RelationView(who=robot, relation="friend"),
        RelationView(who=bob, relation="blocked"),
    )
    named = Account(re=1, account=ada, claims_left=1)
    guest = Account(re=1, account=bob, claims_left=3)
    return {
        "account": (*account_lines(named, server), (), *account_lines(guest, server)),
        "friends": circle_lines(people),
    }


def _proofs() -> dict[str, Lines]:
    """Return the verdicts on a match, and the match played again."""
    honest = played("squares/english", 4)
    tampered = honest._replace(server_seed=bytes(32), game="squares/english")
    two = played("easthaven", 11)
    two = two._replace(seats=two.seats[:2])
    replay = Replay(two)
    replay.watch((0, 1))
    replay.go(2)
    listed = replay_lines(replay, UNICODE)
    return {
        "verify": proof_lines(record_of(honest)),
        "verify-doubt": proof_lines(record_of(tampered)),
        "verify-unknown": proof_lines(
            record_of(honest._replace(game="squares/englsh"))
        ),
        "replay-list": listed[-14:],
        "replay-two-ascii": frame_lines(replay, ASCII, 79),
        "replay-two-unicode": frame_lines(replay, UNICODE, 79),
    }


def record_of(transcript: Transcript) -> Record:
    return read_record(seal(to_plain(transcript)))


def _game(key: str, glyphs: Glyphs) -> Lines:
    """Return a board after twelve moves, and the moves that it leaves."""
    game = GAMES[key]
    position = game.setup(deal_from_seed(SEED, game.about.packs))
    for ply in range(MOVES):
        moves = game.legal_moves(position)
        if moves:
            position = game.apply(position, moves[ply * 5 % len(moves)])
    board = game.view(position)
    return (*board_lines(game, board, glyphs), *legal_lines(game, board, glyphs))


def _tall(glyphs: Glyphs) -> Lines:
    """Return ten columns, one of which is too high to hang down."""
    run = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H"
    tall = (FACE_DOWN, FACE_DOWN, *read_cards("4D 9C QD 5H 6C " + run))
    zones = {f"column.{n}": (FACE_DOWN, *read_cards("KC")) for n in range(1, 11)}
    zones |= {"column.4": tall, "column.7": ()}
    zones |= {f"foundation.{suit}": () for suit in range(1, 5)}
    zones |= {"foundation.2": read_cards("AD 2D")}
    zones |= {"stock": (), "waste": read_cards("7C 8C 9D TC JC QC 3H 8D")}
    board = Board(88, zones)
    return board_lines(find_game("westcliff/american"), board, glyphs)


def _tall_two_packs(glyphs: Glyphs) -> Lines:
    """Return twelve columns of two packs, two of which do not fit on a line."""
    suits = {suit: [rank + suit for rank in "A23456789TJQK"] for suit in "CDHS"}
    columns = [
        [*suits["C"][::-1], *suits["D"], *suits["D"][::-1]],
        [*suits["H"], *suits["S"][::-1], *suits["H"][::-1]],
        *([card] for card in suits["S"][:8]),
        [],
        suits["C"][:10],
    ]
    zones = {f"column.{n}": read_cards(" ".join(c)) for n, c in enumerate(columns, 1)}
    zones |= {f"foundation.{number}": () for number in range(1, 9)}
    zones |= {"foundation.8": read_cards("KS QS JS TS 9S"), "redeals": (FACE_DOWN,)}
    zones |= {"foundation.5": read_cards("KC QC JC")}
    board = Board(131, zones)
    return board_lines(find_game("russian"), board, glyphs)


def _room() -> RoomView:
    return RoomView(
        room="7KQ4P",
        public=False,
        host=0,
        game="squares/english",
        seats_max=4,
        time_limit_s=300,
        best_of=3,
        phase="gathering",
        until=90_000,
        started=None,
        next_match=None,
        seats=(
            SeatView(seat=0, player="p-1", name="Ada", ready=True, wins=1),
            SeatView(seat=1, player="p-2", name="Greta", bot=True),
            SeatView(seat=2, player="p-3", name="Bob\x1b[2J", present=False),
        ),
        result=None,
    )


def _toolbars(glyphs: Glyphs) -> Lines:
    """Return the foot of the screen in every phase."""
    room = _room()
    about = find_game(room.game).about
    plays = (
        PlayView(score=12, ply=9),
        PlayView(score=23, ply=25, state="over"),
        PlayView(score=3, ply=4, state="resigned"),
    )
    seats = tuple(
        seat.model_copy(update={"play": play})
        for seat, play in zip(room.seats, plays, strict=True)
    )
    playing = room.model_copy(update={"phase": "playing", "seats": seats})
    rooms = [
        room,
        room.model_copy(update={"phase": "countdown"}),
        playing,
        room.model_copy(update={"phase": "result", "until": None}),
        room.model_copy(update={"phase": "closed", "until": None}),
    ]
    return tuple(toolbar(one, about, 0, 29_500, glyphs) for one in rooms)


def _challenge(glyphs: Glyphs) -> tuple[Lines, Lines]:
    """Return a challenge before and during the match, and its end and board."""
    about, seats = find_game("squares/english").about, 7
    names = ("Ada", "Greta", "名前", "Persephone of Henna", "Bob\x1b[2J", "Dot", "Eve")
    ghosts = tuple(
        Ghost(
            name=name,
            bot=name == "Greta",
            score=61 - 7 * number,
            plies=25,
            elapsed_ms=93_250 + 1_100 * number,
            state="finished" if number == 3 else "over",
            ended_ms=95_000,
            points=(Point(0, 0, 0), Point(20_000 + number, 3 * number, 9)),
        )
        for number, name in enumerate(names)
    )
    ada = SeatView(seat=0, player="p-9", name="Cid")
    room = _room().model_copy(
        update={
            "kind": "challenge",
            "origin": CHALLENGED,
            "rated": False,
            "seats_max": 1,
            "best_of": 1,
            "seats": (ada,),
        }
    )
    play = PlayView(score=10, ply=8)
    playing = room.model_copy(
        update={
            "phase": "playing",
            "seats": (ada.model_copy(update={"play": play}),),
        }
    )
    counts = Ghosts("squares/english", ghosts).at(30_000)
    ended = Ghosts("squares/english", ghosts).at(95_000)
    foot = toolbar(playing, about, 0, 29_500, glyphs)
    own = StandingView(
        place=1,
        seat=0,
        player="p-9",
        name="Cid",
        score=40,
        plies=25,
        elapsed_ms=88_000,
        state="over",
    )
    result = ResultView(
        match=CHALLENGED,
        kind="challenge",
        standings=(own,),
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=True,
        series_winners=(0,),
    )
    before = (
        *room_lines(room, about, 0),
        *rivals_lines(ghosts[:2], about),
        *rivals_lines((), about),
        toolbar(room, about, 0, 29_500, glyphs),
        *_wrapped((*foot, *ghost_spans(counts[:1], about, glyphs))),
        *_wrapped((*foot, *ghost_spans(counts[:3], about, glyphs))),
        *_wrapped((*foot, *ghost_spans(counts, about, glyphs))),
        line(" ", *ghost_line(counts, about)),
        told_line(ended[:1], 2, seats + 1, about),
        told_line(ended[:3], None, seats + 1, about),
    )
    after = (
        *ghost_standings(result, 0, ghosts, about),
        *board_hint(CHALLENGED),
        *invitation(CHALLENGED),
        *invitation(CHALLENGED, "ws://ada"),
        *deal_board_lines(_deal_board(), about, "p-2"),
    )
    return before, after


def _wrapped(foot: Line) -> Lines:
    """Return the foot of the screen as a terminal wraps it."""
    rows = textwrap.wrap(text_of((foot,)), 74)
    return tuple(line(" " + row) for row in rows)


def _deal_board() -> DealBoard:
    rows = [
        (1, "Ada", 61, "over"),
        (2, "Persephone of Henna.", 40, "finished"),
        (12, "Bob", 0, "resigned"),
    ]
    return DealBoard(
        re=1,
        deal=CHALLENGED,
        game="squares/english",
        total=12,
        rows=tuple(
            DealRow.model_validate(
                {
                    "rank": rank,
                    "player": f"p-{rank}",
                    "name": name,
                    "score": score,
                    "plies": 25,
                    "elapsed_ms": 61_000,
                    "state": state,
                    "match": CHALLENGED,
                    "at": 0,
                }
            )
            for rank, name, score, state in rows
        ),
    )


def _standings() -> Lines:
    rows = [
        ("Ada", False, 52, 114, 192_345, "out"),
        ("Greta", True, 31, 140, 250_000, "timed_out"),
        ("名前", False, 31, 140, 250_000, "timed_out"),
        ("Bob", False, 4, 12, 9_900, "resigned"),
    ]
    places = (1, 2, 2, 4)
    standings = tuple(
        StandingView.model_validate(
            {
                "place": place,
                "seat": seat,
                "player": f"p-{seat}",
                "name": name,
                "bot": bot,
                "score": score,
                "plies": plies,
                "elapsed_ms": elapsed,
                "state": state,
            }
        )
        for seat, (place, (name, bot, score, plies, elapsed, state)) in enumerate(
            zip(places, rows, strict=True)
        )
    )
    result = ResultView(
        match="m-1",
        standings=standings,
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=True,
        series_winners=(0,),
    )
    return standings_lines(result, find_game("westcliff/american").about, 0)


EVENT_CLOSES = 1_700_000_000_000


def _events() -> dict[str, Lines]:
    """Return an event while it is open and when it is over, and two verdicts on it."""
    deals = tuple(
        EventDealView(
            deal=f"event/7KQ4PXY/{number}",
            game=game,
            commitment=bytes([number]) * 32,
            server_seed=b"",
            players=players,
        )
        for number, (game, players) in enumerate(
            [("squares/patience-american", 6), ("easthaven", 5), ("russian", 0)], 1
        )
    )
    view = EventView(
        event="7KQ4PXY",
        deals=deals,
        created_at=EVENT_CLOSES - 86_400_000,
        closes_at=EVENT_CLOSES,
        reveal_at=EVENT_CLOSES + 3_600_000,
    )
    rows = tuple(
        EventRowView(
            place=place,
            player=f"p-{number}",
            name=name,
            deals=2 if place else 1,
            percentage=share,
            percentages=(share, None, None),
        )
        for number, (place, name, share) in enumerate(
            [(1, "Ada", 7_250), (2, "名前", 5_000), (2, "Bob", 5_000), (None, "Cid", 0)]
        )
    )
    found = Event(view, rows, ())
    made = Wording(
        "{name} made something else of it in match {match}", name="Bob", match="m-1"
    )
    doubt = Finding("deal 2", made)
    return {
        "event": event_lines(found, EVENT_CLOSES - 1, "p-2"),
        "event-over": event_lines(found._replace(rows=()), EVENT_CLOSES + 3_600_000),
        "event-verify": event_proof_lines((), 5),
        "event-verify-doubt": event_proof_lines((doubt,), 5),
    }


EVENING = {
    "p-1": ("Ada", False, (48, 21, None, 30)),
    "p-2": ("Bob", False, (35, 21, 17, 44)),
    "p-3": ("名前", False, (35, 26, 12, 41)),
    "p-4": ("Latecomer of 20 sign", False, (None, None, None, 52)),
    "p-5": ("Greta", True, (40, 30, 20, 35)),
}
EVENING_GAMES = ("squares/english", "squares/patience-american")


def evening(deals: int) -> RoomView:
    """Return a room in which so many of four deals are played."""
    played = tuple(
        DealPlayed(
            f"m-{number:032x}",
            EVENING_GAMES[number % 2],
            tuple(
                PlayerResult(
                    Player(player, name, bot, named=name == "Ada"),
                    *(score, 25, 60_000),
                    "over",
                )
                for player, (name, bot, scores) in EVENING.items()
                if (score := scores[number]) is not None
            ),
        )
        for number in range(deals)
    )
    result = ResultView(
        match="m-1",
        standings=(),
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=deals == 4,
        series_winners=(),
    )
    more = {"series": series_view(played), "result": result, "best_of": 4}
    return _room().model_copy(update={**more, "scoring": "duplicate"})


def _dailies() -> dict[str, Lines]:
    """Return the list of the day, a result, and a board before and after the reveal."""
    later = DAILY.reveal_at
    seed = bytes(range(32))
    revealed = DAILY.model_copy(update={"server_seed": seed, "tomorrow": None})
    seen = Seen(DAILY.commitment.commitment, DAILY.closes_at - 36 * 3_600_000)
    rows = DAILY.rows
    open_board = board_lines_of_day(DAILY, rows, "p-2", DAY_NOON)
    board = board_lines_of_day(revealed, rows, "p-2", later)
    holds = Judged((), seen, tuple((row, "") for row in rows))
    doubts = (Wording("the seed revealed is not the one that was committed to"),)
    score = {"name": "score", "value": 40, "told": 52}
    doubt = Wording("{name} is {value}, and was said to be {told}", **score)
    doubted = Judged(doubts, seen, ((rows[0], doubt),))
    return {
        "dailies": dailies_lines(DAILIES, DAY_NOON),
        "daily-result-unicode": result_lines(DAILY, DAY_NOON, UNICODE),
        "daily-result-ascii": result_lines(DAILY, later, ASCII),
        "daily-board": (
            *open_board,
            (),
            *fairness_lines(DAILY, Judged((), None, None)),
        ),
        "daily-board-proven": (*board, (), *fairness_lines(revealed, holds)),
        "daily-board-doubt": (*board, (), *fairness_lines(revealed, doubted)),
    }


def _rooms() -> Lines:
    room = RoomSummary(
        room="7KQ4P",
        game="squares/patience-american",
        host="Zoë\n",
        seats_taken=2,
        seats_max=4,
        time_limit_s=300,
        best_of=3,
        phase="gathering",
    )
    alone = room.model_copy(update={"best_of": 1})
    lenient = alone.model_copy(update={"game": "easthaven", "takes_back": True})
    return rooms_lines([room, alone, lenient])


def write() -> None:
    """Write every golden screen anew."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, text in screens().items():
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    write()

"""Golden screens of the deals of a day."""

from tests.golden.screens.boards import SEED

from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.deals.daily import board_lines as board_lines_of_day
from samedeal_client.view.deals.daily import (
    dailies_lines,
    result_lines,
)
from samedeal_client.view.deals.fairness import Judged, fairness_lines
from samedeal_client.view.spans import Lines
from samedeal_games.wording import Wording
from samedeal_protocol.deals.dailies import (
    CommitmentView,
    Dailies,
    Daily,
    DailyView,
    StreakView,
)
from samedeal_protocol.deals.deals import AttemptView, DealRow
from samedeal_protocol.rooms.boards import (
    SeatState,
)
from samedeal_records.proof.reveals import Seen

DAY = "2026-11-21"


DAY_START = 1_795_219_200_000


DAY_NOON = DAY_START + 12 * 3_600_000


DAY_MS = 24 * 3_600_000


def _committed(day: str, committed_at: int) -> CommitmentView:
    return CommitmentView(
        deal=f"daily/easthaven/{day}", commitment=SEED, committed_at=committed_at
    )


def deal_row(rank: int, name: str, score: int, state: SeatState) -> DealRow:
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
        deal_row(1, "Bob", 52, "out"),
        deal_row(2, "Zoë", 37, "timed_out"),
        deal_row(3, "Eve\n", 11, "resigned"),
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


def dailies() -> dict[str, Lines]:
    """Return the list of the day, a result, and a board before and after the reveal."""
    later = DAILY.reveal_at
    seed = bytes(range(32))
    revealed = DAILY.model_copy(update={"server_seed": seed, "tomorrow": None})
    seen = Seen(DAILY.commitment.commitment, DAILY.closes_at - 36 * 3_600_000)
    rows = DAILY.rows
    open_board = board_lines_of_day(DAILY, rows, "p-2", DAY_NOON)
    board = board_lines_of_day(revealed, rows, "p-2", later)
    holds = Judged((), seen, True, tuple((row, "") for row in rows))
    doubts = (Wording("the seed revealed is not the one that was committed to"),)
    score = {"name": "score", "value": 40, "told": 52}
    doubt = Wording("{name} is {value}, but the record says {told}", **score)
    doubted = Judged(doubts, seen, True, ((rows[0], doubt),))
    return {
        "dailies": dailies_lines(DAILIES, DAY_NOON),
        "daily-result-unicode": result_lines(DAILY, DAY_NOON, UNICODE),
        "daily-result-ascii": result_lines(DAILY, later, ASCII, "cards.example"),
        "daily-board": (
            *open_board,
            (),
            *fairness_lines(DAILY, Judged((), None, False, None)),
        ),
        "daily-board-proven": (*board, (), *fairness_lines(revealed, holds)),
        "daily-board-doubt": (*board, (), *fairness_lines(revealed, doubted)),
    }

"""Golden screens of what the books show: leaderboards, profiles, histories."""

from datetime import UTC, datetime

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.people.history import history_lines
from samedeal_client.view.people.leaderboards import leaderboard_lines, leaders_lines
from samedeal_client.view.people.profiles import profile_lines
from samedeal_client.view.spans import Lines
from samedeal_games.catalogue import GAMES
from samedeal_protocol.deals.dailies import StreakView
from samedeal_protocol.results.leaderboards import (
    Leaderboard,
    LeaderboardRow,
    Leaders,
    LeaderView,
    WindowView,
)
from samedeal_protocol.results.profiles import (
    BestView,
    EntryView,
    FamilyView,
    GameView,
    OpponentView,
    PersonView,
    Profile,
    ShownRating,
    VersusView,
)

DAY_MS = 24 * 3600 * 1000
NOON = round(datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp() * 1000)
MONDAY = round(datetime(2026, 11, 16, tzinfo=UTC).timestamp() * 1000)
ALL_TIME = WindowView(name="all", start=None, end=None)
WEEK = WindowView(name="2026-W47", start=MONDAY, end=MONDAY + 7 * DAY_MS)
DAY = WindowView(name="2026-11-21", start=NOON - DAY_MS // 2, end=NOON + DAY_MS // 2)
NAMES = ("Ada", "Zoë Zettelmeyer-Huber", "Bob\x1b[2J", "名前", "Eve")
ADA = PersonView(player="p-0", name="Ada", named=True)


def book_screens(glyphs: Glyphs) -> dict[str, Lines]:
    """Return every screen of the books, in these symbols."""
    return {
        "leaderboard": leaderboard_lines(best(), glyphs, "p-2"),
        "leaderboard-pace": leaderboard_lines(pace(), glyphs, "p-1"),
        "leaderboard-wins": leaderboard_lines(wins(), glyphs, "p-1", long=True),
        "leaderboard-winrate": leaderboard_lines(winrate(), glyphs),
        "leaderboard-rating": leaderboard_lines(ratings(), glyphs, "p-4"),
        "leaderboard-empty": leaderboard_lines(empty(), glyphs),
        "leaders": leaders_lines(leaders(), glyphs),
        "profile": profile_lines(profile(), entries(), glyphs),
        "profile-guest": profile_lines(guest(), (), glyphs),
        "history": history_lines(ADA, entries(), {"easthaven": "m-3"}, glyphs),
        "history-long": history_lines(ADA, entries()[:2], {}, glyphs, long=True),
        "history-elsewhere": history_lines(
            ADA,
            entries()[:3],
            {},
            glyphs,
            {"wss://play.example": entries()[3:5], "own": entries()[5:6]},
        ),
        "history-empty": history_lines(ADA, (), {}, glyphs),
    }


def row(number: int, rank: int, **shown: int | str) -> LeaderboardRow:
    """Return a row of the player with this number."""
    return LeaderboardRow.model_validate(
        {
            "rank": rank,
            "overall": rank + 3,
            "player": f"p-{number}",
            "name": NAMES[number],
            "named": number < 2,
            "match": f"m-{number}5f1c09a9d3a34b6f8e2d7c4b1a0f9e8d",
            "at": NOON - number * DAY_MS,
            **shown,
        }
    )


def best() -> Leaderboard:
    """Return the best results of a race."""
    results = ((1, 52, 192_345), (2, 52, 200_000), (2, 52, 200_000), (4, 9, 61_000))
    rows = tuple(
        row(
            number,
            rank,
            score=score,
            plies=114,
            elapsed_ms=ms,
            state="out",
            unvouched=number == 1,
        )
        for number, (rank, score, ms) in enumerate(results)
    )
    return Leaderboard(
        re=1,
        game="westcliff/american",
        by="best",
        scope="westcliff/american",
        window=ALL_TIME,
        among="all",
        rows=rows,
        start=0,
        total=1_000_000,
        own=2,
    )


def pace() -> Leaderboard:
    """Return the fastest of all time: cards up a minute."""
    return best().model_copy(update={"by": "pace"})


def wins() -> Leaderboard:
    """Return matches won in a week, among friends."""
    rows = (row(0, 1, wins=12, matches=19), row(1, 2, wins=3, matches=41))
    return best().model_copy(
        update={
            "by": "wins",
            "window": WEEK,
            "among": "friends",
            "rows": rows,
            "total": 2,
        }
    )


def winrate() -> Leaderboard:
    """Return shares of matches won on a day, in the middle of a board."""
    rows = (
        row(1, 11, wins=7, matches=7),
        row(2, 12, wins=2, matches=3),
        row(3, 13, wins=0, matches=5),
    )
    return best().model_copy(
        update={
            "by": "winrate",
            "window": DAY,
            "rows": rows,
            "start": 10,
            "total": 40,
            "own": None,
        }
    )


def ratings() -> Leaderboard:
    """Return ratings in a family."""
    rows = (row(0, 1, rating=1712, matches=120), row(4, 2, rating=988, matches=31))
    return best().model_copy(
        update={"by": "rating", "scope": "westcliff", "rows": rows, "total": 2}
    )


def empty() -> Leaderboard:
    """Return a leaderboard without rows."""
    return best().model_copy(update={"rows": (), "total": 0, "own": None})


def leaders() -> Leaders:
    """Return the leaders of the games, some of which have none."""
    first = {
        "squares/english": row(
            0, 1, score=61, plies=25, elapsed_ms=93_250, state="over"
        ),
        "squares/patience-american": row(
            1, 1, score=8, plies=25, elapsed_ms=1, state="over"
        ),
        "westcliff/american": best().rows[0],
    }
    return Leaders(
        re=1,
        by="best",
        window=ALL_TIME,
        leaders=tuple(
            LeaderView(scope=key, total=9 * (key in first), row=first.get(key))
            for key in GAMES
        ),
    )


def profile() -> Profile:
    """Return a profile of somebody who has played for some time."""
    return Profile(
        re=1,
        who=ADA,
        since=NOON - 300 * DAY_MS,
        ratings=(
            FamilyView(
                family="squares",
                rating=ShownRating(rating=1560, provisional=True),
                matches=3,
                match="m-1",
            ),
            FamilyView(
                family="easthaven",
                rating=ShownRating(rating=1688, provisional=False),
                matches=120,
                match="m-2",
            ),
        ),
        games=(
            GameView(
                game="squares/patience-american",
                matches=3,
                wins=2,
                outs=0,
                best=BestView(
                    score=114, plies=25, elapsed_ms=93_250, match="m-1", at=NOON
                ),
                streak=StreakView(current=12, longest=31),
            ),
            GameView(
                game="easthaven",
                matches=120,
                wins=61,
                outs=44,
                best=BestView(
                    score=52, plies=140, elapsed_ms=150_250, match="m-3", at=NOON
                ),
                streak=None,
            ),
            GameView(
                game="russian",
                matches=0,
                wins=0,
                outs=0,
                best=None,
                streak=StreakView(current=0, longest=1),
            ),
        ),
        versus=VersusView(
            who=PersonView(player="p-4", name="Eve"), matches=9, won=5, lost=3
        ),
    )


def guest() -> Profile:
    """Return a profile of somebody who has played nothing."""
    eve = PersonView(player="p-4", name="Eve")
    return profile().model_copy(
        update={"who": eve, "since": None, "ratings": (), "games": (), "versus": None}
    )


def entries() -> tuple[EntryView, ...]:
    """Return matches of many kinds, newest first."""
    return tuple(_entry(index) for index in reversed(range(9)))


def _entry(index: int) -> EntryView:
    is_daily, is_rated = index == 4, index not in (4, 6)
    others = () if is_daily else (1, 4, 2, 3)[: 1 + index % 4]
    ratings = (1500, 1519, 1544, 1530, 1530, 1566, 1566, 1571, 1560, 1583)
    match = f"m-{index}"
    return EntryView(
        index=index,
        match=match if index == 3 else f"{match}f1c09a9d3a34b6f8e2d7c4b1a0f9e8d",
        kind="daily" if is_daily else "match",
        deal="daily/squares/patience-american/2026-11-17" if is_daily else match,
        game="squares/patience-american" if is_daily else "easthaven",
        rated=is_rated,
        at=NOON - (8 - index) * DAY_MS,
        place=1 + index % (len(others) + 1),
        players=len(others) + 1,
        score=(index * 7) % 40,
        plies=90,
        elapsed_ms=60_000 + index * 12_345,
        state="over",
        before=_rating(ratings[index], index) if is_rated else None,
        after=_rating(ratings[index + 1], index) if is_rated else None,
        opponents=tuple(
            OpponentView(
                player=f"p-{other}",
                name=NAMES[other],
                bot=other == 4,
                place=1,
                score=12,
            )
            for other in others
        ),
    )


def _rating(rating: int, index: int) -> ShownRating:
    return ShownRating(rating=rating, provisional=index < 3)

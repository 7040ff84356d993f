"""Duplicate scoring: who does best against all that played the same deals.

As duplicate bridge counts matchpoints. On each deal a player gets two points for
everyone who did worse and one for everyone who did as well, out of two for each
other player; that share is the deal's percentage. A good deal is good for all who
play it, so what is left when they are compared is how it was played. A player's
total is the average over the deals that they played; who has at least half of them
has a place.

People are compared with people. A bot is compared with everybody, has a percentage,
and never a place. A deal that one person played alone says nothing and counts for
nobody.

Everything is in whole hundredths of a percent: a deal's percentage is rounded to
the nearest one, a half up, and so is the average of those, so that a table can be
added up by hand. What is equal there is a tie.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from samedeal_games.contests import merit, places
from samedeal_games.game import Contest

WHOLE = 10_000
"""All the points there are, in hundredths of a percent."""
MATCHPOINTS_WON = 2
MATCHPOINTS_TIED = 1


class Result(NamedTuple):
    """A player's result on a deal."""

    player: str
    bot: bool
    merit: tuple[int, ...]
    """As `contests.merit` gives it: the lower, the better."""


class Scored(NamedTuple):
    """The worth of a result."""

    player: str
    bot: bool
    matchpoints: int
    most: int
    """The matchpoints that there were to be had; 0 for nobody to compare with."""

    @property
    def percentage(self) -> int | None:
        """Return the share in hundredths of a percent; None where there is none."""
        return None if not self.most else _rounded(self.matchpoints * WHOLE, self.most)


class Total(NamedTuple):
    """A player's deals together."""

    place: int | None
    """From 1; None for a bot, or for too few deals."""
    player: str
    bot: bool
    deals: int
    """The number of deals that count."""
    percentage: int | None
    """On average, in hundredths of a percent; None for none that count."""
    percentages: tuple[int | None, ...]
    """Deal by deal; None for one that does not count or was not played."""


def result_of(
    contest: Contest,
    player: str,
    *,
    bot: bool,
    state: str,
    score: int,
    elapsed_ms: int,
) -> Result:
    """Return a player's result in one match, comparable with those of any other.

    `elapsed_ms` is from the start of that match to when the score was reached.
    """
    order = merit(
        contest,
        resigned=state == "resigned",
        score=score,
        reached_ms=elapsed_ms,
    )
    return Result(player, bot, order)


def score_deal(results: Sequence[Result]) -> tuple[Scored, ...]:
    """Return the points of everybody who played a deal, in the order of the results.

    The matchpoints of n people together are n * (n - 1).

    >>> ann, bob, cid = (Result(p, False, (-s,)) for p, s in zip("abc", (50, 40, 40)))
    >>> [scored.percentage for scored in score_deal([ann, bob, cid])]
    [10000, 2500, 2500]
    """
    people = sorted(result.merit for result in results if not result.bot)
    everybody = sorted(result.merit for result in results)
    return tuple(_scored(own, everybody if own.bot else people) for own in results)


def total(deals: Sequence[Sequence[Result]]) -> tuple[Total, ...]:
    """Return everybody's total over the deals that were played, best first.

    Who has no place comes after those who have, bots last; equals stand in order of
    their ids. A player stands at most once in a deal.
    """
    scored = [score_deal(deal) for deal in deals]
    counted = sum(sum(not one.bot for one in deal) > 1 for deal in scored)
    percentages = [{one.player: one.percentage for one in deal} for deal in scored]
    players = {one.player: one.bot for deal in scored for one in deal}
    rows = [
        _summed(player, bot=bot, percentages=percentages)
        for player, bot in players.items()
    ]
    return _ranked(rows, counted)


def _scored(own: Result, compared: Sequence[tuple[int, ...]]) -> Scored:
    """Score a result against others in order of merit, itself among them."""
    better = bisect_left(compared, own.merit)
    not_worse = bisect_right(compared, own.merit)
    beaten, tied = len(compared) - not_worse, not_worse - better - 1
    return Scored(
        own.player,
        own.bot,
        MATCHPOINTS_WON * beaten + MATCHPOINTS_TIED * tied,
        MATCHPOINTS_WON * (len(compared) - 1),
    )


def _summed(
    player: str, *, bot: bool, percentages: Iterable[Mapping[str, int | None]]
) -> Total:
    by_deal = tuple(deal.get(player) for deal in percentages)
    counting = [percentage for percentage in by_deal if percentage is not None]
    average = _rounded(sum(counting), len(counting)) if counting else None
    return Total(None, player, bot, len(counting), average, by_deal)


def _ranked(rows: Iterable[Total], counted: int) -> tuple[Total, ...]:
    rows = sorted(rows, key=lambda row: (row.bot, -(row.percentage or 0), row.player))
    placed = [row for row in rows if _has_place(row, counted)]
    ranks = places([(-(row.percentage or 0),) for row in placed])
    ranked = [
        row._replace(place=place) for place, row in zip(ranks, placed, strict=True)
    ]
    return (*ranked, *(row for row in rows if not _has_place(row, counted)))


def _has_place(row: Total, counted: int) -> bool:
    return not row.bot and row.deals > 0 and 2 * row.deals >= counted


def _rounded(share: int, whole: int) -> int:
    """Return the nearest whole number to a fraction, the next above for a half."""
    return (2 * share + whole) // (2 * whole)

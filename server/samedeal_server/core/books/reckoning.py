"""Reckoning: how much of a match goes into a rating, now and later.

A match counts as far as the opponents are known (`renown`). What it does not count is
owed: kept with the rating for some weeks, and made good when the player plays again
and the opponents are better known by then. So those who begin together lose nothing,
and what was won against people who were never heard of again never counts.

As long as it is owed it sways what is shown a little, so that the first evening is
not without any effect, and what is expected of the player's next matches.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from samedeal_server.core.books.ratings import MILLION, Rating, rate

OWED_MOST = 32
"""Matches that may be owed at a time; then the oldest is let go."""
OWED_DAYS = 35
"""For how many days a match is owed."""
EXPECTED_DAYS = 14
"""For how many days what is owed enters into what is expected of a player."""


class Met(NamedTuple):
    """An opponent in a match."""

    player: str
    share: int
    """The most that the match counts for the two, in millionths."""


class Owed(NamedTuple):
    """A match that has not gone into a rating wholly."""

    day: int
    mu: int
    """By how much it moves the mean, if it counts wholly; in millionths."""
    sigma: int
    """The rest of the deviation then, in millionths of it."""
    most: int
    """The most of it that can count, in millionths; less than all between the same
    two."""
    counted: int
    """The part of it that has counted."""
    met: tuple[Met, ...]

    @property
    def left(self) -> int:
        """The part of it that may still count."""
        return max(0, self.most - self.counted)

    def worth(self, known: Mapping[str, int]) -> int:
        """Return the share of it that counts, as far as the opponents are known."""
        worth = 0
        for player, share in self.met:
            worth += share * known[player] // MILLION
        return worth // len(self.met)


class Account(NamedTuple):
    """A rating, and what is owed to it, the oldest first."""

    rating: Rating = Rating()
    owed: tuple[Owed, ...] = ()

    @property
    def swayed(self) -> Rating:
        """Return the rating that says how far what is owed moves it."""
        leaning = 0
        for each in self.owed:
            leaning += each.mu * each.left // MILLION
        mu, sigma, matches, _ = self.rating
        return Rating(mu, sigma, matches, leaning)


def settled(account: Account, known: Mapping[str, int], day: int) -> Account:
    """Return an account after what is owed has been weighed anew.

    `known` says how well each opponent is known by now, in millionths.
    """
    rating = account.rating
    owed: list[Owed] = []
    for each in account.owed:
        rating, rest = _counted(rating, each, known)
        if rest.left and day - rest.day <= OWED_DAYS:
            owed.append(rest)
    return Account(rating, tuple(owed))


def reckoned(
    accounts: Sequence[Account],
    places: Sequence[int],
    met: Sequence[tuple[Met, ...]],
    known: Mapping[str, int],
    day: int,
) -> tuple[Account, ...]:
    """Return everybody's account after a match, in the same order.

    The accounts are settled; `met` has everybody's opponents in the match.
    """
    before = [_expected(account, day) for account in accounts]
    after = rate(before, places)
    return tuple(
        _with(account, _match(day, change, opponents), known)
        for account, change, opponents in zip(
            accounts, zip(before, after, strict=True), met, strict=True
        )
    )


def _expected(account: Account, day: int) -> Rating:
    """Return the rating of a player if all that is owed lately is made good."""
    lately = [each for each in account.owed if day - each.day <= EXPECTED_DAYS]
    mu, sigma, matches, _ = account.rating
    for each in lately:
        mu += each.mu * each.left // MILLION
        sigma = _narrowed(sigma, each.sigma, each.left)
    return Rating(mu, sigma, matches)


def _match(day: int, change: tuple[Rating, Rating], met: tuple[Met, ...]) -> Owed:
    """Return a match of which nothing has counted yet."""
    before, after = change
    most = sum(each.share for each in met) // len(met)
    left = after.sigma * MILLION // before.sigma
    return Owed(day, after.mu - before.mu, left, most, 0, met)


def _with(account: Account, match: Owed, known: Mapping[str, int]) -> Account:
    """Return an account with a match more."""
    rating, rest = _counted(account.rating, match, known)
    rating = rating._replace(matches=rating.matches + 1)
    owed = (*account.owed, rest) if rest.left else account.owed
    return Account(rating, owed[-OWED_MOST:])


def _counted(
    rating: Rating, match: Owed, known: Mapping[str, int]
) -> tuple[Rating, Owed]:
    """Count the part of a match that counts by now and has not been counted."""
    share = match.worth(known) - match.counted
    if share <= 0:
        return rating, match
    moved = Rating(
        rating.mu + match.mu * share // MILLION,
        _narrowed(rating.sigma, match.sigma, share),
        rating.matches,
        rating.leaning,
    )
    day, mu, sigma, most, counted, met = match
    return moved, Owed(day, mu, sigma, most, counted + share, met)


def _narrowed(sigma: int, left: int, share: int) -> int:
    """Return a deviation after a share of a match that leaves `left` millionths."""
    return min(sigma, round(sigma * math.pow(left / MILLION, share / MILLION)))


def opponents_owed(owed: Iterable[Owed]) -> frozenset[str]:
    """Return the opponents who have to be known for `settled`."""
    return frozenset(each.player for match in owed for each in match.met)

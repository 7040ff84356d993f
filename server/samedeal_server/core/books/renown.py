"""Renown: how much of a history of their own somebody has, and so how much it says.

Anybody can make a guest in a second, and let it lose. What cannot be made in a hurry
are days: a player is known by the days on which they have played, before the day of
the match at hand, and a day counts once they have met two different people since the
last that did. Whoever has claimed a name is known sooner than a guest.

Whole numbers, in millionths, so that books computed anew are the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

MILLION = 1_000_000

NAMED_DAYS = 5
"""Days after which somebody with a claimed name is wholly known. Along the way it is
the cube of the share of days: two of five make one in sixteen."""
GUEST_DAYS = 10
"""The same for a guest, and the fourth power: five of ten make one in sixteen."""


class Renown(NamedTuple):
    """Of one player, in all games; days are counted from that of the year 1."""

    named: bool = False
    """Whether the name was claimed, in the last match."""
    days: int = 0
    """The number of days that have counted."""
    last: int = 0
    """The last one that did."""
    met: str = ""
    """The one person whom they have met since, if anybody."""


def known_on(renown: Renown, day: int) -> int:
    """Return the share to which somebody is known on a day, in millionths."""
    days = renown.days - (renown.last >= day)
    if renown.named:
        return MILLION * min(days, NAMED_DAYS) ** 3 // NAMED_DAYS**3
    return MILLION * min(days, GUEST_DAYS) ** 4 // GUEST_DAYS**4


def after_match(
    renown: Renown, others: Sequence[str], day: int, *, named: bool
) -> Renown:
    """Return the renown of somebody who has met these people on a day."""
    renown = renown._replace(named=named)
    if renown.last >= day:
        return renown
    met = {*others, renown.met} - {""}
    if len(met) > 1:
        return Renown(named, renown.days + 1, day)
    return renown._replace(met=min(met, default=""))


def share_of_pair(times: int) -> int:
    """Return the share of a match that counts for two who met before on that day.

    In millionths, by how many times they did: a whole one at first, then two thirds, a
    half, two fifths...
    """
    return 2 * MILLION // (2 + times)

"""Changes of places in a race, and what a player is told of them."""

from collections.abc import Iterable
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.screen.table.race.racers import Racer
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.standings import ordinal


class Change(NamedTuple):
    """A change of places, and the time when it was seen."""

    at_s: float
    is_up: bool


class Fresh(NamedTuple):
    """The news on a racer that are still shown."""

    change: Change | None
    points: int
    """The points just made, 0 for none."""


def told_of(
    racers: Iterable[Racer], is_ahead: dict[int, bool | None], now: dict[int, int]
) -> Lines:
    """Return the players that the player has passed, or was passed by."""
    mine = next((racer for racer in racers if racer.is_own), None)
    if mine is None or mine.number not in is_ahead or mine.state == "resigned":
        return ()
    own = now[mine.number]
    others = [
        (one.name, is_ahead[one.number], now[one.number])
        for one in racers
        if not one.is_own and one.number in is_ahead
    ]
    passed = [name for name, was, place in others if own < place and was is not True]
    lost = [name for name, was, place in others if place < own and was is not False]
    place = tr("{place} of {of}", place=ordinal(own), of=len(now))
    if passed:
        text = tr("You pass {name}: {place}.", name=_names(passed), place=place)
        return (line(Span(f" {text}", Style.GOOD)),)
    if lost:
        text = tr_n(
            "{name} overtakes you: {place}.",
            "{name} overtake you: {place}.",
            len(lost),
            name=_names(lost),
            place=place,
        )
        return (line(Span(f" {text}", Style.WARNING)),)
    return ()


def _names(names: list[str]) -> str:
    first, *others = names
    if not others:
        return first
    count = len(others)
    return tr_n("{name} and one other", "{name} and {count} others", count, name=first)

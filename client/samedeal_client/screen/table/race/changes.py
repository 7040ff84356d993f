"""Changes of places in a race, and what a player is told of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.screen.table.race.racers import Racer, places_of
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.standings import ordinal

FLASH_S = 0.6
"""Seconds that a player's own row is lit after a change of places."""
SHOWN_S = 3.0
"""Seconds that a change of places is shown."""


class Change(NamedTuple):
    """A change of places, and the time when it was seen."""

    at_s: float
    is_up: bool


class Changes:
    """Remembers who was where, so that a change of places can be seen."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._changes: dict[int, Change] = {}
        self._is_ahead: dict[int, bool | None] = {}
        """Whether the player stood before each other one when the two were last not
        level: who only draws level and moves on passes nobody. None for never."""

    def look(self, racers: Sequence[Racer], now_s: float) -> Lines:
        """Compare places with the last time; return what to say, often nothing."""
        places = places_of(racers)
        told = _told(racers, self._is_ahead, places)
        for number, place in places.items():
            before = self._places.get(number, place)
            if place != before:
                self._changes[number] = Change(now_s, place < before)
        self._places = places
        self._note(racers)
        return told

    def _note(self, racers: Sequence[Racer]) -> None:
        own = next((self._places[one.number] for one in racers if one.is_own), None)
        for number, place in self._places.items():
            if own is None or own == place:
                self._is_ahead.setdefault(number, None)
            else:
                self._is_ahead[number] = own < place

    def fresh(self, number: int, now_s: float) -> Change | None:
        """Return somebody's change of places that is still shown, if there is one."""
        change = self._changes.get(number)
        return change if change and now_s - change.at_s < SHOWN_S else None


def _told(
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

"""A ruleset's choices as what they mean, looked up once for a whole game."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.patience.foundations import Places, built_in, places_in
from samedeal_games.patience.packing import RunLength, hosts_of, run_length_in
from samedeal_games.patience.rulesets import Aces, Ruleset, Space


class Policies(NamedTuple):
    """What a game needs at every move; tables are by card, FACE_DOWN included."""

    rules: Ruleset
    hosts: tuple[tuple[Card, ...], ...]
    """The cards that it may be packed on."""
    run_length: RunLength
    places: Places
    built: tuple[tuple[Card, ...], ...]
    """The cards of each foundation when it is whole."""
    fills_space: tuple[bool, ...]
    goes_by_itself: tuple[bool, ...]
    """Whether it goes up by itself, as the first card of its foundation."""


def policies_of(rules: Ruleset) -> Policies:
    """Look up what the choices of a ruleset mean."""
    return Policies(
        rules=rules,
        hosts=hosts_of(rules.packing),
        run_length=run_length_in(rules.packing, rules.unit),
        places=places_in(rules.foundations),
        built=built_in(rules.foundations),
        fills_space=_by_card(_FILLS_SPACE[rules.space]),
        goes_by_itself=_by_card(_GOES_BY_ITSELF[rules.aces]),
    )


def _by_card(holds: Callable[[int], bool]) -> tuple[bool, ...]:
    return (*(holds(card % 13) for card in range(PACK_SIZE)), False)


_FILLS_SPACE: Mapping[Space, Callable[[int], bool]] = {
    Space.ANY: lambda _: True,
    Space.KINGS: lambda rank: rank == 12,
}
_GOES_BY_ITSELF: Mapping[Aces, Callable[[int], bool]] = {
    Aces.BY_THEMSELVES: lambda rank: rank == 0,
    Aces.BY_HAND: lambda _: False,
}

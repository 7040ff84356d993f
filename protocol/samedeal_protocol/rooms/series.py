"""A duplicate evening as everybody in the room may know it, deal by deal."""

from samedeal_protocol.shapes import GameKey, MatchId, PlayerId, View, Who


class DealResultView(View):
    """What one player made of a deal, against all others who played it."""

    row: int
    """The player's place in `SeriesView.rows`, from 0."""
    place: int
    """From 1, among all who played the deal, bots included."""
    score: int
    percentage: int | None
    """In hundredths of a percent; None where there is nobody to compare with."""


class PlayedDealView(View):
    """A deal of the evening that is over."""

    match: MatchId
    """The match that proves it."""
    game: GameKey
    results: tuple[DealResultView, ...]
    """Best first."""


class SeriesRowView(View):
    """A player's deals together."""

    place: int | None
    """From 1; None for a bot, and for those with fewer than half of the deals."""
    player: PlayerId
    name: Who
    bot: bool = False
    named: bool = False
    """Whether the name is claimed, so that nobody else can show it."""
    deals: int
    """How many count."""
    percentage: int | None
    """On average, in hundredths of a percent; None for none that count."""


class SeriesView(View):
    """What the deals of an evening came to so far."""

    deals: tuple[PlayedDealView, ...]
    """In the order of play."""
    rows: tuple[SeriesRowView, ...]
    """Best first, those without a place last."""

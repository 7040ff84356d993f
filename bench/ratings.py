"""What ratings are worth: to the honest, and to those who farm them.

``python -m bench.ratings``

Three tables, each with the rule that every match counts wholly beside ours. A *crowd*:
how well players of known strength are ordered (Spearman's correlation between
strengths and ratings, 1 being perfectly) after so many matches each, and after how
many a rating is not provisional. A *club*: the same for a few friends who meet twice a
week, half of them guests. *Farms*: what two hundred matches won against puppets on one
day come to on a server where others play honestly.

Strengths are drawn from a normal distribution, and how well somebody plays on a day is
their strength and as much luck again. Seeded, so that the figures are the same each
time. What is measured are the books that a server would have of those matches.
"""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from bench.finished import HOUR_MS, NOON, Came, finished

from samedeal_games.catalogue import GAMES
from samedeal_server.core.books import books
from samedeal_server.core.books.in_memory import BooksInMemory
from samedeal_server.core.books.metrics import AMONG_FRIENDS, OF_A_GAME
from samedeal_server.core.books.projection import book, needs, needs_then
from samedeal_server.core.books.ratings import SHOWN_START, Rating, rate
from samedeal_server.core.books.results import Finished
from samedeal_server.core.books.windows import ALL, windows_at

GAME = "squares/english"
FAMILY = GAMES[GAME].about.family
DAY_MS = 24 * HOUR_MS
PLAYERS = 48
AFTER = (5, 10, 20, 40, 80)
"""Matches of each player, more or less, after which the order is looked at."""
A_DAY = 5
"""Matches of each on a day."""
SEEDS = 5
SIZES = (2, 4, 8)
CLUBS = (4, 6, 8)
EVENINGS = (1, 3, 6, 12, 24)
AN_EVENING = 6
"""Matches that a club plays when it meets."""
FARMED = 200
EVERYBODYS: tuple[books.BoardKind, ...] = (
    *(kind for kind in OF_A_GAME if kind not in AMONG_FRIENDS.values()),
    "rating",
)
"""Every board that is not of friends or of a room."""


class World:
    """The books of a server, and ratings as if every match counted wholly."""

    def __init__(self) -> None:
        self.plain: dict[str, Rating] = {}
        self._books = BooksInMemory()
        self._numbers = count()

    def play(self, *came: Came, day: int = 0) -> None:
        """Book a match that ended at noon of a day."""
        at = NOON + day * DAY_MS
        match = finished(f"m-{next(self._numbers)}", *came, game=GAME, at=at)
        ended = Finished(match)
        known = self._books.known(needs(ended))
        known |= self._books.known(needs_then(known, [ended]))
        self._books.write(book(known, ended))
        before = [self.plain.get(seat.player, Rating()) for seat in match.seats]
        after = rate(before, [seat.place for seat in match.seats])
        self.plain |= {
            seat.player: rating for seat, rating in zip(match.seats, after, strict=True)
        }

    def rating(self, player: str) -> Rating:
        """Return a player's rating as it is shown."""
        (packed,) = self._books.known([(books.ratings(FAMILY), player)]).values()
        return Rating() if packed is None else books.unpack_rating(packed).rating

    def board(self, kind: books.BoardKind, window: str = ALL) -> dict[str, int]:
        """Return the values of a board, best first."""
        scope = FAMILY if kind == "rating" else GAME
        ranking = self._books.book(books.ranking(books.board(kind, scope, window)))
        scores = {player: -int(score) for player, score in ranking.items()}
        return dict(sorted(scores.items(), key=lambda row: (-row[1], row[0])))


class Figures(NamedTuple):
    """The quality of the order of players."""

    correlations: dict[int, float]
    """By how many matches each had played, about; by our rule."""
    plain: dict[int, float]
    """The same, had every match counted wholly."""
    settled_after: float
    """Matches until a rating is not provisional, the median."""
    plain_settled_after: float


def simulated(size: int, dice: Random, players: int = PLAYERS) -> Figures:
    """Let players of known strength, who have claimed names, meet at random."""
    strengths = {f"p-{number}": dice.gauss(0, 1) for number in range(players)}
    world, correlations, plain = World(), dict[int, float](), dict[int, float]()
    settled: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for matches in range(1, max(AFTER) * players // size + 1):
        met = dice.sample(sorted(strengths), size)
        played = (matches - 1) * size // players
        world.play(*_played(strengths, met, dice), day=played // A_DAY)
        for player in met:
            _note(settled[0], player, world.rating(player))
            _note(settled[1], player, world.plain[player])
        each, rest = divmod(matches * size, players)
        if each in AFTER and rest < size:
            correlations[each], plain[each] = _correlations(world, strengths)
    medians = [statistics.median(each.values()) for each in settled]
    return Figures(correlations, plain, *medians)


def _note(settled: dict[str, int], player: str, rating: Rating) -> None:
    if not rating.is_provisional:
        settled.setdefault(player, rating.matches)


def _played(
    strengths: Mapping[str, float],
    met: Sequence[str],
    dice: Random,
    guests: frozenset[str] = frozenset(),
) -> Iterator[Came]:
    """Yield the ends of a match of players of some strengths."""
    shown = {player: strengths[player] + dice.gauss(0, 1) for player in met}
    order = sorted(met, key=shown.__getitem__)
    for player in met:
        score = 10 + order.index(player)
        yield Came(player, score, named=player not in guests)


def _correlations(world: World, strengths: Mapping[str, float]) -> tuple[float, float]:
    values = [*strengths.values()]
    shown = [float(world.rating(player).shown) for player in strengths]
    plain = [float(world.plain.get(player, Rating()).mu) for player in strengths]
    return _spearman(values, shown), _spearman(values, plain)


class Evenings(NamedTuple):
    """The quality of the order of a club after some evenings."""

    correlations: dict[int, float]
    plain: dict[int, float]
    shown: dict[int, int]
    """The number of its members on the board of wins."""


def club(members: int, dice: Random) -> Evenings:
    """Let friends meet twice a week, half of them guests, two to all at a table."""
    strengths = {f"p-{number}": dice.gauss(0, 1) for number in range(members)}
    guests = frozenset([*strengths][members // 2 :])
    world = World()
    ours, plain, shown = dict[int, float](), dict[int, float](), dict[int, int]()
    for evening in range(1, max(EVENINGS) + 1):
        for _ in range(AN_EVENING):
            met = dice.sample([*strengths], dice.randint(2, members))
            came = _played(strengths, met, dice, guests)
            world.play(*came, day=(evening - 1) * 7 // 2)
        if evening in EVENINGS:
            ours[evening], plain[evening] = _correlations(world, strengths)
            shown[evening] = len(world.board("wins"))
    return Evenings(ours, plain, shown)


# Farms


class Farm(NamedTuple):
    """The outcome of two hundred won matches."""

    moved: int
    """The points by which the rating has moved since the start."""
    plain_moved: int
    """The same, had every match counted wholly."""
    is_provisional: bool
    places: dict[str, int]
    """On each board on which the farmer stands, by its kind and window."""

    @property
    def leads(self) -> tuple[str, ...]:
        """Return the boards that the farmer is first on."""
        return tuple(name for name, place in self.places.items() if place == 1)


Puppets = Callable[[World, int], Iterator[tuple[Came, ...]]]
"""Yields those whom the farmer beats, match after match, on a day."""

FARMER = "p-eve"
THE_DAY = 20
HONEST = 16


def farmed(puppets: Puppets, *, claimed: bool = True) -> Farm:
    """Win two hundred matches where sixteen others play honestly."""
    world, dice = World(), Random(14)  # noqa: S311 - seeded, alike each time
    strengths = {f"p-{number}": dice.gauss(0, 1) for number in range(HONEST)}
    for day in range(THE_DAY + 1):
        for _ in range(HONEST // 2):
            met = dice.sample([*strengths], 4)
            world.play(*_played(strengths, met, dice), day=day)
    beaten = puppets(world, THE_DAY)
    for _ in range(FARMED):
        world.play(Came(FARMER, 5, named=claimed), *next(beaten), day=THE_DAY)
    rating = world.rating(FARMER)
    return Farm(
        rating.shown - SHOWN_START,
        world.plain[FARMER].shown - SHOWN_START,
        rating.is_provisional,
        _places(world),
    )


def _places(world: World) -> dict[str, int]:
    places: dict[str, int] = {}
    for kind in EVERYBODYS:
        for window in windows_at(NOON + THE_DAY * DAY_MS):
            board = world.board(kind, window)
            if FARMER in board:
                better = sum(value > board[FARMER] for value in board.values())
                places[f"{kind} {window}"] = 1 + better
    return places


def fresh(each: int, **came: object) -> Puppets:
    """Return new puppets for each match, `each` at a time."""

    def puppets(_: World, __: int) -> Iterator[tuple[Came, ...]]:
        for number in count():
            yield tuple(_loser(f"g-{number}-{k}", **came) for k in range(each))

    return puppets


def kept(number: int, each: int, *, days: int = 0, **came: object) -> Puppets:
    """Return puppets used over and over, `each` at a time.

    They have played one another on the day, twenty matches, and on `days` before.
    """

    def puppets(world: World, today: int) -> Iterator[tuple[Came, ...]]:
        names = [f"g-{k}" for k in range(number)]
        for day in range(today - days, today + 1):
            for n in range(20):
                at = n * 4 % number
                met = [*names, *names][at : at + min(8, number)]
                world.play(*(_loser(name, **came) for name in met), day=day)
        for n in count():
            at = n * each % number
            met = [*names, *names][at : at + each]
            yield tuple(_loser(name, **came) for name in met)

    return puppets


def _loser(name: str, **came: object) -> Came:
    return Came(name, 1)._replace(**came)  # type: ignore[arg-type]


FARMS: Mapping[str, Puppets] = {
    "a new guest each match": fresh(1),
    "seven new guests each match": fresh(7),
    "guests that never move": fresh(7, plies=0, score=0),
    "guests that make one move": fresh(7, plies=1, score=0),
    "guests that resign": fresh(7, state="resigned"),
    "the same 7 guests": kept(7, 7),
    "49 guests that met first": kept(49, 7),
    "49 guests, kept for 3 days": kept(49, 7, days=3),
    "a new name each match": fresh(1, named=True),
    "7 names made on the day": kept(7, 1, named=True),
}
"""The farms that must come to nothing."""
GROWN: Mapping[str, Puppets] = {
    "7 names, kept for 2 days": kept(7, 1, days=2, named=True),
    "7 names, kept for 5 days": kept(7, 1, days=5, named=True),
    "7 guests, kept for 5 days": kept(7, 1, days=5),
    "7 guests, kept for 10 days": kept(7, 1, days=10),
}
"""The farms that take days, and cannot be told from a club."""


def main() -> None:
    """Print the three tables."""
    _print_crowd()
    _print_clubs()
    _print_farms()


def _print_crowd() -> None:
    for size in SIZES:
        figures = [simulated(size, Random(seed)) for seed in range(SEEDS)]  # noqa: S311
        ours = statistics.median(f.settled_after for f in figures)
        plain = statistics.median(f.plain_settled_after for f in figures)
        each = [f.correlations for f in figures], [f.plain for f in figures]
        print(f"crowd, matches of {size}   {_means(each[0])}   settled {ours:.0f}")
        print(f"     every match whole   {_means(each[1])}   settled {plain:.0f}")


def _print_clubs() -> None:
    for members in CLUBS:
        found = [club(members, Random(seed)) for seed in range(SEEDS * 4)]  # noqa: S311
        ours, plain = [each.correlations for each in found], [f.plain for f in found]
        print(f"club of {members}, evenings     {_means(ours)}")
        print(f"     every match whole   {_means(plain)}")
        print(f"     on a board of wins  {_means([each.shown for each in found])}")


def _means(found: Sequence[Mapping[int, float]]) -> str:
    return "  ".join(
        f"{n}: {statistics.mean(each[n] for each in found):.2f}" for n in found[0]
    )


def _print_farms() -> None:
    for name, puppets in {**FARMS, **GROWN}.items():
        farm = farmed(puppets)
        leads = ", ".join(farm.leads) or "no board"
        print(
            f"{name:28} {farm.moved:+5} points, every match whole "
            f"{farm.plain_moved:+5}; "
            f"{'' if farm.is_provisional else 'not '}provisional; first on {leads}"
        )


def _spearman(some: Sequence[float], others: Sequence[float]) -> float:
    return statistics.correlation(_ranks(some), _ranks(others))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return ranks; those who are equal share the middle of theirs."""
    return [
        sum(other < own for other in values) + sum(other == own for other in values) / 2
        for own in values
    ]


if __name__ == "__main__":
    main()

"""News of a race that are too small for any note but one beside the board."""

from collections.abc import Iterable

from samedeal_client.language import tr
from samedeal_client.screen.table.race.racers import Racer
from samedeal_client.view.spans import Lines, line
from samedeal_client.view.standings import counted
from samedeal_games.game import About, Contest

POINTS = 5
"""Points of a hand that is worth telling of, where points are counted."""
CARDS = 5
"""Cards that come up between two tellings, in a race."""


class Asides:
    """Remembers everybody's score, so that it can be told what the others made."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def look(self, racers: Iterable[Racer], about: About) -> Lines:
        """Compare scores with the last time; return what the others made since."""
        told: list[str] = []
        for racer in racers:
            before = self._known.get(racer.number)
            self._known[racer.number] = racer.score
            # A score that falls is that of another match.
            if before is None or racer.is_own or racer.score <= before:
                continue
            score = counted(racer.score, about)
            if about.contest is Contest.RACE:
                if racer.score // CARDS > before // CARDS:
                    told.append(tr("{name}: {score}", name=racer.name, score=score))
            elif (gain := racer.score - before) >= POINTS:
                told.append(
                    tr(
                        "{name}: +{gain}, {score}",
                        name=racer.name,
                        gain=gain,
                        score=score,
                    )
                )
        return tuple(line(f" {text}") for text in told)

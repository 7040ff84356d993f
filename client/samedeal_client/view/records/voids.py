"""Starts of a match that were void: why, and how many there were."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.view.spans import Lines, line
from samedeal_client.view.standings import called
from samedeal_games.fairness import VoidRecord

SHOWN = 4
"""Names that one line has room for."""
FAILED = later(
    "The service failed meanwhile; nobody is to blame: a new deal, with a new seed."
)


class Withheld(Protocol):
    """Who did not reveal a nonce."""

    @property
    def name(self) -> str:
        """Return what they are called."""
        ...


class Void(Protocol):
    """A start that was void, as heard or as recorded."""

    @property
    def why(self) -> str:
        """Return the code of the reason."""
        ...

    @property
    def withheld(self) -> Sequence[Withheld]:
        """Return those by whom it was void."""
        ...


def void_text(void: Void) -> str:
    """Return why there is another deal, when it happens."""
    if not void.withheld:
        return tr(FAILED)
    return tr(
        "{names} did not reveal in time: a new deal, with a new seed.",
        names=_names([void]),
    )


def voids_text(voids: Sequence[Void]) -> str:
    """Return how many starts of a match were void and by whom, empty for none."""
    if not voids:
        return ""
    reasons: list[str] = []
    if any(void.withheld for void in voids):
        reasons.append(tr("{names} did not reveal", names=_names(voids)))
    if any(not void.withheld for void in voids):
        reasons.append(tr("the service failed"))
    return tr_n(
        "{count} start of this match was void: {why}.",
        "{count} starts of this match were void: {why}.",
        len(voids),
        why="; ".join(reasons),
    )


def voids_lines(voids: Sequence[Void] | None) -> Lines:
    """Return the same as a line, none where there was none."""
    text = voids_text(voids or ())
    return (line(f" {text}"),) if text else ()


def void_document(void: VoidRecord) -> dict[str, object]:
    """Return a start that was void for programs."""
    return {
        "match": void.match,
        "why": void.why,
        "withheld": [{"player": who.player, "name": who.name} for who in void.withheld],
    }


def _names(voids: Iterable[Void]) -> str:
    names = [called(who.name) for void in voids for who in void.withheld]
    unique = list(dict.fromkeys(names))
    if len(unique) > SHOWN:
        more = tr("{count} more", count=len(unique) - SHOWN + 1)
        unique = [*unique[: SHOWN - 1], more]
    return listed(unique)

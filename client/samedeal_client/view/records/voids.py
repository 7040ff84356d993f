"""Void starts of a match: their reasons, and their number."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.view.names import called
from samedeal_client.view.spans import Lines, line
from samedeal_games.fairness import VoidRecord

SHOWN = 4
"""Names that one line has room for."""
FAILED = later(
    "The service failed meanwhile; nobody is to blame: a new deal, with a new seed."
)


class Withheld(Protocol):
    """A player who did not reveal a nonce."""

    @property
    def name(self) -> str:
        """The player's name."""
        ...


class Void(Protocol):
    """A void start, as heard or as recorded."""

    @property
    def why(self) -> str:
        """The code of the reason."""
        ...

    @property
    def withheld(self) -> Sequence[Withheld]:
        """The players who made it void."""
        ...


def void_text(void: Void) -> str:
    """Return the reason that there is another deal, when it happens."""
    if not void.withheld:
        return tr(FAILED)
    return tr(
        "{names} did not reveal in time: a new deal, with a new seed.",
        names=_names([void]),
    )


def voids_text(voids: Sequence[Void]) -> str:
    """Return the number of void starts of a match, and the reasons; empty for none."""
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
    """Return the same as a line; none without void starts."""
    text = voids_text(voids or ())
    return (line(f" {text}"),) if text else ()


def void_document(void: VoidRecord) -> dict[str, object]:
    """Return a void start for programs."""
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

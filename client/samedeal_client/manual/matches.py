"""The chapter on matches: who wins, and when a match ends."""

from collections.abc import Mapping

from samedeal_client.language import later, tr
from samedeal_client.manual.chapters import Chapter
from samedeal_games.game import About, Contest

_WINS: Mapping[Contest, tuple[str, ...]] = {
    Contest.SCORE: (
        later("The highest score wins; equal scores share the place."),
        later("Nobody sees the next card before theirs is laid."),
    ),
    Contest.RACE: (
        later("The first to get all cards up wins."),
        later(
            "Among the others, more cards up comes first; of equals, whoever "
            "had them sooner. With none up, it is a tie."
        ),
    ),
}


def contest(about: About) -> Chapter:
    """Return the chapter on comparing players of one deal."""
    return Chapter(
        tr("In a match"),
        (
            tr(
                "Everybody has the same deal, and as a rule {minutes} minutes.",
                minutes=about.time_limit_s // 60,
            ),
            *(tr(sentence) for sentence in _WINS[about.contest]),
            tr("You may stop early and keep what you have; to resign is to come last."),
            tr(
                "With nothing made of the deal you win only against those who resigned."
            ),
        ),
    )

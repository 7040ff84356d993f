"""Was the deal the first that is certified? The choice made again, by own searches."""

from samedeal_games.catalogue import GAMES
from samedeal_games.wording import Wording
from samedeal_players.certifying import (
    CERTIFIABLE,
    UnknownCertifier,
    first_certified,
    is_winnable,
)
from samedeal_records.transcripts import Transcript
from samedeal_records.verification import committed_seed


def doubt_about_choice(transcript: Transcript) -> str:
    """Return the doubt that a deal is the one its certifier chooses, empty if none.

    Takes a fraction of a second where the solver is compiled, else some seconds.
    """
    certifier, game = transcript.certifier, transcript.game
    if game not in GAMES:
        return Wording("no game of that name is known here")
    if game not in CERTIFIABLE:
        return Wording("deals of this game cannot be certified")
    try:
        counter = first_certified(certifier, game, committed_seed(transcript))
    except UnknownCertifier:
        return Wording("the certifier {name!r} is not known here", name=certifier[:40])
    if counter != transcript.counter:
        return Wording(
            "candidate {dealt} was dealt, and {first} is the first certified",
            dealt=transcript.counter,
            first=counter,
        )
    return ""


def is_known_winnable(certifier: str, counter: int) -> bool | None:
    """Tell whether a win was found for the deal; None where that is not known here."""
    try:
        return is_winnable(certifier, counter)
    except UnknownCertifier:
        return None

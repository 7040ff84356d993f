"""The warning where the players and the solver are not compiled."""

from samedeal_client.language import later, tr
from samedeal_client.terminal.output import complain
from samedeal_players.compiled.library import Lack, what_lacks

LACKS = {
    Lack.MISSING: later(
        "nothing is compiled here, so this takes longer and finds less: with gcc or"
        " clang at hand, install samedeal anew, or in a clone, make kernel"
    ),
    Lack.STALE: later(
        "what is compiled here is out of date, so this takes longer and finds less:"
        " with gcc or clang at hand, install samedeal anew, or in a clone, make kernel"
    ),
}


def tell_if_slow() -> None:
    """Warn on standard error if the players and the solver are not compiled."""
    lack = what_lacks()
    if lack is not None:
        complain(tr(LACKS[lack]))

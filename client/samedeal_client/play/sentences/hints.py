"""What can be typed at a table, told in a few words."""

from samedeal_client.families import family_of
from samedeal_client.language import later, tr
from samedeal_client.view.cards import NAMED
from samedeal_client.view.spans import Lines, line
from samedeal_games.game import AnyGame

HELP = (
    later(" ready, unready   be ready for the next match, or not"),
    later(" board (or Enter) the board, or who is here"),
    later(" undo (or u)      take the last move back, where the room allows it"),
    later(" time, others     what is left on the clock; how far the others are"),
    later(" finish           stop here and keep your score"),
    later(" resign           give the match up"),
    later(" pause, resume    have all clocks stand, if all agree and nothing counts"),
    later(" analyse          after a match: what was possible in it"),
    later(" leave            give up the seat; Ctrl-C keeps it for you"),
    later(" /, /gg, /words   say something: / alone lists the phrases"),
)
NAMED_HELP = later(
    " {mark} after a name   claimed: nobody else can use it, or one like it"
)
ALONE = later("You are practising alone; just play.")
NO_MOVE_HINTED = later("No hint: nothing is left to gain on this board.")
NOTHING_TO_TAKE_BACK = later("Nothing is left to take back.")

SCORE_ASKED = later(" score   how it stands")


def questions_lines(game: AnyGame) -> Lines:
    """Return what can be asked by who reads line after line."""
    return family_of(game).questions(), line(tr(SCORE_ASKED))


def help_lines() -> Lines:
    """Return what can be typed besides moves."""
    return (
        *(line(tr(text)) for text in HELP),
        line(tr(NAMED_HELP, mark=NAMED)),
    )

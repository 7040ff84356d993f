"""Tables to look at: a game in the middle of it, a deal that is still face down."""

from functools import cache

from samedeal_client.families import family_of
from samedeal_client.play.course import moves_of
from samedeal_client.screen.gathering.lying import Lying
from samedeal_games.cards import FACE_DOWN
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import NO_SEED, deal_from_seed
from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame


@cache
def in_play(game: str) -> Lying | None:
    """Return a patience as its lesson leaves it, or such a layout with all its cards.

    None for a game that is unknown here.
    """
    if game not in GAMES:
        return None
    rules = GAMES[game]
    seed, moves = moves_of(rules)
    position = rules.setup(deal_from_seed(seed, rules.about.packs))
    for text in moves:
        position = rules.apply(position, rules.parse(text))

    def filled(squares: SquaresGame) -> Board:
        at = position
        while legal := squares.legal_moves(at):
            # Each card where most counts at once, open lines included.
            laid = [squares.apply(at, cell) for cell in legal]
            at = max(laid, key=lambda one: sum(h.points for h in squares.lines(one)))
        return squares.view(at)

    def left(patience: PatienceGame) -> Board:
        return patience.view(position)

    return Lying(rules, family_of(rules).choose(squares=filled, patience=left))


@cache
def face_down(game: str) -> Lying | None:
    """Return the table of a deal that nobody here has seen yet."""
    if game not in GAMES:
        return None
    dealt = _dealt(game)
    zones = {name: (FACE_DOWN,) * len(cards) for name, cards in dealt.zones.items()}
    return Lying(GAMES[game], dealt._replace(zones=zones))


@cache
def put_away(game: str) -> Lying | None:
    """Return the empty table of a deal that is played."""
    if game not in GAMES:
        return None
    zones = dict.fromkeys(_dealt(game).zones, ())
    return Lying(GAMES[game], Board(0, zones))


def _dealt(game: str) -> Board:
    rules = GAMES[game]
    return rules.view(rules.setup(deal_from_seed(NO_SEED, rules.about.packs)))

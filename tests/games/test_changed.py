"""What moves change of a board: what is seen otherwise than before."""

from random import Random

import pytest

from samedeal_games.catalogue import GAMES, find_retraceable
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import IllegalMove
from samedeal_games.game import AnyGame
from samedeal_games.patience.taking_back import TAKE_BACK

TAKING_BACK = {
    f"{key}, taking back": find_retraceable(key)
    for key in GAMES
    if not key.startswith("squares/")
}
ALL = {**GAMES, **TAKING_BACK}


def played(game: AnyGame, dice: Random) -> list[object]:
    """Return the positions of a random attempt, now and then a move taken back."""
    position = game.setup(deal_from_seed(dice.randbytes(32), game.about.packs))
    positions: list[object] = [position]
    while len(positions) < 150 and (moves := game.legal_moves(position)):
        move = dice.choice(moves)
        if game in TAKING_BACK.values() and dice.random() < 0.3:
            move = TAKE_BACK
        try:
            position = game.apply(position, move)
        except IllegalMove:
            continue
        positions.append(position)
    return positions


@pytest.mark.parametrize("game", ALL.values(), ids=ALL)
def test_a_board_changes_by_what_is_seen_anew(game: AnyGame) -> None:
    dice = Random(3)
    for _ in range(5):
        positions = played(game, dice)
        for apart in (0, 1, 3):
            for before, after in zip(positions, positions[apart:], strict=False):
                known = game.view(before).zones
                seen = game.view(after).zones
                assert not known.keys() - seen.keys()
                expected = [
                    zone for zone in seen.items() if known.get(zone[0]) != zone[1]
                ]
                assert list(game.changed(before, after).items()) == expected

"""A bot: sits down in a room, and plays what `choose` says until the room is gone.

python docs/examples/bot.py ws://127.0.0.1:8765 7KQ4P
"""

import asyncio
import sys
from random import Random, SystemRandom

from samedeal_client.bots import play_as_bot
from samedeal_client.wire.player import Player
from samedeal_games.game import AnyGame, Board

ENOUGH = 150
PACE_S = 0.5


def choose(game: AnyGame, board: Board, dice: Random) -> str | None:
    """Return a move that scores at once, or any; None to stop and keep the score."""
    position = game.position_from(board)
    moves = list(game.legal_moves(position))
    if not moves or board.plies >= ENOUGH:
        return None
    dice.shuffle(moves)
    best = max(moves, key=lambda move: game.score(game.apply(position, move)))
    return game.format(best)


async def main(server: str, code: str) -> None:
    """Join a room and play in it."""
    async with Player(server, name="Example", bot=True).connected() as player:
        await player.join(code)
        await play_as_bot(player, choose, SystemRandom(), pace_s=PACE_S)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

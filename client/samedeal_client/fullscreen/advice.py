"""Hints for who practises: what a player of skill would do on the same board."""

import asyncio
from random import Random

from samedeal_games.game import AnyGame, Board
from samedeal_players.catalogue import players_for
from samedeal_players.player import AnyPlayer, Level


class Adviser:
    """The best player of a game that there is, made when it is first asked."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._levels = players_for(game.about.key)
        self._player: AnyPlayer | None = None

    @property
    def knows(self) -> bool:
        """Whether there is a player of skill for the game."""
        return Level.EXPERT in self._levels

    async def hint(self, board: Board) -> str:
        """Return the move that the player would make, empty for none."""
        moves = tuple(self._game.legal_moves(self._game.position_from(board)))
        if not self.knows or not moves:
            return ""
        return await asyncio.to_thread(self._chosen, board, moves)

    def _chosen(self, board: Board, moves: tuple[object, ...]) -> str:
        if self._player is None:
            self._player = self._levels[Level.EXPERT]()
        # The same board always gets the same hint.
        dice = Random(0)  # noqa: S311 - no secret comes of it
        return str(self._game.format(self._player.choose(board, moves, dice)))

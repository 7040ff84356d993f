"""Hints for who practises: what a player of skill would do on the same board."""

import asyncio
from random import Random

from samedeal_client.families import family_of
from samedeal_client.families.hinting import Hinting
from samedeal_games.game import AnyGame, Board
from samedeal_players.catalogue import players_for
from samedeal_players.player import AnyPlayer, Level


class Adviser:
    """The best player of a game that there is, made when it is first asked."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._levels = players_for(game.about.key)
        self._hinting: Hinting | None = None

    @property
    def knows(self) -> bool:
        """Whether there is a player of skill for the game."""
        return Level.EXPERT in self._levels

    async def hint(self, board: Board) -> str:
        """Return the move that the player would make, empty for none."""
        if not self.knows or self._game.is_over(self._game.position_from(board)):
            return ""
        return await asyncio.to_thread(self._chosen, board)

    def _chosen(self, board: Board) -> str:
        if self._hinting is None:
            self._hinting = self._made()
        # The same board always gets the same hint.
        dice = Random(0)  # noqa: S311 - no secret comes of it
        return self._hinting.hint(board, dice) or ""

    def _made(self) -> Hinting:
        own = family_of(self._game).hinting()
        return own or _Playing(self._game, self._levels[Level.EXPERT]())


class _Playing:
    """A player who is asked what they would do."""

    def __init__(self, game: AnyGame, player: AnyPlayer) -> None:
        self._game = game
        self._player = player

    def hint(self, board: Board, dice: Random) -> str | None:
        """Return the player's choice."""
        moves = tuple(self._game.legal_moves(self._game.position_from(board)))
        move = self._player.choose(board, moves, dice) if moves else None
        return None if move is None else str(self._game.format(move))

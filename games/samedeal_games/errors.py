"""The errors of rules, all of them the caller's to show.

::

    GameError(ValueError)
    ├── InvalidDeck   a deck or seed that cannot be dealt
    ├── UnknownGame   a key that the catalogue does not hold
    ├── InvalidMove   text that cannot be read as a move of this game
    ├── IllegalMove   a move that can be read and is not allowed
    └── BadTranscript what is no transcript of a match
"""

from samedeal_games.wording import Wording


class GameError(ValueError):
    """Anything that the rules refuse; its text is fit to show to a player."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.wording = wording


class InvalidDeck(GameError):
    """A deck or a seed that cannot be dealt."""


class UnknownGame(GameError):
    """A key that the catalogue does not hold."""


class InvalidMove(GameError):
    """Text that cannot be read as a move of this game."""


class BadTranscript(GameError):
    """Something that is no transcript of a match."""


class IllegalMove(GameError):
    """A move that can be read and is not allowed.

    Its `wording` is a sentence without the move in it, for the player.
    """

"""The lines of the last match: who won it, and whether it is proven."""

from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.outcomes import standings_told
from samedeal_client.view.spans import Lines
from samedeal_client.wire.happenings import Happening, Proven, Renewed
from samedeal_protocol.updates import MatchEnded, MatchStarted


class Result:
    """Keeps them from its end until the next one begins."""

    def __init__(self, play: RoomPlay) -> None:
        self._play = play
        self._standings: Lines = ()
        self.proof: Lines = ()
        """Whether the match is proven, with the commands for it."""
        self.brief: Lines = ()
        """The same without them."""

    @property
    def farewell(self) -> Lines:
        """The lines that stay when the screen is gone."""
        return (*self._standings, *self.proof)

    def hear(self, happening: Happening, told: Lines) -> None:
        """Keep what stays of what was told of something that happened."""
        match happening:
            case Proven():
                self.proof = told
                self.brief = self._play.teller.tell_in_brief(happening)
            case MatchStarted():
                self._standings = self.proof = self.brief = ()
            case MatchEnded() | Renewed(has_new_result=True):
                standings = standings_told(self._play.session)
                self._standings = self._play.race.stays(standings)
                self.proof = self.brief = ()
            case _:
                pass

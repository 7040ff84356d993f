"""What a run was asked for; every part reads what concerns it."""

from typing import NamedTuple

from bench.load.processes import Fsync


class Asked(NamedTuple):
    """The size of one part of a run."""

    players: int
    """Or connections, where nobody plays."""
    seconds: float
    seed: int = 1
    fsync: Fsync = "everysec"
    game: str = "squares/english"
    rate: float = 1.0
    """Moves a second of each player, where they play at a steady rate."""
    processes: int = 1
    bots: bool = False
    """Whether bots play, whose matches count nothing, and not people."""
    windows: tuple[int, ...] = (0, 2, 4)
    """In which moves gather, in ms, where those are held against each other."""
    turns: int = 3
    """Of each window."""
    colyseus: bool = False
    """Whether a room of Colyseus is measured, too."""
    countdown_s: float = 1.0
    """Before each match, where they play at a steady rate. Whoever has not revealed by
    its end, nor within three seconds, loses the seat: a test on a busy machine asks for
    more."""

    @property
    def settings(self) -> dict[str, str]:
        """The settings of a server that is played at."""
        return {"SAMEDEAL_COUNTDOWN_MS": str(round(self.countdown_s * 1000))}

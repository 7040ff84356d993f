"""A player's race against ghosts at a table, as every kind of screen shows it."""

from samedeal_client.language import later, tr
from samedeal_client.play.room.ghosts import Ghosts, GhostTeller, race_ms
from samedeal_client.play.sentences.inviting import match_link, server_to_send
from samedeal_client.view.deals.challenges import (
    board_hint,
    challenge_command,
    invitation,
)
from samedeal_client.view.deals.ghosts import (
    GhostCount,
    Placed,
    ghost_line,
    ghost_seat,
    ghost_standings,
    placed_among,
    rivals_lines,
)
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_games.game import About
from samedeal_protocol.rooms.boards import RoomView

AMONG = later(" Challenge: you among those who played it.")
APART = later(" Against your ghost, which only you see:")


class GhostRace:
    """The ghosts beside a player while they sit at a table; often none."""

    def __init__(
        self, player: Player, ghosts: Ghosts | None, *, is_alone: bool
    ) -> None:
        """Race; `is_alone` tells that nobody but bots is to come."""
        self._player = player
        self._session = player.session
        self._all = ghosts
        self._is_alone = is_alone
        self._teller: GhostTeller | None = None

    @property
    def is_on(self) -> bool:
        """Tell whether there are ghosts of the game that is played here now."""
        return self._ghosts is not None

    def begin(self) -> None:
        """Note that a match begins."""
        self._teller = None

    def counts(self) -> tuple[GhostCount, ...]:
        """Return the ghosts' counts now; empty while no match is on."""
        room, ghosts = self._session.room, self._ghosts
        if room is None or ghosts is None or room.phase != "playing":
            return ()
        return ghosts.at(race_ms(room, self._player.now_ms()))

    def lines(self) -> Lines:
        """Return the ghosts' progress on a line of its own, if there is any."""
        counts = self.counts()
        return ((Span(" "), *ghost_line(counts, self._about())),) if counts else ()

    def room(self, room: RoomView) -> RoomView:
        """Return the room with the ghosts in seats added to it."""
        counts = self.counts()
        ghosts = tuple(ghost_seat(*numbered) for numbered in enumerate(counts))
        return room.model_copy(update={"seats": (*room.seats, *ghosts)})

    def look(self) -> Lines:
        """Return news of the ghosts; to be called every `LOOKED_EVERY_S`."""
        play, ghosts = self._session.play, self._ghosts
        is_sure = self._player.is_connected and not self._player.is_degraded
        room = self._session.room if self._session.may_move and is_sure else None
        if room is None or play is None or ghosts is None:
            return ()
        if self._teller is None:
            self._teller = GhostTeller(ghosts, self._about())
        return self._teller.look(race_ms(room, self._player.now_ms()), play.score)

    def rivals(self) -> Lines:
        """Return the ghosts to race, before the match."""
        room, ghosts = self._session.room, self._ghosts
        if room is None or ghosts is None or room.phase != "gathering":
            return ()
        return rivals_lines(ghosts.ghosts, self._about())

    def standings(self, told: Lines) -> Lines:
        """Return the last result as it was told, with the places of the ghosts."""
        room, ghosts = self._session.room, self._ghosts
        if room is None or room.result is None or ghosts is None:
            return told
        seat = self._session.seat
        table = ghost_standings(room.result, seat, ghosts.ghosts, self._about())
        if room.kind == "challenge":
            return ((), line(Span(tr(AMONG), Style.TITLE)), *table)
        return (*told, (), line(Span(tr(APART), Style.TITLE)), *table)

    def stays(self, told: Lines) -> Lines:
        """Return the last result as it stays when its screen is gone.

        That of a challenge leads to the board of its deal.
        """
        room = self._session.room
        is_challenge = room is not None and room.kind == "challenge"
        return (*self.standings(told), *(self.to_send() if is_challenge else ()))

    def met(self) -> tuple[Placed, ...]:
        """Return the player among those who played the deal of a challenge, as placed.

        Nothing in other rooms, and before a result.
        """
        room, ghosts = self._session.room, self._ghosts
        is_challenge = room is not None and room.kind == "challenge"
        if room is None or room.result is None or ghosts is None or not is_challenge:
            return ()
        seat = self._session.seat
        return placed_among(room.result, seat, ghosts.ghosts, self._about())

    def to_send(self) -> Lines:
        """Return a line that leads others to the deal of the last match."""
        room = self._session.room
        result = None if room is None else room.result
        if room is None or result is None or result.reveal_at or self._is_alone:
            return ()
        server = server_to_send(self._player)
        if room.kind == "challenge":
            return board_hint(result.match, server)
        return invitation(result.match, server, match_link(self._player, result.match))

    def line_to_send(self) -> str:
        """Return the line that brings others to that deal: a link, or a command."""
        room = self._session.room
        result = None if room is None else room.result
        if room is None or result is None or not self.to_send():
            return ""
        server = server_to_send(self._player)
        link = match_link(self._player, result.match)
        return link if server and link else challenge_command(result.match, server)

    @property
    def _ghosts(self) -> Ghosts | None:
        room = self._session.room
        if room is None or self._all is None or room.game != self._all.game:
            return None
        return self._all

    def _about(self) -> About:
        room = self._session.room
        return find_game("" if room is None else room.game).about

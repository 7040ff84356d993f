"""The ratings of those who sit in a room, asked for once for each."""

from samedeal_client.view.people.profiles import rating_text
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.results.profiles import GameView
from samedeal_protocol.rooms.boards import RoomView


class Ratings:
    """Ratings of the players, and those asked about."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._known: dict[tuple[str, str], str] = {}
        self.own: tuple[GameView, ...] = ()
        """The player's results in each game, as far as they are known by now."""

    def of(self, room: RoomView) -> dict[str, str]:
        """Return the ratings in the room's game, by player, of those who have one.

        None are at stake in a room that is not rated.
        """
        if not room.rated:
            return {}
        family = find_game(room.game).about.family
        return {
            player: text
            for (player, of), text in self._known.items()
            if of == family and text
        }

    async def ask(self) -> None:
        """Ask about everybody who was not asked about yet; bots have no rating.

        In a room that is not rated only the player's own results are of use.
        """
        room = self._player.session.room
        if room is None:
            return
        family = find_game(room.game).about.family
        for seat in room.seats:
            key = (seat.player, family)
            is_wanted = room.rated or seat.player == self._player.id
            if seat.bot or key in self._known or not is_wanted:
                continue
            self._known[key] = ""
            try:
                found = await self._player.profile(seat.player)
            except NotDone:
                continue
            if seat.player == self._player.id:
                self.own = found.games
            for rating in found.ratings:
                self._known[seat.player, rating.family] = rating_text(rating.rating)

    def forget(self) -> None:
        """Know nothing any more, as after a match that changed them."""
        self._known.clear()

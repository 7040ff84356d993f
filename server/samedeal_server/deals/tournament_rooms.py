"""The rooms of tournaments: everybody plays each deal of one once.

A player has one room of a tournament. It is reserved before they sit down in it, and
given up for another only while they have no seat there and have begun no deal there.
Two connections of one player may ask for two rooms at the same moment, at two
processes. So whoever changes the reservation looks at the other room once more
afterwards, and whoever sits down looks at the reservation once more: at least one of
them sees the other. No deal begins for a seat before its player was answered.
"""

from samedeal_protocol.deals.events import EVENT_PLAYERS_MOST
from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.books.tournaments import Tournament, read_origin
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase, Room
from samedeal_server.deals.tournaments import DAY_S, Tournaments, deal_books
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.redis import Store

TRIES_MOST = 8
"""The most looks at what became of a reservation."""
RESERVED_S = 2 * DAY_S
"""For how long after a tournament's reveal it is known who played it where."""


class TournamentRooms:
    """Reserves rooms of tournaments for players."""

    def __init__(
        self, store: Store, carrier: Carrier, tournaments: Tournaments
    ) -> None:
        self._store = store
        self._carrier = carrier
        self._tournaments = tournaments
        self._kept = store.tournaments

    async def claim(self, origin: str, player: str, code: str) -> None:
        """Reserve a room of a tournament for a player; raises Refused.

        With OTHER_ROOM if they play it in another one, EVENT_OVER if it has closed.
        """
        tournament = await self._tournaments.find(read_origin(origin))
        if self._store.now() >= tournament.closes_at:
            raise Refused(ErrorCode.EVENT_OVER, f"event {tournament.id} has closed")
        left_s = (tournament.reveal_at - self._store.now()) // 1000
        known = await self._kept.room_of(origin, player)
        for _ in range(TRIES_MOST):
            if known == code:
                return
            if known:
                await self._refuse_if_played(tournament, player, known)
            elif await self._kept.players(origin) >= EVENT_PLAYERS_MOST:
                raise Refused(ErrorCode.EVENT_FULL, f"event {tournament.id} is full")
            given_up = known
            known = await self._store.attempts.reserve(
                origin, player, code, given_up=given_up, ttl_s=left_s + RESERVED_S
            )
            if known == code and given_up:
                await self._look_again(tournament, player, code, given_up)
        raise StoreUnavailable(f"the room of {player} always changed meanwhile")

    async def holds(self, origin: str, player: str, code: str) -> bool:
        """Tell whether a room is still the one that is reserved for a player."""
        return await self._kept.room_of(origin, player) == code

    async def _look_again(
        self, tournament: Tournament, player: str, code: str, given_up: str
    ) -> None:
        """Take a reservation back if its player sat down there meanwhile."""
        try:
            await self._refuse_if_played(tournament, player, given_up)
        except Refused:
            await self._store.attempts.reserve(
                tournament.origin, player, given_up, given_up=code
            )
            raise

    async def _refuse_if_played(
        self, tournament: Tournament, player: str, code: str
    ) -> None:
        """Refuse another room to whoever takes part in this one, or did."""
        room = await self._carrier.look_closely(code)
        if room is None or room.opened.origin != tournament.origin:
            # Never opened, or closed for so long that its log is gone.
            if await self._kept.stands_in(deal_books(tournament), player):
                raise Refused(ErrorCode.ALREADY_PLAYED, "you have played this event")
        elif has_begun(room, player) or (
            room.course.phase is not Phase.CLOSED and room.seat_of(player) is not None
        ):
            raise Refused(ErrorCode.OTHER_ROOM, code)


def has_begun(room: Room, player: str) -> bool:
    """Tell whether a player was dealt in, in a match that a room played.

    Or may have been: in a room that the store has lost, whoever had a seat.
    """
    plays = () if room.table.match is None else room.table.match.plays
    return (
        (room.course.closed == "lost" and room.seat_of(player) is not None)
        or any(play is not None and play.player.id == player for play in plays)
        or any(
            result.player.id == player
            for deal in room.course.played
            for result in deal.results
        )
    )

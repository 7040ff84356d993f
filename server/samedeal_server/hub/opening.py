"""Opening rooms: what is played in them, and who may be in them; the hub opens them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from samedeal_players.certifying import CERTIFIABLE, THOUGHTFUL
from samedeal_protocol.deals.challenges import Challenge
from samedeal_protocol.deals.dailies import PlayDaily
from samedeal_protocol.deals.events import HostEvent
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.rooms import HostRoom, Joined
from samedeal_server.core.answerers import Answerer, Answerers, Reply
from samedeal_server.core.books.tournaments import room_for_tournament
from samedeal_server.core.facts import PhaseLimits
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.openings import room_asked_for, room_for_one
from samedeal_server.deals.attempts import Attempts
from samedeal_server.deals.challenges import Challenges
from samedeal_server.deals.dailies import ATTEMPTS_KEPT_S, Dailies
from samedeal_server.deals.tournament_rooms import TournamentRooms
from samedeal_server.deals.tournaments import Tournaments
from samedeal_server.hub.hub import Hub, new_code
from samedeal_server.people.limits import Everywhere
from samedeal_server.records.leaderboards import key_of
from samedeal_server.rooms.telling.viewers import Viewer


class Opening:
    """Every way to a room that is not there yet."""

    def __init__(
        self,
        hub: Hub,
        limits: PhaseLimits,
        kept_rooms: Everywhere,
        attempts: Attempts,
        *,
        dailies: Dailies,
        challenges: Challenges,
        tournaments: Tournaments,
        tournament_rooms: TournamentRooms,
    ) -> None:
        """Open rooms whose phases last as `limits` says.

        `kept_rooms` counts those that are kept for hosts who are away.
        """
        self._hub = hub
        self._limits = limits
        self._kept_rooms = kept_rooms
        self._attempts = attempts
        self._dailies = dailies
        self._challenges = challenges
        self._tournaments = tournaments
        self._tournament_rooms = tournament_rooms

    @property
    def answerers(self) -> Answerers[Viewer]:
        """The requests answered here."""
        return {
            HostRoom: _opened(self.host, leads_in=True),
            HostEvent: _opened(self.host_tournament, leads_in=True),
            PlayDaily: _opened(self.play_daily),
            Challenge: _opened(self.challenge),
        }

    async def host(self, viewer: Viewer, asked: HostRoom) -> Joined:
        """Open a room with the viewer as its host; raises Refused."""
        keys = {key_of(key) for key in (asked.game, *asked.games)}
        if asked.certified and not keys <= CERTIFIABLE:
            raise Refused(
                ErrorCode.NOT_CERTIFIABLE, "only deals of patience can be certified"
            )
        limits = await self._limits_for(viewer, asked.seats)
        wanted = room_asked_for(asked, limits, THOUGHTFUL)
        return await self._hub.open(viewer, asked.id, wanted)

    async def host_tournament(self, viewer: Viewer, asked: HostEvent) -> Joined:
        """Open a room that plays a tournament, unless the viewer plays it elsewhere.

        Raises Refused.
        """
        tournament = await self._tournaments.find(asked.event)
        limits = await self._limits_for(viewer, asked.seats)
        wanted = room_for_tournament(tournament, asked, limits)
        self._hub.refuse_second_room(viewer, "")
        await self._tournaments.commit(tournament)
        while True:
            code = new_code()
            await self._tournament_rooms.claim(
                tournament.origin, viewer.player.id, code
            )
            joined = await self._hub.open_as(viewer, asked.id, wanted, code)
            if joined is not None:
                await self._tournaments.keep(tournament)
                await self._hub.keep_to_one_room(self._hub.live_of(viewer), viewer)
                return joined

    async def _limits_for(self, viewer: Viewer, seats: int) -> PhaseLimits:
        """Return how long phases last in a room; not kept if too many others are."""
        if seats == 1 or viewer.player.bot:
            # Kept for nobody, so not counted.
            return self._limits
        if await self._kept_rooms.spend("", viewer.address):
            return self._limits._replace(host_away_ms=0)
        return self._limits

    async def play_daily(self, viewer: Viewer, asked: PlayDaily) -> Joined:
        """Let a viewer into their one attempt at a day's deal; raises Refused."""
        player = viewer.player
        given = await self._dailies.deal_for(player, key_of(asked.game))
        return await self._attempts.enter(
            viewer,
            asked.id,
            room_for_one(given, "daily", self._limits),
            lambda: self._dailies.has_result(given.deal, player.id),
            ATTEMPTS_KEPT_S,
        )

    async def challenge(self, viewer: Viewer, asked: Challenge) -> Joined:
        """Begin the viewer's attempt at the deal of a match that is over.

        Or come back to it. Raises Refused.
        """
        played = await self._challenges.find(asked.match)
        await self._challenges.refuse_who_played(played, viewer.player.id)
        wanted = room_for_one(played.given, "challenge", self._limits)._replace(
            time_limit_s=played.transcript.time_limit_s
        )
        has_result = partial(self._challenges.has_result, played, viewer.player.id)
        return await self._attempts.enter(
            viewer, asked.id, wanted, has_result, ATTEMPTS_KEPT_S
        )


def _opened(
    how: Callable[[Viewer, Any], Reply], *, leads_in: bool = False
) -> Answerer[Viewer]:
    """Return an answerer that opens a room, which all processes count together."""
    return Answerer(how, 0, "joins", everywhere="rooms", leads_in=leads_in)

"""News at a glance: today's deals, friends, their invitations, and the next event."""

import asyncio
from contextlib import suppress

from samedeal_client.auditing.days import remember
from samedeal_client.failed import Failed
from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.view.spans import printable
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.deals.dailies import Dailies, DailyView
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.deals.events import EventView
from samedeal_protocol.people.presence import AskFriends, Friends, InvitationView

DAYS_EVERY_S = 20.0
OTHERS_EVERY_S = 60.0
"""Seconds between two looks at friends' deals and events, which change slowly."""
DEALS_SHOWN = 3
ROWS_ASKED = 100
EVENTS_ASKED = 3
HERE = ("lobby", "table")


class Glance:
    """The last news; looked up again as often as it changes."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.days: Dailies | None = None
        self.friends: Friends | None = None
        self.made: dict[str, DealRow] = {}
        """The best that a friend has made of today's deal, by game."""
        self.event: EventView | None = None
        """The event that closes next, of those that were seen on this machine."""
        self.answered: set[str] = set()
        """Ids of players whose invitation was answered here; the server is yet to be
        told."""
        self._server = ""
        self._days_at = self._others_at = float("-inf")

    @property
    def here(self) -> tuple[str, ...]:
        """The ids of the friends who are here."""
        found = () if self.friends is None else self.friends.friends
        return tuple(one.who.player for one in found if one.place in HERE)

    @property
    def invitations(self) -> tuple[InvitationView, ...]:
        """The invitations that were not answered here."""
        found = () if self.friends is None else self.friends.invitations
        return tuple(one for one in found if one.who.player not in self.answered)

    def shown(self, last: str) -> tuple[DailyView, ...]:
        """Return the deals of today that matter most: begun, on a streak, the last."""
        views = () if self.days is None else self.days.games
        ranked = sorted(views, key=lambda view: _rank(view, last))
        return tuple(ranked[:DEALS_SHOWN])

    async def look(self) -> None:
        """Ask for news; raises Failed and NotDone. New friends are told at the foot."""
        player = self._lobby.visit.there()
        if player.url != self._server:
            self._server = player.url
            self._days_at = self._others_at = float("-inf")
            self.friends = self.days = self.event = None
        now_s = asyncio.get_running_loop().time()
        if now_s - self._days_at >= DAYS_EVERY_S:
            self._days_at = now_s
            self.days = await player.dailies()
            remember(self._lobby.context, [v.commitment for v in self.days.games])
        await self._look_for_friends(player)
        if now_s - self._others_at >= OTHERS_EVERY_S:
            self._others_at = now_s
            with suppress(NotDone, Failed):
                await self._look_for_results(player)
                await self._look_for_event(player)

    async def _look_for_friends(self, player: Player) -> None:
        before = self.friends
        told = tuple(sorted(self.answered))
        asked = AskFriends(id=player.next_id(), answered=told)
        try:
            self.friends = await player.ask(asked, Friends)
        except NotDone:  # a server from before there were any
            return
        self.answered -= set(told)
        if before is not None:
            self._tell_news(before, self.friends)

    def _tell_news(self, before: Friends, now: Friends) -> None:
        """Tell of friends who came in, and of new invitations."""
        known = {one.who.player for one in before.friends if one.place in HERE}
        for friend in now.friends:
            if friend.place in HERE and friend.who.player not in known:
                name = printable(friend.who.name)
                self._lobby.desk.alert(tr("{name} is here; i invites.", name=name))
        asked = {(one.who.player, one.at) for one in before.invitations}
        for one in now.invitations:
            if (one.who.player, one.at) not in asked:
                name = printable(one.who.name)
                self._lobby.desk.alert(tr("{name} invites you.", name=name))

    async def _look_for_results(self, player: Player) -> None:
        friends = () if self.friends is None else self.friends.friends
        ids = {one.who.player for one in friends}
        for view in self.shown(self._lobby.game) if ids else ():
            if view.players:
                found = await player.daily(view.game, limit=ROWS_ASKED)
                rows = [row for row in found.rows if row.player in ids]
                if rows:
                    self.made[view.game] = rows[0]

    async def _look_for_event(self, player: Player) -> None:
        context, now = self._lobby.context, player.now_ms()
        kept = Commitments(context.identity, context.server).known()
        seen = {
            deal.split("/")[1]: one.at
            for deal, one in kept.items()
            if deal.startswith("event/")
        }
        newest = sorted(seen, key=lambda event: -seen[event])[:EVENTS_ASKED]
        open_ones: list[EventView] = []
        for event in newest:
            with suppress(NotDone):
                open_ones.append((await player.event(event)).event)
        open_ones = [one for one in open_ones if one.closes_at > now]
        self.event = min(open_ones, key=lambda one: one.closes_at, default=None)


def _rank(view: DailyView, last: str) -> tuple[bool, bool, int, bool]:
    begun = view.attempt is not None
    is_on = view.attempt is not None and not view.attempt.is_over
    return (not is_on, not begun, -view.streak.current, view.game != last)

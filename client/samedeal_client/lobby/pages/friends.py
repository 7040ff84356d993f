"""Asking a friend to play, and accepting when a friend asks."""

from contextlib import suppress

from samedeal_client.identity.seating import sit_down
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.language import tr
from samedeal_client.lobby.below.facts import game_below
from samedeal_client.lobby.lobby import Lobby, Page
from samedeal_client.lobby.names import game_title
from samedeal_client.lobby.pages.first.glance import HERE, Glance
from samedeal_client.lobby.sheet import Sheet, choice
from samedeal_client.lobby.ways import Sit
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.tables.ways import is_race
from samedeal_client.view.names import name_of
from samedeal_client.view.people.accounts import where_text
from samedeal_client.view.spans import Span, Style, line
from samedeal_client.wire.happenings import NotDone
from samedeal_protocol.people.presence import FriendView, Invite, Invited


class FriendsPage(Page):
    """The friends who are here, one of whom is to be invited."""

    def __init__(self, lobby: Lobby, glance: Glance, game: str) -> None:
        super().__init__(lobby)
        self._glance, self._game = glance, game

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the friends, with the place of each."""
        head = tr(
            "Into a room of {game}, for you and whom you choose:",
            game=game_title(self._game),
        )
        rows = tuple(
            choice(
                name_of(one.who.name, named=one.who.named),
                one.who.player,
                where_text(one),
            )
            for one in _here(self._glance)
        )
        keys = tr("up/down choose   Enter invite   Esc back")
        top = (line(Span(f"  {head}", Style.DIM)), ())
        return Sheet(top, rows, keys, has_felt=True, title=tr("Friends here"))

    def below(self, does: str) -> Below:
        """Return the table of the game that the friend is invited to."""
        return game_below(self._game, self.lobby.drawn_in)

    async def choose(self, does: str) -> None:
        """Invite a friend."""
        await _invite(self.lobby, does, self._game)


async def invite(lobby: Lobby, glance: Glance, game: str) -> None:
    """Invite the one friend who is here, or ask which; raises Failed and NotDone."""
    here = _here(glance)
    if not here:
        lobby.note(tr("No friend is here now; 3 opens a room, with a line to send."))
    elif len(here) == 1:
        await _invite(lobby, here[0].who.player, game)
    else:
        lobby.pages.open(FriendsPage(lobby, glance, game))


async def _invite(lobby: Lobby, friend: str, game: str) -> None:
    """Open a room for a friend, and ask them to come."""
    player = await lobby.who.somebody()
    if player is None:
        return
    await player.host(game, public=False, certified=is_race(game))
    try:
        await player.ask(Invite(id=player.next_id(), who=friend), Invited)
    except NotDone:
        with suppress(NotDone):
            await player.leave()
        raise
    lobby.desk.go(Sit())


async def come(lobby: Lobby, glance: Glance, friend: str) -> None:
    """Go to the room or the deal of an invitation; raises Failed and NotDone."""
    asked = [one for one in glance.invitations if one.who.player == friend]
    player = await lobby.who.somebody() if asked else None
    if player is None:
        return
    # Whatever comes of it, it was answered.
    glance.answered.add(friend)
    (one,) = asked
    if one.room is not None:
        await sit_down(player, one.room)
    elif one.match is not None:
        here = lobby.visit.context
        kept = KeptMatches(here.identity).record(one.match, here.server)
        await player.challenge(one.match, kept)
    lobby.desk.go(Sit())


def _here(glance: Glance) -> tuple[FriendView, ...]:
    found = () if glance.friends is None else glance.friends.friends
    return tuple(one for one in found if one.place in HERE)

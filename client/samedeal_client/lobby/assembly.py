"""The lobby put together, with its pages in order, and shown."""

from collections.abc import Callable

from samedeal_client.context import Context
from samedeal_client.lobby.lobby import Desk, Lobby, Page
from samedeal_client.lobby.pages.boards import BoardsPage
from samedeal_client.lobby.pages.days import DaysPage
from samedeal_client.lobby.pages.first.play import PlayPage
from samedeal_client.lobby.pages.first.welcome import WelcomePage
from samedeal_client.lobby.pages.hosting import HostPage
from samedeal_client.lobby.pages.person import MatchesPage, PersonPage
from samedeal_client.lobby.pages.rooms import RoomsPage
from samedeal_client.lobby.pages.settings import SettingsPage
from samedeal_client.lobby.screen import LobbyScreen
from samedeal_client.lobby.visit import Visit
from samedeal_client.screen.app import filled

PAGES: tuple[type[Page], ...] = (
    *(PlayPage, RoomsPage, HostPage, DaysPage),
    *(BoardsPage, PersonPage, MatchesPage, SettingsPage),
)
"""The lobby's own pages, in order."""
USED_ON = (PlayPage, RoomsPage)
"""Those that stay as they are when settings change."""


async def stay(
    context: Context, again: Callable[[], Context], *, is_first: bool
) -> int:
    """Show the lobby and the tables chosen there; return an exit status.

    `again` returns the context after a change of the settings; raises ConfigError.

    Anything still worth knowing at the end stays in the terminal.
    """
    async with Visit.kept(context) as visit:
        screen = LobbyScreen(
            lambda desk: lobby_of(desk, visit, again, is_first=is_first)
        )
        try:
            status = await filled(screen)
        finally:
            await screen.ended()
    visit.context.show(screen.lobby.farewell)
    return status


def lobby_of(
    desk: Desk, visit: Visit, again: Callable[[], Context], *, is_first: bool = False
) -> Lobby:
    """Return the lobby of a visit, with all its pages."""
    lobby = Lobby(desk, visit, again, _pages)
    if is_first:
        lobby.pages.begin_with(WelcomePage(lobby))
    return lobby


def _pages(lobby: Lobby) -> tuple[Page, ...]:
    """Return the pages, all new but those that stay as they are used."""
    used: dict[type[Page], Page] = {
        type(page): page for page in lobby.pages.own if isinstance(page, USED_ON)
    }
    return tuple(used.get(kind) or kind(lobby) for kind in PAGES)

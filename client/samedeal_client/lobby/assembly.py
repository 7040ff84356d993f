"""The lobby put together, with its pages in order."""

from collections.abc import Callable

from samedeal_client.context import Context
from samedeal_client.lobby.lobby import Desk, House, Page
from samedeal_client.lobby.pages.boards import BoardsPage
from samedeal_client.lobby.pages.days import DaysPage
from samedeal_client.lobby.pages.hosting import HostPage
from samedeal_client.lobby.pages.person import MatchesPage, PersonPage
from samedeal_client.lobby.pages.play import PlayPage
from samedeal_client.lobby.pages.rooms import RoomsPage
from samedeal_client.lobby.pages.settings import SettingsPage
from samedeal_client.lobby.pages.welcome import WelcomePage
from samedeal_client.lobby.visit import Visit


def lobby_of(
    desk: Desk, visit: Visit, again: Callable[[], Context], *, is_first: bool = False
) -> House:
    """Return the lobby of a visit, with all its pages."""
    house = House(desk, visit, again, _pages)
    if is_first:
        house.pages.begin_with(WelcomePage(house))
    return house


def _pages(house: House) -> tuple[Page, ...]:
    """Return them: all but the first two anew, which stay as they are used."""
    used: tuple[Page, ...] = house.pages.own[:2]
    return (
        *(used or (PlayPage(house), RoomsPage(house))),
        *(HostPage(house), DaysPage(house), BoardsPage(house), PersonPage(house)),
        *(MatchesPage(house), SettingsPage(house)),
    )

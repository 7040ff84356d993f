"""The page of the public rooms as they are now, to be joined or watched."""

import time
from collections.abc import Callable, Mapping
from functools import partial

from samedeal_client.identity.seating import sit_down
from samedeal_client.language import later, tr
from samedeal_client.lobby.below.facts import game_below
from samedeal_client.lobby.below.rooms import room_below
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.names import ANY, GAME_KEYS, game_title, stepped
from samedeal_client.lobby.pages.hosting import HostPage
from samedeal_client.lobby.sheet import Row, Sheet, read, table_of_choices
from samedeal_client.lobby.ways import Sit, Watch
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.view.names import name_of
from samedeal_client.view.phases import phase_words
from samedeal_client.view.spans import Span, Style, line, padded, text_of, width_of
from samedeal_client.view.standings import series_text
from samedeal_client.view.times import clock
from samedeal_client.wire.player import Player
from samedeal_protocol.people.accounts import AskCircle, Circle
from samedeal_protocol.rooms.boards import RoomSummary

FRIENDS_EVERY_S = 10.0
"""The time between two questions for the friends."""
NARROW, TIME_COLUMN = 70, 5
"""Columns below which names have the room of the time, which stands below the page."""
FRIEND = "+"
"""The sign before the room of a friend."""
GAME_WIDTH, HOST_WIDTH = 20, 16
"""Cells on the smallest screen; both columns change with the room there is."""


class RoomsPage(Page):
    """The list, kept up to date; rooms of friends come first."""

    title = later("Rooms")
    every_s = 1.0

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.game = ANY
        self.only_free = False
        self.rooms: tuple[RoomSummary, ...] | None = None
        self._of_all: tuple[RoomSummary, ...] | None = None
        """The rooms of all games, as they were when they were last asked for."""
        self.friends: frozenset[str] = frozenset()
        """Ids of the friends."""
        self._friends_due_s = 0.0

    async def look(self) -> None:
        """See which rooms there are by now, and who is a friend."""
        player, game = self.lobby.visit.there(), self.game
        rooms = await player.open_rooms(game or None)
        if game == ANY:
            self._of_all = rooms
        if game == self.game:
            self.rooms = rooms
        if time.monotonic() >= self._friends_due_s:
            self._friends_due_s = time.monotonic() + FRIENDS_EVERY_S
            await self._ask_for_friends(player)

    @property
    def shown(self) -> tuple[RoomSummary, ...]:
        """The rooms that pass the filters: friends' first, then those with a seat."""
        found = [room for room in self.rooms or () if self._passes(room)]
        return tuple(sorted(found, key=lambda r: (not self._is_friends(r), _full(r))))

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the list."""
        shown = self.shown
        head = (line(Span(f"  {self._filters()}", Style.DIM)), ())
        keys = tr("Enter join   w watch   g game   f only free seats   h open a room")
        if not shown:
            none = read([line(f"  {self._why_none()}")])
            keys = tr("g game   f only free seats   h open a room")
            return Sheet(head, none, keys, has_felt=True, title=tr("Rooms"))
        names = (tr("room"), tr("game"), tr("host"), tr("seats"), tr("time"))
        header = _on(width, ("", *names, ""))
        does = [room.room for room in shown]
        room_for = _wanted(shown)
        cells = [self._cells(room, room_for, width) for room in shown]
        table_head, rows = table_of_choices(header, cells, does)
        over = max(width_of(text_of([row.line])) for row in rows) - (width - 1)
        if over > 0:
            room_for = _less(*room_for, over)
            cells = [self._cells(room, room_for, width) for room in shown]
            table_head, rows = table_of_choices(header, cells, does)
        rows = tuple(
            row._replace(more=_whole(room, row, width))
            for row, room in zip(rows, shown, strict=True)
        )
        return Sheet(
            (*head, table_head),
            self._marked(rows, shown),
            keys,
            has_felt=True,
            title=tr("Rooms"),
            note=tr("{count} open", count=len(self.rooms or ())),
        )

    def below(self, does: str) -> Below:
        """Return the table of a room's game, or of that which is chosen."""
        glyphs = self.lobby.drawn_in
        found = [room for room in self.shown if room.room == does]
        if found:
            return room_below(found[0], glyphs)
        return game_below(self.game or self.lobby.game, glyphs)

    async def choose(self, does: str) -> None:
        """Sit down."""
        player = await self.lobby.who.somebody()
        if player is not None:
            await sit_down(player, does)
            self.lobby.desk.go(Sit())

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Filter, watch, or go to open a room."""
        return {
            "g": self._turn_game,
            "f": self._turn_seats,
            "h": partial(self.lobby.pages.turn_to, HostPage),
            **({"w": partial(self._watch, does)} if does else {}),
        }

    def _turn_game(self) -> None:
        self.game = stepped((ANY, *GAME_KEYS), self.game, 1)
        # Until those of that game have been asked for.
        self.rooms = self._of_all

    def _turn_seats(self) -> None:
        self.only_free = not self.only_free

    async def _watch(self, does: str) -> None:
        await self.lobby.visit.there().watch(does)
        self.lobby.desk.go(Watch())

    async def _ask_for_friends(self, player: Player) -> None:
        circle = await player.ask(AskCircle(id=player.next_id()), Circle)
        self.friends = frozenset(
            one.who.player for one in circle.people if one.relation == "friend"
        )

    def _passes(self, room: RoomSummary) -> bool:
        has_seat = not _full(room) or not self.only_free
        return has_seat and self.game in (ANY, room.game)

    def _is_friends(self, room: RoomSummary) -> bool:
        return room.host_player in self.friends

    def _filters(self) -> str:
        seats = tr("with a free seat") if self.only_free else tr("all rooms")
        return f"{game_title(self.game)}, {seats}"

    def _why_none(self) -> str:
        if self.rooms is None:
            return tr("Looking...")
        if self.rooms:
            return tr("No room matches these filters.")
        return tr("No public room is open. Press h to open one.")

    def _cells(
        self, room: RoomSummary, room_for: tuple[int, int], width: int
    ) -> tuple[str, ...]:
        """Return the cells of a row; `room_for` is that of its game and host."""
        title_width, name_width = room_for
        name = name_of(room.host, named=room.host_named)
        series = series_text(room.best_of, room.scoring)
        cells = (
            FRIEND if self._is_friends(room) else " ",
            room.room,
            padded(game_title(room.game), title_width).rstrip(),
            padded(name, name_width).rstrip(),
            tr("{taken} of {most}", taken=room.seats_taken, most=room.seats_max),
            clock(room.time_limit_s),
            tr(phase_words(room).on_page) + series,
        )
        return _on(width, cells)

    def _marked(
        self, rows: tuple[Row, ...], shown: tuple[RoomSummary, ...]
    ) -> tuple[Row, ...]:
        """Set off the rooms of friends; name them below."""
        if not any(map(self._is_friends, shown)):
            return rows
        marked = [
            row._replace(line=tuple(s._replace(style=Style.GOOD) for s in row.line))
            if self._is_friends(room)
            else row
            for row, room in zip(rows, shown, strict=True)
        ]
        note = line(Span("  " + tr("+ a friend's room"), Style.DIM))
        return (*marked, *read([(), note]))


def _wanted(rooms: tuple[RoomSummary, ...]) -> tuple[int, int]:
    """Return the cells of the longest game and host."""
    titles = [game_title(room.game) for room in rooms]
    names = [name_of(room.host, named=room.host_named) for room in rooms]
    return max(map(width_of, titles)), max(map(width_of, names))


def _less(title: int, name: int, over: int) -> tuple[int, int]:
    """Return the cells of a game and a host without those that have no room."""
    for _ in range(over):
        if title - GAME_WIDTH >= name - HOST_WIDTH:
            title -= 1
        else:
            name -= 1
    return max(1, title), max(1, name)


def _on(width: int, cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells of a row that a page of some columns has room for."""
    if width >= NARROW:
        return cells
    return (*cells[:TIME_COLUMN], *cells[TIME_COLUMN + 1 :])


def _whole(room: RoomSummary, row: Row, width: int) -> str:
    """Return the game and the host of a room where its row has cut either."""
    title, told = game_title(room.game), text_of([row.line])
    name = name_of(room.host, named=room.host_named)
    if width < NARROW:
        time = clock(room.time_limit_s)
        return tr("{game}, {time}, host {name}", game=title, time=time, name=name)
    if title in told and name in told:
        return ""
    return tr("{game}, host {name}", game=title, name=name)


def _full(room: RoomSummary) -> bool:
    return room.seats_taken >= room.seats_max

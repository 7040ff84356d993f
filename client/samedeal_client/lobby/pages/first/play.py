"""The first page of the lobby: ways to a table."""

import time
from collections.abc import Callable, Mapping
from functools import partial

from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import invited
from samedeal_client.identity.seating import GONE, seat_meant, sit_down, waiting_seats
from samedeal_client.kept.seats import Seat
from samedeal_client.language import later, tr
from samedeal_client.lobby.below.days import day_below
from samedeal_client.lobby.below.facts import game_below
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.moving import go_back, go_to
from samedeal_client.lobby.names import (
    ANY,
    GAME_KEYS,
    game_title,
    stepped,
)
from samedeal_client.lobby.pages.days import DaysPage
from samedeal_client.lobby.pages.first.glance import Glance
from samedeal_client.lobby.pages.first.layout import (
    DAY,
    Setting,
    Ways,
    laid_out,
    room_for_ways,
    told_at,
)
from samedeal_client.lobby.pages.first.overview import asking
from samedeal_client.lobby.pages.friends import come, invite
from samedeal_client.lobby.pages.reading import RulesPage
from samedeal_client.lobby.sheet import (
    LABEL_WIDTH,
    MARGIN,
    VALUE_WIDTH,
    Row,
    Sheet,
    choice,
    field,
)
from samedeal_client.lobby.ways import Bots, Learn, Practise, Sit
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.tables.ways import is_race
from samedeal_client.view.spans import cut, sentence
from samedeal_client.view.times import clock
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import RoomSummary

OF_A_GAME = ("bots", "practise", "rules", "learn")
"""Rows that begin with the game that was played last."""
NO_SEAT = (
    *GONE,
    ErrorCode.WITHHELD,
    ErrorCode.HELD_UP,
    ErrorCode.RESTLESS,
    ErrorCode.NAME_NEEDED,
)
"""Refusals that mean that another room may be open to oneself."""
SEAT = "seat "
"""The start of the word of a row with a seat; its number follows."""
MOST_SEATS = 3
NARROW = 70
"""Cells below which a way has no room for what it means; that stands at the foot."""
NARROW_LABEL = 16
ASKED = "asked "
"""The start of the word of a row with an invitation; the friend's id follows."""


class PlayPage(Page):
    """Quick ways to play, each with its game, and news beside them."""

    title = later("Play")
    every_s = 8.0
    is_framed = False

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.games = dict.fromkeys(OF_A_GAME, lobby.game) | {"quick": ANY}
        """The chosen game, by the row's word."""
        self._turned: set[str] = set()
        """The rows for which a game was chosen."""
        self._waiting = self._look()
        self.glance = Glance(lobby)
        self.at = "quick"

    def begins_at(self) -> str:
        """Return a seat or a friend that waits, or else a way that can be taken."""
        if not self.at.startswith(("quick", SEAT, ASKED)):
            return self.at
        first = (*self._seat_rows(), *self._asked_rows(0))
        if first:
            return first[0].does
        visit = self.lobby.visit
        return "bots" if visit.player is None and visit.trouble else "quick"

    def follow(self, game: str) -> None:
        """Begin with a game on the rows for which no other one was chosen."""
        rows = (row for row in OF_A_GAME if row not in self._turned)
        self.games |= dict.fromkeys(rows, game)

    async def look(self) -> None:
        """Look for seats that may wait, and for news."""
        self._waiting = self._look()
        await self.glance.look()

    def _look(self) -> tuple[Seat, ...]:
        return waiting_seats(self.lobby.context)[:MOST_SEATS]

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the waiting seats, the panels, and the outcome of the last table."""
        first = (*self._seat_rows(), *self._asked_rows(width))
        setting = Setting(width, height - len(first), self.lobby.context.glyphs)
        told = told_at(self.lobby, self.glance)
        is_narrow = room_for_ways(width) < NARROW
        ways = Ways(tr("Play"), self._ways(is_narrow=is_narrow))
        report = self.lobby.last_table
        rows = (*first, *laid_out(ways, told, setting, report))
        keys = tr("up/down row   left/right game   Enter start   ctrl+x leave")
        if self.lobby.visit.is_connected:
            keys = tr(
                "up/down row   left/right game   Enter start   i invite   ctrl+x leave"
            )
        return Sheet(((),), rows, keys, has_felt=True)

    def _ways(self, *, is_narrow: bool) -> tuple[Row, ...]:
        told = (
            (tr("Quick match"), "quick", tr("the next public room, or a new one")),
            (tr("Against bots"), "bots", tr("at once")),
            (tr("Practise"), "practise", tr("alone, with undo")),
            (tr("Join a friend"), "join", tr("with the line they sent")),
            (tr("Learn"), "learn", tr("by playing a deal")),
            (tr("Rules"), "rules", tr("how it is played")),
        )
        return tuple(self._way(*one, is_narrow=is_narrow) for one in told)

    def _way(self, label: str, does: str, note: str, *, is_narrow: bool) -> Row:
        game = game_title(self.games[does]) if does in self.games else ""
        if not is_narrow:
            return field(label, game, does, note)
        row = choice(label, does, game or note, width=NARROW_LABEL)
        return row._replace(more=f"{label}: {note}" if game else "")

    def _seat_rows(self) -> tuple[Row, ...]:
        """Return the way back to each seat that may wait."""
        now_ms = _now_ms()
        return tuple(
            choice(
                tr("Your seat waits in {room}", room=seat.room),
                f"{SEAT}{number}",
                _what_waits(seat, now_ms),
                width=LABEL_WIDTH + VALUE_WIDTH + 1,
            )._replace(more=tr("Enter goes back to your seat."))
            for number, seat in enumerate(self._waiting)
            if seat.may_wait(now_ms)
        )

    def _asked_rows(self, width: int) -> tuple[Row, ...]:
        """Return a row for each invitation of friends."""
        label = LABEL_WIDTH + VALUE_WIDTH + 1
        room = max(1, width - label - 2 * MARGIN - 1)
        return tuple(
            choice(
                asking(one)[0],
                f"{ASKED}{one.who.player}",
                cut(asking(one)[1], room),
                width=label,
            )._replace(more=tr("Enter takes it up; x puts it aside."))
            for one in self.glance.invitations[:MOST_SEATS]
        )

    def below(self, does: str) -> Below:
        """Return the table that the row leads to."""
        glyphs = self.lobby.drawn_in
        now_ms = told_at(self.lobby, self.glance).now_ms
        for view in self.glance.shown(self.lobby.game):
            if does == f"{DAY}{view.game}":
                best = self.glance.made.get(view.game)
                return day_below(view, best, now_ms, glyphs)
        return game_below(self._game_of(does), glyphs)

    def _game_of(self, does: str) -> str:
        """Return the game that a row leads to, as far as that is known."""
        if does.startswith(SEAT):
            return self._waiting[int(does.removeprefix(SEAT))].game
        asked = does.removeprefix(ASKED)
        games = [one.game for one in self.glance.invitations if one.who.player == asked]
        return (games or [self.games.get(does, ANY)])[0] or self.lobby.game

    async def _go_back(self, seat: Seat) -> None:
        try:
            await go_back(self.lobby, seat)
        finally:
            self._waiting = self._look()

    async def choose(self, does: str) -> None:
        """Go to a table, or to a page with more to choose."""
        match does:
            case _ if does.startswith(SEAT):
                await self._go_back(self._waiting[int(does.removeprefix(SEAT))])
            case _ if does.startswith(ASKED):
                await come(self.lobby, self.glance, does.removeprefix(ASKED))
            case _ if does.startswith(DAY):
                await self.lobby.pages.of(DaysPage).choose(does.removeprefix(DAY))
            case "quick":
                await quick_match(self.lobby, self.games["quick"])
            case "bots":
                await go_and_race_bots(self.lobby, self.games["bots"])
            case "practise":
                self.lobby.desk.go(Practise(self.games["practise"]))
            case "learn":
                self.lobby.desk.go(Learn(self.games["learn"]))
            case "rules":
                game = find_game(self.games["rules"])
                self.lobby.pages.open(RulesPage(self.lobby, game))
            case _:
                await join_a_friend(self.lobby)

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Choose another game for a row, invite, or put an invitation aside."""
        return {
            "left": partial(self._turn, does, -1),
            "right": partial(self._turn, does, 1),
            **({"i": self._invite} if self.lobby.visit.is_connected else {}),
            **(
                {"x": partial(self._put_aside, does)} if self.glance.invitations else {}
            ),
        }

    def _turn(self, does: str, step: int) -> None:
        if does in self.games:
            values = (ANY, *GAME_KEYS) if does == "quick" else GAME_KEYS
            self.games[does] = stepped(values, self.games[does], step)
            self._turned.add(does)

    async def _invite(self) -> None:
        await invite(self.lobby, self.glance, self.games["bots"])

    def _put_aside(self, does: str) -> bool:
        is_asked = does.startswith(ASKED)
        if is_asked:
            self.glance.answered.add(does.removeprefix(ASKED))
        return is_asked


def _what_waits(seat: Seat, now_ms: int) -> str:
    """Return a seat's game and the time left; without a time if its clock stands."""
    title = game_title(seat.game)
    if seat.stands:
        return title
    return f"{title}, {clock((seat.until_ms - now_ms) / 1000)}"


def _now_ms() -> int:
    return int(time.time() * 1000)


async def go_and_race_bots(lobby: Lobby, game: str) -> None:
    """Go and race bots; the first time, a name is asked for."""
    name = await lobby.who.called()
    if name is not None:
        lobby.desk.go(Bots(game, name))


async def join_a_friend(lobby: Lobby) -> None:
    """Ask for an invitation and sit down where it leads; asked on while it is wrong."""
    typed: str | None = ""
    prompt = tr("Address and code, as your friend sent them:")
    while (typed := await lobby.desk.ask(prompt, begun=typed or "")) and typed.strip():
        lobby.notes.clear()
        try:
            await _join(lobby, typed)
        except Failed as error:
            lobby.note(sentence(str(error)))
        except NotDone as refusal:
            lobby.note(refusal_text(refusal.error))
        else:
            return


async def _join(lobby: Lobby, typed: str) -> None:
    """Sit down where an invitation leads; raises Failed or NotDone."""
    seat = seat_meant(lobby.context, typed)
    if seat is not None:
        await go_back(lobby, seat)
        return
    context, code = await invited(lobby.context, typed)
    await go_to(lobby.visit, context)
    player = await lobby.who.somebody()
    if player is not None:
        await sit_down(player, code)
        lobby.desk.go(Sit())


async def quick_match(lobby: Lobby, game: str) -> None:
    """Sit down in a public room that waits for players, or open one.

    Raises Failed or NotDone.
    """
    player = await lobby.who.somebody()
    if player is None:
        return
    for room in waiting(await player.rooms(game or None, free=True), game):
        if await _has_joined(player, room):
            lobby.desk.go(Sit())
            return
    game = game or FIRST_GAME
    await player.host(game, certified=is_race(game))
    lobby.desk.go(Sit())


def waiting(rooms: tuple[RoomSummary, ...], game: str) -> tuple[RoomSummary, ...]:
    """Return the rooms that can be joined before they begin, the fullest first.

    Not those whose hosts are away: there one would wait as in a room of one's own.
    """
    found = [
        room
        for room in rooms
        if room.phase == "gathering"
        and not room.host_away
        and room.seats_taken < room.seats_max
        and game in (ANY, room.game)
    ]
    return tuple(sorted(found, key=lambda r: r.seats_max - r.seats_taken))


async def _has_joined(player: Player, room: RoomSummary) -> bool:
    try:
        await player.join(room.room)
    except NotDone as refusal:
        if refusal.error.code in NO_SEAT:
            return False
        raise
    return True

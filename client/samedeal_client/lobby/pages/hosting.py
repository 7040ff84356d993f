"""The form that opens a room: a row for each option of `samedeal host`."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from functools import partial

from samedeal_client.identity.hosting import NewRoom, open_room
from samedeal_client.language import later, tr
from samedeal_client.lobby.below.facts import game_below
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.names import GAME_KEYS, game_title, stepped, value_name
from samedeal_client.lobby.sheet import Row, Sheet, choice, explained, field, read
from samedeal_client.lobby.ways import Serve, Sit
from samedeal_client.options.playing import HOST
from samedeal_client.options.readers import number
from samedeal_client.options.values import Argument
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.view.spans import sentence

GAME, OPEN = "game", "open"
ELSEWHERE = ("game", "name")
"""Arguments without a row of their own in the form."""
SHOWN = {
    dest: each
    for dest, each in HOST.about.items()
    if each.help and dest not in ELSEWHERE
}
STEPS = (30, 60, 120, 180, 300, 480, 600, 900, 1200, 1800, 2700, 3600)
"""Steps for options that can be too many numbers."""
FEW = 12
DIGITS = "0123456789"
NO, YES = "", "yes"
LABELS: Mapping[str, str] = {
    "serve": later("a server here"),
    "public": later("public"),
    "casual": later("casual"),
    "certified": later("sure to be winnable"),
    "seats": later("seats"),
    "time": later("time, seconds"),
    "best_of": later("best of"),
    "deals": later("evening of deals"),
    "watch": later("spectators see"),
    "quiet": later("quiet"),
    "named_only": later("claimed names only"),
    "ghost": later("ghost"),
}
"""Labels of options; the others have their own name."""
VALUE_WIDTH = 8
"""Cells of a value: only the game's is longer."""


class HostPage(Page):
    """A form; its values stay for the next room."""

    title = later("Host")
    is_form = True

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.game = lobby.game
        self._is_turned = False
        """Whether a game was chosen."""
        self.values = {dest: _default(each) for dest, each in SHOWN.items()}
        """Values by option; empty where nothing is said."""
        for dest, value in lobby.chosen.read().room.items():
            if dest in SHOWN and _may_be(SHOWN[dest], value):
                self._choose(dest, value)

    def follow(self, game: str) -> None:
        """Begin with a game, unless another one was chosen."""
        if not self._is_turned:
            self.game = game

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the form."""
        rows = [field(tr("game"), game_title(self.game), GAME)]
        for each in SHOWN.values():
            rows += self._rows(each, width)
        air = read([()]) if len(rows) + 1 < height else ()
        rows += [*air, choice(tr("Open the room"), OPEN)]
        keys = tr("up/down choose   left/right change   o open the room")
        return Sheet((), tuple(rows), keys, has_felt=True, title=tr("A room of yours"))

    def below(self, does: str) -> Below:
        """Return the table of the game that is chosen."""
        return game_below(self.game, self.lobby.drawn_in)

    async def choose(self, does: str) -> None:
        """Change a row, or open the room."""
        if _typed(does):
            await self._type(does)
            return
        if does != OPEN:
            self._turn(does, 1)
            return
        asked = self.asked()
        self.lobby.chosen.keep_room(self.values)
        if asked.serve:
            name = await self.lobby.who.called()
            if name is not None:
                self.lobby.desk.go(Serve(asked, name))
            return
        player = await self.lobby.who.somebody()
        if player is not None:
            await open_room(player, asked)
            self.lobby.desk.go(Sit(asked.ghost))

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Change a row, or open the room; digits are for rows with a number."""
        digits = DIGITS if does in SHOWN and _is_number(SHOWN[does]) else ""
        return {
            "left": partial(self._turn, does, -1),
            "right": partial(self._turn, does, 1),
            "o": partial(self.choose, OPEN),
            **{digit: partial(self._type_digit, does, digit) for digit in digits},
        }

    async def _type_digit(self, does: str, digit: str) -> None:
        if _typed(does):
            await self._type(does, digit)
        else:
            self._put(does, digit)

    async def _type(self, does: str, begun: str = "") -> None:
        """Ask for a number; its first digit may have been typed already."""
        each, bounds = SHOWN[does], _typed(does)
        within = f", {bounds.least}-{bounds.most}" if bounds else ""
        prompt = f"{_label(each)}{within}:"
        typed = await self.lobby.desk.ask(prompt, self.values[does], begun=begun)
        if typed is not None:
            self._put(does, typed.strip() or _default(each))

    def _put(self, does: str, value: str) -> None:
        """Choose a value, or note why it cannot be chosen."""
        each = SHOWN[does]
        try:
            found = str(each.read(value)) if value else NO
        except ArgumentTypeError as error:
            self.lobby.note(sentence(str(error)))
            return
        if each.choices and found not in _values(each):
            values = ", ".join(_values(each))
            told = tr("{text!r} is not one of {times}", text=found, times=values)
            self.lobby.note(sentence(told))
            return
        self._choose(does, found)

    def asked(self) -> NewRoom:
        """Return the room that the form describes."""
        values = {k: each.value_of(self.values[k]) for k, each in SHOWN.items()}
        return NewRoom.of({"game": self.game, **values})

    def _turn(self, does: str, step: int) -> None:
        if does == GAME:
            self.game = stepped(GAME_KEYS, self.game, step)
            self._is_turned = True
        elif does in SHOWN:
            value = self.values[does]
            self._choose(does, stepped(_steps(SHOWN[does], value), value, step))

    def _choose(self, does: str, value: str) -> None:
        """Set an option, and reset those that it excludes."""
        chosen = SHOWN[does]
        self.values[does] = value
        for dest, rival in SHOWN.items():
            if rival.group and rival.group == chosen.group and dest != does:
                self.values[dest] = _default(rival)

    def _rows(self, each: Argument, width: int) -> tuple[Row, ...]:
        value = self.values[each.dest]
        if each.kind == "switch":
            told = tr("yes") if value else tr("no")
        else:
            told = value_name(value) or "-"
        return explained(
            _label(each),
            told,
            each.dest,
            tr(each.help),
            width=width,
            least=VALUE_WIDTH,
        )


def _label(each: Argument) -> str:
    return tr(LABELS.get(each.dest, each.dest.replace("_", " ")))


def _is_number(each: Argument) -> bool:
    return isinstance(each.read, number) or each.read is int


def _typed(does: str) -> number | None:
    """Return the bounds of a row's number that may be of several digits."""
    read = SHOWN[does].read if does in SHOWN else None
    return read if isinstance(read, number) and read.most >= len(DIGITS) else None


def _default(each: Argument) -> str:
    """Return the default of an option, as it would be typed."""
    return str(each.default) if each.default not in (None, False) else NO


def _may_be(each: Argument, value: str) -> bool:
    """Tell whether a value from before can still be, and is not the default."""
    if value in _values(each):
        return value != _default(each)
    try:
        return bool(_typed(each.dest)) and str(each.read(value)) == value
    except ArgumentTypeError:
        return False


def _values(each: Argument) -> tuple[str, ...]:
    """Return the values to step through, the default among them."""
    if each.kind == "switch":
        return (NO, YES)
    if isinstance(each.read, number):
        found = tuple(map(str, _numbers(each.read)))
    else:
        found = tuple(map(str, each.choices))
    default = _default(each)
    return found if default in found else (default, *found)


def _steps(each: Argument, value: str) -> tuple[str, ...]:
    """Return the same, with the present value in its place."""
    values = _values(each)
    if value in values:
        return values
    return tuple(sorted((*values, value), key=lambda text: int(text or 0)))


def _numbers(bounds: number) -> tuple[int, ...]:
    every = range(bounds.least, bounds.most + 1)
    if len(every) <= FEW:
        return tuple(every)
    steps = {n for n in (*STEPS, 2, 4, 6, 8, 12, 16, 24) if n in every}
    return tuple(sorted({*steps, bounds.most}))

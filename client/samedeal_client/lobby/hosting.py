"""The form that opens a room: whatever `samedeal host` takes, each option a row."""

import argparse
from collections.abc import Mapping

from samedeal_client.arguments.common import number
from samedeal_client.arguments.parser import Parser, parser_in
from samedeal_client.commands.hosting import open_room
from samedeal_client.language import later, spoken, tr
from samedeal_client.lobby.names import GAME_KEYS, game_title, stepped, value_name
from samedeal_client.lobby.outcome import Serve, Sit
from samedeal_client.lobby.page import House, Page
from samedeal_client.lobby.sheet import Row, Sheet, choice, explained, field, read

COMMAND = "host"
GAME, OPEN = "game", "open"
ELSEWHERE = ("help", "name", "ghost", "json")
"""Options that make no sense in a form; those of all commands are hidden anyway."""
STEPS = (30, 60, 120, 180, 300, 480, 600, 900, 1200, 1800, 2700, 3600)
"""What is stepped through where too many numbers would do."""
FEW = 12
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
}
"""What options are called here; others go by their own name."""
VALUE_WIDTH = 8
"""No value but the game's is longer."""


class HostPage(Page):
    """A form; what is chosen stays for the next room."""

    letters = "o"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.game = GAME_KEYS[0]
        self._parser = _parser_of(COMMAND)
        self._options = {
            option.dest: option
            for option in self._parser.arguments
            if _is_shown(option)
        }
        self.values = {dest: _default(o) for dest, o in self._options.items()}
        """By option; nothing where nothing is said."""

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the form."""
        rows = [field(tr("game"), game_title(self.game), GAME)]
        for option in self._options.values():
            rows += self._rows(option, width)
        rows += [*read([()]), choice(tr("Open the room"), OPEN)]
        keys = tr("up/down choose   left/right change   o open the room")
        return Sheet(((),), tuple(rows), keys)

    async def choose(self, does: str) -> None:
        """Change a row, or open the room."""
        if does != OPEN:
            self._turn(does, 1)
            return
        arguments = self.arguments()
        if arguments.serve:
            name = await self.house.called()
            if name is not None:
                self.house.go(Serve(arguments, name))
            return
        player = await self.house.somebody()
        if player is not None:
            await open_room(player, arguments)
            self.house.go(Sit())

    async def press(self, key: str, does: str) -> bool:
        """Change a row, or open the room."""
        if key in ("left", "right"):
            self._turn(does, 1 if key == "right" else -1)
        elif key == "o":
            await self.choose(OPEN)
        return False

    def arguments(self) -> argparse.Namespace:
        """Return what the command line would be given."""
        words = [COMMAND, self.game]
        for dest, option in self._options.items():
            value = self.values[dest]
            if value != _default(option):
                words.append(option.option_strings[-1])
                words += [] if _is_switch(option) else [value]
        return parser_in(spoken()).parse_args(words)

    def _turn(self, does: str, step: int) -> None:
        if does == GAME:
            self.game = stepped(GAME_KEYS, self.game, step)
        elif does in self._options:
            option = self._options[does]
            self.values[does] = stepped(_values(option), self.values[does], step)
            for rival in self._parser.rivals(option):
                if rival.dest in self.values:
                    self.values[rival.dest] = _default(rival)

    def _rows(self, option: argparse.Action, width: int) -> tuple[Row, ...]:
        value = self.values[option.dest]
        if _is_switch(option):
            told = tr("yes") if value else tr("no")
        else:
            told = value_name(value) or "-"
        name = option.option_strings[-1].removeprefix("--").replace("-", " ")
        label = tr(LABELS.get(option.dest, name))
        means = option.help or ""
        return explained(
            label, told, option.dest, means, width=width, least=VALUE_WIDTH
        )


def _parser_of(command: str) -> Parser:
    (found,) = (p for p in parser_in(spoken()).inner if p.prog.split()[-1] == command)
    return found


def _is_shown(option: argparse.Action) -> bool:
    is_hidden = option.help == argparse.SUPPRESS or option.dest in ELSEWHERE
    return bool(option.option_strings) and not is_hidden


def _is_switch(option: argparse.Action) -> bool:
    return option.nargs == 0


def _default(option: argparse.Action) -> str:
    """Return what holds where nothing is said, as it would be typed."""
    return str(option.default) if option.default not in (None, False) else NO


def _values(option: argparse.Action) -> tuple[str, ...]:
    """Return what can be stepped through, what holds anyway among it."""
    if _is_switch(option):
        return (NO, YES)
    if option.choices is not None:
        found = tuple(str(value) for value in option.choices)
    elif isinstance(option.type, number):
        found = tuple(map(str, _numbers(option.type)))
    else:
        found = ()
    default = _default(option)
    return found if default in found else (default, *found)


def _numbers(bounds: number) -> tuple[int, ...]:
    every = range(bounds.least, bounds.most + 1)
    if len(every) <= FEW:
        return tuple(every)
    steps = {n for n in (*STEPS, 2, 4, 6, 8, 12, 16, 24) if n in every}
    return tuple(sorted({*steps, bounds.most}))

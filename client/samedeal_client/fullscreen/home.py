"""The first screen: what there is to do, and back here afterwards.

It returns the words of a command, as they could have been typed.
"""

from typing import ClassVar, NamedTuple, TypeAlias

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from samedeal_client.fullscreen.widgets import Words
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_games.catalogue import GAMES

Command: TypeAlias = tuple[str, ...]

CODE, GAME = "CODE", "GAME"
"""What a command still lacks: the code of a room, the key of a game."""


class Choice(NamedTuple):
    """A line of the menu."""

    label: str
    command: Command


CHOICES = (
    Choice("Play now, against bots", ("demo",)),
    Choice("The deal of the day", ("daily", GAME)),
    Choice("Join a friend's room", ("join", CODE)),
    Choice("Open a room", ("host", GAME)),
    Choice("Look for a room", ("rooms",)),
    Choice("Practise alone", ("practise", GAME)),
    Choice("Leaderboards", ("leaderboard", GAME)),
    Choice("What you have come to", ("profile",)),
    Choice("Your matches", ("history",)),
)
HEAD: Lines = (
    line(Span(" samedeal", Style.TITLE), ": patience against others, on the same deal"),
    line(Span(" Enter chooses, Esc goes back, ctrl+c ends.", Style.DIM)),
    (),
)
ASK_CODE = "the room's code, and Enter"


class HomeApp(App[Command]):
    """Lets somebody choose what to do; returns None when they had enough."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #head { height: auto; }
    OptionList { height: 1fr; border: none; background: $background; }
    Input { display: none; }
    Input.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", priority=True, show=False),
        Binding("ctrl+q", "quit", priority=True, show=False),
        Binding("escape", "back", priority=True, show=False),
    ]

    def __init__(self, *, colour: bool) -> None:
        super().__init__()
        self._colour = colour
        self._chosen: Command = ()

    def compose(self) -> ComposeResult:
        """Set the screen out."""
        head = Words(colour=self._colour, id="head")
        head.say(HEAD)
        yield head
        yield OptionList(id="menu")
        yield Input(placeholder=ASK_CODE)

    def on_mount(self) -> None:
        """Show the menu."""
        self._show_menu()

    def _show_menu(self) -> None:
        self._chosen = ()
        self._show([Option(choice.label) for choice in CHOICES])

    def _show(self, options: list[Option]) -> None:
        self.query_one(Input).remove_class("open")
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_options(options)
        menu.highlighted = 0
        menu.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a choice; ask for what it lacks."""
        if not self._chosen:
            self._chosen = CHOICES[event.option_index].command
            self._ask()
        else:
            self._complete(str(event.option_id))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take a code."""
        if event.value.strip():
            self._complete(event.value.strip())

    def _ask(self) -> None:
        if GAME in self._chosen:
            abouts = [game.about for game in GAMES.values()]
            self._show([Option(f"{a.title:<32} {a.key}", a.key) for a in abouts])
        elif CODE in self._chosen:
            asked = self.query_one(Input)
            asked.value = ""
            asked.add_class("open")
            asked.focus()
        else:
            self.exit(self._chosen)

    def _complete(self, word: str) -> None:
        lacking = (CODE, GAME)
        self.exit(tuple(word if w in lacking else w for w in self._chosen))

    async def action_back(self) -> None:
        """Go back to the menu, or go."""
        if self._chosen:
            self._show_menu()
        else:
            self.exit(None)

"""A menu by number, at a terminal without the full screen."""

from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.language import later, tr
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.terminal.output import answer_to
from samedeal_client.view.spans import Line, Span, Style, line
from samedeal_games.catalogue import GAMES

GAME = "GAME"
"""Stands for the game that was played last."""
ASKED = later("Address and code, as your friend sent them:")


class Choice(NamedTuple):
    """A command, as it would be typed after the program's name."""

    words: tuple[str, ...]
    asks: str = ""
    """The prompt for more words of the command; empty for none."""


CHOICES = (
    Choice(("demo",)),
    Choice(("practise", GAME)),
    Choice(("learn", GAME)),
    Choice(("rules", GAME)),
    Choice(("games",)),
    Choice(("daily",)),
    Choice(("rooms",)),
    Choice(("host", "--serve")),
    Choice(("join",), asks=ASKED),
    Choice(("history",)),
)


def choose(context: Context) -> list[str] | None:
    """Show the menu; return the words of the command chosen, or None."""
    chosen = ChosenFile(context.identity).read().game
    game = chosen if chosen in GAMES else FIRST_GAME
    rows = [_row(number, choice, game) for number, choice in enumerate(CHOICES, 1)]
    context.show((line(f" {tr('What would you like to do?')}"), *rows))
    while typed := answer_to(f" {tr('Its number, or Enter to leave:')} "):
        number = int(typed) if typed.isascii() and typed.isdigit() else 0
        if 1 <= number <= len(CHOICES):
            choice = CHOICES[number - 1]
            words = [game if word == GAME else word for word in choice.words]
            if not choice.asks:
                return words
            if told := answer_to(f" {tr(choice.asks)} "):
                return [*words, told]
            continue
        text = tr("{text!r} is not one of {times}", text=typed[:20], times=_numbers())
        context.show((line(Span(f" {text}", Style.WARNING)),))
    return None


def _row(number: int, choice: Choice, game: str) -> Line:
    """Return the line of a choice: its number, its help and its command."""
    does = next(each for each in SAMEDEAL.inner if each.name == choice.words[0])
    words = " ".join(game if word == GAME else word for word in choice.words)
    command = Span(f"samedeal {words}", Style.TITLE)
    return line(f" {number:<3} {tr(does.help)}: ", command)


def _numbers() -> str:
    return f"1-{len(CHOICES)}"

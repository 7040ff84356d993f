"""Without the full screen, what can be done is chosen by number."""

import sys
from pathlib import Path

import pytest
from tests.servers import environment
from tests.terminals import terminal

from samedeal_client.commands.choosing import CHOICES, GAME
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.parser import command_parser

ENTER = "to leave:"


def argv_of(folder: Path, *words: str) -> tuple[str, ...]:
    identity = str(folder / "identity.json")
    before = ("--server", "ws://127.0.0.1:9", "--identity", identity)
    return (sys.executable, "-m", "samedeal_client", *before, *words)


@pytest.mark.parametrize("how", ["--plain", "--linear"])
async def test_what_is_chosen_is_done_and_asked_for_again(
    tmp_path: Path, how: str
) -> None:
    ChosenFile(tmp_path / "identity.json").keep_game("easthaven")
    env = environment(TERM="xterm", NO_COLOR="1")
    async with terminal(*argv_of(tmp_path, how), env=env) as at:
        shown = await at.until(ENTER)
        assert "samedeal demo" in at.shown
        assert "play alone, without a server: samedeal practise easthaven" in at.shown
        at.type("99\n")
        shown = await at.until(ENTER, after=shown)
        assert f"'99' is not one of 1-{len(CHOICES)}" in at.shown
        rules = CHOICES.index(next(c for c in CHOICES if c.words == ("rules", GAME)))
        at.type(f"{rules + 1}\n")
        shown = await at.until("Easthaven", after=shown)
        shown = await at.until(ENTER, after=shown)
        at.type("\n")
        assert await at.status() == 0


async def test_what_a_friend_sent_is_asked_for(tmp_path: Path) -> None:
    env = environment(TERM="xterm", NO_COLOR="1")
    spanish = ("--plain", "--language", "es")
    joins = CHOICES.index(next(c for c in CHOICES if c.asks)) + 1
    async with terminal(*argv_of(tmp_path, *spanish), env=env) as at:
        shown = await at.until("Intro para salir:")
        at.type(f"{joins}\n")
        shown = await at.until("como te los mandaron:", after=shown)
        at.type("no such room\n")
        shown = await at.until("Intro para salir:", after=shown)
        at.type("\x04")
        assert await at.status() == 0


def test_everything_that_can_be_chosen_is_a_command() -> None:
    names = {each.name for each in SAMEDEAL.inner}
    for choice in CHOICES:
        assert choice.words[0] in names
        words = ["easthaven" if word == GAME else word for word in choice.words]
        asked = ["7KQ4P"] if choice.asks else []
        assert command_parser().parse_args([*words, *asked]).command.run

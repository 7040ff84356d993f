"""The values of the command line say what is true of commands and of their parser."""

import inspect

import pytest

from samedeal_client.commands.running import found
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.parser import command_parser
from samedeal_client.options.values import At, Command

COMMANDS = dict(SAMEDEAL.walk())
RUNNING = [words for words, command in COMMANDS.items() if command.run]


@pytest.mark.parametrize("words", RUNNING)
def test_what_carries_a_command_out_takes_context_and_arguments(words: str) -> None:
    assert len(inspect.signature(found(COMMANDS[words])).parameters) == 2


def test_only_the_program_itself_runs_nothing() -> None:
    assert set(COMMANDS) - set(RUNNING) == {"samedeal"}


@pytest.mark.parametrize("words", RUNNING)
def test_a_command_of_a_match_takes_one(words: str) -> None:
    command = COMMANDS[words]
    assert command.at is not At.OF_MATCH or "match" in command.about


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_two_things_that_a_command_takes_have_one_name(command: Command) -> None:
    assert len(command.about) == len(command.takes)


@pytest.mark.parametrize(
    ("words", "name", "gives_json"),
    [
        ("account", None, False),
        ("account --name Ada --json rotate", "Ada", True),
        ("account rotate --name Bob", "Bob", False),
        ("account --name Ada rotate --name Bob", "Bob", False),
    ],
)
def test_what_is_said_before_an_action_holds_unless_it_is_said_again(
    words: str, name: str | None, gives_json: bool
) -> None:
    asked = command_parser().parse_args(words.split())
    assert (asked.name, asked.json) == (name, gives_json)


@pytest.mark.parametrize("words", ["--server ws://x games", "games --server ws://x"])
def test_what_all_commands_take_stands_before_or_after_one(words: str) -> None:
    assert command_parser().parse_args(words.split()).server == "ws://x"

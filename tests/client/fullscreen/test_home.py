"""The first screen: every choice is a command that the command line knows."""

import pytest

from samedeal_client import cli
from samedeal_client.fullscreen.home import CHOICES, CODE, GAME, Choice, HomeApp
from samedeal_games.catalogue import GAMES

SIZE = (80, 24)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.command[0])
def test_every_choice_is_a_command(
    choice: Choice, capsys: pytest.CaptureFixture[str]
) -> None:
    command = choice.command
    with pytest.raises(SystemExit) as ended:
        cli.main([command[0], "--help"])
    assert ended.value.code == 0
    assert command[0] in capsys.readouterr().out


async def test_a_choice_that_lacks_nothing_is_done_at_once() -> None:
    app = HomeApp(colour=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
    assert app.return_value == ("demo",)


async def test_a_game_is_chosen_from_the_catalogue() -> None:
    app = HomeApp(colour=False)
    index = [choice.command for choice in CHOICES].index(("practise", GAME))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*["down"] * index, "enter", "down", "enter")
    assert app.return_value == ("practise", list(GAMES)[1])


async def test_a_code_is_typed_and_esc_goes_back() -> None:
    app = HomeApp(colour=True)
    index = [choice.command for choice in CHOICES].index(("join", CODE))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*["down"] * index, "enter", "escape")
        await pilot.press(*["down"] * index, "enter", *"7kq4p", "enter")
    assert app.return_value == ("join", "7kq4p")


async def test_esc_on_the_menu_is_enough() -> None:
    app = HomeApp(colour=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("escape")
    assert app.return_value is None


def test_without_a_terminal_a_command_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 2
    assert "say what to do" in capsys.readouterr().err

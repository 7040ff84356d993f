"""The lobby's other pages: leaderboards, matches, settings, days."""

import re
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
from tests.client.lobby.lobbies import (
    NOWHERE,
    NoScreen,
    context_at,
    entered,
)
from tests.conditions import eventually
from textual.screen import Screen

from samedeal_client import cli
from samedeal_client.auditing.days import sit_down
from samedeal_client.context import Context
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.language import speaking
from samedeal_client.language.spanish.fullscreen_lobby import TEXTS
from samedeal_client.lobby.assembly import PAGES, lobby_of
from samedeal_client.lobby.pages.boards import BoardsPage
from samedeal_client.lobby.pages.first.play import PlayPage, quick_match
from samedeal_client.lobby.pages.hosting import HostPage
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.ways import (
    Attempt,
    Changed,
    Practise,
)
from samedeal_client.settings import config, config_file
from samedeal_client.view.spans import line, text_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN


def test_sentences_name_a_page_by_the_key_that_shows_it() -> None:
    named = re.compile(r"\b(\d) (?:opens|leads)|\b(\d) (?:abre|lleva)")
    leads_to = {
        "opens": HostPage,
        "abre": HostPage,
        "leads": PlayPage,
        "lleva": PlayPage,
    }
    sentences = [
        each for pair in TEXTS.items() for each in pair if isinstance(each, str)
    ]
    found = [match[0].split() for each in sentences for match in named.finditer(each)]
    assert len(found) >= 6
    for key, verb in found:
        assert PAGES[int(key) - 1] is leads_to[verb]


async def test_what_a_row_means_stands_beside_it_whole(ada: Context) -> None:
    async with entered(ada) as here:
        await here.press("3")
        shown = here.told()
        assert "not counted on leaderboards or in ratings" in shown
        assert "each scored in per cent against all who played it" in shown
        await here.press("8")
        await here.settled()
        assert "short lines, cards in words" in here.told()


async def test_a_leaderboard_is_paged_through_and_leads_to_a_player(
    server: str, ada: Context
) -> None:
    game = "squares/serpent"
    await play_many(server, game, players=7)
    async with entered(ada, size=(80, 14)) as here:
        boards = here.lobby.pages.own[4]
        assert isinstance(boards, BoardsPage)
        await here.press("5")
        while boards.game != game:
            await here.press("g")
        await here.sees("1 to 5 of 7")
        await here.press("n")
        await here.sees("6 to 7 of 7")
        await here.press("n")
        await here.press("p")
        await here.sees("1 to 5 of 7")
        await here.press("v")
        await here.sees("around you")
        await here.press("v", "k", "k")
        await here.sees("matches won, among your friends")
        await here.press("v", "k", "k", "k")
        await here.sees("1 to 5 of 7")
        await here.press("enter")
        await here.sees("a guest")
        await here.press("escape")
        await here.sees("1 to 5 of 7")


async def test_the_list_of_matches_names_games_as_people_do(
    server: str, ada: Context
) -> None:
    token = IdentityFile(ada.identity).find(server, "Ada").token
    async with (
        Player(server, name="Ada", token=token).connected() as own,
        Player(server, name="Archibald of Twenty").connected() as bob,
    ):
        await bob.join(await own.host("squares/patience-american", seats=2))
        await own.ready()
        await bob.ready()
        for player in (own, bob):
            await eventually(partial(_may_move, player))
            await player.finish()
        await eventually(partial(_has_result, own))
        await own.leave()
        await bob.leave()
    async with entered(ada) as here:
        await here.press("7")
        await here.sees("Poker Patience, Am")
        await here.sees("Poker Patience, American points, against Archibald of Twenty")
        assert "squares/" not in here.shown()
        assert "samedeal verify" not in here.shown()


async def play_many(server: str, game: str, *, players: int) -> None:
    """Have as many people play one rated match of a game, and finish at once."""
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(
                Player(server, name=f"Player-{number}").connected()
            )
            for number in range(players)
        ]
        code = await people[0].host(game, seats=players)
        for person in people[1:]:
            await person.join(code)
        for person in people:
            await person.ready()
        for person in people:
            await eventually(partial(_may_move, person))
            await person.move("c3")
        for person in people:
            await person.finish()
        for person in people:
            await eventually(partial(_has_result, person))
            await person.leave()


def _may_move(player: Player) -> bool:
    return player.session.may_move


def _has_result(player: Player) -> bool:
    room = player.session.room
    return room is not None and room.result is not None


async def test_settings_are_changed_by_keys_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    monkeypatch.delenv(config.SERVER_VARIABLE, raising=False)
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("8")
        await here.goes_to("name")
        await here.press("enter")
        await here.sees("name, 1 to 20 characters:")
        # Only who has a name has something to lose by another.
        assert "Another name" not in here.shown()
        await here.types("Zoe")
        await eventually(lambda: here.went == Changed())
        assert config_file.read(path).name == "Zoe"
        back = await here.back()
        await back.sees("Zoe")
        await back.goes_to("name")
        await back.sees("Another name is another player here")
        await back.goes_to("theme")
        await back.sees("two colours (safe)")
        assert "Another name" not in back.shown()
        await back.press("right")
        await eventually(lambda: back.went == Changed())
        assert config_file.read(path).theme == "four"
        third = await here.back()
        await third.goes_to("keys")
        await third.press("enter")
        await third.types("a=1")
        await third.sees("1 is already the key of a column")
        await third.press("x")
        assert third.went is None
    assert config_file.read(path).keys is None


async def test_a_config_file_that_is_broken_meanwhile_is_told_of_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    path.write_text('theme = "four"\n')
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("8")
        await here.sees("four colours")
        broken = 'theme = "four"\ncolour =\n'
        path.write_text(broken)
        await here.sees("line 2:")
        assert "four colours" in here.shown()
        await here.goes_to("name")
        await here.press("enter")
        await here.types("Zoe")
        await eventually(lambda: here.shown().count("line 2:") > 1)
        await here.goes_to("theme")
        for key in ("right", "x"):
            await here.press(key)
            await eventually(lambda: here.shown().count("line 2:") > 1)
        assert here.went is None
        assert path.read_text() == broken
        path.write_text('theme = "safe"\n')
        await here.sees("two colours (safe)")
        await here.press("up")
        await eventually(lambda: "line 2:" not in here.shown())


async def test_a_line_that_is_wrong_is_mended_on_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("8")
        await here.settled()
        path.write_text('theme = "safe"\ncolour =\n')
        await here.sees("line 2:")
        await here.goes_to("colour")
        await here.press("x")
        await eventually(lambda: here.went == Changed())
        assert path.read_text() == 'theme = "safe"\n'


def test_the_config_file_is_read_once_it_has_changed_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    read, times = config_file.read, 0

    def counted(path: Path) -> config.Config:
        nonlocal times
        times += 1
        return read(path)

    monkeypatch.setattr(config_file, "read", counted)
    reading = config_file.Reading(path)
    for text in (None, 'theme = "four"\n', 'theme = "safe" # why\n', "colour =\n"):
        times = 0
        if text is not None:
            path.write_text(text)
        for _ in range(3):
            reading.look()
        assert times == 1
    assert reading.choices.theme == "safe"
    assert "line 1:" in reading.trouble
    path.unlink()
    reading.look()
    assert (reading.choices, reading.trouble) == (config.Config(), "")


async def test_settings_show_what_is_in_force_in_the_language_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv(config.SERVER_VARIABLE, raising=False)
    config_file.change(path, "theme", "four")
    asked = config.Config(language="es")
    context = context_at(NOWHERE, tmp_path)._replace(options=asked)
    with speaking("es"):
        async with entered(context) as here:
            await here.press("8")
            rows = [
                " ".join(row.strip("│>").split()) for row in here.shown().splitlines()
            ]
            assert "idioma Español el idioma de todos los textos" in rows
            assert "(línea de órdenes)" in rows
            assert any(row.startswith("tema cuatro colores") for row in rows)
            assert "(archivo)" in here.shown()
            assert {row.partition(" ")[0] for row in rows} >= {
                *("servidor", "nombre", "idioma", "ascii", "color", "tema"),
                *("teclas", "sencillo", "lineal"),
            }
            await here.goes_to("language")
            await here.press("right")
            # It is kept, and does not hold as long as the option does.
            await eventually(lambda: here.went == Changed())
            assert config_file.read(path).language == "en"
            back = await here.back()
            await back.sees("idioma               Español")
            await back.sees("Idioma se ha dado en la línea de órdenes")


async def test_nothing_is_said_against_a_language_that_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    config_file.change(path, "language", "es")
    with speaking("es"):
        async with entered(context_at(NOWHERE, tmp_path)) as here:
            await here.press("8")
            await here.goes_to("language")
            await here.press("right")
            await eventually(lambda: here.went == Changed())
            back = await here.back()
            assert config.SERVER_VARIABLE not in back.shown()


async def test_one_stays_at_this_machines_own_server_when_settings_change(
    tmp_path: Path,
) -> None:
    context = context_at(NOWHERE, tmp_path)
    visit = Visit(context)
    visit.context = context._replace(server=OWN)
    await visit.move(context._replace(is_plain=True))
    assert (visit.context.server, visit.context.is_plain) == (OWN, True)
    assert visit.asked.server == NOWHERE


async def test_the_deal_of_the_day_is_begun_from_the_list(ada: Context) -> None:
    async with entered(ada) as here:
        await here.press("4")
        await here.sees("not played")
        await here.press("enter")
        await eventually(lambda: isinstance(here.went, Attempt))
        assert here.lobby.visit.there().session.room is not None


async def test_what_was_chosen_is_there_after_a_table(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.goes_to("practise")
        await here.press("right", "enter")
        chosen = here.play.games["practise"]
        assert here.went == Practise(chosen)
        back = await here.back()
        assert back.play.games["practise"] == chosen


async def test_another_server_is_gone_to_at_once(server: str, tmp_path: Path) -> None:
    nowhere = context_at(NOWHERE, tmp_path)
    async with entered(nowhere) as here:
        await here.sees("refused")
        await here.lobby.visit.move(context_at(server, tmp_path))
        await here.sees("guest")
        assert "refused" not in here.shown()


def test_without_a_terminal_a_command_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 2
    assert "say what to do" in capsys.readouterr().err


async def test_a_letter_that_does_nothing_on_a_page_says_so(
    server: str, tmp_path: Path
) -> None:
    async with entered(context_at(server, tmp_path)) as here:
        for key in ("w", "x"):
            await here.press(key)
            await here.sees(f"{key} does nothing here")
        await here.press("2", "g")
        await here.settled()
        assert "does nothing" not in here.shown()


@pytest.mark.parametrize("is_first", [False, True])
@pytest.mark.parametrize("closing", ["escape", "?"])
async def test_a_question_mark_tells_all_keys_of_a_page(
    tmp_path: Path, closing: str, *, is_first: bool
) -> None:
    async with entered(context_at(NOWHERE, tmp_path), is_first=is_first) as here:
        await here.sees("?  keys")
        await here.press("?")
        await here.sees("the pages by name")
        assert "Enter start" in here.shown()
        await here.press(closing)
        await eventually(lambda: "the pages by name" not in here.shown())
        assert here.went is None


@pytest.mark.parametrize("is_begun", [False, True])
async def test_who_puts_the_deal_of_the_day_off_can_sit_down_elsewhere(
    ada: Context, monkeypatch: pytest.MonkeyPatch, *, is_begun: bool
) -> None:
    async with Visit.kept(ada) as visit:
        player = await visit.soon_there()

        async def goes_at_once(_: Screen[int]) -> int:
            if is_begun:
                await visit.there().ready()
                await eventually(lambda: visit.there().session.may_move)
            return 0

        lobby = lobby_of(NoScreen(), visit, lambda: ada)
        monkeypatch.setattr(lobby.desk, "show", goes_at_once)
        found = await sit_down(ada, player, "easthaven")
        lobby.keep((line("of an earlier match"),))
        assert await Attempt(found.known).take(lobby) == 0
        told = "The clock keeps running." if is_begun else "It has not begun."
        assert text_of(lobby.farewell).strip().startswith(told)
        assert text_of(lobby.farewell).endswith("samedeal daily easthaven")
        await quick_match(lobby, "easthaven")
        player = visit.there()
        assert player.session.room is not None
        assert player.session.room.kind == "match"
        await player.leave()
        # What was put off is there still.
        await sit_down(ada, player, "easthaven")
        assert player.session.room is not None
        assert (player.session.room.phase == "playing") is is_begun

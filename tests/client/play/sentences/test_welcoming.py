"""What a server says to everybody who comes: shown where one waits, and harmless."""

from tests.server.house import serving

from samedeal_client.play.sentences.next_steps import what_now
from samedeal_client.play.sentences.service import welcome_lines
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.player import Player
from samedeal_server.process.settings import Settings

CLUB = Settings.model_validate(
    {"server_name": "El club de los martes", "welcome": "Empezamos a las ocho."}
)
SAID = " El club de los martes: Empezamos a las ocho."


async def test_a_player_is_told_the_servers_name_and_its_words(store_url: str) -> None:
    async with (
        serving(store_url, CLUB) as url,
        Player(url, name="Ada").connected() as ada,
    ):
        assert text_of(welcome_lines(ada)) == SAID


async def test_who_takes_the_last_seat_is_told_as_well(store_url: str) -> None:
    async with (
        serving(store_url, CLUB) as url,
        Player(url, name="Ada").connected() as ada,
        Player(url, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        assert SAID in text_of(what_now(bob))


async def test_a_server_without_a_name_says_nothing(store_url: str) -> None:
    async with serving(store_url) as url, Player(url, name="Ada").connected() as ada:
        assert welcome_lines(ada) == ()


async def test_words_of_a_server_cannot_be_taken_for_ours(store_url: str) -> None:
    async with serving(store_url) as url, Player(url, name="Ada").connected() as ada:
        ada.server_name = "\x1b[2J Proven."
        ada.greeting = "word " * 60
        lines = welcome_lines(ada)
        assert "\x1b" not in text_of(lines)
        assert max(map(width_of, text_of(lines).splitlines())) <= 79

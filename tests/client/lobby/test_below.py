"""What lies on the felt below a page: whole tables, backs, boards that were left."""

from pathlib import Path

import pytest
from tests.client.lobby.lobbies import NOWHERE, context_at, entered
from tests.golden.screens.books import entries
from tests.records.test_transcripts import played

from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.lobby.below.chart import chart_rows
from samedeal_client.lobby.below.facts import game_below, game_rows
from samedeal_client.lobby.below.matches import left_by, match_below
from samedeal_client.screen.gathering.drawn import WIDE, drawn
from samedeal_client.screen.gathering.lying import TOLD_WIDTH, Below
from samedeal_client.screen.gathering.tables import face_down, in_play, put_away
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import text_of, width_of_row
from samedeal_games.cards import FACE_DOWN
from samedeal_games.catalogue import GAMES
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain

BARE = UNICODE._replace(halves="")
"""Without colours."""


@pytest.mark.parametrize("glyphs", [UNICODE, BARE, ASCII])
@pytest.mark.parametrize("width", [60, 80, WIDE, 132, 200])
@pytest.mark.parametrize("height", [4, 7, 13, 14, 22, 40])
def test_a_felt_is_exactly_as_large_as_its_room(
    width: int, height: int, glyphs: Glyphs
) -> None:
    for game in GAMES:
        told = game_below(game, glyphs)
        for table in (in_play(game), face_down(game), put_away(game)):
            rows = drawn(told._replace(table=table), width, height, glyphs)
            assert len(rows) == height
            assert {width_of_row(row) for row in rows} == {width}


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_lies_face_down_shows_no_card(game: str) -> None:
    table = face_down(game)
    assert table is not None
    cards = {card for zone in table.board.zones.values() for card in zone}
    assert cards == {FACE_DOWN}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_game_has_room_beside_its_table(game: str) -> None:
    assert all(width_of_row(row) <= TOLD_WIDTH for row in game_rows(game, UNICODE))
    told = game_below(game, UNICODE)
    assert told.title in text_of(drawn(told, 132, 20, UNICODE))


def test_of_a_game_of_a_newer_server_nothing_is_told() -> None:
    assert game_below("whist/solo", UNICODE).table is None
    assert game_rows("whist/solo", UNICODE) == ()


async def test_a_match_kept_here_lies_as_it_was_left(tmp_path: Path) -> None:
    context = context_at(NOWHERE, tmp_path)
    match = f"m-{7:032x}"
    transcript = played("squares/english", 2)._replace(match=match)
    entry = entries()[0].model_copy(update={"match": match, "game": transcript.game})
    assert await left_by(context, match) is None
    player = transcript.seats[0].player
    note = KeptMatch(server=NOWHERE, player=player, entry=entry)
    KeptMatches(context.identity).keep(note, seal(to_plain(transcript)))
    left = await left_by(context, match)
    assert left is not None
    assert left.board.plies == len(transcript.seats[0].moves)
    assert match_below(entry, left, UNICODE).table == left


async def test_a_record_that_is_no_record_leaves_nothing(tmp_path: Path) -> None:
    context = context_at(NOWHERE, tmp_path)
    match = f"m-{7:032x}"
    entry = entries()[0].model_copy(update={"match": match})
    note = KeptMatch(server=NOWHERE, player="p-1", entry=entry)
    KeptMatches(context.identity).keep(note, b"no record")
    assert await left_by(context, match) is None


def test_everybody_in_a_match_has_a_bar() -> None:
    entry = next(entry for entry in entries() if entry.players > 2)
    told = text_of(match_below(entry, None, UNICODE).rows)
    assert all(name_of(one.name)[:8] in told for one in entry.opponents)
    assert "you" in told


@pytest.mark.parametrize("count", [1, 2, 7, 24, 60])
@pytest.mark.parametrize("glyphs", [UNICODE, BARE, ASCII])
def test_a_chart_has_the_width_of_its_room(count: int, glyphs: Glyphs) -> None:
    rows = chart_rows(range(1500, 1500 + count), 40, 6, glyphs)
    assert len(rows) == 6
    assert {width_of_row(row) for row in rows} == {40}


def test_a_chart_of_nothing_is_nothing() -> None:
    assert chart_rows((), 40, 6, UNICODE) == ()
    assert drawn(Below(), 20, 4, UNICODE) == ()


async def test_without_colours_a_bar_is_drawn_in_blocks(tmp_path: Path) -> None:
    context = context_at(NOWHERE, tmp_path, colour=False)
    async with entered(context, size=(132, 40)) as here:
        await here.sees("by experts     ████")

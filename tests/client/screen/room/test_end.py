"""The page of a match that is over: who won, every board, and what it came to."""

import re
from functools import partial

import pytest
from tests.client.screen.rooms import felt, plies_of, shown, started
from tests.conditions import eventually
from tests.golden.fullscreen.ended import at_end, ended, evening
from tests.golden.fullscreen.scenes import StillRoom
from tests.golden.fullscreen.still import MATCH
from tests.screens import opened

from samedeal_client.language import speaking
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.screen.end.known import Came, Change, End, Record
from samedeal_client.screen.end.page import end_page
from samedeal_client.screen.end.panels import panels_of
from samedeal_client.screen.felt.counts import SHORT, SHORTEST
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.felt.letters import large
from samedeal_client.screen.motion.cascade import Cascade, Won
from samedeal_client.screen.room.around.ending import Ending, record_of, recorded
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.strokes import Pace
from samedeal_client.screen.widgets import Table
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import fold_tightly, line, text_of, width_of
from samedeal_client.view.tints import Patch, Tint
from samedeal_client.wire.happenings import Proven
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.squares import Axis, SquaresGame
from samedeal_games.squares.hands import Hand
from samedeal_protocol.results.profiles import BestView, GameView
from samedeal_protocol.updates import MatchEnded

SIZES = ((60, 17), (80, 21), (100, 27), (140, 37), (200, 52))
"""Of a page, on terminals of 60x20, 80x24, 100x30, 140x40 and 200x55."""
CARDS = (Tint.CARD, Tint.LAST)
BARE = UNICODE._replace(halves="")
"""Without colours cards are drawn in lines."""


def an_end(key: str, count: int, *, is_won: bool = True, first: int = 0) -> End:
    """Return all that can be known of a match of so many."""
    over = ended(key, count)
    assert over.view.result is not None
    came = tuple(
        Came(
            seat=row.seat,
            place=str(row.place),
            name=row.name,
            score=f"{row.score} points",
            points=row.score,
            time="1:33.2",
            note="done",
            is_own=row.seat == 0,
        )
        for row in over.view.result.standings
    )
    return End(
        game=find_game(key),
        headline="You win by 7." if is_won else "Bob wins by 7.",
        is_won=is_won,
        came=came,
        boards=dict(recorded(over.record).boards),
        rating=Change("1500", "1526", 26),
        record=Record("61 points, 1:28.4", is_new=False, streak=5, longest=9),
        ready=(line("Bob: ready"),),
        more=(line(" Match proven."),),
        first=first,
    )


def names_of(hand: Hand) -> list[str]:
    """Return the names that a hand may have on a page."""
    return [hand.value, *(names[hand] for names in (SHORT, SHORTEST) if hand in names)]


def page_text(end: End, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> str:
    page = end_page(end, glyphs, *size)
    return text_of(page.felt.rows)


# The next step


@pytest.mark.parametrize("is_seated", [True, False])
def test_the_next_step_is_marked_for_those_who_take_it(*, is_seated: bool) -> None:
    end = an_end("squares/english", 2)._replace(is_seated=is_seated)
    *_, following = panels_of(end, UNICODE)
    assert following.frame.title == "Next"
    assert following.frame.is_marked is is_seated


# Letters


def test_large_letters_are_three_rows_of_half_cells() -> None:
    rows = large("You win", 60, BARE, ground=Tint.PANEL, tint=Tint.HELD)
    assert len(rows) == 3
    assert len({width_of(row) for row in text_of(rows).splitlines() if row}) >= 1
    assert max(map(width_of, text_of(rows).splitlines())) <= 60
    assert text_of(rows).isspace() is False


def test_large_letters_are_ascii_where_nothing_else_can_be_written() -> None:
    rows = large("Bob 19", 60, ASCII, ground=Tint.PANEL, tint=Tint.HELD)
    assert len(rows) == 5
    assert set(text_of(rows)) == {"#", " ", "\n"}


def test_words_of_ascii_have_two_cells_a_point_and_figures_one() -> None:
    def rows(text: str, width: int) -> list[str]:
        drawn = large(text, width, ASCII, ground=Tint.PANEL, tint=Tint.HELD)
        return text_of(drawn).splitlines()

    assert rows("I", 6) == ["######", "  ##", "  ##", "  ##", "######"]
    assert rows("I", 5) == []
    assert rows("7", 3) == ["###", "  #", " #", " #", " #"]


def test_what_has_no_large_letter_or_no_room_has_none_at_all() -> None:
    def drawn(text: str, width: int) -> int:
        return len(large(text, width, UNICODE, ground=Tint.PANEL, tint=Tint.HELD))

    assert drawn("Zoé", 40) == 3
    assert drawn("名前", 40) == 0
    assert drawn("Begoña", 40) == 0
    assert drawn("", 40) == 0
    width = next(width for width in range(80) if drawn("Persephone", width))
    assert drawn("Persephone", width) == 3
    assert drawn("Persephone", width - 1) == 0


# The page


@pytest.mark.parametrize("glyphs", [UNICODE, BARE, ASCII])
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_every_game_fits_the_width_of_its_terminal(
    size: tuple[int, int], key: str, glyphs: Glyphs
) -> None:
    for count in (1, 2, 3):
        page = end_page(an_end(key, count), glyphs, *size)
        assert page.boards >= 1
        for row in page.felt.rows:
            assert sum(width_of(span.text) for span in row) <= size[0]


@pytest.mark.parametrize("size", [(100, 27), (140, 37), (200, 52)])
@pytest.mark.parametrize("key", ["squares/english", "easthaven"])
def test_two_boards_lie_beside_each_other(size: tuple[int, int], key: str) -> None:
    page = end_page(an_end(key, 2), UNICODE, *size)
    assert page.boards == 2
    heads = [row for row in text_of(page.felt.rows).splitlines() if " Ada " in row]
    assert any(" Bob " in row for row in heads)


@pytest.mark.parametrize("size", SIZES)
def test_every_hand_that_counts_is_named(size: tuple[int, int]) -> None:
    end = an_end("squares/english", 1)
    game = end.game
    assert isinstance(game, SquaresGame)
    told = " ".join(page_text(end, size).split())
    hands = game.lines(game.position_from(end.boards[0]))
    for hand in hands:
        if hand.points:
            assert any(name in told for name in names_of(hand.hand))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 2])
def test_no_name_of_a_hand_is_broken(count: int, size: tuple[int, int]) -> None:
    end = an_end("squares/english", count)
    game = end.game
    assert isinstance(game, SquaresGame)
    rows = page_text(end, size).splitlines()
    for hand in game.lines(game.position_from(end.boards[0])):
        if hand.points and hand.axis is Axis.COLUMN:
            names = names_of(hand.hand)
            assert any(f" {name}" in row for row in rows for name in names)


def test_ones_own_board_is_first_and_the_others_by_keys() -> None:
    def first_name(first: int) -> str:
        text = page_text(an_end("squares/english", 3, first=first), (80, 21))
        head = next(row for row in text.splitlines() if "Result" in row)
        return head.split()[2]

    assert [first_name(0), *{first_name(1), first_name(2)}].count("Ada") == 1
    assert first_name(0) == "Ada"
    assert first_name(3) == "Ada"


@pytest.mark.parametrize("size", SIZES[1:])
def test_the_page_tells_rating_best_streak_and_proof(size: tuple[int, int]) -> None:
    text = page_text(an_end("squares/english", 2), size)
    for told in ("1526", "+26", "61 points", "5 days", "9 days", "Match proven."):
        assert told in text


@pytest.mark.parametrize("size", [(80, 21), (100, 27), (132, 37), (160, 42)])
@pytest.mark.parametrize("count", [2, 8])
def test_all_of_a_match_is_seen_at_once(size: tuple[int, int], count: int) -> None:
    page = end_page(an_end("squares/english", count), UNICODE, *size)
    assert len(page.felt.rows) <= size[1]


def test_a_link_too_wide_is_broken_behind_a_slash_and_never_cut() -> None:
    link = "http://play.example:8765/m/m-55555555555555555555555555555555"
    told = text_of(fold_tightly(line(f"   {link}"), 60)).splitlines()
    assert told == ["   http://play.example:8765/m/", f"   {link[27:]}"]
    assert text_of(fold_tightly(line(f" {link}"), 62)) == f" {link}"


def test_an_id_too_wide_is_broken_within_its_frame() -> None:
    told = "Deal of the match m-d8d7e6c9a93b6ea433c1dbe1e3b44af6; Bob: 6 points, done"
    rows = text_of(fold_tightly(line(told), 33)).splitlines()
    assert max(map(width_of, rows)) <= 33
    assert "".join(told.split()) == "".join("".join(rows).split())


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("counts", [True, False])
def test_a_match_is_the_best_only_where_it_is_kept_as_one(
    *, counts: bool, is_kept: bool
) -> None:
    game = find_game("squares/english")
    result = ended("squares/english", 2).view.result
    assert result is not None
    mine = result.standings[0]
    kept = result.match if is_kept else f"m-{'0' * 32}"
    best = BestView(score=1, plies=25, elapsed_ms=9, match=kept, at=0)
    known = GameView(
        game="squares/english", matches=1, wins=0, outs=0, best=best, streak=None
    )
    record = record_of(
        result, mine, (known,), "squares/english", game.about, counts=counts
    )
    assert record is not None
    assert record.is_new is (is_kept or counts)


@pytest.mark.parametrize("size", SIZES)
def test_who_has_not_won_is_told_their_place(size: tuple[int, int]) -> None:
    end = an_end("squares/english", 3, is_won=False)._replace(place="You are third.")
    assert "You are third." in page_text(end, size)


def test_boards_grow_to_the_room_that_there_is() -> None:
    areas: list[int] = []
    for width, height in ((80, 21), (132, 37), (160, 42), (200, 57)):
        end = an_end("squares/english", 2)
        page = end_page(end, UNICODE, width, height)
        cards = [
            span
            for row in page.felt.rows
            for span in row
            if isinstance(span.style, Patch) and span.style.ground in CARDS
        ]
        areas.append(sum(len(span.text) for span in cards) // page.boards)
    assert areas == sorted(set(areas))


@pytest.mark.parametrize("height", range(14, 24))
def test_no_frame_but_the_standings_is_seen_in_part(height: int) -> None:
    rows = page_text(an_end("squares/english", 8), (80, height)).splitlines()
    tops = [y for y, row in enumerate(rows) if "─ You ─" in row]
    behind = [
        next(y for y, row in enumerate(rows[top:], top) if row.endswith("╯")) + 1
        for top in tops
    ]
    assert tops
    assert all(
        top >= height or end <= height for top, end in zip(tops, behind, strict=True)
    )


@pytest.mark.parametrize("size", SIZES[1:])
def test_no_name_of_a_hand_touches_its_frame(size: tuple[int, int]) -> None:
    ends = [an_end("squares/english", 8, first=first) for first in range(8)]
    told = "\n".join(page_text(end, size) for end in ends)
    assert " threes " in told or " three of a kind " in told
    assert not re.search("(kind|threes|pairs?)│", told)


def test_large_letters_have_a_blank_row_above_if_there_is_one() -> None:
    above, letters, *_ = page_text(an_end("squares/english", 2), (200, 52)).split("\n")
    assert above == ""
    assert letters.strip() != ""


@pytest.mark.parametrize("size", [(30, 20), (80, 6), (60, 12)])
def test_where_no_board_has_room_the_results_are_told_in_frames(
    size: tuple[int, int],
) -> None:
    page = end_page(an_end("squares/english", 2), UNICODE, *size)
    assert page.boards == 0
    text = text_of(page.felt.rows)
    assert "─ Result ─" in text
    assert "Bob" in text
    assert all(width_of(row) <= size[0] for row in text.splitlines())


async def test_a_match_without_a_board_is_told_in_frames() -> None:
    over = ended("squares/english", 2)
    assert over.view.result is not None
    ending = Ending(RoomPlay(Player("ws://play.example:8765", name="Ada")))
    page, _ = ending.page(
        *(over.view, over.view.result, (), Pace(), (), UNICODE, (80, 21))
    )
    assert page.boards == 0
    assert "─ Result ─" in text_of(page.felt.rows)
    assert not ending.press("tab")


def heads(app: RoomScreen, name: str) -> bool:
    """Tell whether a name is in the first row of the felt."""
    return name in felt(app).split("\n", maxsplit=1)[0]


async def test_in_few_rows_keys_turn_from_the_results_to_one_board_after_another() -> (
    None
):
    over = ended("squares/english", 2)
    player = at_end(over)
    app = StillRoom(player, UNICODE, colour=True)
    async with opened(app, size=(100, 30)) as pilot:
        player.happenings.put_nowait(Proven(MATCH, is_recorded=True, doubts=()))
        await eventually(lambda: " Bob ─" in felt(app))
        await pilot.resize_terminal(60, 15)
        await eventually(lambda: "Tab player" in shown(app, "#foot"))
        assert "─ Result ─" in felt(app)
        for key, name in (("tab", " Ada "), ("tab", " Bob "), ("1", " Ada ")):
            await pilot.press(key)
            await eventually(partial(heads, app, name))
            assert "Result" not in felt(app)
        await pilot.press("left")
        await eventually(lambda: "─ Result ─" in felt(app))


# An evening, and a challenge


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (132, 40)])
async def test_after_a_deal_of_an_evening_boards_are_seen_beside_its_table(
    size: tuple[int, int],
) -> None:
    player = at_end(evening(3))
    app = StillRoom(player, UNICODE, colour=True)
    async with opened(app, size=size):
        player.happenings.put_nowait(Proven(MATCH, is_recorded=True, doubts=()))
        await eventually(lambda: "─ After deal 3 of 4 ─" in felt(app))
        await eventually(lambda: " Ada ✓ ─" in felt(app))
        rows = felt(app)
        assert "66.67%" in rows
        assert "deal 4 of 4" in rows
        assert "m-0" not in rows


async def test_ids_of_an_evening_are_told_where_its_end_is_shared() -> None:
    player = at_end(evening(4))
    app = StillRoom(player, UNICODE, colour=True)
    async with opened(app, size=(100, 30)) as pilot:
        player.happenings.put_nowait(Proven(MATCH, is_recorded=True, doubts=()))
        await eventually(lambda: "─ The evening ─" in felt(app))
        assert "The last deal: Greta [bot] wins by 11." in felt(app)
        assert "m-0" not in felt(app)
        await pilot.press("s")
        await eventually(lambda: f"m-{0:032x}" in felt(app))
        assert "samedeal verify MATCH" in felt(app)


# In a room


async def test_after_a_match_all_boards_are_seen_and_turned_to(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=(100, 30)) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            await pilot.press("a", "1", "b", "2")
            await eventually(lambda: plies_of(ada) == 2)
            await bob.move("a1")
            await bob.finish()
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "Match proven" in felt(app))
            await eventually(lambda: " Bob ─" in felt(app))
            assert re.search(r"moves 2, \d+/min, 4 keys", felt(app))
            assert "Tab" not in shown(app, "#foot")
            await pilot.resize_terminal(80, 24)
            await eventually(lambda: "Tab player" in shown(app, "#foot"))
            await eventually(lambda: " Ada ─" in felt(app))
            await pilot.press("tab")
            await eventually(lambda: " Bob ─" in felt(app))
            await pilot.press("1")
            await eventually(lambda: " Ada ─" in felt(app))
            # What hides the page takes its keys, and gives them back.
            await pilot.press("r")
            await eventually(lambda: "Esc back" in shown(app, "#foot"))
            await pilot.press("escape")
            await eventually(lambda: " Ada ─" in felt(app))
            await pilot.press("ctrl+x")


def test_how_it_went_has_the_score_of_everybody_at_every_step() -> None:
    record = recorded(ended("squares/english", 3).record)
    assert set(record.courses) == {0, 1, 2}
    assert len({len(scores) for scores in record.courses.values()}) == 1
    for seat, scores in record.courses.items():
        assert scores[0] == 0
        assert [*scores] == sorted(scores)
        final = ended("squares/english", 3).record.seats[seat]
        assert scores[-1] == final.score


async def test_no_other_page_is_seen_before_the_result_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = at_end(ended("squares/english", 2))
    app = StillRoom(player, UNICODE, colour=True)
    async with opened(app, size=(140, 40)) as pilot:
        player.happenings.put_nowait(Proven(MATCH, is_recorded=True, doubts=()))
        await eventually(lambda: "How it went" in felt(app))
        await eventually(lambda: app.query_one(Table).size.width == 140)
        before = felt(app)
        await pilot.press("r")
        await eventually(lambda: "move 0 of" in shown(app, "#head"))
        seen: list[str] = []
        table = app.query_one(Table)
        lay = table.lay

        def watched(laid: Felt) -> None:
            seen.append(text_of(laid.rows))
            lay(laid)

        monkeypatch.setattr(table, "lay", watched)
        await pilot.press("escape")
        await eventually(lambda: felt(app) == before)
        assert {text for text in seen if "Result" in text} == {before}


async def test_what_a_match_came_to_is_learnt_though_the_room_was_left() -> None:
    player = at_end(ended("squares/english", 2))
    ending = Ending(RoomPlay(player))
    player.session.room = None
    await ending.learn(Proven(MATCH, is_recorded=True, doubts=()))


@pytest.mark.parametrize(("count", "is_won"), [(2, True), (8, False)])
async def test_cards_fall_over_the_result_of_a_match_just_won(
    count: int, monkeypatch: pytest.MonkeyPatch, *, is_won: bool
) -> None:
    over = ended("squares/english", count)
    player = at_end(over)
    app = StillRoom(player, UNICODE, colour=True)
    told: list[Won | None] = []

    def look(_: Cascade, won: Won | None) -> None:
        told.append(won)

    monkeypatch.setattr(Cascade, "look", look)
    async with opened(app, size=(100, 30)):
        assert over.view.result is not None
        player.happenings.put_nowait(MatchEnded(result=over.view.result))
        await eventually(lambda: app.farewell != ())
        told.clear()
        await eventually(lambda: told != [])
        assert (told[-1] is not None) is is_won
        if won := told[-1]:
            assert won.match == over.view.result.match
            rows = felt(app).splitlines()
            assert next(y for y, row in enumerate(rows) if "1 Ada" in row) == won.top


def test_the_page_is_told_in_the_language_of_its_reader() -> None:
    with speaking("es"):
        text = page_text(an_end("squares/english", 2), (100, 27))
    assert "─ Resultado ─" in text
    assert "puntos" in text

"""Leaderboards, profiles and histories on the screen: whatever is in them fits."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.screens.books import ADA, best, book_screens, entries, row

from samedeal_client.language import Language, speaking
from samedeal_client.terminal.paint import painted
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs, spelled
from samedeal_client.view.people.history import (
    change_text,
    opponents_text,
    result_cells,
)
from samedeal_client.view.people.leaderboards import (
    leaderboard_lines,
    marked,
    window_text,
)
from samedeal_client.view.people.matches import match_list, title_of
from samedeal_client.view.people.metrics import percentage
from samedeal_client.view.people.profiles import rating_chart
from samedeal_client.view.spans import Style, text_of, width_of
from samedeal_games.catalogue import GAMES
from samedeal_protocol.results.leaderboards import WindowView
from samedeal_protocol.results.profiles import OpponentView, ShownRating
from samedeal_server.core.books.windows import read_window

names = st.text(max_size=20)


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE])
def test_every_screen_fits_into_eighty_columns(glyphs: Glyphs) -> None:
    for lines in book_screens(glyphs).values():
        assert max(width_of(text) for text in text_of(lines).split("\n")) < 80


def test_without_unicode_nothing_but_names_is_beyond_ascii() -> None:
    for lines in book_screens(ASCII).values():
        text = text_of(spelled(lines, ASCII))
        text = text.replace("Zoë", "").replace("名前", "")
        assert text.isascii()


def test_colour_changes_no_word() -> None:
    for lines in book_screens(UNICODE).values():
        plain = painted(lines, colour=False, glyphs=UNICODE)
        assert "\x1b" not in plain
        coloured = re.sub(
            r"\x1b\[[0-9;]*m", "", painted(lines, colour=True, glyphs=UNICODE)
        )
        assert [text.rstrip() for text in coloured.split("\n")] == plain.split("\n")


def test_the_viewers_own_row_is_the_only_one_that_is_marked() -> None:
    spans = [s for line in leaderboard_lines(best(), UNICODE, "p-2") for s in line]
    (own,) = [span.text for span in spans if span.style is Style.OWN]
    assert "Bob" in own


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8))
def test_a_rank_that_is_shared_says_so(ranks: list[int]) -> None:
    ranks.sort()
    rows = tuple(row(0, rank, score=1, plies=1, elapsed_ms=1) for rank in ranks)
    board = best().model_copy(update={"rows": rows})
    shown = [
        line.split()[0]
        for line in text_of(leaderboard_lines(board, ASCII)).split("\n")
        if "Ada *" in line
    ]
    assert shown == [f"{r}{'=' if ranks.count(r) > 1 else ''}" for r in ranks]


@given(names, st.booleans(), st.booleans())
def test_marks_outlast_the_longest_name(name: str, named: bool, bot: bool) -> None:
    shown = marked(name, UNICODE, named=named, bot=bot)
    assert width_of(shown) <= 22
    assert shown.endswith((" ✓" if named else "") + (" [bot]" if bot else ""))


@given(st.lists(names.filter(bool), max_size=7), st.integers(8, 30))
def test_opponents_fit_and_those_left_out_are_counted(
    found: list[str], width: int
) -> None:
    others = [
        OpponentView(player="p", name=name, bot=False, place=1, score=1)
        for name in found
    ]
    assert width_of(opponents_text(others, width)) <= width


def others(*names: str) -> list[OpponentView]:
    """Return opponents; those whose names are in small letters are bots."""
    return [
        OpponentView(player=name, name=name, bot=name.islower(), place=1, score=1)
        for name in names
    ]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["greta"], "greta [bot]"),
        (["wilhelmina"], "wilh… [bot]"),
        (["greta", "rowan"], "2 bots"),
        (["greta", "Ada"], "Ada +1"),
        (["greta", "Zoë Zettelmeyer"], "Zoë Zet… +1"),
    ],
)
def test_a_bot_is_called_one_however_little_room_there_is(
    names: list[str], shown: str
) -> None:
    assert opponents_text(others(*names), 11) == shown


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [78, 100, 160])
def test_a_list_of_matches_names_games_by_title_and_fits(
    language: Language, width: int
) -> None:
    long = ("Greta", "Zoë Zettelmeyer-Huber", "Archibald of the Twenty")
    others = tuple(
        OpponentView(player="p", name=name, bot=True, place=1, score=1) for name in long
    )
    shown = [
        entry.model_copy(update={"game": game, "opponents": others})
        for entry, game in zip(entries() * len(GAMES), GAMES, strict=False)
    ]
    with speaking(language):
        found = match_list(shown, {}, UNICODE, width)
        titles = [title_of(entry) for entry in shown]
    assert all(
        width_of(text_of((each,))) <= width for each in (found.head, *found.rows)
    )
    for title, each, more in zip(titles, found.rows, found.more, strict=True):
        assert (title in text_of((each,))) or title in more
        assert "/" not in title
        assert all(name in text_of((each,)) or name in more for name in long)
        assert bool(more) == (width < 160)


def test_a_short_list_of_matches_leaves_no_word_out() -> None:
    alone = entries()[0].model_copy(update={"opponents": ()})
    found = match_list([alone], {}, ASCII, 78)
    assert "Easthaven" in text_of(found.rows)
    assert found.more == ("",)


@given(st.integers(0, 1000), st.integers(1, 1000))
def test_only_who_wins_all_has_won_the_whole(wins: int, more: int) -> None:
    assert percentage(wins, wins) == ("100.0%" if wins else "-")
    assert percentage(wins, wins + more) != "100.0%"


def test_a_window_is_told_by_its_first_and_its_last_day() -> None:
    window = read_window("2028-02")
    february = WindowView(name=window.name, start=window.start, end=window.end)
    assert window_text(february) == "2028-02: 2028-02-01 to 2028-02-29, UTC"
    assert window_text(WindowView(name="all", start=None, end=None)) == "All time"


def test_a_change_of_rating_has_its_sign_and_its_doubt() -> None:
    entry = entries()[0]
    falling = entry.model_copy(
        update={
            "before": ShownRating(rating=1500, provisional=True),
            "after": ShownRating(rating=1492, provisional=True),
        }
    )
    assert change_text(falling, UNICODE) == "−8?"
    assert change_text(entry, ASCII) == "+23"
    unrated = {"rated": False, "before": None, "after": None}
    assert change_text(entry.model_copy(update=unrated), ASCII) == "-"
    daily = entry.model_copy(update={**unrated, "kind": "daily"})
    assert change_text(daily, ASCII) == "daily"


def test_a_chart_of_ratings_runs_from_the_oldest_to_the_newest() -> None:
    chart = rating_chart(entries(), {"easthaven"})
    assert (chart[0], chart[-1]) == (1519, 1583)
    assert ADA.named


@pytest.mark.parametrize("undone", ["score", "plies", "elapsed_ms"])
def test_what_nobody_has_done_is_no_personal_best(undone: str) -> None:
    entry = entries()[0]
    bests = {entry.game: entry.match}
    assert result_cells(entry, bests)[1].endswith("!")
    by_itself = entry.model_copy(update={undone: 0})
    assert not result_cells(by_itself, bests)[1].endswith("!")

"""The parts of the table, one by one: bars, pages, keys at the foot, replay, hints."""

from collections.abc import Callable, Mapping
from random import Random

import pytest
from tests.client.commands.test_replaying import recorded
from tests.conditions import eventually
from tests.golden.fullscreen.still import NOW, result, room, seats
from tests.records.test_transcripts import played
from tests.screens import opened

from samedeal_client.language import Language, speaking
from samedeal_client.play.advice import Adviser
from samedeal_client.play.orders import Around
from samedeal_client.play.replay.playback import Playback
from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.felt import Felt, Spot
from samedeal_client.screen.keys.foot import (
    CAP,
    ENTER_CAP,
    KeyHint,
    capped_line,
    fitting,
    foot_line,
    key_at,
)
from samedeal_client.screen.keys.key_hints import room_keys
from samedeal_client.screen.replay.at_moment import racers_at
from samedeal_client.screen.replay.rerun import Beyond, Rerun
from samedeal_client.screen.room.around.pages import (
    awaited_lines,
    clock_label,
    countdown_lines,
    ready_lines,
    tail_lines,
)
from samedeal_client.screen.table.picture import Fuse, headline
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.table.race.bars import Bars
from samedeal_client.screen.table.race.changes import FLASH_S, SHOWN_S
from samedeal_client.screen.table.race.gains import CHIP, GAIN_S
from samedeal_client.screen.table.race.racers import Racer
from samedeal_client.screen.table.scroll import Scroll
from samedeal_client.screen.widgets import Words
from samedeal_client.terminal.cloth import CLOTH, FOUR, LIGHT, LIGHT_MANY, MANY
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import (
    Line,
    Span,
    Style,
    line,
    text_of,
    width_of,
    width_of_row,
)
from samedeal_client.view.times import is_late
from samedeal_client.view.tints import RIVAL_TINTS, Patch, Tint
from samedeal_client.view.watching import head_line
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.squares import SquaresGame
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_protocol.rooms.boards import OpenMatchView
from samedeal_records.replays import Replay

ABOUT = find_game("westcliff/american").about
POINTS = find_game("squares/english").about
SIZE = (80, 24)
LINED = UNICODE._replace(halves="")


def racers(*scores: int) -> list[Racer]:
    """Return racers with these scores, the first of them oneself."""
    return [
        Racer(number, f"P{number}", score, 9, "playing", is_own=number == 0)
        for number, score in enumerate(scores)
    ]


def test_a_change_of_places_is_told_and_seen_for_a_while() -> None:
    bars = Bars()
    assert bars.look(racers(5, 3), 0.0) == ()
    told = text_of(bars.look(racers(5, 8), 1.0))
    assert told == " P1 overtakes you: 2nd of 2."

    def drawn(now_s: float) -> str:
        return text_of(bars.lines(racers(5, 8), ABOUT, SIZE, UNICODE, now_s))

    assert "▲" in drawn(1.0)
    assert "▼" in drawn(1.0 + SHOWN_S - 0.1)
    assert "▲" not in drawn(1.0 + SHOWN_S)
    assert text_of(bars.look(racers(9, 8), 20.0)) == " You pass P1: 1st of 2."


def test_who_was_only_level_for_a_while_is_passed_once() -> None:
    bars = Bars()
    scores = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3), (3, 3), (3, 4), (5, 4))
    told = [text_of(bars.look(racers(*each), 0.0)) for each in scores]
    assert [each for each in told if each] == [
        " You pass P1: 1st of 2.",
        " P1 overtakes you: 2nd of 2.",
        " You pass P1: 1st of 2.",
    ]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", [SIZE, (40, 30), (20, 8), (20, 3)])
def test_ones_own_row_is_lit_for_a_moment_when_one_is_overtaken(
    size: tuple[int, int], glyphs: Glyphs
) -> None:
    bars = Bars()
    bars.look(racers(5, 3), 0.0)
    bars.look(racers(5, 8), 1.0)

    def styles(now_s: float) -> dict[str, set[object]]:
        rows = bars.lines(racers(5, 8), ABOUT, size, glyphs, now_s)
        named = {name: row for row in rows for name in text_of([row]).split()}
        return {name: {span.style for span in row} for name, row in named.items()}

    lit = styles(1.1)
    assert {style for style in lit["P0"] if isinstance(style, Style)} == {Style.WARNING}
    assert len({style for style in lit["P1"] if isinstance(style, Style)}) > 1
    assert styles(1.0 + FLASH_S)["P0"] != lit["P0"]
    with read_by(Reader(motion=False)):
        assert styles(1.1) != lit
    bars.look(racers(9, 8), 20.0)
    assert Style.GOOD in styles(20.1)["P0"]


def test_a_change_of_places_leaves_a_name_its_own_colour() -> None:
    bars = Bars()
    for scores in ((5, 3), (5, 8)):
        bars.look(racers(*scores), 0.0)

    def names(now_s: float) -> set[object]:
        rows = bars.lines(racers(5, 8), ABOUT, SIZE, UNICODE, now_s)
        return {s.style for row in rows for s in row if s.text.startswith("P")}

    with read_by(Reader(motion=False)):
        assert names(0.1) == names(SHOWN_S)


def test_eight_opponents_have_eight_bars() -> None:
    many = [one._replace(is_own=False) for one in racers(*[9] * 8)]
    rows = Bars().lines(many, ABOUT, (80, 20), UNICODE, 0.0)
    assert len({row[3:5] for row in rows}) == 8
    (own, *_) = Bars().lines(racers(9, 8), ABOUT, SIZE, UNICODE, 0.0)
    assert Patch(Tint.BRASS, Tint.BRASS) in {span.style for span in own}


@pytest.mark.parametrize("dyes", [CLOTH, FOUR, LIGHT, MANY, LIGHT_MANY])
def test_points_just_made_have_the_colour_of_no_bar(dyes: Mapping[Tint, str]) -> None:
    bars = {dyes[tint] for tint in (*RIVAL_TINTS, Tint.BRASS)}
    assert len(bars) == len(RIVAL_TINTS) + 1
    assert dyes[CHIP.ground] not in bars


@pytest.mark.parametrize("glyphs", [UNICODE, LINED, ASCII])
def test_who_looks_on_sees_nobody_as_oneself(glyphs: Glyphs) -> None:
    one, other = (racer._replace(is_own=False) for racer in racers(9, 8))
    many = (one, other._replace(is_followed=True))
    rows = Bars().lines(many, ABOUT, SIZE, glyphs, 0.0)
    styles = [span.style for row in rows for span in row]
    assert Style.OWN not in styles
    assert Patch(Tint.BRASS, Tint.BRASS) not in styles
    named = {s.style for row in rows for s in row if s.text.startswith("P")}
    assert len(named) == 2


def test_passing_several_at_once_is_told_in_one_line() -> None:
    bars = Bars()
    bars.look(racers(1, 5, 6, 7), 0.0)
    told = text_of(bars.look(racers(8, 5, 6, 7), 1.0))
    assert told == " You pass P1 and 2 others: 1st of 4."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", " P1 and one other overtake you: 3rd of 3."),
        ("es", " Te adelantan P1 y alguien más: 3.º de 3."),
    ],
)
def test_several_who_overtake_are_told_as_several(
    language: Language, expected: str
) -> None:
    bars = Bars()
    bars.look(racers(5, 3, 4), 0.0)
    with speaking(language):
        assert text_of(bars.look(racers(5, 8, 9), 1.0)) == expected


def test_who_resigns_is_told_nothing_of_those_who_play_on() -> None:
    bars = Bars()
    bars.look(racers(5, 3, 4), 0.0)
    mine, *others = racers(5, 3, 4)
    assert bars.look([mine._replace(state="resigned"), *others], 1.0) == ()


@pytest.mark.parametrize(
    ("width", "language", "expected"),
    [
        (80, "en", "3 up, 9 moves"),
        (44, "en", "3 up, 9 moves"),
        (46, "es", "3 arriba, 9 jugadas"),
    ],
)
def test_a_bar_says_what_each_of_its_numbers_counts(
    width: int, language: Language, expected: str
) -> None:
    with speaking(language):
        rows = Bars().lines(
            racers(3), find_game("easthaven").about, (width, 99), ASCII, 0
        )
    assert expected in text_of(rows)
    assert all(width_of(row) <= width for row in text_of(rows).splitlines())


@pytest.mark.parametrize("width", [60, 80, 44])
def test_one_point_is_a_point_and_what_follows_stands_as_beside_many(
    width: int,
) -> None:
    rows = text_of(Bars().lines(racers(12, 1), POINTS, (width, 2), ASCII, 0.0))
    many, one = rows.splitlines()
    assert ("1 pt, " in one) == (" pts, " in many)
    assert one.endswith("9 moves") == many.endswith("9 moves")
    assert "1 pts" not in rows
    assert width_of(many) == width_of(one)


def test_who_comes_back_to_a_match_has_overtaken_nobody() -> None:
    assert Bars().look(racers(9, 1), 0.0) == ()


@pytest.mark.parametrize("glyphs", [UNICODE, LINED, ASCII])
@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize(
    ("width", "height"),
    [(59, 1), (79, 1), (99, 1), (126, 1), (56, 2), (76, 2), (96, 2), (96, 4), (127, 8)],
)
def test_bars_fit_their_width_and_are_equally_long(
    height: int, width: int, count: int, glyphs: Glyphs
) -> None:
    scores = [7 * number for number in range(count)]
    lines = Bars().lines(racers(*scores), ABOUT, (width, height), glyphs, 0.0)
    assert len(lines) <= max(height, 4 if height > 1 else 2)
    assert all(width_of(row) <= width for row in text_of(lines).splitlines())
    shown = text_of(lines)
    assert all(f" P{number}" in f" {shown}" for number in range(count))
    if glyphs is ASCII:
        parts = [part for row in lines for part in _bars_of(text_of((row,)))]
        assert len({len(part) for part in parts}) == 1
        assert len(parts) == count


@pytest.mark.parametrize(
    ("width", "height", "count", "rows"),
    [
        (59, 1, 3, 1),
        (59, 1, 4, 1),
        (59, 1, 5, 2),
        (59, 1, 8, 2),
        (76, 2, 2, 2),
        (76, 2, 4, 2),
        (76, 2, 8, 3),
        (96, 4, 4, 4),
        (96, 4, 8, 4),
    ],
)
def test_many_share_lines_where_there_are_few_of_those(
    width: int, height: int, count: int, rows: int
) -> None:
    scores = [7 * number for number in range(count)]
    lines = Bars().lines(racers(*scores), POINTS, (width, height), ASCII, 0.0)
    assert len(lines) == rows


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_what_keeps_a_racer_from_playing_stands_in_place_of_a_bar_that_is_short(
    glyphs: Glyphs,
) -> None:
    first, *others = racers(9, 8, 7, 6)
    away = [first, *(one._replace(is_away=True) for one in others)]
    for width in (59, 79):
        (*rows,) = Bars().lines(away, ABOUT, (width, 1), glyphs, 0.0)
        assert text_of(rows).count("away") == (3 if width == 79 else 0)
    (low, *_) = Bars().lines(away, ABOUT, (76, 2), glyphs, 0.0)
    assert "away" in text_of([low])


def test_where_a_side_is_slim_and_tall_bars_have_all_of_its_width() -> None:
    rows = Bars().lines(racers(52, 26), ABOUT, (20, 9), ASCII, 0.0)
    assert text_of(rows).splitlines() == [
        "1 P0              52",
        "#" * 20,
        "9 moves",
        "",
        "2 P1              26",
        f"{'#' * 10}{'.' * 10}",
        "9 moves",
    ]
    assert len(Bars().lines(racers(52, 26), ABOUT, (20, 6), ASCII, 0.0)) == 5
    assert len(Bars().lines(racers(52, 26), ABOUT, (20, 4), ASCII, 0.0)) == 4
    assert len(Bars().lines(racers(52, 26), ABOUT, (20, 3), ASCII, 0.0)) == 2


def _bars_of(row: str) -> list[str]:
    runs = row.replace("#", ".").split()
    return [run for run in runs if set(run) == {"."} and len(run) > 1]


@pytest.mark.parametrize(
    ("scores", "widths"),
    [((46, 23, 0), (44, 22, 0)), ((92, 46, 23), (44, 22, 11)), ((0, 0), (0, 0))],
)
def test_bars_at_poker_squares_show_points_and_no_moves(
    scores: tuple[int, ...], widths: tuple[int, ...]
) -> None:
    rows = Bars().lines(racers(*scores), POINTS, (44, 99), ASCII, 0.0)
    assert tuple(text_of((row,)).count("#") for row in rows[1::3]) == widths


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize(("width", "told"), [(80, "+20 pts"), (30, "+20")])
def test_points_just_made_are_shown_for_a_while_to_whom_they_belong(
    width: int, told: str, glyphs: Glyphs
) -> None:
    bars, size = Bars(), (width, 2)
    assert bars.look(racers(25, 3), 0.0) == ()
    assert bars.look(racers(25, 23), 1.0) == ()

    def rows(now_s: float) -> list[str]:
        lines = bars.lines(racers(25, 23), POINTS, size, glyphs, now_s)
        return text_of(lines).splitlines()

    own, other = rows(1.0)
    assert f" {told} " in other
    assert "+" not in own
    later = rows(1.0 + GAIN_S)
    assert "+" not in "".join(later)
    assert [width_of(row) for row in later] == [width_of(own), width_of(other)]


def test_one_point_is_told_as_one_and_cards_that_go_up_are_not() -> None:
    bars = Bars()
    for score in (46, 47):
        bars.look(racers(score), 0.0)
    assert " +1 pt " in text_of(bars.lines(racers(47), POINTS, SIZE, ASCII, 0.0))
    assert "+" not in text_of(bars.lines(racers(47), ABOUT, SIZE, ASCII, 0.0))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_beside_the_felt_bars_have_rows_of_their_own(glyphs: Glyphs) -> None:
    rows = Bars().lines(racers(52, 26, 0), ABOUT, (44, 99), glyphs, 0.0)
    assert len(rows) == 3 * 3 - 1
    widths = [sum(width_of(span.text) for span in row) for row in rows]
    assert widths == [44, 44, 0, 44, 44, 0, 44, 44]
    full, half, none = (row[0].text for row in rows[1::3])
    assert (len(full), len(half), len(none)) == (44, 22, 0)


def test_a_bar_in_colours_ends_at_an_eighth_of_a_cell() -> None:
    (_, bar) = Bars().lines(racers(1), ABOUT, (44, 99), UNICODE, 0.0)
    assert [span.text for span in bar] == ["", "▉", " " * 43]


def test_a_line_beside_the_clock_shrinks_as_time_runs_down() -> None:
    def burnt(share: float, glyphs: Glyphs = UNICODE) -> str:
        fuse = Fuse(share, is_late=False, glyphs=glyphs)
        return text_of((headline(" x", Span(""), "1:01", 60, fuse=fuse),))

    assert burnt(1.0).endswith(f" {'━' * 10} 1:01")
    assert burnt(0.5).endswith(f" {'━' * 5}{'─' * 5} 1:01")
    assert burnt(0.01).endswith(f" ━{'─' * 9} 1:01")
    assert burnt(0.0).endswith(f" {'─' * 10} 1:01")
    assert burnt(0.5, ASCII).endswith(" =====----- 1:01")
    assert len({len(burnt(share)) for share in (0.0, 0.5, 1.0)}) == 1


def test_a_title_leaves_no_room_for_a_line_that_would_hide_it() -> None:
    fuse = Fuse(1.0, is_late=False, glyphs=UNICODE)
    row = text_of((headline(" x" * 24, Span(""), "1:01", 60, fuse=fuse),))
    assert "━" not in row
    assert row.endswith("1:01")


@pytest.mark.parametrize(
    ("text", "cap"),
    [
        ("Enter rematch", "Enter"),
        ("c 4 lay", "c 4"),
        ("+, - speed", "+, -"),
        ("1-9, 0, e take", "1-9, 0, e"),
        ("left, right move", "left, right"),
        ("4, Enter on 8D", "4, Enter"),
        (": type", ":"),
    ],
)
@pytest.mark.parametrize("half", ["", "c"])
def test_keys_at_the_foot_are_on_caps_or_reversed_and_then_comes_a_blank(
    text: str, cap: str, half: str
) -> None:
    hints = (KeyHint("x", text), KeyHint("?", "? help"))
    words = text.removeprefix(cap)
    capped, plain = capped_line(hints, 60, half), foot_line(hints, 60, half)
    assert [s.text for s in capped if isinstance(s.style, Patch)] == [
        f" {cap} ",
        " ? ",
    ]
    keys = [s.text for s in plain if s.style is Style.HELD]
    assert keys == [*([f" {half}_"] if half else []), cap, "?"]
    assert f" {cap} {words}  " in text_of((capped,))
    assert f" {cap}{words}  " in text_of((plain,))


@pytest.mark.parametrize("line_of", [capped_line, foot_line])
def test_the_key_for_help_stands_at_the_right_end(
    line_of: Callable[[tuple[KeyHint, ...], int], Line],
) -> None:
    hints = (KeyHint("d", "d deal"), KeyHint("?", "? help"))
    for width in (20, 40, 80):
        row = line_of(hints, width)
        assert width_of_row(row) == width
        assert text_of((row,)).endswith("help")
        at = width - len("? help  ")
        assert [key_at(hints, x, width) for x in (2, at, width - 1)] == ["d", "?", "?"]


def test_enter_alone_has_a_cap_of_brass() -> None:
    hints = (KeyHint("enter", "4, Enter on 8D"), KeyHint("escape", "Esc put back"))
    caps = [s.style for s in capped_line(hints, 80) if isinstance(s.style, Patch)]
    assert caps == [ENTER_CAP, CAP]


def test_a_word_of_one_letter_behind_a_key_is_no_key() -> None:
    capped = capped_line((KeyHint("b", "b a bot"),), 80)
    assert [s.text for s in capped if isinstance(s.style, Patch)] == [" b "]


def test_a_clock_stands_out_when_little_time_is_left_and_not_before() -> None:
    clocks = [
        headline(" Westcliff", Span(""), "1:01", 80, is_late=is_late(left_ms))[-1]
        for left_ms in (60_001, 60_000, 0)
    ]
    assert [clock.style for clock in clocks] == [Style.TITLE, Style.NEXT, Style.NEXT]
    for left_ms, style in ((90_000, Style.TITLE), (9_000, Style.NEXT)):
        watched = room(phase="playing", until=NOW + left_ms)
        assert head_line(watched, NOW)[-1].style is style


def test_the_clock_of_a_room_says_what_it_counts_to() -> None:
    waiting = room(seats=seats(3, ready=1))
    assert clock_label(waiting) == "closes in "
    assert clock_label(room(seats=seats(3, ready=2))) == "starts within "
    assert clock_label(room(phase="countdown")) == "cards in "
    assert clock_label(room(phase="playing")) == ""


@pytest.mark.parametrize(
    ("game", "key"), [("easthaven", "d  "), ("squares/english", "arrows ")]
)
def test_the_keys_of_the_board_are_told_while_the_cards_are_awaited(
    game: str, key: str
) -> None:
    counting = room(phase="countdown").model_copy(update={"game": game})
    told = text_of(countdown_lines(counting, 0, 2_001))
    assert "The cards are dealt in 0:03" in told
    assert f"\n  {key}" in told
    assert key not in text_of(countdown_lines(counting, None, 2_001))


def test_who_is_ready_alone_is_told_what_is_awaited() -> None:
    alone = room(seats=seats(3, ready=1))
    assert "once another player is ready" in text_of(awaited_lines(alone, 0))
    assert not awaited_lines(alone, 1)
    assert not awaited_lines(alone, None)
    assert not awaited_lines(room(seats=seats(3, ready=2)), 0)
    assert not awaited_lines(room(seats=seats(3)), 0)


def test_what_is_next_and_who_is_ready_for_it_fits_the_width() -> None:
    opened = OpenMatchView(id="m", number=2, commitment=b"", game="easthaven")
    plain = room(count=8, phase="result", result=result(8), best_of=3)
    view = plain.model_copy(update={"next_match": opened, "seats": seats(8, ready=5)})
    text = " ".join(text_of(tail_lines(view, 0, 80)).split())
    assert "Next: match 2 of at most 3, Easthaven" in text
    assert "Ready: you, Bob, Greta [bot], 名前, Persephone of Henna" in text
    assert "Not yet: Dot (away), Eve, Fay" in text
    narrow = text_of(tail_lines(view, 0, 40)).splitlines()
    assert all(width_of(row) <= 40 for row in narrow)
    over = view.model_copy(update={"scoring": "duplicate"})
    assert "deal 2 of 3" in text_of(tail_lines(over, 0, 80))


@pytest.mark.parametrize("width", [60, 80, 100])
def test_who_sits_in_a_room_of_one_game_is_told_how_to_play_another(
    width: int,
) -> None:
    opened = OpenMatchView(id="m", number=2, commitment=b"")
    view = room(phase="result", result=result()).model_copy(
        update={"next_match": opened}
    )
    told = text_of(tail_lines(view, 0, width))
    assert "Another game: ctrl+x leaves, then host it." in told
    assert all(width_of(row) <= width for row in told.splitlines())
    assert "Another game" in text_of(ready_lines(view, 0))
    assert "Another game" not in text_of(tail_lines(view, None, width))
    evening = view.model_copy(update={"best_of": 3})
    assert "Another game" not in text_of(tail_lines(evening, 0, width))


def test_who_plays_alone_is_told_to_deal_and_not_to_talk() -> None:
    view = room(count=1, kind="daily", seats_max=1, seats=seats(1))
    told = [hint.text for hint in room_keys(Around(view, view.seats[0]))]
    assert told == ["Enter deals the cards", "ctrl+x leave", "? help"]
    several = view.model_copy(update={"kind": "event", "seats_max": 4})
    told = [hint.text for hint in room_keys(Around(several, view.seats[0]))]
    assert told == ["Enter ready", "/ talk", "ctrl+x leave", "? help"]


def test_a_click_on_words_at_the_foot_is_their_key() -> None:
    hints = (KeyHint("d", "d deal"), KeyHint("", "1-7 take"), KeyHint("?", "? help"))
    text = text_of((foot_line(hints, 80),))
    for hint in hints:
        at = text.index(hint.text)
        assert key_at(hints, at, 80) == hint.key
        assert key_at(hints, at + len(hint.text) - 1, 80) == hint.key
    assert key_at(hints, 60, 80) == ""
    half = text_of((foot_line(hints, 80, "c"),))
    assert key_at(hints, 0, 80, "c") == ""
    assert key_at(hints, half.index("? help"), 80, "c") == "?"


def test_the_foot_gives_up_its_last_keys_first_and_the_way_out_before_help() -> None:
    hints = (
        KeyHint("d", "d deal"),
        KeyHint("", "1-7 take"),
        KeyHint("/", "/ talk"),
        KeyHint("ctrl+x", "ctrl+x leave"),
        KeyHint("?", "? help"),
    )
    assert fitting(hints, 80) == hints
    assert fitting(hints, 50) == (*hints[:2], *hints[3:])
    assert fitting(hints, 40) == (hints[0], *hints[3:])
    assert fitting(hints, 30) == hints[3:]
    assert fitting(hints, 3) == (hints[4],)


def test_what_is_too_long_is_scrolled_and_its_tail_stays() -> None:
    scroll, rows = Scroll(), tuple(line(f"row {n}") for n in range(30))
    tail = (line("tail"),)

    def seen() -> list[str]:
        return text_of(scroll.cut(Felt(rows, ()), tail, 10).rows).splitlines()

    assert not scroll.turn("down")
    assert seen()[0] == "row 0"
    assert seen()[-2:] == [" down: 23 more lines", "tail"]
    assert scroll.turn("down")
    assert seen()[0] == "row 1"
    for _ in range(9):
        scroll.turn("pagedown")
    assert "row 29" in seen()
    assert seen()[-2] == " up: back to the top"
    assert not scroll.turn("x")


def test_a_board_is_never_scrolled() -> None:
    scroll = Scroll()
    felt = Felt(tuple(line("x") for _ in range(30)), (Spot("1", 1, 0, 0, 4),))
    assert scroll.cut(felt, (), 10) == felt
    assert not scroll.turn("down")


@pytest.mark.parametrize("key", ["squares/english", "easthaven", "russian"])
def test_a_replay_is_gone_through_by_keys(key: str) -> None:
    transcript = played(key, 4)
    rerun = Rerun(Playback(Replay(transcript)), recorded(transcript))
    for pressed in ("right", "pagedown", "left", "tab", "+", "-", "x"):
        assert rerun.press(pressed) is None
        assert rerun.felt(ASCII, 16, 80).rows
    assert rerun.press("end") is None
    made = rerun.head
    assert rerun.press("home") is None
    assert " 0 of " in rerun.head
    assert made != rerun.head
    for pressed, beyond in (
        ("escape", Beyond.CLOSE),
        ("a", Beyond.ANALYSE),
        ("t", Beyond.PRACTISE),
    ):
        assert rerun.press(pressed) is beyond


@pytest.mark.parametrize("key", ["squares/english", "russian", "capricieuse"])
def test_what_answers_a_question_is_for_nothing_else(key: str) -> None:
    transcript = played(key, 4)
    playback = Playback(Replay(transcript), now_s=lambda: 0.0)
    rerun = Rerun(playback, recorded(transcript))
    replay = playback.replay
    rerun.press("right")

    def state() -> object:
        at = (replay.at_ms, replay.watched, playback.is_running, playback.speed)
        return (*at, *(replay.ply_of(number) for number in replay.watched))

    before = state()
    for row in rerun.keys:
        for pressed in row.does:
            rerun.press("escape")
            assert rerun.press("i") is None
            assert rerun.press(pressed) is None
            assert state() == before


def test_a_question_is_about_the_board_that_was_seen_and_stops_it() -> None:
    now_s = 0.0
    transcript = played("westcliff/classic", 4)
    playback = Playback(Replay(transcript), now_s=lambda: now_s)
    rerun = Rerun(playback, recorded(transcript))
    rerun.press("space")
    rerun.press("i")
    assert not playback.is_running
    now_s = 3600.0
    rerun.look()
    rerun.press("1")
    rerun.press("1")
    assert "onto itself" in shown_by(rerun)
    playback.step(1)
    assert "onto itself" not in shown_by(rerun)


def shown_by(rerun: Rerun) -> str:
    """Return what a replay tells besides its board."""
    return text_of(rerun.picture(ASCII, (80, 30), (80, 4), 80).banner)


def test_a_replay_runs_with_the_clock_and_as_fast_as_is_said() -> None:
    now_s = 0.0
    transcript = played("squares/english", 4)
    playback = Playback(Replay(transcript), now_s=lambda: now_s)
    rerun = Rerun(playback, recorded(transcript))
    rerun.press("space")
    rerun.look()
    slow = racers_at(playback.replay, None)
    assert len(slow) == len(playback.replay.by_place())
    rerun.press("+")
    now_s = 3600.0
    rerun.look()
    assert sum(r.plies for r in racers_at(playback.replay, None)) > sum(
        r.plies for r in slow
    )
    assert rerun.time == rerun.time.lstrip("x")


@pytest.mark.parametrize("key", GAMES)
async def test_a_hint_is_a_legal_move_wherever_somebody_of_skill_plays(
    key: str,
) -> None:
    game, dice = find_game(key), Random(key)
    adviser = Adviser(game)
    assert adviser.knows == (Level.EXPERT in players_for(key))
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    for _ in range(6):
        legal = {game.format(move) for move in game.legal_moves(position)}
        hint = await adviser.hint([position], lambda: False)
        assert hint.move in legal if adviser.knows else hint.move == ""
        position = game.apply(position, dice.choice(game.legal_moves(position)))


@pytest.mark.parametrize("key", [k for k in GAMES if Level.EXPERT in players_for(k)])
async def test_a_hint_is_shown_and_can_be_followed(key: str) -> None:
    game = find_game(key)
    app = PracticeScreen(game, bytes(32), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        plies = app.board.plies
        await pilot.press("H")
        notes = app.query_one("#notes", Words)
        await eventually(lambda: "Hint: " in text_of(notes.lines))
        if isinstance(game, SquaresGame):
            await pilot.press("enter")
            assert app.board.plies == plies + 1

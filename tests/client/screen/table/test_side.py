"""The side of the felt on a wide screen: time, record, hands, news."""

import re
from collections.abc import Sequence

import pytest
from tests.conditions import eventually
from tests.golden.fullscreen.ended import at_end, ended
from tests.golden.fullscreen.scenes import SCENES, watched, with_score
from tests.golden.fullscreen.seen import seen
from tests.golden.fullscreen.still import playing
from tests.golden.fullscreen.write import moved_on, settled
from tests.screens import opened

from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.felt import NO_FELT
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.panels.facts import Time, own_block, time_block
from samedeal_client.screen.panels.hands import hands_block
from samedeal_client.screen.room.around.ratings import Ratings
from samedeal_client.screen.room.beside import panels_beside
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.screen.table.layout import (
    ALL_BELOW,
    HANDS_SIDE_WIDTH,
    LEAST_NEWS,
    NEWS_KEPT,
    WIDE,
    Beside,
    bars_below,
    notes_shown,
    plan_for,
    rooms,
    side_of,
    side_rows,
)
from samedeal_client.screen.table.notes import Notes
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.race.asides import Asides
from samedeal_client.screen.table.race.bars import Bars
from samedeal_client.screen.table.race.racers import Racer, race_title
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import (
    Lines,
    Span,
    Style,
    line,
    text_of,
    width_of,
    width_of_row,
)
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_protocol.deals.dailies import StreakView
from samedeal_protocol.results.profiles import BestView, GameView

SQUARES = find_game("squares/english")
RACE = find_game("easthaven")
PATIENCES = [game for game in GAMES.values() if isinstance(game, PatienceGame)]
LIMIT_S = 300
BESIDE, BESIDE_SQUARES = (plan_for((WIDE, 40), game) for game in (RACE, SQUARES))
SIDE_ROOM = BESIDE.room


def laid(cells: Sequence[str]) -> Lines:
    """Return the panel of hands after cards were laid on some cells."""
    position = SQUARES.setup(deal_from_seed(bytes(32), SQUARES.about.packs))
    for cell in cells:
        position = SQUARES.apply(position, SQUARES.parse(cell))
    block = hands_block(SQUARES, SQUARES.view(position), UNICODE)
    assert block is not None
    return block.rows


def picture(count: int = 3, glyphs: Glyphs = UNICODE) -> Picture:
    """Return a match of Poker Squares with everything there is beside it."""
    about, game = SQUARES.about, SQUARES
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    bars = tuple(line(f"racer {n}") for n in range(3 * count - 1))
    time = time_block(Time(200_000, LIMIT_S, 12), about, SIDE_ROOM, glyphs)
    own = own_block((), about, "1503", glyphs)
    hands = hands_block(game, game.view(position), glyphs)
    side = tuple(block for block in (time, own, hands) if block is not None)
    return Picture((), bars, (), NO_FELT, race=race_title(about), side=side)


def beside(seen: Picture, height: int, notes: Lines = ()) -> list[str]:
    """Return the rows beside a felt of some height."""
    side = side_of(seen, height, height, BESIDE_SQUARES)
    rows = side_rows(side, notes[-side.notes :] if side.notes else (), UNICODE)
    assert len(rows) <= height
    assert all(width_of_row(row) <= HANDS_SIDE_WIDTH - 2 for row in rows)
    return text_of(rows).split("\n")


def titles(rows: list[str]) -> dict[str, int]:
    """Return the number of the row on which each frame begins, by its title."""
    starts = ((row.split()[1], number) for number, row in enumerate(rows) if "╭" in row)
    return dict(starts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_beside_a_patience_leaves_its_board_ten_cells_more(
    language: Language,
) -> None:
    assert BESIDE.width == BESIDE_SQUARES.width - 10
    best = BestView(score=52, plies=120, elapsed_ms=590_900, match="m-1", at=1)
    streak = StreakView(current=365, longest=1_000)
    known = GameView(
        game=RACE.about.key, matches=3, wins=1, outs=1, best=best, streak=streak
    )
    racers = [racer(number, 40 + number) for number in range(3)]
    with speaking(language):
        time = time_block(Time(100_000, LIMIT_S, 1_234), RACE.about, SIDE_ROOM, UNICODE)
        own = [
            own_block(games, RACE.about, "1503", UNICODE) for games in ((), (known,))
        ]
        bars = Bars().lines(racers, RACE.about, (SIDE_ROOM, 30), UNICODE, 0.0)
        rows = (*bars, *time.rows, *(row for one in own if one for row in one.rows))
    assert max(map(width_of_row, rows)) <= SIDE_ROOM


@pytest.mark.parametrize("size", [(80, 24), (99, 30), (100, 30), (131, 43)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("key", ["squares/english", "squares/american"])
def test_race_and_hands_stand_beside_squares_on_small_screens(
    size: tuple[int, int], language: Language, count: int, key: str
) -> None:
    game = find_game(key)
    plan, height = plan_for(size, game), size[1] - 5
    felt, bars = rooms(size, height, plan)
    assert (felt[0] + plan.width, plan.has_notes) == (size[0], False)
    racers = [racer(number, 100 + number) for number in range(count)]
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    for _ in range(24):
        position = game.apply(position, game.legal_moves(position)[0])
    with speaking(language):
        drawn = Bars().lines(racers, game.about, bars, UNICODE, 0.0)
        hands = hands_block(game, game.view(position), UNICODE, plan.room)
        assert hands is not None
        seen = picture()._replace(bars=drawn, side=(hands,))
        rows = side_rows(side_of(seen, height, height, plan), (), UNICODE)
    assert {width_of_row(row) for row in drawn} <= {0, plan.room}  # some are blank
    assert all(width_of_row(row) <= plan.room for row in hands.rows)
    assert len(rows) <= height
    told = [*titles(text_of(rows).split("\n"))]
    assert len(told) == (1 if len(drawn) + len(hands.rows) + 4 > height else 2)
    assert len(told) == 2 or count > 6


def test_where_nothing_is_free_beside_a_board_all_stands_below_it() -> None:
    for size, game in (
        ((79, 24), SQUARES),
        ((80, 23), SQUARES),
        ((79, 24), RACE),
        ((WIDE - 1, 40), find_game("capricieuse")),
    ):
        plan = plan_for(size, game)
        assert (plan.width, plan.has_race) == (0, False)
        assert plan.below
    assert not plan_for((80, 24), SQUARES, has_race=False).has_race
    assert plan_for((WIDE - 1, 40), RACE, has_race=False) == ALL_BELOW


@pytest.mark.parametrize("game", PATIENCES)
@pytest.mark.parametrize("width", [80, 100, 131])
@pytest.mark.parametrize("height", range(15, 60, 5))
def test_a_race_stands_beside_a_patience_that_loses_nothing_by_it(
    height: int, width: int, game: PatienceGame
) -> None:
    columns = game.ruleset.columns
    plan = plan_for((width, height), game)
    rows = height - 2 - notes_shown(height)
    beside = setting_for(columns, rows, width - plan.width)
    below = plan_for((width, height)).rows if plan.width else 0
    assert beside.size.width >= setting_for(columns, rows - below, width).size.width
    last = beside.x(columns - 1) + beside.size.width
    assert not plan.width or last <= width - plan.width


def test_seven_columns_leave_a_side_free_from_80_cells_on() -> None:
    widths = [plan_for((width, 24), RACE).width for width in (79, 80, 99, 100, 131)]
    assert widths == [0, 26, 26, 32, 32]
    assert plan_for((80, 15), RACE).width == 26


@pytest.mark.parametrize(
    ("size", "is_framed"),
    [((80, 20), False), ((80, 24), True), ((100, 30), True), ((60, 15), False)],
)
def test_a_race_below_a_board_has_a_frame_where_there_are_rows_for_it(
    size: tuple[int, int], *, is_framed: bool
) -> None:
    plan = plan_for(size, find_game("capricieuse"))
    _, room = rooms(size, size[1] - 5, plan)
    racers = [racer(number, number) for number in range(8)]
    bars = Bars().lines(racers, RACE.about, room, UNICODE, 0.0)
    seen = picture()._replace(race="Race to 104", bars=bars)
    drawn = bars_below(seen, size[0], plan, UNICODE)
    assert ("Race to 104" in text_of(drawn)) == is_framed
    assert len(drawn) == len(bars) + (2 if is_framed else 0) <= 5
    assert all(width_of_row(row) <= size[0] for row in drawn)
    lesson = seen._replace(race="")
    assert bars_below(lesson, size[0], plan, UNICODE) == bars


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (100, 16), (60, 15)])
async def test_nothing_jumps_beside_a_race_while_one_plays(
    size: tuple[int, int],
) -> None:
    app = SCENES["easthaven-in-colours"].app(UNICODE)
    async with opened(app, size=size) as pilot:
        await settled(app, pilot, size)
        table, before = app.query_one(Table), app.query_one(Table).region
        first = {(s.pile, s.x, s.y) for s in table.felt.spots if not s.size}
        for key in ("3", "escape", "x", "?", "escape"):
            await pilot.press(key)
            await settled(app, pilot, size)
            if not app.shows_help:
                spots = {(s.pile, s.x, s.y) for s in table.felt.spots if not s.size}
                assert (table.region.width, spots) == (before.width, first)


@pytest.mark.parametrize("height", [38, 41, 48, 58])
def test_time_record_hands_and_news_stand_beside_the_race(height: int) -> None:
    assert [*titles(beside(picture(), height))] == [
        *("Points", "Time", "You", "Hands", "News")
    ]


def test_the_race_and_the_news_stay_where_there_is_little_room() -> None:
    assert [*titles(beside(picture(), 20))] == ["Points", "News"]
    assert [*titles(beside(picture(), 30))] == ["Points", "Hands", "News"]


@pytest.mark.parametrize("height", range(15, 60, 4))
@pytest.mark.parametrize("count", [2, 3, 8])
def test_a_race_always_has_room(count: int, height: int) -> None:
    _, size = rooms((WIDE, height + 2), height, BESIDE)
    about, racers = RACE.about, [racer(number, number) for number in range(count)]
    bars = Bars().lines(racers, about, size, UNICODE, 0.0)
    assert "Race" in titles(beside(picture()._replace(bars=bars, race="Race"), height))


@pytest.mark.parametrize("height", [20, 38, 48])
def test_nothing_beside_the_felt_moves_as_news_comes(height: int) -> None:
    seen = picture()
    before = titles(beside(seen, height))
    for count in (1, 3, 40):
        notes = tuple(line(f"note {number}") for number in range(count))
        rows = beside(seen, height, notes)
        assert titles(rows) == before
        assert any(f"note {count - 1} " in row for row in rows)
    assert side_of(seen, height, height, BESIDE_SQUARES).notes >= LEAST_NEWS


@pytest.mark.parametrize("height", [38, 48, 58])
def test_a_frame_without_news_is_no_empty_field(height: int) -> None:
    rows = beside(picture(), height)
    behind = rows[titles(rows)["News"] :]
    assert len(behind) <= NEWS_KEPT + 2


def test_a_line_that_is_typed_takes_its_row_from_the_news() -> None:
    seen = picture()
    whole, typed = (side_of(seen, 38, now, BESIDE) for now in (38, 37))
    assert typed.stack == whole.stack
    assert typed.notes == whole.notes - 1


def test_a_side_is_drawn_again_only_for_something_else_on_it() -> None:
    drawn = Beside()

    def rows(*, notes: int) -> Lines:
        told = tuple(line(f"note {number}") for number in range(notes))
        return drawn.rows(side_of(picture(), 48, 48, BESIDE), told, UNICODE)

    first = rows(notes=1)
    assert rows(notes=1) is first
    assert rows(notes=2) != first
    assert rows(notes=1) == first


def test_hands_are_named_in_the_language_that_is_spoken() -> None:
    cells = ("a1",)
    assert "full house" in text_of(laid(cells))
    with speaking("es"):
        assert "full house" not in text_of(laid(cells))


def test_what_a_lesson_says_moves_no_hands() -> None:
    lesson = picture()._replace(race="")
    short = beside(lesson._replace(bars=(line("once"),)), 48)
    long = beside(lesson._replace(bars=(line("once"),) * 5), 48)
    assert titles(short)["Hands"] == titles(long)["Hands"]
    assert titles(short)["Advice"] == titles(long)["Advice"]


def test_hands_are_counted_as_they_are_made() -> None:
    assert not any("●" in row for row in text_of(laid(())).split("\n")[:-1])
    position = SQUARES.setup(deal_from_seed(bytes(32), SQUARES.about.packs))
    cells = tuple(map(SQUARES.format, SQUARES.legal_moves(position)))
    *rows, told = text_of(laid(cells)).split("\n")
    made = [row for row in rows if "●" in row]
    for cell in cells:
        position = SQUARES.apply(position, SQUARES.parse(cell))
    assert sum(int(row.split()[-1]) for row in made) == SQUARES.score(position) > 0
    assert "○" in told
    assert not any("○" in row for row in rows)


def test_a_patience_has_no_hands() -> None:
    position = RACE.setup(deal_from_seed(bytes(32), RACE.about.packs))
    assert hands_block(RACE, RACE.view(position), UNICODE) is None


def test_the_clock_is_large_and_warns_in_the_last_minute() -> None:
    def inks(left_ms: int) -> set[Tint]:
        block = time_block(Time(left_ms, LIMIT_S, 3), RACE.about, SIDE_ROOM, UNICODE)
        spans = [span for row in block.rows[:3] for span in row]
        return {s.style.tint for s in spans if isinstance(s.style, Patch)}

    assert Tint.WARNING not in inks(120_000)
    assert Tint.WARNING in inks(59_000)


@pytest.mark.parametrize("glyphs", [UNICODE, UNICODE._replace(halves=""), ASCII])
def test_the_time_takes_the_same_rows_all_the_time(glyphs: Glyphs) -> None:
    def rows(left_s: int, plies: int) -> int:
        time = Time(1000 * left_s, LIMIT_S, plies)
        return len(time_block(time, RACE.about, SIDE_ROOM, glyphs).rows)

    assert rows(300, 0) == rows(295, 1) == rows(100, 30) == rows(0, 60)


def test_the_pace_is_told_once_there_is_one() -> None:
    def told(left_s: int, plies: int) -> str:
        time = Time(1000 * left_s, LIMIT_S, plies)
        return text_of(time_block(time, SQUARES.about, SIDE_ROOM, UNICODE).rows[-1:])

    assert told(299, 1) == "1 of 25 cards"
    assert told(240, 12) == "12 of 25 cards, 12 a minute"


def test_a_record_is_told_as_far_as_it_is_known() -> None:
    about = RACE.about
    assert own_block((), about, "", UNICODE) is None
    new = own_block((), about, "1500?", UNICODE)
    assert new is not None
    assert "no rated result" in text_of(new.rows)
    best = BestView(score=52, plies=120, elapsed_ms=150_000, match="m-1", at=1)
    known = GameView(
        game=about.key,
        matches=3,
        wins=1,
        outs=1,
        best=best,
        streak=StreakView(current=5, longest=9),
    )
    block = own_block((known,), about, "1583", UNICODE)
    assert block is not None
    assert text_of(block.rows).split("\n") == [
        "rating 1583",
        "best 52 cards up, 2:30.0",
        "dailies ●●●●●○○ 5 days",
        "longest 9 days",
    ]


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_a_slim_side_has_the_record_of_its_player_and_no_second_clock(
    size: tuple[int, int],
) -> None:
    app = SCENES["easthaven"].app(UNICODE)
    async with opened(app, size=size) as pilot:
        await settled(app, pilot, size)
        await eventually(lambda: "rating 1503" in seen(app))
        side = text_of(app.query_one("#side", Words).lines)
        assert [*titles(side.split("\n"))] == ["Race", "You"]
        plan = app.plan
        assert all(width_of(row) <= plan.width for row in side.split("\n"))


def racer(number: int, score: int) -> Racer:
    """Return a racer with a score, the first one oneself."""
    return Racer(number, f"P{number}", score, 9, "playing", is_own=number == 0)


@pytest.mark.parametrize("size", [(80, 20), (80, 24), (100, 30), (132, 40)])
async def test_being_overtaken_is_seen_wherever_the_race_stands(
    size: tuple[int, int],
) -> None:
    scene = SCENES["overtaken"]
    with read_by(Reader(motion=True)):
        app = scene.app(UNICODE)
        async with opened(app, size=size) as pilot:
            await settled(app, pilot, size)
            assert moved_on(scene, app)
            await settled(app, pilot, size)
            bars, notes = (
                [row for part in parts for row in app.query_one(part, Words).lines]
                for parts in (("#side", "#bars"), ("#notes",))
            )
    (own,) = [row for row in bars if " you " in text_of([row])]
    assert "\u25bc" in text_of([own])
    assert Style.WARNING in {span.style for span in own}
    told = text_of([*bars, *notes])
    assert "Bob overtakes you: 2nd of 3." in told


def test_large_hands_of_the_others_are_news_and_ones_own_are_not() -> None:
    asides = Asides()

    def told(*scores: int) -> str:
        racers = [racer(number, score) for number, score in enumerate(scores)]
        return text_of(asides.look(racers, SQUARES.about))

    assert told(0, 0) == ""
    assert told(30, 1) == ""
    assert told(30, 11) == " P1: +10, 11 points"
    assert told(30, 11) == ""
    assert told(0, 0) == ""
    assert told(0, 5) == " P1: +5, 5 points"


def test_every_fifth_card_of_the_others_is_news_in_a_race() -> None:
    asides = Asides()
    scores = [asides.look([racer(1, score)], RACE.about) for score in range(3, 12)]
    assert [text_of(rows) for rows in scores if rows] == [
        " P1: 5 cards up",
        " P1: 10 cards up",
    ]


async def test_spectators_are_told_what_was_made_beside_the_boards() -> None:
    view, _ = playing("squares/english", 12)
    app, size = watched(view)(UNICODE), (160, 50)
    async with opened(app, size=size) as pilot:
        await settled(app, pilot, size)
        assert isinstance(app, WatchScreen)
        app.player.session.room = with_score(view, 1, 60)
        await eventually(lambda: "Bob: +57, 60 points" in seen(app))


def test_asides_are_shown_beside_the_felt_alone() -> None:
    notes = Notes()
    notes.say((line("said"),))
    notes.say_aside((line("aside"),))
    assert text_of(notes.last((), 3, 80, 0.0)) == "said"
    assert text_of(notes.last((), 3, 44, 0.0, is_beside=True)) == "said\naside"
    assert (Span("aside"),) in notes.last((), 3, 44, 0.0, is_beside=True)


@pytest.mark.parametrize("width", [4, 9, 44])
@pytest.mark.parametrize("text", ["seed " + "0123456789abcdef" * 4, "名前" * 30])
def test_a_note_without_a_blank_is_broken_and_not_cut(text: str, width: int) -> None:
    notes = Notes()
    notes.say((line(text),))
    rows = notes.last((), 99, width, 0.0, is_beside=True)
    assert all(width_of(text_of((row,))) < width for row in rows)
    assert re.sub(r"\s", "", text_of(rows)) == text.replace(" ", "")


@pytest.mark.parametrize("rated", [True, False])
async def test_ones_own_best_is_known_in_every_room_and_ratings_where_they_count(
    *, rated: bool
) -> None:
    player = at_end(ended("easthaven", 2))
    before = player.session.room
    assert before is not None
    view = before.model_copy(update={"rated": rated, "phase": "playing"})
    player.session.room = view
    ratings = Ratings(player)
    await ratings.ask()
    assert bool(ratings.of(view)) == rated
    blocks = panels_beside(player, ratings, view, SIDE_ROOM, UNICODE)
    (told,) = (text_of(each.rows) for each in blocks if each.frame.title == "You")
    assert "best 52 cards up" in told
    assert ("rating" in told) == rated

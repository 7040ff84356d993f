"""The parts of the table, one by one: bars, pages, keys at the foot, replay, hints."""

from random import Random

import pytest
from tests.client.commands.test_replaying import recorded
from tests.conditions import eventually
from tests.golden.fullscreen.still import NOW, result, room, seats
from tests.records.test_transcripts import played
from tests.screens import opened

from samedeal_client.language import Language, speaking
from samedeal_client.play.advice import Adviser
from samedeal_client.play.replay.playback import Playback
from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.felt import Felt, Spot
from samedeal_client.screen.keys.foot import (
    KeyHint,
    capped_line,
    fitting,
    foot_line,
    key_at,
)
from samedeal_client.screen.replay.at_moment import racers_at
from samedeal_client.screen.replay.rerun import Beyond, Rerun
from samedeal_client.screen.room.around.pages import (
    awaited_lines,
    clock_label,
    countdown_lines,
    ready_lines,
    tail_lines,
)
from samedeal_client.screen.table.bars import FLASH_S, SHOWN_S, Bars, Racer
from samedeal_client.screen.table.picture import Fuse, headline
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.table.scroll import Scroll
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import Span, Style, line, text_of, width_of
from samedeal_client.view.times import is_late
from samedeal_client.view.tints import Patch
from samedeal_client.view.watching import head_line
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.squares import SquaresGame
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_protocol.rooms.boards import OpenMatchView
from samedeal_records.replays import Replay

ABOUT = find_game("westcliff/american").about
SIZE = (80, 24)


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
    assert told == " P1 overtakes you: 2 of 2."

    def drawn(now_s: float) -> str:
        return text_of(bars.lines(racers(5, 8), ABOUT, SIZE, UNICODE, now_s))

    assert "▲" in drawn(1.0)
    assert "▼" in drawn(1.0 + SHOWN_S - 0.1)
    assert "▲" not in drawn(1.0 + SHOWN_S)
    assert text_of(bars.look(racers(9, 8), 20.0)) == " You pass P1: 1 of 2."


def test_who_was_only_level_for_a_while_is_passed_once() -> None:
    bars = Bars()
    scores = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3), (3, 3), (3, 4), (5, 4))
    told = [text_of(bars.look(racers(*each), 0.0)) for each in scores]
    assert [each for each in told if each] == [
        " You pass P1: 1 of 2.",
        " P1 overtakes you: 2 of 2.",
        " You pass P1: 1 of 2.",
    ]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", [SIZE, (40, 30)])
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
    assert {style for style in lit["P0"] if isinstance(style, Style)} == {Style.HELD}
    assert len({style for style in lit["P1"] if isinstance(style, Style)}) > 1
    assert styles(1.0 + FLASH_S)["P0"] != lit["P0"]
    with read_by(Reader(motion=False)):
        assert styles(1.1) != lit
    bars.look(racers(9, 8), 20.0)
    assert Style.TARGET in styles(20.1)["P0"]


def test_passing_several_at_once_is_told_in_one_line() -> None:
    bars = Bars()
    bars.look(racers(1, 5, 6, 7), 0.0)
    told = text_of(bars.look(racers(8, 5, 6, 7), 1.0))
    assert told == " You pass P1 and 2 more: 1 of 4."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", " P1 and 1 more overtake you: 3 of 3."),
        ("es", " Te adelantan P1 y 1 más: 3.º de 3."),
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


def test_who_comes_back_to_a_match_has_overtaken_nobody() -> None:
    assert Bars().look(racers(9, 1), 0.0) == ()


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("width", [48, 80, 100, 160])
def test_bars_fit_their_width_and_are_equally_long(count: int, width: int) -> None:
    scores = [7 * number for number in range(count)]
    lines = Bars().lines(racers(*scores), ABOUT, (width, 8), ASCII, 0.0)
    is_shared = count > 4 and width >= 80
    assert len(lines) == ((count + 1) // 2 if is_shared else count)
    assert all(width_of(row) <= width for row in text_of(lines).splitlines())
    parts = [part for row in lines for part in _bars_of(text_of((row,)))]
    assert len({len(part) for part in parts}) == 1


def _bars_of(row: str) -> list[str]:
    runs = row.replace("#", ".").split()
    return [run for run in runs if set(run) == {"."} and len(run) > 1]


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
        ("Enter rematch", "Enter "),
        ("3 5 pack", "3 5 "),
        ("+ - speed", "+ - "),
        ("left, right move", "left, right "),
        ("c 4, or arrows and Enter: lay", "c 4"),
        (": type", ": "),
    ],
)
@pytest.mark.parametrize("half", ["", "c"])
def test_keys_at_the_foot_are_caps_on_the_same_cells(
    text: str, cap: str, half: str
) -> None:
    hints = (KeyHint("x", text), KeyHint("?", "? help"))
    capped = capped_line(hints, half)
    assert [s.text for s in capped if isinstance(s.style, Patch)] == [f" {cap}", " ? "]
    assert text_of((capped,)) == text_of((foot_line(hints, half),))


def test_a_word_of_one_letter_behind_a_key_is_no_key() -> None:
    capped = capped_line((KeyHint("b", "b a bot"),))
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
    assert "once a second player is, too" in text_of(awaited_lines(alone, 0))
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
    assert "Another game: leave (ctrl+x) and host it." in told
    assert all(width_of(row) <= width for row in told.splitlines())
    assert "Another game" in text_of(ready_lines(view, 0))
    assert "Another game" not in text_of(tail_lines(view, None, width))
    evening = view.model_copy(update={"best_of": 3})
    assert "Another game" not in text_of(tail_lines(evening, 0, width))


def test_a_click_on_words_at_the_foot_is_their_key() -> None:
    hints = (KeyHint("d", "d deal"), KeyHint("", "3 5 pack"), KeyHint("?", "? help"))
    text = text_of((foot_line(hints),))
    for hint in hints:
        at = text.index(hint.text)
        assert key_at(hints, at) == hint.key
        assert key_at(hints, at + len(hint.text) - 1) == hint.key
    assert key_at(hints, 0) == ""
    assert key_at(hints, 79) == ""
    half = text_of((foot_line(hints, "c"),))
    assert key_at(hints, half.index("? help"), "c") == "?"


def test_the_foot_gives_up_explanations_before_keys() -> None:
    hints = (
        KeyHint("d", "d deal"),
        KeyHint("", "3 5 pack"),
        KeyHint(":", ": type"),
        KeyHint("?", "? help"),
    )
    assert fitting(hints, 80) == hints
    assert fitting(hints, 30) == (hints[0], *hints[2:])
    assert fitting(hints, 20) == (hints[0], hints[3])
    assert fitting(hints, 3) == (hints[3],)


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
    slow = racers_at(playback.replay)
    assert len(slow) == len(playback.replay.by_place())
    rerun.press("+")
    now_s = 3600.0
    rerun.look()
    assert sum(r.plies for r in racers_at(playback.replay)) > sum(r.plies for r in slow)
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

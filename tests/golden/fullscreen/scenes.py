"""Every view and state of the table, as a player who sits there sees it."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from tests.golden.fullscreen.ended import at_end, ended
from tests.golden.fullscreen.ended import evening as evening_after
from tests.golden.fullscreen.still import (
    MATCH,
    NOW,
    SEED,
    playing,
    result,
    room,
    seated,
    seats,
    shown_boards,
    watching,
)
from tests.golden.fullscreen.studies import race_analysis, squares_analysis
from tests.golden.screens.rooms import evening

from samedeal_client.play.room.last_match import match_to_see
from samedeal_client.play.searching import Found
from samedeal_client.play.studying import Study
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.view.cards import Glyphs
from samedeal_client.wire.happenings import Happening, Proven
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.backoff import NextAttempt
from samedeal_games.catalogue import find_game
from samedeal_protocol.results.profiles import EntryView, ShownRating
from samedeal_protocol.rooms.boards import BoardView, OpenMatchView, RoomView
from samedeal_records.analysis import Analysis

AT_S = 100.0
"""The one moment there is, by the clock of the screen."""


class StillRoom(RoomScreen):
    """A room in which nothing happens by itself."""

    def now_s(self) -> float:
        """Return always the same."""
        return AT_S


class KnownStudy(Study):
    """An analysis that nobody has to wait for."""

    def __init__(self, analysis: Analysis) -> None:
        self._known: Found[Analysis] = Found(analysis, "")

    def drop(self) -> None:
        """Leave everything as it is."""

    @property
    def found(self) -> Found[Analysis]:
        """The analysis that is known."""
        return self._known


class StudiedRoom(StillRoom):
    """A room whose last match was analysed."""

    def __init__(
        self, player: Player, glyphs: Glyphs, analysis: Analysis, *, colour: bool
    ) -> None:
        super().__init__(player, glyphs, colour=colour)
        self._analysis = analysis

    async def press(self, key: str) -> None:
        """Lay the analysis ready before it is asked for."""
        match = match_to_see(self._session.room)
        self._play.last.keep(match, KnownStudy(self._analysis))
        await super().press(key)


class StillWatch(WatchScreen):
    """A room that is watched, in which nothing happens by itself."""

    def now_s(self) -> float:
        """Return always the same."""
        return AT_S


class StillPractice(PracticeScreen):
    """Practice without hurry."""

    def now_s(self) -> float:
        """Return always the same."""
        return AT_S


class Maker(Protocol):
    """Makes a screen."""

    def __call__(self, glyphs: Glyphs, *, colour: bool = False) -> TableScreen:
        """Return it as it is with or without colours."""
        ...


class Scene(NamedTuple):
    """A screen, and the keys pressed on it."""

    app: Maker
    keys: tuple[str, ...] = ()
    after: str = ""
    """A text seen when keys can be pressed, where a screen is whole only by and by."""
    later: RoomView | None = None
    """The room once everything is drawn."""


def at_table(
    view: RoomView,
    board: BoardView | None = None,
    *,
    is_cut: bool = False,
    is_in_trouble: bool = False,
    happens: tuple[Happening, ...] = (),
    colour: bool = False,
) -> Maker:
    """Return a maker of the screen of somebody seated in a room."""

    def made(glyphs: Glyphs, *, colour: bool = colour) -> TableScreen:
        player = seated(view, board)
        player.is_cut, player.is_in_trouble = is_cut, is_in_trouble
        if is_cut:
            player.trying = NextAttempt(3, AT_S + 3.5)
        for happening in happens:
            player.happenings.put_nowait(happening)
        return StillRoom(player, glyphs, colour=colour)

    return made


def watched(
    view: RoomView,
    plies: int = 0,
    *,
    is_cut: bool = False,
    happens: tuple[Happening, ...] = (),
) -> Maker:
    """Return a maker of the screen of a spectator, with boards after some plies."""

    def made(glyphs: Glyphs, *, colour: bool = False) -> TableScreen:
        player = watching(view, shown_boards(view, plies) if plies else None)
        player.is_cut = is_cut
        if is_cut:
            player.trying = NextAttempt(3, AT_S + 3.5)
        for happening in happens:
            player.happenings.put_nowait(happening)
        return StillWatch(player, glyphs, colour=colour)

    return made


def at_its_end(
    game: str, count: int, happening: Happening, *, colour: bool = False
) -> Maker:
    """Return a maker of the screen of a player at the end of a match."""

    def made(glyphs: Glyphs, *, colour: bool = colour) -> TableScreen:
        player = at_end(ended(game, count))
        player.happenings.put_nowait(happening)
        return StillRoom(player, glyphs, colour=colour)

    return made


def at_an_evening(deals: int, *, colour: bool = False) -> Maker:
    """Return a maker of the screen of a player after a deal of an evening."""

    def made(glyphs: Glyphs, *, colour: bool = colour) -> TableScreen:
        player = at_end(evening_after(deals))
        player.happenings.put_nowait(_proven())
        return StillRoom(player, glyphs, colour=colour)

    return made


def watched_to_its_end(game: str, count: int) -> Maker:
    """Return a maker of the screen of a spectator at the end of a match."""

    def made(glyphs: Glyphs, *, colour: bool = False) -> TableScreen:
        player = at_end(ended(game, count), watches=True)
        player.happenings.put_nowait(_told_proven())
        return StillWatch(player, glyphs, colour=colour)

    return made


def _shown(game: str, plies: int, count: int = 3) -> RoomView:
    """Return a match of which boards may be watched."""
    view, _ = playing(game, plies, count)
    return view.model_copy(update={"watch": "boards"})


def alone(game: str) -> Maker:
    """Return a maker of the screen of somebody who practises."""

    def made(glyphs: Glyphs, *, colour: bool = False) -> TableScreen:
        return StillPractice(find_game(game), SEED, glyphs, colour=colour)

    return made


def attempt(view: RoomView) -> Maker:
    """Return a maker of the screen of an attempt at the deal of a day."""

    def made(glyphs: Glyphs, *, colour: bool = False) -> TableScreen:
        return StillRoom(seated(view), glyphs, colour=colour, title="2026-11-21")

    return made


def studied(view: RoomView, analysis: Analysis) -> Maker:
    """Return a maker of the screen of somebody with an analysis."""

    def made(glyphs: Glyphs, *, colour: bool = False) -> TableScreen:
        return StudiedRoom(seated(view), glyphs, analysis, colour=colour)

    return made


def _proven() -> Proven:
    entry = EntryView(
        index=0,
        match=MATCH,
        kind="match",
        deal=MATCH,
        game="squares/english",
        rated=True,
        at=NOW,
        place=1,
        players=3,
        score=40,
        plies=25,
        elapsed_ms=93_250,
        state="over",
        opponents=(),
        before=ShownRating(rating=1500, provisional=True),
        after=ShownRating(rating=1526, provisional=True),
    )
    return Proven(MATCH, is_recorded=True, doubts=(), entry=entry)


def _told_proven() -> Proven:
    """Return the proof of a match as it is told who did not play in it."""
    return Proven(MATCH, is_recorded=True, doubts=())


def _overtaken() -> tuple[RoomView, BoardView, RoomView]:
    """Return a match, and the same when somebody has passed somebody."""
    view, board = playing("squares/american", 12, 3)
    first = with_score(with_score(view, 0, 20), 2, 4)
    return first, board, with_score(first, 1, 60)


def _made() -> tuple[RoomView, BoardView, RoomView]:
    """Return a match with a row just made, and the same when a rival has made one."""
    view, board = playing("squares/patience", 20, 3)
    first = with_score(view, 1, 23)
    return first, board, with_score(first, 1, 39)


def with_score(view: RoomView, number: int, score: int) -> RoomView:
    """Return a room in which somebody has another score."""
    seat = view.seats[number]
    assert seat.play is not None
    play = seat.play.model_copy(update={"score": score})
    moved = seat.model_copy(update={"play": play})
    others = (moved if one.seat == number else one for one in view.seats)
    return view.model_copy(update={"seats": tuple(others)})


def _between(deals: int) -> RoomView:
    """Return a room after some of the four deals of an evening."""
    opened = OpenMatchView(
        id=MATCH,
        number=deals % 4 + 1,
        commitment=bytes(32),
        game="squares/patience-american",
    )
    changed = {"phase": "result", "next_match": opened, "until": NOW + 599_000}
    return evening(deals=deals).model_copy(update=changed)


def _scenes() -> Mapping[str, Scene]:
    over = result()
    full = room("westcliff/american", 8)
    countdown = room(phase="countdown", until=NOW + 2_400, seats=seats(3, ready=3))
    finished = room(phase="result", result=over, until=NOW + 599_000, seats=seats(3))
    closed = room(phase="closed", result=over, until=None, next_match=None)
    daily = room(count=1, kind="daily", seats_max=1, seats=seats(1))
    before, board, after = _overtaken()
    rivals, own, richer = _made()
    return {
        "gathering": Scene(at_table(room())),
        "gathering-full": Scene(at_table(full)),
        "gathering-in-colours": Scene(at_table(room(), colour=True)),
        "countdown-in-colours": Scene(at_table(countdown, colour=True)),
        "countdown": Scene(at_table(countdown)),
        "squares": Scene(at_table(*playing("squares/english", 12))),
        "squares-touching": Scene(at_table(*playing("squares/patience", 9))),
        "squares-half": Scene(at_table(*playing("squares/english", 12)), ("c",)),
        "squares-made": Scene(at_table(rivals, own), later=richer),
        "squares-cursor": Scene(
            at_table(*playing("squares/american", 5)), ("right", "down")
        ),
        "westcliff": Scene(at_table(*playing("westcliff/american", 40))),
        "westcliff-in-hand": Scene(
            at_table(*playing("westcliff/american", 40)), ("3",)
        ),
        "westcliff-in-colours": Scene(
            at_table(*playing("westcliff/american", 40), colour=True), ("3",)
        ),
        "easthaven-in-colours": Scene(at_table(*playing("easthaven", 25), colour=True)),
        "easthaven": Scene(at_table(*playing("easthaven", 25))),
        "russian": Scene(at_table(*playing("russian", 60))),
        "capricieuse-of-eight": Scene(at_table(*playing("capricieuse", 30, 8))),
        "overtaken": Scene(at_table(before, board), later=after),
        "refused": Scene(at_table(*playing("westcliff/american", 40)), ("f",)),
        "cut": Scene(
            at_table(*playing("squares/english", 12), is_cut=True),
            ("c", "1", "a", "1"),
        ),
        "trouble": Scene(at_table(*playing("squares/english", 12), is_in_trouble=True)),
        "help": Scene(at_table(*playing("squares/english", 12)), ("?",)),
        "result": Scene(at_its_end("squares/english", 2, _proven())),
        "result-of-eight": Scene(
            at_its_end("squares/american", 8, _proven()), ("tab",), after="Tab"
        ),
        "result-patience": Scene(at_its_end("capricieuse", 3, _proven())),
        "result-in-colours": Scene(at_its_end("easthaven", 2, _proven(), colour=True)),
        "result-shared": Scene(at_its_end("squares/english", 2, _proven()), ("s",)),
        "result-unrecorded": Scene(at_table(finished)),
        "evening": Scene(at_table(_between(3))),
        "evening-boards": Scene(at_an_evening(3)),
        "evening-over-boards": Scene(at_an_evening(4)),
        "evening-over-in-colours": Scene(at_an_evening(4, colour=True)),
        "evening-over-shared": Scene(at_an_evening(4), ("s",)),
        "evening-over": Scene(at_table(_between(4))),
        "evening-over-below": Scene(at_table(_between(4)), ("pagedown",)),
        "closed": Scene(at_table(closed)),
        "replay": Scene(at_table(finished), ("r", "right", "right", "right")),
        "replay-squares": Scene(
            at_its_end("squares/english", 2, _proven()),
            ("r", *["pagedown"] * 3, *["right"] * 3),
        ),
        "replay-patience": Scene(
            at_its_end("easthaven", 3, _proven()), ("r", *["pagedown"] * 6)
        ),
        "analysis": Scene(studied(finished, race_analysis()), ("a",)),
        "analysis-squares": Scene(studied(finished, squares_analysis()), ("a",)),
        "watch": Scene(watched(_shown("squares/english", 14), 12)),
        "watch-one": Scene(watched(_shown("squares/patience", 14), 12), ("2",)),
        "watch-patience": Scene(watched(_shown("westcliff/american", 40), 36)),
        "watch-of-eight": Scene(watched(_shown("capricieuse", 30, 8), 28), ("tab",)),
        "watch-counts": Scene(watched(playing("squares/english", 12)[0])),
        "watch-gathering": Scene(watched(room())),
        "watch-cut": Scene(watched(_shown("squares/english", 14), 12, is_cut=True)),
        "watch-help": Scene(watched(_shown("squares/english", 14), 12), ("?",)),
        "watch-result": Scene(watched_to_its_end("squares/english", 3)),
        "watch-closed": Scene(watched(closed)),
        "practice-squares": Scene(
            alone("squares/english"), (*"a1b1a2b3c4d2e5c2d3b5", "h")
        ),
        "practice-patience": Scene(alone("easthaven"), ("d",)),
        "daily": Scene(attempt(daily)),
    }


SCENES = _scenes()

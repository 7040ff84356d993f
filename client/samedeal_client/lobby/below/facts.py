"""What is told of a game beside its table: its aim, its time, how hard it is."""

from collections.abc import Iterator

from samedeal_client.language import tr
from samedeal_client.lobby.names import game_title
from samedeal_client.manual.lore import ODDS, POINTS
from samedeal_client.screen.gathering.lying import TOLD_WIDTH, Below
from samedeal_client.screen.gathering.tables import in_play
from samedeal_client.screen.panels.gauge import gauge
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded, wrapped
from samedeal_client.view.times import clock
from samedeal_client.view.tints import Tint
from samedeal_games.catalogue import GAMES

LABEL_WIDTH, FIGURE_WIDTH = 15, 4
BAR_WIDTH = TOLD_WIDTH - LABEL_WIDTH - FIGURE_WIDTH


def game_below(game: str, glyphs: Glyphs) -> Below:
    """Return a game's table in the middle of it, and what is told of it."""
    return Below(in_play(game), game_title(game), "", game_rows(game, glyphs))


def game_rows(game: str, glyphs: Glyphs, *, timed: bool = True) -> Lines:
    """Return the lines on a game: nothing on one that is unknown here.

    They name its time unless another one is `timed`.
    """
    if game not in GAMES:
        return ()
    about = GAMES[game].about
    time = tr("{time} a match", time=clock(about.time_limit_s))
    return (
        *wrapped(tr(about.summary), 0, TOLD_WIDTH, Style.PLAIN),
        *((line(Span(time, Style.DIM)),) if timed else ()),
        *_measured(game, glyphs),
    )


def _measured(game: str, glyphs: Glyphs) -> Iterator[Line]:
    """Yield how well experts do, and whoever knew all cards, as far as is known."""
    found = ODDS.get(game) or POINTS.get(game)
    if found is None:
        return
    told, most = tr("Won of 100 deals"), 100
    if game in POINTS:
        # Few boards have half of all points.
        told, most = tr("Points on average"), GAMES[game].about.top_score // 2
    yield ()
    yield line(Span(told, Style.DIM))
    yield measure(tr("by experts"), found.expert, most, glyphs)
    if found.possible is not None:
        yield measure(tr("at best"), found.possible, most, glyphs, Tint.SECOND)


def measure(
    label: str, value: int, most: int, glyphs: Glyphs, tint: Tint = Tint.GOOD
) -> Line:
    """Return a row with a bar that is full at `most`, and its figure."""
    bar = gauge(min(1.0, value / most), BAR_WIDTH, tint, glyphs)
    name = Span(padded(label, LABEL_WIDTH - 1) + " ", Style.DIM)
    return (name, *bar, Span(f"{value:>{FIGURE_WIDTH}}", Style.TITLE))

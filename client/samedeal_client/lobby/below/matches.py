"""What lies below a match: the board it was left with, if its record is kept here."""

import asyncio
from itertools import cycle
from operator import itemgetter

from samedeal_client.context import Context
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.language import tr, tr_n
from samedeal_client.lobby.below.facts import measure
from samedeal_client.screen.gathering.lying import TOLD_WIDTH, Below, Lying
from samedeal_client.screen.gathering.tables import in_play
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import name_of
from samedeal_client.view.people.history import NOTHING, change_text
from samedeal_client.view.people.matches import title_of
from samedeal_client.view.spans import Line, Lines, Span, Style, cut, line
from samedeal_client.view.standings import counted, ordinal
from samedeal_client.view.times import stopwatch
from samedeal_client.view.tints import RIVAL_TINTS, Tint
from samedeal_games.catalogue import GAMES
from samedeal_games.errors import BadTranscript, GameError
from samedeal_protocol.errors import BadFrame
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.replays import Replay
from samedeal_records.sealing import contents
from samedeal_records.transcripts import from_plain

MOST_BARS = 8


async def left_by(context: Context, match: str) -> Lying | None:
    """Return the last board of the player here; None without a record that is kept."""
    kept = KeptMatches(context.identity)
    found, sealed = kept.find(match, context.server), kept.record(match, context.server)
    if found is None or sealed is None:
        return None
    # Playing thousands of moves again takes its time.
    return await asyncio.to_thread(_last_of, sealed, found.player)


def _last_of(sealed: bytes, player: str) -> Lying | None:
    try:
        replay = Replay(from_plain(contents(sealed)))
    except (BadFrame, BadTranscript, GameError):
        return None
    own = [track for track in replay.tracks if track.seat.player == player]
    if not own or replay.game.about.key not in GAMES:
        return None
    return Lying(replay.game, replay.game.view(own[0].steps[-1].position))


def match_below(entry: EntryView, left: Lying | None, glyphs: Glyphs) -> Below:
    """Return the outcome of a match, and its board; its game's where that is lost."""
    title = title_of(entry)
    return Below(left or in_play(entry.game), title, "", _rows(entry, glyphs))


def _rows(entry: EntryView, glyphs: Glyphs) -> Lines:
    about = GAMES[entry.game].about if entry.game in GAMES else None
    made = str(entry.score) if about is None else counted(entry.score, about)
    place = tr("{rank} of {players}", rank=ordinal(entry.place), players=entry.players)
    style = Style.GOOD if entry.place == 1 else Style.PLAIN
    return (
        line(Span(f"{place}, {made}", style)),
        line(Span(_how(entry, glyphs), Style.DIM)),
        (),
        *_bars(entry, glyphs),
    )


def _how(entry: EntryView, glyphs: Glyphs) -> str:
    """Return the time, the moves, and the change of rating or the kind of match."""
    time = stopwatch(entry.elapsed_ms)
    moves = tr_n("{count} move", "{count} moves", entry.plies)
    change = change_text(entry, glyphs)
    if entry.after is not None:
        change = tr("rating {change}", change=change)
    told = (time, moves, *((change,) if change != NOTHING else ()))
    return cut(", ".join(told), TOLD_WIDTH)


def _bars(entry: EntryView, glyphs: Glyphs) -> Lines:
    """Return a bar for everybody, in order of place; one's own is of brass."""
    most = max(1, entry.score, *(one.score for one in entry.opponents))
    came = [(entry.place, tr("you"), entry.score, Tint.BRASS)]
    came += [
        (one.place, name_of(one.name, bot=one.bot), one.score, tint)
        for one, tint in zip(entry.opponents, cycle(RIVAL_TINTS), strict=False)
    ]
    rows: list[Line] = [
        measure(name, score, most, glyphs, tint)
        for _, name, score, tint in sorted(came, key=itemgetter(0))
    ]
    return tuple(rows[:MOST_BARS])

"""The side of a replay: the time with its marks, the last move, and what happened."""

from collections.abc import Sequence
from itertools import cycle
from typing import TypeAlias

from samedeal_client.families.boards import move_told
from samedeal_client.language import tr
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import EDGES, Frame
from samedeal_client.screen.panels.hands import hands_block
from samedeal_client.screen.replay.events import (
    Happened,
    hand_told,
    made_by,
    name_of_track,
)
from samedeal_client.screen.table.picture import ASCII_FUSE, FUSE
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    fold,
    line,
    padded,
    width_of,
)
from samedeal_client.view.times import stopwatch
from samedeal_client.view.tints import RIVAL_TINTS, Patch, Tint
from samedeal_games.game import Contest
from samedeal_records.replays import Replay

TIME_WORTH, MOVE_WORTH, EVENTS_WORTH = 6, 7, 3
MOST_EVENTS, LEAST_EVENTS = 9, 2
NAME_CELLS = 12
HERE, ASCII_HERE = "●", "o"
Tones: TypeAlias = Sequence[Style | Patch]
"""Of each track."""


def side_of(
    replay: Replay,
    happened: Sequence[Happened],
    own: int | None,
    glyphs: Glyphs,
    size: tuple[int, int],
) -> tuple[Block, ...]:
    """Return the blocks beside a board, on cells and rows that have room for them.

    Everybody has the colour of their bar, `own` that of the viewer's track.
    """
    width, height = size
    tones = _tones(len(replay.tracks), own, glyphs)
    blocks = [_time_block(replay, happened, tones, glyphs, width)]
    move = move_rows(replay, glyphs)
    if move:
        rows = tuple(part for row in move for part in fold(row, width))
        blocks.append(Block(Frame(tr("Last move")), rows, MOVE_WORTH, least=2))
    if replay.watched:
        board = replay.board_of(replay.watched[0])
        hands = hands_block(replay.game, board, glyphs)
        blocks += [hands] if hands else []
    left = height - sum(block.height for block in blocks) - EDGES
    if left >= LEAST_EVENTS:
        room = (width, min(left, MOST_EVENTS))
        rows = _event_rows(replay, happened, tones, room)
        blocks.append(Block(Frame(tr("What happened")), rows, EVENTS_WORTH))
    return tuple(blocks)


def _time_block(
    replay: Replay,
    happened: Sequence[Happened],
    tones: Tones,
    glyphs: Glyphs,
    width: int,
) -> Block:
    whole = tr("of {time}", time=stopwatch(whole_ms(replay)))
    frame = Frame(tr("Time"), f"{stopwatch(replay.at_ms)} {whole}")
    at = {_cell(one.at_ms, replay, width): one.track for one in happened}
    marks = tuple(
        Span(glyphs.aim, tones[at[x]]) if x in at else Span(" ") for x in range(width)
    )
    return Block(frame, (marks, time_line(replay, glyphs, width)), TIME_WORTH)


def whole_ms(replay: Replay) -> int:
    """Return the time that the whole match took."""
    return max((track.steps[-1].at_ms for track in replay.tracks), default=0)


def time_line(replay: Replay, glyphs: Glyphs, width: int) -> Line:
    """Return a line as long as the match, and where in it the replay is."""
    at = _cell(replay.at_ms, replay, width)
    is_plain = glyphs.bar == "|"
    full, rest = ASCII_FUSE if is_plain else FUSE
    return line(
        Span(full * at, Style.TITLE),
        Span(ASCII_HERE if is_plain else HERE, Style.NEXT),
        Span(rest * (width - at - 1), Style.DIM),
    )


def _cell(at_ms: int, replay: Replay, width: int) -> int:
    return at_ms * (width - 1) // max(1, whole_ms(replay))


def move_rows(replay: Replay, glyphs: Glyphs) -> Lines:
    """Return the move just made on the board that is watched, and what it made."""
    if not replay.watched or not (ply := replay.ply_of(replay.watched[0])):
        return ()
    steps = replay.tracks[replay.watched[0]].steps
    before, now = steps[ply - 1], steps[ply]
    game = replay.game
    told = move_told(game, game.view(before.position), now.move, glyphs)
    took = tr("after {seconds:.1f} s", seconds=(now.at_ms - before.at_ms) / 1000)
    rows = [line(Span(told, Style.TITLE), Span(f"  {took}", Style.DIM))]
    hands = made_by(game, before, now)
    rows += [line(Span(hand_told(game, hand), Style.GOOD)) for hand in hands]
    gain = now.score - before.score
    if gain and game.about.contest is Contest.RACE:
        rows.append(line(Span(tr("{gain:+} up", gain=gain), Style.GOOD)))
    return tuple(rows)


def _event_rows(
    replay: Replay,
    happened: Sequence[Happened],
    tones: Tones,
    size: tuple[int, int],
) -> Lines:
    """Return the events around this moment, as many rows as have room."""
    width, height = size
    past = sum(one.at_ms <= replay.at_ms for one in happened)
    first = max(0, min(past - (height + 1) // 2, len(happened) - height))
    shown = happened[first : first + height]
    names = [name_of_track(replay, one.track) for one in shown]
    wide = min(NAME_CELLS, max(map(width_of, names), default=0))
    late = max((width_of(stopwatch(one.at_ms)) for one in shown), default=0)
    rows: list[Line] = []
    for name, one in zip(names, shown, strict=True):
        is_past = one.at_ms <= replay.at_ms
        style = Style.PLAIN if is_past else Style.DIM
        room = width - late - wide - 2
        rows.append(
            line(
                Span(f"{stopwatch(one.at_ms):>{late}} ", Style.DIM),
                Span(padded(cut_name(name, wide), wide), tones[one.track]),
                Span(f" {padded(one.text, room)}", style),
            )
        )
    return tuple(rows)


def _tones(tracks: int, own: int | None, glyphs: Glyphs) -> Tones:
    """Return the colour that each track has in the bars."""
    if not glyphs.halves:
        return [Style.PLAIN] * tracks
    rivals = cycle(RIVAL_TINTS)
    return [
        Patch(Tint.BRASS if number == own else next(rivals), Tint.PANEL)
        for number in range(tracks)
    ]

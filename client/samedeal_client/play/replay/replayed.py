"""A match that is played again: boards as they were, or all moves as a list."""

from samedeal_client.families.boards import board_lines, move_name
from samedeal_client.language import later, tr, tr_n
from samedeal_client.reader import is_linear
from samedeal_client.view.boards.patience import MOST_ROWS
from samedeal_client.view.cards import Glyphs, card_span
from samedeal_client.view.names import cut_name
from samedeal_client.view.records.proof import head_lines
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    folded,
    line,
    padded,
    printable,
    text_of,
    width_of,
)
from samedeal_client.view.standings import STATES, counted, state_name
from samedeal_client.view.times import reached, stopwatch
from samedeal_records.replays import Outlook, Replay, Track

WIDTH = 78
BETWEEN = 3
OUTLOOKS = {
    Outlook.OPEN: (later("could still be won"), Style.GOOD),
    Outlook.LOST_BY_THIS: (later("lost with this move"), Style.WARNING),
    Outlook.LOST: (later("already lost"), Style.WARNING),
}


def replay_lines(replay: Replay, glyphs: Glyphs) -> Lines:
    """Return a whole match: the deal, and every move with its time and the score."""
    rows: list[Line] = [*head_lines(replay.transcript)]
    if replay.tracks:
        opening = replay.game.view(replay.tracks[0].steps[0].position)
        rows += [(), *board_lines(replay.game, opening, glyphs)]
    for number in replay.by_place():
        track = replay.tracks[number]
        rows += [(), _title(replay, track), *_moves(replay, track)]
        if track.broken:
            rows.append(_broken(track))
    return tuple(rows)


def frame_lines(
    replay: Replay, glyphs: Glyphs, width: int, most_rows: int = MOST_ROWS
) -> Lines:
    """Return the boards that are watched, beside each other where that fits."""
    blocks = [_frame(replay, number, glyphs, most_rows) for number in replay.watched]
    if not blocks:
        return (line(tr(" Nobody took part in this match.")),)
    widths = [max(width_of(text_of([row])) for row in block) for block in blocks]
    is_wide = sum(widths) + BETWEEN * (len(blocks) - 1) <= width
    if is_wide and not is_linear():
        return _beside(blocks, widths)
    return tuple(row for block in blocks for row in ((), *block))


def step_lines(replay: Replay, number: int) -> Lines:
    """Return the changes of a track's last move, for viewers who heard the rest."""
    # Few read boards so.
    from samedeal_client.families.boards import told_changes

    track, ply = replay.tracks[number], replay.ply_of(number)
    before = replay.game.view(track.steps[ply - 1].position)
    changes = told_changes(replay.game, before, replay.board_of(number))
    broken = (_broken(track),) if _is_broken_at(track, ply) else ()
    outlook = _outlook_at(replay, number, ply)
    is_news = outlook not in (None, _outlook_at(replay, number, ply - 1))
    told = _outlook(replay, number) if is_news else ()
    return (_head(replay, number), *told, *changes, *broken)


def replay_document(replay: Replay) -> dict[str, object]:
    """Return the document of ``samedeal replay --json``, apart from the proof."""
    return {
        "seats": [
            {
                "seat": track.seat.seat,
                "player": track.seat.player,
                "name": track.seat.name,
                "bot": track.seat.bot,
                "place": track.seat.place,
                "score": track.seat.score,
                "state": track.seat.state,
                "moves": [
                    {"at_ms": step.at_ms, "move": step.move, "score": step.score}
                    for step in track.steps[1:]
                ],
                "broken": track.broken or None,
            }
            for track in replay.tracks
        ]
    }


def _frame(replay: Replay, number: int, glyphs: Glyphs, most_rows: int) -> Lines:
    track, ply = replay.tracks[number], replay.ply_of(number)
    rows = board_lines(replay.game, replay.board_of(number), glyphs, most_rows)
    broken = (_broken(track),) if _is_broken_at(track, ply) else ()
    return (_head(replay, number), *_outlook(replay, number), *rows, *broken)


def seen_head(replay: Replay, number: int, glyphs: Glyphs, width: int) -> Lines:
    """Return the head of a small board: the player, their progress, the outlook."""
    track, step = replay.tracks[number], replay.step_of(number)
    ply, total = replay.ply_of(number), len(track.seat.moves)
    far = f"  {ply}/{total}  {step.score}"
    to_lay: Line = ()
    for card in replay.board_of(number).zones.get("next", ())[:1]:
        label = Span(f"  {tr('to lay')} ", Style.DIM)
        to_lay = (label, card_span(card, glyphs))
    name = seat_name(track.seat, replay.transcript.seats)
    room = width - width_of(text_of([line(far, *to_lay)])) - 1
    title = Span(cut_name(name, max(1, room)), Style.TITLE)
    head = line(" ", title, Span(far, Style.GOOD), *to_lay)
    broken: Lines = ()
    if _is_broken_at(track, ply):
        broken = folded((_broken(track),), 1, width - 1)
    return (head, *_outlook(replay, number), *broken)


def _is_broken_at(track: Track, ply: int) -> bool:
    return bool(track.broken) and ply == len(track.steps) - 1


def _head(replay: Replay, number: int) -> Line:
    track, step = replay.tracks[number], replay.step_of(number)
    ply, total = replay.ply_of(number), len(track.seat.moves)
    made = tr("move {number} of {all}", number=ply, all=total)
    made += f": {_name(replay, step.move)}" if ply else ""
    return line(
        " ",
        Span(seat_name(track.seat, replay.transcript.seats), Style.TITLE),
        f"  {stopwatch(step.at_ms)}  {made}  ",
        Span(counted(step.score, replay.game.about), Style.GOOD),
    )


def outlook_span(replay: Replay, number: int) -> Span | None:
    """Return a track's outlook from here, None where it is not known."""
    return _outlook_at(replay, number, replay.ply_of(number))


def _outlook_at(replay: Replay, number: int, ply: int) -> Span | None:
    outlook = replay.outlook_at(number, ply)
    if outlook is None:
        return None
    text, style = OUTLOOKS[outlook]
    return Span(tr(text), style)


def _outlook(replay: Replay, number: int) -> Lines:
    """Return the outlook on a line of its own, if anything is known of the track."""
    if not replay.has_fate(number):
        return ()
    outlook = outlook_span(replay, number)
    return (() if outlook is None else line(" ", outlook),)


def _beside(blocks: list[Lines], widths: list[int]) -> Lines:
    rows: list[Line] = [()]
    for index in range(max(len(block) for block in blocks)):
        spans: list[Span] = []
        for block, width in zip(blocks, widths, strict=True):
            row = block[index] if index < len(block) else ()
            missing = width - width_of("".join(span.text for span in row))
            spans += [*row, Span(" " * (missing + BETWEEN))]
        rows.append(tuple(spans))
    return tuple(rows)


def _title(replay: Replay, track: Track) -> Line:
    seat = track.seat
    score = counted(seat.score, replay.game.about)
    moves = tr_n("{count} move", "{count} moves", seat.plies)
    how = _ended(replay, seat.state)
    return line(
        f" {seat.place}  ",
        Span(seat_name(seat, replay.transcript.seats), Style.TITLE),
        printable(f": {score}, {moves}, {reached(seat.score, seat.elapsed_ms)}, {how}"),
    )


def _ended(replay: Replay, state: str) -> str:
    """Return the end of an attempt; a record in doubt may say anything."""
    about = replay.game.about
    return next((state_name(s, about) for s in STATES if s == state), state)


def _moves(replay: Replay, track: Track) -> Lines:
    """Return time, move and score of every move, in as many columns as fit."""
    steps = track.steps[1:]
    if not steps:
        return ()
    names = [_name(replay, step.move) for step in steps]
    times = [stopwatch(step.at_ms) for step in steps]
    long, late = max(map(len, names)), max(map(len, times))
    cells = [
        f"{time:>{late}} {padded(name, long)} {step.score:>3}"
        for time, name, step in zip(times, names, steps, strict=True)
    ]
    across = 1 if is_linear() else max(1, WIDTH // (len(cells[0]) + BETWEEN))
    return tuple(
        line(*(" " * BETWEEN + cell for cell in cells[first : first + across]))
        for first in range(0, len(cells), across)
    )


def _name(replay: Replay, notation: str) -> str:
    return printable(move_name(replay.game, notation))


def _broken(track: Track) -> Line:
    text = tr("   Here the record breaks off. {why}", why=tr(track.broken))
    return (Span(padded(printable(text), WIDTH).rstrip(), Style.WARNING),)

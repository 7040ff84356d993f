"""The deals of the day: the viewer's standing, the boards, and results to share."""

from collections.abc import Sequence

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.cards import UNICODE, Glyphs
from samedeal_client.view.deals.fairness import Judged
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import (
    Lines,
    Span,
    Style,
    line,
    padded,
    printable,
    table,
    width_of,
)
from samedeal_client.view.standings import counted, ordinal, score_name, state_name
from samedeal_client.view.times import clock, reached
from samedeal_client.wire.reach.addresses import read_address
from samedeal_client.wire.reach.invitations import link_to
from samedeal_games.catalogue import find_game
from samedeal_games.game import About, Contest
from samedeal_protocol.deals.dailies import CommitmentView, Dailies, Daily, DailyView
from samedeal_protocol.deals.deals import AttemptView, DealRow

CARDS_A_PACK = 52
HEIGHTS = "▁▂▃▄▅▆▇█"
ASCII_HEIGHTS = "_.-:=+*#"
HEADER = (
    *(later("game"), later("today"), later("result")),
    *(later("time"), later("place"), later("streak")),
)
SHARED_WIDTH = 76
"""Cells of a row to share, which stands set in on a terminal of 80."""
NOT_PLAYED = later("not played")


def dailies_lines(dailies: Dailies, now_ms: int) -> Lines:
    """Return the viewer's standing in today's deals, one row a game."""
    left = clock_of_day(dailies.closes_at - now_ms)
    rows = [day_cells(view, now_ms) for view in dailies.games]
    day = printable(dailies.day)
    closing = tr("One attempt each; they close in {time}, at 00:00 UTC.", time=left)
    return (
        (Span(tr("Daily deals of {day}", day=day), Style.TITLE),),
        line(Span(closing, Style.DIM)),
        line(),
        *table(tuple(map(tr, HEADER)), rows),
        line(),
        line(tr("Play one:  samedeal daily GAME")),
    )


def result_lines(daily: Daily, now_ms: int, glyphs: Glyphs, server: str = "") -> Lines:
    """Return the result of an attempt that is over, and how to share it.

    `server` is the server's address for others; empty where they do not reach it.
    """
    about, attempt = find_game(daily.game).about, daily.attempt
    if attempt is None:
        return (line(tr(" You have not played this deal.")),)
    head = f" {title_of(daily)}"
    score = f" {_came_to(attempt, about)}"
    share, board = tr(" To share it:"), tr(" The board:")
    width = max(width_of(share), width_of(board))
    share, board = padded(share, width), padded(board, width)
    return (
        (Span(head, Style.TITLE),),
        line(Span(score, Style.GOOD), f"   {_placed(daily, now_ms)}"),
        *_streak(daily),
        line(),
        *(line("   " + row) for row in share_text(daily, glyphs, server).splitlines()),
        line(),
        line(Span(share, Style.DIM), f"  {command_of(daily)} --share"),
        line(Span(board, Style.DIM), f"  {command_of(daily)} --board"),
    )


def share_text(daily: Daily, glyphs: Glyphs, server: str = "") -> str:
    """Return a result in few lines for others, without a word about the cards.

    If they reach the server at `server`, the last two are ways to try it: a page for
    browsers, and a command.
    """
    about, attempt = find_game(daily.game).about, daily.attempt
    if attempt is None or not attempt.is_over:
        return ""
    dot = f" {glyphs.dot} "
    facts = [_came_to(attempt, about)]
    if attempt.rank:
        facts.append(_place_of(attempt.rank, daily))
    if daily.streak.current > 1:
        facts.append(
            tr_n("{count} day running", "{count} days running", daily.streak.current)
        )
    rows = [
        f"samedeal daily{dot}{tr(about.title)}{dot}{printable(daily.day)}",
        dot.join(facts),
        _bar(attempt, about, glyphs),
        *_your_turn(daily, server),
    ]
    return "\n".join(row for row in rows if row)


def _your_turn(daily: Daily, server: str) -> tuple[str, ...]:
    """Return the ways to try a deal, too; nothing without a server."""
    address = read_address(server) if server else None
    if address is None:
        return ()
    command = f"samedeal daily {daily.game} --server {server}"
    told = tr("or at a terminal: {command}", command=command)
    way: tuple[str, ...] = (told,)
    if width_of(told) > SHARED_WIDTH:
        way = (told.removesuffix(command).rstrip(), f"  {command}")
    return (
        tr("Your turn, one try: open {link}", link=link_to("daily", address.url)),
        *way,
    )


def board_lines(daily: Daily, rows: Sequence[DealRow], own: str, now_ms: int) -> Lines:
    """Return a day's board; `own` is the viewer's player id."""
    about = find_game(daily.game).about
    is_open = now_ms < daily.reveal_at
    so_far = tr(", so far") if is_open else ""
    players = tr_n("{count} player", "{count} players", daily.players)
    head = (Span(f"{title_of(daily)}: {players}{so_far}", Style.TITLE),)
    if not rows:
        return (head, line(tr("Nobody has finished this deal.")))
    shared = [sum(other.rank == row.rank for other in rows) > 1 for row in rows]
    cells = [
        (
            f"{row.rank}{'=' if is_shared else ''}",
            name_of(row.name, bot=False),
            str(row.score),
            str(row.plies),
            reached(row.score, row.elapsed_ms),
            state_name(row.state, about),
        )
        for row, is_shared in zip(rows, shared, strict=True)
    ]
    mine = next((k for k, row in enumerate(rows) if row.player == own), None)
    header = ("", tr("player"), score_name(about), tr("moves"), tr("time"), "")
    return (head, *table(header, cells, own=mine), *_below(daily, mine))


def _below(daily: Daily, mine: int | None) -> Lines:
    """Return the viewer's place if their row is not among those shown."""
    attempt = daily.attempt
    if mine is not None or attempt is None or not attempt.rank:
        return ()
    return (line(tr(" You are {place}.", place=_place_of(attempt.rank, daily))),)


def dailies_document(dailies: Dailies) -> dict[str, object]:
    """Return the document of ``samedeal daily --json``."""
    return {
        "day": dailies.day,
        "closes_at": dailies.closes_at,
        "games": [
            {
                "game": view.game,
                "attempt": _attempt_document(view.attempt),
                "players": view.players,
                "streak": view.streak.model_dump(),
                "commitment": _commitment_document(view.commitment),
            }
            for view in dailies.games
        ],
    }


def daily_document(
    daily: Daily,
    rows: Sequence[DealRow],
    judged: Judged,
    glyphs: Glyphs,
    server: str = "",
) -> dict[str, object]:
    """Return the document of ``samedeal daily GAME --json``, for every action.

    `server` is the server's address for others, as for `share_text`.
    """
    seen = judged.seen
    doubts = dict(judged.rows or ())
    return {
        "game": daily.game,
        "day": daily.day,
        "closes_at": daily.closes_at,
        "reveal_at": daily.reveal_at,
        "commitment": _commitment_document(daily.commitment),
        "tomorrow": daily.tomorrow and _commitment_document(daily.tomorrow),
        "seen": seen and {"commitment": seen.commitment.hex(), "at": seen.at},
        "seen_before_reveal": judged.is_held,
        "server_seed": daily.server_seed.hex() or None,
        "attempt": _attempt_document(daily.attempt),
        "streak": daily.streak.model_dump(),
        "share": share_text(daily, glyphs, server) or None,
        "players": daily.players,
        "rows": [
            {
                **row.model_dump(),
                **({} if judged.rows is None else {"doubt": doubts.get(row) or None}),
            }
            for row in rows
        ],
        "holds": judged.holds,
        "doubts": list(judged.doubts),
    }


def title_of(daily: Daily) -> str:
    """Return the game and the day."""
    return tr(
        "{game}, daily deal of {day}",
        game=tr(find_game(daily.game).about.title),
        day=printable(daily.day),
    )


def command_of(daily: Daily) -> str:
    """Return the command for this game."""
    return f"samedeal daily {daily.game}"


def _place_of(rank: int, daily: Daily) -> str:
    return tr("{part} of {whole}", part=ordinal(rank), whole=daily.players)


def clock_of_day(ms: int) -> str:
    """Return a time up to a day as ``h:mm:ss``."""
    seconds = max(0, ms // 1000)
    return f"{seconds // 3600}:{seconds % 3600 // 60:02}:{seconds % 60:02}"


def day_cells(view: DailyView, now_ms: int) -> tuple[str, ...]:
    """Return the cells of a game's row: key, state, result, time, place, streak."""
    about, attempt = find_game(view.game).about, view.attempt
    streak = _days(view.streak.current)
    if attempt is None or not attempt.match:
        return (view.game, tr(NOT_PLAYED), "", "", "", streak)
    score = counted(attempt.score, about)
    if not attempt.is_over:
        left = clock((attempt.until - now_ms) / 1000)
        return (view.game, tr("{time} left", time=left), score, "", "", streak)
    place = ""
    if attempt.rank:
        place = tr("{part} of {whole}", part=attempt.rank, whole=view.players)
    return (
        view.game,
        state_name(attempt.state, about),
        score,
        reached(attempt.score, attempt.elapsed_ms),
        place,
        streak,
    )


def _days(number: int) -> str:
    return tr_n("{count} day", "{count} days", number) if number else ""


def _came_to(attempt: AttemptView, about: About) -> str:
    """Return a result in a few words: the score, its time, and the end."""
    when = reached(attempt.score, attempt.elapsed_ms)
    score = counted(attempt.score, about)
    if attempt.state == "out":
        return tr("all up in {time}", time=when)
    if attempt.state == "resigned":
        return tr("gave up at {score}", score=score)
    return tr("{score} in {time}", score=score, time=when) if attempt.score else score


def _placed(daily: Daily, now_ms: int) -> str:
    attempt = daily.attempt
    if attempt is None or not attempt.rank:
        late = now_ms >= daily.reveal_at
        if late:
            return tr("It ended too late to count.")
        return tr("It is not on the board yet.")
    so_far = tr(" so far") if now_ms < daily.reveal_at else ""
    return f"{_place_of(attempt.rank, daily)}{so_far}."


def _streak(daily: Daily) -> Lines:
    current, longest = daily.streak.current, daily.streak.longest
    if not current:
        return ()
    running = tr_n("{count} day running", "{count} days running", current)
    most = tr("; the longest was {count}", count=longest) if longest > current else ""
    return (line(f" {running}{most}."),)


def _bar(attempt: AttemptView, about: About, glyphs: Glyphs) -> str:
    """Return the score in each tenth of the time, as a row of heights.

    Cards are measured by the whole pack or packs, points by the most reached.
    """
    is_race = about.contest is not Contest.SCORE
    most = CARDS_A_PACK * about.packs if is_race else max(attempt.progress, default=0)
    heights = HEIGHTS if glyphs == UNICODE else ASCII_HEIGHTS
    top = len(heights) - 1
    return "".join(heights[score * top // max(1, most)] for score in attempt.progress)


def _attempt_document(attempt: AttemptView | None) -> dict[str, object] | None:
    return None if attempt is None else attempt.model_dump()


def _commitment_document(told: CommitmentView) -> dict[str, object]:
    return {**told.model_dump(), "commitment": told.commitment.hex()}

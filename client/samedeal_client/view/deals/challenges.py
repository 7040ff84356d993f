"""Challenges: the board of a deal, and the lines that ask others to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from samedeal_client.language import later, tr
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import Lines, Span, Style, line, printable, table
from samedeal_client.view.standings import score_name
from samedeal_client.view.times import reached
from samedeal_games.game import About

if TYPE_CHECKING:
    # No more than annotations, so what needs no server does not wait for messages.
    from samedeal_protocol.deals.challenges import DealBoard
    from samedeal_protocol.deals.deals import DealRow

WIDTH = 79
INDENT = "   "
SERVER = " --server "
OPTION = " --"
LINKED = later(" Challenge a friend: a browser opens it, samedeal challenge takes it.")
PROOF = later(" Each row is proven by its match: samedeal verify MATCH")


def challenge_command(match: str, elsewhere: str = "") -> str:
    """Return the command that takes up a challenge.

    `elsewhere` is the server, if a friend would not find it by default.
    """
    return match_command("challenge", match, elsewhere)


def match_command(command: str, match: str, elsewhere: str = "") -> str:
    """Return a command about a match; `elsewhere` is its server, if that is named."""
    server = f"{SERVER}{printable(elsewhere)}" if elsewhere else ""
    return f"samedeal {command} {printable(match)}{server}"


def invitation(match: str, elsewhere: str = "", link: str = "") -> Lines:
    """Return the line that challenges others to the deal of a match.

    The link of its page leads to its server, too, so that nobody has to name it.
    """
    if elsewhere and link:
        return (line(tr(LINKED)), line(INDENT + printable(link)))
    return command_hint(tr(" Challenge a friend:"), challenge_command(match, elsewhere))


def board_hint(match: str, elsewhere: str = "") -> Lines:
    """Return the command for the board of a challenge's deal."""
    return command_hint(
        tr(" Its board:"), challenge_command(match, elsewhere) + " --board"
    )


def deal_board_lines(board: DealBoard, about: About, own: str = "") -> Lines:
    """Return a deal's board as a table; `own` is the viewer's player id."""
    head = (
        line(Span(tr("Challenge: {game}", game=tr(about.title)), Style.TITLE)),
        line(
            Span(
                tr("The deal of {match}; not rated.", match=printable(board.deal)),
                Style.DIM,
            )
        ),
    )
    if not board.rows:
        return (*head, line(tr(" Nobody has played it yet.")))
    mine = next((k for k, row in enumerate(board.rows) if row.player == own), None)
    header = ("", tr("player"), score_name(about), tr("time"), tr("match"))
    return (*head, *table(header, _cells(board.rows), own=mine), line(tr(PROOF)))


def _cells(rows: Sequence[DealRow]) -> list[tuple[str, ...]]:
    ranks = [row.rank for row in rows]
    return [
        (
            f"{row.rank}{'=' if ranks.count(row.rank) > 1 else ''}",
            name_of(row.name, bot=False),
            str(row.score),
            tr("resigned")
            if row.state == "resigned"
            else reached(row.score, row.elapsed_ms),
            printable(row.match),
        )
        for row in rows
    ]


def command_hint(text: str, command: str, style: Style = Style.PLAIN) -> Lines:
    """Return text and command on a line; the command on its own if it is long.

    A command longer than a line goes on after a backslash, so that it pastes even where
    a screen breaks lines.
    """
    if len(text) + 1 + len(command) <= WIDTH:
        return (line(Span(f"{text} {command}", style)),)
    head = line(Span(text, style))
    if len(INDENT) + len(command) <= WIDTH:
        return (head, line(INDENT + command))
    first, option, rest = command.partition(OPTION)
    if not option:
        return (head, line(INDENT + command))
    return (
        head,
        line(f"{INDENT}{first} \\"),
        line(f"{INDENT} {option[1:]}{rest}"),
    )

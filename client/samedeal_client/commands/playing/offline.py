"""The commands that need no server."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.families.boards import board_lines, move_name
from samedeal_client.language import tr
from samedeal_client.play.local import (
    attempt,
    attempt_document,
    deal_document,
    deal_of,
    game_document,
)
from samedeal_client.terminal.output import print_document
from samedeal_client.view.cards import card_row
from samedeal_client.view.lists import games_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable
from samedeal_client.view.standings import counted
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import SEED_BYTES, read_seed

if TYPE_CHECKING:
    from samedeal_client.play.solo_game import SoloGame
    from samedeal_client.screen.table.practice import PracticeScreen

CARDS_A_LINE = 13


def games(context: Context, arguments: argparse.Namespace) -> int:
    """List the catalogue."""
    if arguments.json:
        print_document([game_document(game.about) for game in GAMES.values()])
        return 0
    context.show(games_lines(game.about for game in GAMES.values()))
    return 0


def deal(context: Context, arguments: argparse.Namespace) -> int:
    """Show the deal of a seed."""
    game = find_game(arguments.game)
    dealt = deal_of(game, seed=arguments.seed, deck=None)
    if arguments.json:
        print_document(deal_document(game, arguments.seed, dealt))
        return 0
    about = game.about
    head = line(Span(tr(about.title), Style.TITLE), tr(", first card dealt first:"))
    rows: list[Line] = [head]
    for first in range(0, len(dealt.cards), CARDS_A_LINE):
        part = dealt.cards[first : first + CARDS_A_LINE]
        rows.append(card_row(part, context.glyphs))
    context.show(tuple(rows))
    return 0


def try_moves(context: Context, arguments: argparse.Namespace) -> int:
    """Play moves on a deal and show where they lead."""
    game = find_game(arguments.game)
    dealt = deal_of(game, seed=arguments.seed, deck=arguments.deck)
    tried = attempt(game, dealt, arguments.moves.replace(",", " ").split())
    if arguments.json:
        print_document(attempt_document(tried))
    else:
        score = " " + counted(tried.score, game.about)
        state = (
            tr(", all cards up") if tried.won else tr(", over") if tried.over else ""
        )
        context.show(
            (
                *board_lines(game, tried.board, context.glyphs),
                (),
                (Span(score + state, Style.GOOD),),
                *_legal(game.about.key, tried.legal),
            )
        )
    if tried.wrong is None:
        return 0
    wrong = tried.wrong
    raise Failed(
        tr(
            "move {number}, {move}, cannot be made: {reason}",
            number=wrong["index"] + 1,
            move=printable(wrong["move"]),
            reason=tr(wrong["reason"]),
        )
    )


def rules(context: Context, arguments: argparse.Namespace) -> int:
    """Show the rules of a game."""
    # A page for each game, that only its readers need.
    from samedeal_client.families.rules import chapters, rules_lines

    game = find_game(arguments.game)
    if arguments.json:
        page = [chapter._asdict() for chapter in chapters(game)]
        print_document({"game": game.about.key, "chapters": page})
    else:
        context.show(rules_lines(game, context.glyphs))
    return 0


def practise(context: Context, arguments: argparse.Namespace) -> int:
    """Play alone."""
    game = find_game(arguments.game)
    asked = arguments.seed
    seed = secrets.token_bytes(SEED_BYTES) if asked is None else read_seed(asked)
    if context.fills_screen:
        # Slow to load, and only needed at a terminal.
        from samedeal_client.screen.table.practice import PracticeScreen
        from samedeal_client.terminal.gone import run_at_terminal

        app = PracticeScreen(game, seed, context.glyphs, colour=context.colour)
        return run_at_terminal(_play_on_full_screen(context, app))
    # So is what plays line by line.
    from samedeal_client.play.solo_game import SoloGame

    return _play_in_lines(context, SoloGame(game, seed))


def _legal(key: str, legal: tuple[str, ...]) -> Lines:
    """Return the legal moves in notation, with the board's names where they differ."""
    game = find_game(key)
    names = [
        move if (name := move_name(game, move)) == move else f"{move} ({name})"
        for move in legal
    ]
    rows = [""]
    for word in names:
        if len(rows[-1]) + len(word) > 70:
            rows.append("")
        rows[-1] += " " + word
    head = tr(" Legal:") if legal else tr(" No legal move.")
    return (
        line(Span(head, Style.DIM), rows[0]),
        *(line("       " + r) for r in rows[1:]),
    )


def learn(context: Context, arguments: argparse.Namespace) -> int:
    """Learn a game by playing it; without one, list the lessons."""
    if arguments.game is None:
        context.show(_lessons())
        return 0
    from samedeal_client.play.course import lesson_of

    lesson = lesson_of(find_game(arguments.game))
    if context.fills_screen:
        # Slow to load, and only needed at a terminal.
        from samedeal_client.screen.table.practice import PracticeScreen
        from samedeal_client.terminal.gone import run_at_terminal

        app = PracticeScreen.of_lesson(lesson, context.glyphs, colour=context.colour)
        return run_at_terminal(_play_on_full_screen(context, app))
    from samedeal_client.play.solo_game import SoloGame

    solo = SoloGame(lesson.game, lesson.seed, lesson=lesson)
    return _play_in_lines(context, solo)


def _lessons() -> Lines:
    """Return the command to learn each game."""
    games = (game.about for game in GAMES.values())
    rows = (f" samedeal learn {each.key:<26}{tr(each.title)}" for each in games)
    return (line(tr(" Every game has a guided deal:")), *map(line, rows))


async def _play_on_full_screen(context: Context, app: PracticeScreen) -> int:
    from samedeal_client.screen.app import filled

    status = await filled(app)
    context.show(app.farewell)
    return status


def _play_in_lines(context: Context, solo: SoloGame) -> int:
    # Slow to load, and only needed to play.
    from samedeal_client.lines.practice import Practice
    from samedeal_client.lines.screens.streams import open_screen
    from samedeal_client.terminal.gone import run_at_terminal

    with open_screen(context.glyphs, colour=context.colour) as screen:
        return run_at_terminal(Practice(solo, screen).run())

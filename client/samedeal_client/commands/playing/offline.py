"""The commands that need no server."""

import argparse
import secrets

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
from samedeal_client.view.cards import card_row
from samedeal_client.view.lists import games_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable
from samedeal_client.view.standings import counted
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import SEED_BYTES, read_seed

CARDS_A_LINE = 13


def games(context: Context, arguments: argparse.Namespace) -> int:
    """List the catalogue."""
    known = [game.about for game in GAMES.values()]
    return context.answer([*map(game_document, known)], games_lines(known))


def deal(context: Context, arguments: argparse.Namespace) -> int:
    """Show the deal of a seed."""
    game = find_game(arguments.game)
    dealt = deal_of(game, seed=arguments.seed, deck=None)
    title = Span(tr(game.about.title), Style.TITLE)
    head = line(title, tr(", first card dealt first:"))
    rows: list[Line] = [head]
    for first in range(0, len(dealt.cards), CARDS_A_LINE):
        part = dealt.cards[first : first + CARDS_A_LINE]
        rows.append(card_row(part, context.glyphs))
    return context.answer(deal_document(game, arguments.seed, dealt), tuple(rows))


def try_moves(context: Context, arguments: argparse.Namespace) -> int:
    """Play moves on a deal and show where they lead."""
    game = find_game(arguments.game)
    dealt = deal_of(game, seed=arguments.seed, deck=arguments.deck)
    tried = attempt(game, dealt, arguments.moves.replace(",", " ").split())
    score = " " + counted(tried.score, game.about)
    state = tr(", all cards up") if tried.won else tr(", over") if tried.over else ""
    told = (
        *board_lines(game, tried.board, context.glyphs),
        (),
        (Span(score + state, Style.GOOD),),
        *_legal(game.about.key, tried.legal),
    )
    context.answer(attempt_document(tried), told)
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
    page = [chapter._asdict() for chapter in chapters(game)]
    document = {"game": game.about.key, "chapters": page}
    return context.answer(document, rules_lines(game, context.glyphs))


async def practise(context: Context, arguments: argparse.Namespace) -> int:
    """Play alone."""
    game = find_game(arguments.game)
    asked = arguments.seed
    seed = secrets.token_bytes(SEED_BYTES) if asked is None else read_seed(asked)
    # Slow to load, and only needed to play.
    from samedeal_client.commands.playing.staying import stay_at
    from samedeal_client.tables.faces import practice_table

    return await stay_at(context, practice_table(context, game, seed))


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


async def learn(context: Context, arguments: argparse.Namespace) -> int:
    """Learn a game by playing it; without one, list the lessons."""
    if arguments.game is None:
        context.show(_lessons())
        return 0
    from samedeal_client.commands.playing.staying import stay_at
    from samedeal_client.tables.faces import lesson_table

    table = lesson_table(context, find_game(arguments.game))
    return await stay_at(context, table)


def _lessons() -> Lines:
    """Return the command to learn each game."""
    games = (game.about for game in GAMES.values())
    rows = (f" samedeal learn {each.key:<26}{tr(each.title)}" for each in games)
    return (line(tr(" Every game has a guided deal:")), *map(line, rows))

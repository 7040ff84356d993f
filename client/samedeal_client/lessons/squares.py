"""Lessons in Poker Squares: what each card does for its lines."""

from collections.abc import Iterator, Mapping

from samedeal_client.language import capitalised, later, tr
from samedeal_client.lessons.steps import Step
from samedeal_client.view.boards.squares import cell_name
from samedeal_games.cards import Card, rank_of, suit_of
from samedeal_games.choices import for_every
from samedeal_games.squares import (
    Axis,
    Cell,
    Hand,
    Laying,
    Line,
    SquaresGame,
    SquaresPosition,
)
from samedeal_games.words import SUIT_WORDS, card_words

LINE = 5
ACE_HIGH = 14
COMPLETE = "complete"


def squares_steps(
    game: SquaresGame, position: SquaresPosition, moves: tuple[str, ...]
) -> tuple[Step, ...]:
    """Return the steps of a lesson that begins with an empty layout."""
    steps: list[Step] = []
    for text in moves:
        cell = game.parse(text)
        after = game.apply(position, cell)
        card = position.cards[len(position.cells)]
        if not position.cells and len(game.legal_moves(position)) == 1:
            steps.append(Step(text, (), tuple(_begun(game, position, cell, card))))
            position = after
            continue
        done = [line for line in _through(game, after, cell) if line.is_complete]
        steps.append(
            Step(
                text,
                (*_rules(game, position), capitalised(_why(game, after, cell, card))),
                tuple(_counted(game, line, cell) for line in done),
                frozenset({COMPLETE}) if done else frozenset(),
            )
        )
        position = after
    return tuple(steps)


def _begun(
    game: SquaresGame, position: SquaresPosition, cell: Cell, card: Card
) -> Iterator[str]:
    """Yield the sentences about the first card, which lies by itself."""
    yield from _rules(game, position)
    cell_is, card_is = cell_name(game, cell), card_words(card)
    said = tr("the {card} is laid on {cell} for you.", card=card_is, cell=cell_is)
    yield capitalised(said)


_WHERE: Mapping[Laying, tuple[str, ...]] = for_every(
    {
        Laying.GRID: (),
        Laying.TOUCHING: (
            later("Every card touches one already laid, at a side or a corner."),
        ),
        Laying.SERPENT: (later("Every card lies beside the one laid last."),),
    }
)


def _rules(game: SquaresGame, position: SquaresPosition) -> Iterator[str]:
    """Yield the rules, each before the first card that they concern."""
    laid = len(position.cells)
    laying = game.ruleset.laying
    if laid == 0:
        yield tr("Each card is laid before the next is seen, and stays there.")
    if laid == 1:
        yield tr("Rows and columns alike count as poker hands.")
        for said in _WHERE[laying]:
            yield tr(said)


def _through(
    game: SquaresGame, position: SquaresPosition, cell: Cell
) -> tuple[Line, ...]:
    """Return the row and the column of a cell, best first."""
    numbers = {Axis.ROW: cell.row, Axis.COLUMN: cell.column}
    lines = [each for each in game.lines(position) if each.number == numbers[each.axis]]
    return tuple(sorted(lines, key=lambda each: (-each.points, -len(each.cards))))


def _why(game: SquaresGame, after: SquaresPosition, cell: Cell, card: Card) -> str:
    """Return the cell for a card, and the reason."""
    named, where = card_words(card), cell_name(game, cell)
    for line in _through(game, after, cell):
        name = _line_name(game, line, cell)
        if line.points:
            return tr(
                "Lay the {card} on {cell}: {hand} in {line}.",
                card=named,
                cell=where,
                hand=tr(line.hand.value),
                line=name,
            )
    for line in _through(game, after, cell):
        name = _line_name(game, line, cell)
        if len(line.cards) > 1 and _is_one_suit(line.cards):
            return tr(
                "Lay the {card} on {cell}: {line} keeps to {suit}.",
                card=named,
                cell=where,
                line=name,
                suit=SUIT_WORDS[suit_of(card)],
            )
        if len(line.cards) > 1 and _may_be_straight(line.cards):
            return tr(
                "Lay the {card} on {cell}: {line} may become a straight.",
                card=named,
                cell=where,
                line=name,
            )
    if len(after.cells) == 1:
        return tr("Lay the {card} on {cell} to begin with.", card=named, cell=where)
    return tr("Lay the {card} on {cell}, where it harms least.", card=named, cell=where)


def _line_name(game: SquaresGame, line: Line, cell: Cell) -> str:
    letter, number = cell_name(game, cell)[:1], cell_name(game, cell)[1:]
    if line.axis is Axis.ROW:
        return tr("row {number}", number=number)
    return tr("column {letter}", letter=letter)


def _counted(game: SquaresGame, line: Line, cell: Cell) -> str:
    name = _line_name(game, line, cell)
    if line.hand is Hand.NOTHING:
        return tr("Now {line} is complete, and counts nothing.", line=name)
    return tr(
        "Now {line} is complete: {hand}, {points}.",
        line=name,
        hand=tr(line.hand.value),
        points=line.points,
    )


def _is_one_suit(cards: tuple[Card, ...]) -> bool:
    return len({suit_of(card) for card in cards}) == 1


def _may_be_straight(cards: tuple[Card, ...]) -> bool:
    low = [rank_of(card) for card in cards]
    high = [ACE_HIGH if rank == 1 else rank for rank in low]
    return len(set(low)) == len(low) and any(
        max(ranks) - min(ranks) < LINE for ranks in (low, high)
    )

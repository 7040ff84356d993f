"""A Poker Squares layout in words: its lines, their points, and the card to lay."""

from samedeal_client.language import tr
from samedeal_client.language.typed import words_for
from samedeal_client.view.boards.squares import cell_called, cell_name, shown_window
from samedeal_client.view.standings import counted
from samedeal_games.cards import Card
from samedeal_games.game import Board
from samedeal_games.squares import Axis, Cell, SquaresGame, SquaresPosition
from samedeal_games.squares import Line as HandLine
from samedeal_games.words import card_words

ROW_WORDS = words_for("row", "r")
COLUMN_WORDS = words_for("column", "c")
NEXT_WORDS = words_for("next", "n")
SCORE_WORDS = words_for("score", "s")


def squares_told(game: SquaresGame, board: Board) -> list[str]:
    """Return the score, rows with cards, the points of columns, and the next card."""
    position = game.position_from(board)
    columns, rows = shown_window(game, position, game.legal_moves(position))
    said = [_score(game, position)]
    filled = {cell.row for cell in position.cells}
    said += [_line(game, position, Axis.ROW, row) for row in rows if row in filled]
    if not filled:
        said.append(tr("The grid is empty."))
    said += [
        _heading(game, Axis.COLUMN, column, hand)
        for column in columns
        if (hand := _hand(game, position, Axis.COLUMN, column)) and hand.points
    ]
    return [*said, *_next(board)]


def squares_part(game: SquaresGame, board: Board, words: list[str]) -> list[str] | None:
    """Return the line or the fact asked for, None for one that is not here."""
    position = game.position_from(board)
    match words:
        case [word] if word in NEXT_WORDS:
            return _next(board) or [tr("No card is left to lay.")]
        case [word] if word in SCORE_WORDS:
            return [_score(game, position)]
        case [name] if len(name) == 1:
            return _named(game, position, name)
        case [word, name] if word in ROW_WORDS and name.isdecimal():
            return _named(game, position, name)
        case [word, name] if word in COLUMN_WORDS and name.isalpha():
            return _named(game, position, name)
        case _:
            return None


def squares_changes(game: SquaresGame, before: Board, after: Board) -> list[str]:
    """Return cards laid or taken back, lines with other points, and the next card."""
    was, now = game.position_from(before), game.position_from(after)
    laid = list(zip(now.cells, now.cards, strict=False))[len(was.cells) :]
    said = [f"{cell_name(game, cell)}: {tr(card_words(card))}." for cell, card in laid]
    taken = was.cells[len(now.cells) :]
    said += [tr("{line}: empty.", line=cell_name(game, cell)) for cell in taken]
    lines = {(hand.axis, hand.number): hand for hand in game.lines(was)}
    for hand in game.lines(now):
        old = lines.get((hand.axis, hand.number))
        is_news = hand.is_complete and (old is None or not old.is_complete)
        if is_news or (0 if old is None else old.points) != hand.points:
            said.append(_heading(game, hand.axis, hand.number, hand))
    if game.score(was) != game.score(now):
        said.append(_score(game, now))
    return [*said, *_next(after)]


def _named(game: SquaresGame, position: SquaresPosition, name: str) -> list[str] | None:
    """Return the line with a letter or a number on the screen; None for none."""
    is_row = name.isdecimal()
    cell = cell_called(game, f"a{name}" if is_row else f"{name}1")
    if cell is None:
        return None
    axis, number = (Axis.ROW, cell.row) if is_row else (Axis.COLUMN, cell.column)
    return [_line(game, position, axis, number)]


def _name(game: SquaresGame, axis: Axis, number: int) -> str:
    """Return a row's number or a column's letter."""
    if axis is Axis.ROW:
        return cell_name(game, Cell(0, number))[1:]
    return cell_name(game, Cell(number, 0))[0]


def _hand(
    game: SquaresGame, position: SquaresPosition, axis: Axis, number: int
) -> HandLine | None:
    lines = game.lines(position)
    return next((h for h in lines if (h.axis, h.number) == (axis, number)), None)


def _line(game: SquaresGame, position: SquaresPosition, axis: Axis, number: int) -> str:
    """Return a line's cards, each with the name of its cell, and its points."""
    hand = _hand(game, position, axis, number)
    cards = [
        f"{cell_name(game, cell)} {tr(card_words(card))}"
        for cell, card in _laid(position)
        if (cell.row if axis is Axis.ROW else cell.column) == number
    ]
    heading = _heading(game, axis, number, hand)
    return f"{heading} {', '.join(cards)}." if cards else heading


def _laid(position: SquaresPosition) -> list[tuple[Cell, Card]]:
    return sorted(zip(position.cells, position.cards, strict=False))


def _heading(game: SquaresGame, axis: Axis, number: int, hand: HandLine | None) -> str:
    """Return the name of a line and its hand, so far or for good."""
    name = _name(game, axis, number)
    which = tr("Row {name}", name=name)
    if axis is Axis.COLUMN:
        which = tr("Column {name}", name=name)
    if hand is None or not hand.cards:
        return tr("{line}: empty.", line=which)
    told = tr(hand.hand.value)
    points = counted(hand.points, game.about)
    if hand.is_complete:
        return tr("{line}: {hand}, {points}.", line=which, hand=told, points=points)
    if hand.points:
        return tr(
            "{line}: {hand} so far, {points}.", line=which, hand=told, points=points
        )
    return f"{which}:"


def _score(game: SquaresGame, position: SquaresPosition) -> str:
    score = counted(game.score(position), game.about)
    cards = tr("{count} of 25 cards laid", count=len(position.cells))
    return f"{tr(game.about.title)}: {score}, {cards}."


def _next(board: Board) -> list[str]:
    following = board.zones["next"]
    if not following:
        return []
    return [tr("Next: {card}.", card=tr(card_words(following[0])))]

"""A patience board: foundations, stock and waste, and the columns below them."""

from collections.abc import Sequence

from samedeal_client.language import tr, tr_n
from samedeal_client.view.cards import Glyphs, card_span
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_games.cards import FACE_DOWN, SUITS, Card
from samedeal_games.game import About, Board

MOST_ROWS = 14
"""Cards in a column from which the board turns on its side if there are more."""
WASTE_SHOWN = 6
CARDS_ACROSS = 24


def patience_lines(
    about: About, board: Board, glyphs: Glyphs, most_rows: int = MOST_ROWS
) -> Lines:
    """Return a board, mostly at most `most_rows` + 5 lines, of 76 cells.

    Columns hang down, as on a table; where one is longer than `most_rows` they
    run from left to right instead, on a second line if they must, so that no card
    is ever left out.
    """
    columns = numbered(board, "column")
    tallest = max((len(cards) for cards in columns), default=0)
    body = (
        _hanging(columns, glyphs) if tallest <= most_rows else _lying(columns, glyphs)
    )
    return (_headline(about, board, glyphs), _furniture(board, glyphs), (), *body)


def numbered(board: Board, kind: str) -> list[tuple[Card, ...]]:
    """Return the zones ``kind.1`` onward, in order."""
    zones = [name for name in board.zones if name.startswith(kind + ".")]
    zones.sort(key=lambda name: int(name.rpartition(".")[2]))
    return [board.zones[name] for name in zones]


def _headline(about: About, board: Board, glyphs: Glyphs) -> Line:
    up = sum(len(cards) for cards in numbered(board, "foundation"))
    dot = Span(f" {glyphs.dot} ", Style.DIM)
    return (
        Span(" "),
        Span(tr(about.title), Style.TITLE),
        dot,
        Span(tr("{up} of {all} cards up", up=up, all=about.top_score), Style.GOOD),
        dot,
        Span(tr_n("{count} move", "{count} moves", board.plies)),
    )


def _furniture(board: Board, glyphs: Glyphs) -> Line:
    foundations = numbered(board, "foundation")
    up, down = foundations[: len(SUITS)], foundations[len(SUITS) :]
    spans = _tops(tr("Up"), up, glyphs)
    if down:
        spans += [Span("   "), *_tops(tr("Down"), down, glyphs)]
    for zone, label, width in (
        ("stock", tr("Stock"), 2),
        ("redeals", tr("Redeals"), 1),
    ):
        if zone in board.zones:
            spans += [
                Span(f"    {label} ", Style.DIM),
                Span(f"{len(board.zones[zone]):>{width}}"),
            ]
    return (*spans, *_waste(board.zones.get("waste"), glyphs))


def _tops(
    label: str, foundations: Sequence[tuple[Card, ...]], glyphs: Glyphs
) -> list[Span]:
    """Return the top cards of one foundation of each suit."""
    spans = [Span(f" {label} ", Style.DIM)]
    for suit, cards in enumerate(foundations):
        if cards:
            spans += [Span(" "), card_span(cards[-1], glyphs)]
        else:
            spans.append(Span(f" {glyphs.gap}{glyphs.suits[suit]}", Style.DIM))
    return spans


def _waste(waste: tuple[Card, ...] | None, glyphs: Glyphs) -> Line:
    if waste is None:
        return ()
    label = Span(f"    {tr('Waste')} ", Style.DIM)
    if not waste:
        return (label, Span(glyphs.gap, Style.DIM))
    more = len(waste) - WASTE_SHOWN
    spans = [label]
    if more > 0:
        spans.append(Span(f"{more}{glyphs.ellipsis} ", Style.DIM))
    for card in waste[-WASTE_SHOWN:-1]:
        spans += [card_span(card, glyphs), Span(" ")]
    return (*spans, Span("[", Style.NEXT), card_span(waste[-1], glyphs), _CLOSE)


_CLOSE = Span("]", Style.NEXT)


def _hanging(columns: Sequence[tuple[Card, ...]], glyphs: Glyphs) -> Lines:
    numbers = "".join(f"{n:>4}  " for n in range(1, len(columns) + 1))
    rows: list[Line] = [(Span(" " + numbers.rstrip(), Style.DIM),)]
    for height in range(max(1, *(len(cards) for cards in columns))):
        spans = [Span(" ")]
        for cards in columns:
            spans += [Span("  "), _at(cards, height, glyphs), Span("  ")]
        rows.append(tuple(spans))
    return tuple(rows)


def _at(cards: tuple[Card, ...], height: int, glyphs: Glyphs) -> Span:
    if height < len(cards):
        return card_span(cards[height], glyphs)
    return Span(f" {glyphs.gap}" if height == 0 else "  ", Style.DIM)


def _lying(columns: Sequence[tuple[Card, ...]], glyphs: Glyphs) -> Lines:
    rows: list[Line] = []
    for number, cards in enumerate(columns, start=1):
        label = Span(f" {number:>2}  ", Style.DIM)
        hidden = cards.count(FACE_DOWN) if len(cards) > CARDS_ACROSS else 0
        spans = [label]
        if hidden:
            spans.append(Span(f"{hidden}{glyphs.times}{glyphs.back} ", Style.HIDDEN))
        if not cards:
            spans.append(Span(glyphs.gap, Style.DIM))
        for place, card in enumerate(cards[hidden:]):
            if place and place % CARDS_ACROSS == 0:
                rows.append(tuple(spans))
                spans = [Span(" " * len(label.text))]
            spans += [card_span(card, glyphs), Span(" ")]
        rows.append(tuple(spans))
    return tuple(rows)

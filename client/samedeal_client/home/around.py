"""What stands around a page: the names of all of them, and what can be pressed."""

from samedeal_client.language import later, tr
from samedeal_client.view.spans import Line, Lines, Span, Style, width_of

TITLES = (
    *(later("Play"), later("Rooms"), later("Host"), later("Daily")),
    *(later("Boards"), later("You"), later("Matches"), later("Settings")),
)
"""Of the pages, in order; each has its number for a key."""
GAP = "   "
"""Between two keys at the foot."""


def titles_line(here: int, width: int) -> Line:
    """Return the names of all pages, each with its key, the one `here` set off."""
    names = [f"{number} {tr(title)}" for number, title in enumerate(TITLES, 1)]
    for number in reversed(range(len(names))):
        # Where there is no room for all, the last ones have their keys alone.
        if sum(width_of(name) + 2 for name in names) <= width:
            break
        if number != here:
            names[number] = str(number + 1)
    spans = [Span(" ")]
    for number, name in enumerate(names):
        spans += [Span(name, Style.HELD if number == here else Style.PLAIN)]
        spans += [Span("  ")]
    return tuple(spans)


def name_at(lines: Lines, x: int) -> int | None:
    """Return the number of the page whose name is at a cell; None for none."""
    at = 0
    for number, span in enumerate(lines[0][1:] if lines else ()):
        at += width_of(span.text)
        if x < at:
            return number // 2
    return None


def foot_line(told: tuple[str, ...], seen: tuple[int, int, int], width: int) -> Line:
    """Return what can be pressed, how to learn of all of it, and which rows are seen.

    Where there is no room for all keys, those that take most words are left out.
    """
    first, last, total = seen
    where = f"{first}-{last}/{total} " if total else ""
    keys = told[0]
    if len(told) > 1:
        keys = _fitting(GAP.join(told).split(GAP), width - len(where) - 2)
    room = max(1, width - width_of(keys) - len(where) - 1)
    return (Span(f" {keys}{' ' * room}{where}", Style.DIM),)


def _fitting(told: list[str], room: int) -> str:
    """Return what can be pressed, as far as it fits, and the last always.

    What is told in most words is left out first, and the first last.
    """
    while len(told) > 1 and width_of(GAP.join(told)) > room:
        told.remove(max(told[1:-1] or told[:1], key=width_of))
    return GAP.join(told)

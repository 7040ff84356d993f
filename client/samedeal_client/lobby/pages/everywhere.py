"""The keys with the same meaning on every page, and the page with the help on keys."""

from collections.abc import Callable, Iterable
from functools import partial

from samedeal_client.language import tr
from samedeal_client.lobby.leaf import Leaf
from samedeal_client.lobby.lobby import Done, Lobby, sheet_of
from samedeal_client.lobby.pages.reading import ReadingPage
from samedeal_client.screen.keys.key_rows import KeyRow
from samedeal_client.view.spans import Lines, line


def keys_everywhere(lobby: Lobby, leaf: Leaf) -> tuple[KeyRow[Done], ...]:
    """Return the keys of every page; Esc comes before all of them."""
    pages, page = lobby.pages, lobby.pages.shown
    turns = {str(n): partial(pages.show, one) for n, one in enumerate(pages.own, 1)}
    turns |= {
        "tab": partial(pages.show, pages.beside(1)),
        "shift+tab": partial(pages.show, pages.beside(-1)),
    }
    moves: dict[str, Callable[[], Done]] = {
        "up": partial(leaf.move, -1),
        "down": partial(leaf.move, 1),
        "pageup": partial(leaf.page, -1),
        "pagedown": partial(leaf.page, 1),
    }
    if not leaf.is_short:
        moves |= {"home": partial(leaf.end, -1), "end": partial(leaf.end, 1)}
    if leaf.does:
        moves["enter"] = partial(page.choose, leaf.does)
    return (
        KeyRow(
            {} if page.is_bare else turns,
            tr(
                "  Tab, 1-{last}   the pages by name, which can be clicked, too",
                last=len(pages.own),
            ),
        ),
        KeyRow(
            moves,
            tr(
                "  PgUp, PgDn   further up or down; Home and End to the first and the "
                "last"
            ),
        ),
        KeyRow(
            {"?": partial(_turn_help, lobby, leaf)},
            tr("  Esc          back; twice, out of the first page"),
        ),
        KeyRow(
            {},  # the screen takes it, as it does Esc
            tr("  ctrl+x       leave, from wherever you are; ctrl+c, too"),
        ),
        KeyRow(
            {"r": partial(_try_again, lobby)} if lobby.visit.player is None else {},
            tr("  r            where no server answers: try again"),
        ),
    )


async def _try_again(lobby: Lobby) -> bool:
    await lobby.visit.again()
    return True


def _turn_help(lobby: Lobby, leaf: Leaf) -> None:
    """Open the help on the keys of the page that is shown, or close it."""
    if isinstance(lobby.pages.shown, ReadingPage):
        lobby.pages.back()
        return
    keys = sheet_of(lobby.pages.shown, *leaf.size).keys
    told = keys_lines(keys, (row.help for row in keys_everywhere(lobby, leaf)))
    lobby.pages.open(ReadingPage(lobby, told, title=tr("Keys"), indent=1))


def keys_lines(keys: str, everywhere: Iterable[str]) -> Lines:
    """Return the keys of a page, then the help on those of all pages."""
    here = (line(f"  {part}") for part in keys.split("   "))
    return (*here, (), *map(line, everywhere))

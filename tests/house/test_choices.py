"""No source takes a choice of a ruleset that it does not know for another one.

Who asks whether a choice is *this* one treats all others alike, also those that come
later. So nobody asks: what a choice means stands in a table, and a table that lacks a
choice is not made (`samedeal_games.choices`).
"""

import ast
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from tests.house.repository import CODE_ROOTS, ROOT

from samedeal_games.patience.rulesets import (
    Aces,
    Dealing,
    Foundations,
    Packing,
    Redeal,
    Space,
    Stock,
    Unit,
)
from samedeal_games.squares import Laying

CHOICES: dict[str, type[Enum]] = {
    kind.__name__: kind
    for kind in (
        *(Aces, Dealing, Foundations, Packing, Redeal, Space, Stock, Unit),
        Laying,
    )
}
_NOTHING = frozenset[ast.AST]()
TAUGHT = "TAUGHT"
"""What the solver was taught; it refuses all else with a sentence."""


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for root in (*CODE_ROOTS, "bench", "docs"):
        for path in sorted((ROOT / root).rglob("*.py")):
            yield path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))


def is_choice(node: ast.AST | None) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in CHOICES
        and node.attr in CHOICES[node.value.id].__members__
    )


def names_a_choice(node: ast.AST) -> bool:
    return any(map(is_choice, ast.walk(node)))


def checked_parts(node: ast.AST) -> frozenset[ast.AST]:
    """Return what `for_every` is handed, which misses no choice."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return frozenset()
    if node.func.id != "for_every":
        return frozenset()
    return frozenset((*node.args, *(keyword.value for keyword in node.keywords)))


def asked(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that compare something with a choice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = (node.left, *node.comparators)
            if any(map(names_a_choice, operands)):
                yield node.lineno
        elif isinstance(node, ast.MatchValue) and is_choice(node.value):
            yield node.value.lineno


def tables_that_may_lack_one(
    node: ast.AST, whole: frozenset[ast.AST] = _NOTHING
) -> Iterator[int]:
    """Yield the lines of tables and sets by choice that nobody checks."""
    for child in ast.iter_child_nodes(node):
        checked = whole if isinstance(child, ast.keyword) else checked_parts(child)
        if isinstance(child, ast.AnnAssign) and ast.unparse(child.target) == TAUGHT:
            continue
        if child not in whole and (
            (isinstance(child, ast.Dict) and any(map(is_choice, child.keys)))
            or (isinstance(child, ast.Set) and any(map(is_choice, child.elts)))
        ):
            yield child.lineno
        yield from tables_that_may_lack_one(child, checked)


def test_no_source_asks_whether_a_choice_is_one_of_them() -> None:
    found = [f"{path}:{line}" for path, tree in sources() for line in asked(tree)]
    assert not found


def test_every_table_by_choice_is_made_by_one_that_misses_none() -> None:
    found = [
        f"{path}:{line}"
        for path, tree in sources()
        for line in tables_that_may_lack_one(tree)
    ]
    assert not found


def test_questions_and_loose_tables_are_found_where_there_are_any() -> None:
    tree = ast.parse(
        "a = stock is Stock.ROW\n"
        "b = stock in (Stock.ROW, Stock.NONE)\n"
        "c = {Stock.ROW: 1}\n"
        "d = for_every({Stock.ROW: 1}, but={Stock.WASTE, Stock.NONE})\n"
        "e = frozenset({Stock.ROW})\n"
        "f = for_every({Space.ANY: {Stock.ROW: 1}, Space.KINGS: {}})\n"
        "match stock:\n"
        "    case Stock.ROW:\n"
        "        pass\n"
    )
    assert list(asked(tree)) == [1, 2, 8]
    assert list(tables_that_may_lack_one(tree)) == [3, 5, 6]

"""Tools of all writers of reference pages: tables, heads, and texts from the code."""

import ast
from collections.abc import Iterable
from itertools import pairwise


def page(title: str, readers: str, parts: Iterable[str]) -> str:
    """Return a page with its title and its readers."""
    head = f"For {readers}; written by `make docs` from the code.\n"
    return "\n".join([head, f"# {title}\n", *parts])


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    cells = (" | ".join(cell.replace("|", "\\|") for cell in row) for row in lines)
    return "".join(f"| {row} |\n" for row in cells)


def texts_in(tree: ast.AST) -> dict[str, str]:
    """Return the docstrings beneath names, by name."""
    texts: dict[str, str] = {}
    body: list[ast.stmt] = getattr(tree, "body", [])
    for node, after in pairwise(body):
        match node, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name))
                | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = " ".join(text.split())
            case _:
                pass
    return texts

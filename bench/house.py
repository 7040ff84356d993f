"""How large the rooms of this house are: modules, functions, docstrings, comments.

    python -m bench.house

One row for each: lines and their spread by module, the lengths of functions without
their docstrings, those over thirty lines and those with more than ten ways through,
docstrings on what is public, comments for each hundred lines, and the lines that are
docstrings. Files over 400 lines and folders over twelve modules are listed below.
"""

import ast
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parent.parent
ROOMS = (
    *("games", "players", "protocol", "records", "server", "client", "web"),
    *("tests", "bench"),
)
LONG_FILE, LONG_FUNCTION, MANY_WAYS, FULL_FOLDER = 400, 30, 10, 12
HEAD = (
    *("room", "modules", "lines", "median / p90 / max", "functions: the same"),
    *(">30 lines", ">10 ways", "docstrings", "comments", "docstring lines"),
)
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Documented: TypeAlias = Function | ast.ClassDef | ast.Module
FORKS = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp),
    *(ast.comprehension, ast.match_case),
)


class Measured(NamedTuple):
    """The counts of one module."""

    lines: int
    functions: tuple[int, ...]
    """Lines of each, without its docstring."""
    ways: tuple[int, ...]
    """Ways through each."""
    public: int
    documented: int
    comments: int
    docstring_lines: int


def measured(path: Path) -> Measured:
    """Count in a module."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    public = [node for node in _documented(tree) if _is_public(node)]
    with path.open("rb") as file:
        tokens = [token.type for token in tokenize.tokenize(file.readline)]
    return Measured(
        len(text.splitlines()),
        tuple(_length(each) for each in functions),
        tuple(_ways(each) for each in functions),
        len(public),
        sum(ast.get_docstring(each) is not None for each in public),
        tokens.count(tokenize.COMMENT),
        sum(_docstring_lines(each) for each in _documented(tree)),
    )


def _documented(tree: ast.Module) -> Iterator[Documented]:
    for node in ast.walk(tree):
        if isinstance(node, Documented):
            yield node


def _is_public(node: Documented) -> bool:
    return isinstance(node, ast.Module) or not node.name.startswith("_")


def _docstring_lines(node: Documented) -> int:
    if ast.get_docstring(node) is None:
        return 0
    first = node.body[0]
    return (first.end_lineno or first.lineno) - first.lineno + 1


def _length(function: Function) -> int:
    last = function.end_lineno or function.lineno
    return last - function.lineno + 1 - _docstring_lines(function)


def _ways(function: Function) -> int:
    forks = sum(isinstance(node, FORKS) for node in ast.walk(function))
    joins = [node for node in ast.walk(function) if isinstance(node, ast.BoolOp)]
    return 1 + forks + sum(len(join.values) - 1 for join in joins)


def row(room: str, modules: Sequence[Measured]) -> tuple[str, ...]:
    """Return the counts of a room, as cells."""
    lines = [each.lines for each in modules]
    lengths = [length for each in modules for length in each.functions]
    ways = [many for each in modules for many in each.ways]
    total = sum(lines)
    public = sum(each.public for each in modules)
    documented = sum(each.documented for each in modules)
    return (
        *(room, str(len(modules)), f"{total:,}", _spread(lines), _spread(lengths)),
        str(sum(length > LONG_FUNCTION for length in lengths)),
        str(sum(many > MANY_WAYS for many in ways)),
        f"{documented / public:.0%}",
        f"{100 * sum(each.comments for each in modules) / total:.1f}",
        f"{sum(each.docstring_lines for each in modules) / total:.0%}",
    )


def _spread(values: Sequence[int]) -> str:
    ordered = sorted(values)
    high = ordered[int(0.9 * (len(ordered) - 1))]
    return f"{median(ordered):.0f} / {high} / {ordered[-1]}"


def main() -> None:
    """Print the table, then what is longer or fuller than it should be."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py"],  # noqa: S607 - whichever git one has
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [Path(name) for name in listed.stdout.split()]
    found = {path: measured(ROOT / path) for path in paths if (ROOT / path).exists()}
    print(f"| {' | '.join(HEAD)} |\n| --- |{' ---: |' * (len(HEAD) - 1)}")
    for room in ROOMS:
        modules = [each for path, each in found.items() if path.parts[0] == room]
        print(f"| {' | '.join(row(room, modules))} |")
    for path, each in found.items():
        if each.lines > LONG_FILE:
            print(f"{path}: {each.lines} lines")
    files = [path for path in found if path.stem != "__init__"]
    for folder, many in Counter(path.parent for path in files).most_common():
        if many > FULL_FOLDER:
            print(f"{folder}: {many} modules")


if __name__ == "__main__":
    main()

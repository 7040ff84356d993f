"""All that the client says goes through its catalogue: the code is read for more."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import samedeal_client
import samedeal_records
from samedeal_client.language.languages import FOLDERS

CLIENT = Path(samedeal_client.__file__).parent
RECORDS = Path(samedeal_records.__file__).parent
UNSAID = frozenset({"sealing.py", "transcripts.py"})
"""Of the records: how they are written; the client says in its words what is wrong."""
CATALOGUES = set(FOLDERS.values())
TRANSLATED = frozenset({"tr", "tr_n", "later", "Wording"})
SPEAKERS = frozenset(
    {
        *("line", "Span", "table", "wrapped", "print", "input", "answer_to"),
        *("show", "say", "_say"),
        *("warn", "_warn", "note", "_note", "_tell", "_warning", "_good", "complain"),
        *("Failed", "Refused", "Unreadable", "Unreachable", "Silent", "Column"),
        *("ConfigError", "IdentityError", "DemoFailed", "notify", "Key"),
        *("Static", "Label", "Button", "Checkbox", "Option", "add_columns", "add_row"),
    }
)
"""Calls that put their texts before somebody."""
SAYING = frozenset({"help", "description", "epilog", "placeholder", "tooltip", "label"})
"""Arguments by name that do."""
PHRASE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")
WORD = re.compile(r"[^\W\d_]{3,}")
INTERNAL = frozenset(
    {
        *("Behind", "ValueError", "TypeError", "LinkLost", "RuntimeError", "compile"),
        *("AssertionError", "TypeVar", "NotDone", "Rejected", "super().__init__"),
    }
)
"""Errors that nobody is shown, and other calls whose texts are no texts."""
TECHNICAL = re.compile(
    r"""
    \s*(eval\ "\$\()?samedeal\b.*          # a command, as it is typed
    | [\s\0]*--[\w-]+                      # an option of one
    | [2-9TJQKA][CDHS](\ [2-9TJQKA][CDHS])*  # cards
    | \#\w+                                # a widget
    """,
    re.VERBOSE,
)


class Untold(NamedTuple):
    """A text that is in one language only, and where."""

    text: str
    where: str


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _text(node: ast.AST) -> str | None:
    """Return what a literal says, without the fields of an f-string."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "\0".join(_text(part) or "" for part in parts)
        case _:
            return None


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class Reader:
    """One module, read for what it says in one language."""

    def __init__(self, where: str, source: str) -> None:
        self._where = where
        self.tree = ast.parse(source)

    def untold(self, node: ast.AST, *, spoken: bool = False) -> Iterator[Untold]:
        """Yield the texts below a node; `spoken` where they are put before somebody."""
        if _is_docstring(node):
            return
        text = _text(node)
        if text is not None:
            pattern = WORD if spoken else PHRASE
            if pattern.search(text) and not TECHNICAL.fullmatch(text):
                line = getattr(node, "lineno", 0)
                yield Untold(text, f"{self._where}:{line}")
            if isinstance(node, ast.JoinedStr):
                for part in node.values:
                    if isinstance(part, ast.FormattedValue):
                        yield from self.untold(part.value, spoken=spoken)
            return
        if isinstance(node, ast.Call):
            yield from self._of_call(node, spoken=spoken)
            return
        for child in ast.iter_child_nodes(node):
            is_value = not isinstance(node, ast.Compare | ast.Subscript | ast.Dict)
            yield from self.untold(child, spoken=spoken and is_value)

    def _of_call(self, call: ast.Call, *, spoken: bool) -> Iterator[Untold]:
        name = _name_of(call)
        if name in TRANSLATED:
            # Its own text is told in every language; what it is filled with may not be.
            for keyword in call.keywords:
                yield from self.untold(keyword.value, spoken=True)
            return
        if name in INTERNAL:
            return
        for argument in call.args:
            yield from self.untold(argument, spoken=name in SPEAKERS)
        for keyword in call.keywords:
            is_said = keyword.arg in SAYING
            yield from self.untold(keyword.value, spoken=is_said)


def _modules() -> Iterator[Path]:
    records = (path for path in RECORDS.rglob("*.py") if path.name not in UNSAID)
    for path in sorted((*CLIENT.rglob("*.py"), *records)):
        if not CATALOGUES & set(path.parts):
            yield path


def test_nothing_is_said_in_english_alone() -> None:
    untold: list[Untold] = []
    for path in _modules():
        where, source = str(path), path.read_text(encoding="utf-8")
        reader = Reader(where, source)
        untold += reader.untold(reader.tree)
    assert not untold, "\n".join(f"{each.where}: {each.text!r}" for each in untold)


FORGETFUL = """
'''A docstring is for those who read the code.'''
HEAD = "Two words"
def tell(name):
    '''So is this.'''
    show(line(" ready"), tr("all is well, {who}", who="somebody"))
    add("--json", help="programs")
    raise Failed(f"{name} went away") if name else ValueError("for us alone")
show(line(tr("well said"), f"{shown} samedeal verify {match}", " samedeal games"))
"""


def test_a_text_that_was_forgotten_is_found_wherever_it_is_said() -> None:
    reader = Reader("forgetful.py", FORGETFUL)
    found = [(each.text, each.where) for each in reader.untold(reader.tree)]
    assert found == [
        ("Two words", "forgetful.py:3"),
        (" ready", "forgetful.py:6"),
        ("somebody", "forgetful.py:6"),
        ("programs", "forgetful.py:7"),
        ("\0 went away", "forgetful.py:8"),
        ("\0 samedeal verify \0", "forgetful.py:9"),
    ]

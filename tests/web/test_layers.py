"""The page's house: a module needs what is below it, and nothing goes in circles."""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

from samedeal_web.files import STATIC
from samedeal_web.together import beside

LAYERS: tuple[tuple[str, ...], ...] = (
    ("page/main.js", "page/line.js", "page/worker.js"),
    ("page/app.js",),
    (
        *("page/lobby", "page/room", "page/table", "page/end", "page/records"),
        *("page/deals", "page/people", "page/identity"),
    ),
    ("page/alone", "page/others", "page/standings", "page/visit"),
    ("page/parts",),
    ("page/reader",),
    ("board/index.js", "records", "solver"),
    ("board/patience", "board/squares"),
    ("board", "wire"),
    ("games/index.js",),
    ("games/patience", "games/squares"),
    ("games",),
    ("vendor", "words", "rules", "lessons"),
)
"""Rooms of modules, a room being a folder or one module of it that is apart. Each may
import what is in its own and in those below, and nothing of what is above or beside."""

ARCHITECTURE = Path(__file__).parents[2] / "docs/explanation/architecture.md"

_COMMENT = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE)
_RUN = re.compile(
    r'\b(?:from|import)\s*"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)'
    r'|\bnew URL\("(\.[^"]+\.js)", import\.meta\.url\)'
)
"""An import at once or later, and a worker's module."""
_TYPE = re.compile(r'\bimport\("(\.[^"]+)"\)')


def modules() -> dict[str, str]:
    """Return the text of every module of the page."""
    return {
        path.relative_to(STATIC).as_posix(): path.read_text("utf-8")
        for path in STATIC.rglob("*.js")
    }


def run_by(name: str, code: str) -> Iterator[str]:
    """Yield what a module needs to run, at once or later."""
    for found in _RUN.findall(_COMMENT.sub("", code)):
        yield beside(name, "".join(found))


def types_of(name: str, code: str) -> Iterator[str]:
    """Yield where a module takes types from, as its comments say."""
    for comment in _COMMENT.findall(code):
        for path in _TYPE.findall(comment):
            yield beside(name, path)


def room_of(name: str) -> str:
    """Return the room of a module: of those that it is in, the innermost one."""
    paths = [name, *map(str, PurePosixPath(name).parents)]
    rooms = {room for layer in LAYERS for room in layer}
    return next((path for path in paths if path in rooms), "")


def layer_of(room: str) -> int:
    """Return at which layer a room is, from the top."""
    return next(at for at, layer in enumerate(LAYERS) if room in layer)


def astray(found: Mapping[str, str]) -> list[str]:
    """Return what is imported that is not below; what has no room is astray itself."""
    wrong = [name for name in found if not room_of(name)]
    for name, code in found.items():
        own = room_of(name)
        for other in (*run_by(name, code), *types_of(name, code)):
            its = room_of(other)
            if own and its != own and (not its or layer_of(its) <= layer_of(own)):
                wrong.append(f"{name} imports {other}")
    return sorted(wrong)


def circle(found: Mapping[str, str]) -> list[str]:
    """Return modules that need each other, the first one again at the end; [] for none.

    Types are no need: a class and the words that tell of it may know each other's.
    """
    needs = {name: set(run_by(name, code)) for name, code in found.items()}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def test_a_module_of_the_page_imports_only_what_is_below_it() -> None:
    assert astray(modules()) == []


def test_no_modules_of_the_page_need_each_other_even_later() -> None:
    assert circle(modules()) == []


def test_every_room_of_the_table_has_modules() -> None:
    there = {room_of(name) for name in modules()}
    assert {room for layer in LAYERS for room in layer} == there


def test_the_page_on_architecture_tells_the_same_layers() -> None:
    told = "".join(f"{' | '.join(layer)}\n" for layer in LAYERS)
    assert f"```\n{told}```" in ARCHITECTURE.read_text("utf-8")


@pytest.mark.parametrize(
    "code",
    [
        'import {\n  Race,\n  far,\n} from "../table/race.js";',
        'export { Race } from "../table/race.js";',
        'import "../table/race.js";',
        'const load = async () => (await import("../table/race.js")).Race;',
        'new Worker(new URL("../table/race.js", import.meta.url));',
        '/** @typedef {import("../table/race.js").Race} Race */',
        '/**\n * @param {import("../table/race.js").Race} race\n */',
    ],
)
@pytest.mark.parametrize("name", ["page/room/join.js", "page/parts/bars.js"])
def test_an_import_of_what_is_beside_or_above_is_found(name: str, code: str) -> None:
    found = {name: code, "page/table/race.js": ""}
    assert astray(found) == [f"{name} imports page/table/race.js"]


def test_what_is_below_or_in_the_same_room_may_be_imported() -> None:
    found = {
        "page/table/race.js": 'import "../parts/names.js";\nimport "./menu.js";\n'
        '// as in import "../room/join.js";\n',
        "page/table/menu.js": '/** @typedef {import("./race.js").Race} Race */\n',
        "page/parts/names.js": 'import "../../vendor/html.js";',
        "vendor/html.js": "",
    }
    assert astray(found) == []
    assert circle(found) == []


def test_what_has_no_room_is_found() -> None:
    found = {"page/attic.js": "", "page/app.js": 'import "./attic.js";'}
    assert astray(found) == ["page/app.js imports page/attic.js", "page/attic.js"]


@pytest.mark.parametrize("back", ['import "./race.js";', 'import("./race.js");'])
def test_modules_of_a_room_that_need_each_other_are_found(back: str) -> None:
    names = ["page/table/race.js", "page/table/aside.js"]
    found = dict(zip(names, ['import("./aside.js");', back], strict=True))
    assert set(circle(found)) == set(names)

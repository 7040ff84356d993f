"""Modules that are sent together mean what they mean alone."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.web.rules.rules_of_the_page import NODE

from samedeal_web import read_site
from samedeal_web.files import BEGINS, STATIC, as_run, imported, modules_of
from samedeal_web.together import LATER, put_together

LEADS = re.compile(
    r'(?:^import.*?|\bfrom |\bimport\()"(\.[^"]+)"|\bURL\("(\./[^"]+)"', re.MULTILINE
)


def together(**modules: str) -> dict[str, str]:
    """Put modules together of which `main` is the first; return what is sent."""
    found = {f"page/{name}.js": code.encode() for name, code in modules.items()}
    sent = put_together(found, "page/main.js", imported)
    return {name: code.decode() for name, code in sent.items()}


def sent_to(folder: Path) -> Path:
    """Write what is sent into a folder."""
    for name, file in read_site().files.items():
        path = folder / name.split("/", 3)[3]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.plain)
    return folder


@pytest.mark.skipif(NODE is None, reason="no Node to run modules")
def test_modules_export_the_same_together_as_alone(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    alone = tmp_path / "alone"
    for path in STATIC.rglob("*.js"):
        bare = alone / path.relative_to(STATIC)
        bare.parent.mkdir(parents=True, exist_ok=True)
        bare.write_bytes(as_run(path.read_bytes()))
    script = Path(__file__).with_name("together.mjs")
    whole = sent_to(tmp_path / "sent") / "race.js"
    said = subprocess.run(
        [NODE or "node", str(script), str(alone), str(whole)],
        capture_output=True,
        check=True,
    )
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in STATIC.rglob("*.js")
    }
    parts = [set(modules_of(found, name)[1:]) for name in LATER]
    of_boards = parts[0] & parts[1]
    assert json.loads(said.stdout) == [
        len({*modules_of(found, BEGINS)[1:], *of_boards}),
        [],
    ]


def test_every_import_of_what_is_sent_leads_to_a_file(tmp_path: Path) -> None:
    folder = sent_to(tmp_path)
    for path in folder.rglob("*.js"):
        code = path.read_text("utf-8")
        for each in LEADS.findall(code):
            assert (path.parent / "".join(each)).resolve().is_file(), (path.name, each)


def test_what_is_needed_at_first_is_in_few_files_and_the_rest_takes_it_from_there() -> (
    None
):
    sent = together(
        main='import { a } from "./a.js";\nimport { b as c } from "./b.js";\na(c);\n',
        a='import { b } from "./b.js";\nexport { b as d } from "./b.js";\n'
        "export function a() {\n  return b;\n}\n",
        b='export const b = new URL("./b.css", import.meta.url);\n'
        'export const load = () => import("./late.js");\n',
        late='import { a, d } from "./a.js";\nimport "./more.js";\n'
        "export const l = a(d);\n",
        more="export class More {}\n",
    )
    assert set(sent) == {
        *("table.js", "race.js"),
        *("page/main.js", "page/late.js", "page/more.js"),
    }
    assert sent["page/main.js"] == (
        'import { $modules } from "../race.js";\n'
        'const { a } = $modules["page/a.js"];\n'
        'const { b: c } = $modules["page/b.js"];\na(c);\n'
    )
    assert sent["page/late.js"].splitlines()[1:] == [
        'const { a, d } = $modules["page/a.js"];',
        'import "./more.js";',
        "export const l = a(d);",
    ]
    assert sent["page/more.js"] == "export class More {}\n"
    race = sent["race.js"]
    assert race.index('$modules["page/b.js"] =') < race.index('$modules["page/a.js"] =')
    assert 'const { b } = $modules["page/b.js"] = (() => {' in race
    assert 'return { d: $modules["page/b.js"].b, a };' in race
    assert 'import("./page/late.js")' in race
    assert 'new URL("./page/b.css", import.meta.url)' in race


def test_what_one_gives_another_is_named_once_and_a_namesake_beside_it() -> None:
    found = {
        "page/main.js": b'import { a } from "./a.js";\nimport { c } from "./c.js";\n',
        "page/a.js": b'import { b } from "../games/b.js";\nexport const a = b;\n',
        "page/c.js": b'import { a } from "./a.js";\nimport { b } from "./other.js";\n'
        b"export const c = [a, b];\n",
        "page/other.js": b"export const b = 2;\nexport const alone = 3;\n",
        "games/b.js": b"export const b = 1;\n",
    }
    sent = put_together(found, "page/main.js", imported)
    assert sent["table.js"].decode().splitlines() == [
        "export const $modules = {};",
        'const { b } = $modules["games/b.js"] = (() => {',
        *("const b = 1;", "", "return { b };", "})();"),
        "export { b };",
    ]
    assert sent["race.js"].decode().splitlines() == [
        'import { $modules } from "./table.js";',
        *("export { $modules };", 'import { b } from "./table.js";'),
        'const { a } = $modules["page/a.js"] = (() => {',
        *("", "const a = b;", "", "return { a };", "})();"),
        '$modules["page/other.js"] = (() => {',
        *("const b = 2;", "const alone = 3;", "", "return { b, alone };", "})();"),
        '$modules["page/c.js"] = (() => {',
        *("", 'const { b } = $modules["page/other.js"];'),
        *("const c = [a, b];", "", "return { c };", "})();"),
    ]


def test_a_part_that_is_fetched_later_has_with_it_what_only_it_needs() -> None:
    found = {
        "page/main.js": b'import { a } from "./a.js";\na();\n',
        "page/a.js": b'export const a = () => import("../board/squares/grid.js");\n',
        "board/squares/grid.js": b'import { b } from "./b.js";\n'
        b"export const grid = b;\n",
        "board/squares/b.js": b'import { a } from "../../page/a.js";\n'
        b'import { both } from "../both.js";\nimport { c } from "../../page/c.js";\n'
        b'export const b = [a, both, c, () => import("./d.js")];\n',
        "board/patience/tableau.js": b'import { both } from "../both.js";\nboth();\n',
        "board/both.js": b"export const both = () => 1;\n",
        "page/c.js": b"export const c = 1;\n",
        "board/squares/d.js": b'import { c } from "../../page/c.js";\nc;\n',
    }
    sent = put_together(found, "page/main.js", imported)
    assert set(sent) == {*found, "table.js", "race.js"} - {
        *("page/a.js", "board/squares/b.js", "board/both.js")
    }
    assert b'$modules["board/both.js"]' in sent["table.js"]
    grid = sent["board/squares/grid.js"].decode()
    assert grid.startswith(
        'import { $modules } from "../../race.js";\n'
        'import * as $other0 from "../../page/c.js";\n'
        '$modules["page/c.js"] = $other0;\n'
        '$modules["board/squares/b.js"] = '
    )
    assert 'import("../../board/squares/d.js")' in grid
    assert grid.endswith(
        'const { b } = $modules["board/squares/b.js"];\nexport const grid = b;\n'
    )


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ('import { x } from "./b.js";\nexport const a = 1;', "need each other"),
        ("export let a = 1;", "export let a"),
        ("export const { a } = b;", "export const"),
        ("export default 1;", "export default"),
        ("export const a = import.meta.url;", r"import\.meta"),
        ('import * as x from "./c.js";', r"import \* as x"),
    ],
)
def test_what_cannot_be_put_together_is_told_of(module: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        together(
            main='import { a } from "./a.js";',
            a=f"{module}\n",
            b='import { a } from "./a.js";\nexport const x = 1;',
            c="export const y = 1;",
        )


def test_a_table_needs_nothing_of_a_race() -> None:
    found = {
        "page/main.js": b'import { a } from "../board/a.js";\n',
        "board/a.js": b'import { x } from "../page/x.js";\nexport const a = x;\n',
        "page/x.js": b"export const x = 1;\n",
    }
    with pytest.raises(ValueError, match=r"board/a\.js needs what is in race\.js"):
        put_together(found, "page/main.js", imported)


def test_what_thinks_beside_the_page_takes_nothing_of_the_page() -> None:
    """It runs in a worker, which has none."""
    sent = {
        path.split("/", 3)[3]: file.plain for path, file in read_site().files.items()
    }
    needed = modules_of(sent, "solver/worker.js")
    assert "table.js" in needed
    assert "race.js" not in needed

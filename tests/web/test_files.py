"""The page's files: packed, named after their bytes, and small enough."""

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.web.rules.rules_of_the_page import NODE

from samedeal_games.catalogue import GAMES
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.paths import path_of
from samedeal_web import files, read_site
from samedeal_web.files import (
    KINDS,
    LARGEST_BYTES,
    PLACES,
    STATIC,
    as_run,
    imported,
    modules_of,
)
from samedeal_web.previews import ROOM

MOST_BYTES = 57_000
MOST_BYTES_OF_PATIENCE = 60_000
"""Of all that a phone fetches before the first card, packed."""
MOST_FILES = 5
"""Besides the page itself, each of which costs a way there and back."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page").mkdir()
    (tmp_path / "wire").mkdir()
    (tmp_path / "page/index.html").write_text('<!-- modules -->\n"static/page/main.js"')
    (tmp_path / "page/page.css").write_text("p {}\n")
    (tmp_path / "page/main.js").write_text('import { a } from "../wire/link.js";\n')
    (tmp_path / "wire/link.js").write_text('import "./frames.js";\nexport const a = 1;')
    (tmp_path / "wire/frames.js").write_text("export {};")
    return tmp_path


def names(folder: Path) -> set[str]:
    read_site.cache_clear()
    return set(read_site(folder).files)


def test_each_file_is_packed_and_small_enough_to_be_sent_at_once() -> None:
    for name, file in read_site().files.items():
        assert gzip.decompress(file.packed) == file.plain
        assert len(file.packed) <= LARGEST_BYTES, name


def test_every_file_of_the_folder_is_sent_or_is_of_no_known_kind() -> None:
    there = [path for path in STATIC.rglob("*") if path.is_file()]
    assert all(path.suffix in {*KINDS, ".md", ".ts"} for path in there)


def test_the_files_have_another_name_when_any_byte_is_another(folder: Path) -> None:
    before = names(folder)
    (folder / "wire/frames.js").write_text("export { };")
    assert not before & names(folder)


def test_the_files_have_another_name_when_they_are_put_together_otherwise(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version of the server sends other bytes of the same modules."""
    before = names(folder)

    def run(code: bytes) -> bytes:
        return as_run(code) + b"\n"

    monkeypatch.setattr(files, "as_run", run)
    assert not before & names(folder)
    read_site.cache_clear()


def test_the_page_names_every_file_of_modules_that_it_needs(folder: Path) -> None:
    site = read_site(folder)
    base = next(iter(site.files)).split("/")[2]
    for name in ("page/main.js", "race.js", "table.js"):
        link = f'<link rel="modulepreload" href="static/{base}/{name}">'
        assert link.encode() in site.page.plain


def test_the_page_names_its_modules_before_all_that_is_long_in_it() -> None:
    """They are asked for as soon as its beginning is there."""
    page = read_site().page.plain
    assert page.index(b"modulepreload") < page.index(b"<style>")


@pytest.mark.parametrize(
    ("board", "most"),
    [
        ("board/squares/grid.js", MOST_BYTES),
        ("board/patience/tableau.js", MOST_BYTES_OF_PATIENCE),
    ],
)
def test_a_phone_has_little_to_fetch_before_the_first_card(
    board: str, most: int
) -> None:
    site = read_site()
    needed = re.findall(rb'(?:href|src)="(static/[^"]+)"', site.page.plain)
    # Browsers ask for that when nothing else is under way.
    needed = [name for name in needed if not name.endswith(b".webmanifest")]
    base = needed[0].decode().rsplit("/", 2)[0]
    names = {*(name.decode() for name in needed), f"{base}/{board}"}
    sizes = {name: len(site.files[f"/{name}"].packed) for name in names}
    assert sum(sizes.values()) + len(site.page.packed) <= most
    assert len(sizes) <= MOST_FILES


def test_without_javascript_the_page_says_how_to_play_in_both_languages() -> None:
    told = re.search(rb"<noscript>(.*)</noscript>", read_site().page.plain)
    assert told is not None
    assert told[1].decode() == (
        "<p>This page needs JavaScript. Without it, samedeal is played in a terminal."
        '</p><p lang="es">Esta página necesita JavaScript. Sin él, a samedeal se juega '
        "en un terminal.</p>"
    )


def test_the_page_is_at_every_place_that_it_has_a_screen_for() -> None:
    app = (STATIC / "page/app.js").read_text("utf-8")
    table = re.search(r"^const PLACES = \{\n(.*?)^\};", app, re.MULTILINE | re.DOTALL)
    assert table is not None
    places = re.findall(r"^  (\w+):", table[1], re.MULTILINE)
    assert {"/", *(f"/{name}" for name in places)} == set(PLACES)


def test_who_follows_a_rooms_link_is_told_of_what_is_for_company() -> None:
    site = read_site()
    for company in (b"page/room/company.js", b"page/later.css"):
        assert company in site.others[ROOM].plain
        assert company not in site.page.plain


def test_the_line_of_a_room_leads_where_its_client_goes() -> None:
    script = (STATIC / files.LINE).read_text("utf-8")
    assert f'["{SUBPROTOCOL}"]' in script
    assert path_of("${code.toUpperCase()}`;").removeprefix("/") in script


def test_what_is_read_and_not_run_is_not_sent() -> None:
    module = b"/** Says\n * much. */\nlet a = 1; // one\n  // two\n\n"
    module += b"  /* b */ let b = `/*`;\n"
    assert as_run(module) == b"let a = 1; // one\n/* b */ let b = `/*`;\n"


@pytest.mark.skipif(NODE is None, reason="no Node to read modules")
def test_no_module_means_something_else_as_it_is_run(tmp_path: Path) -> None:
    paths: list[Path] = []
    for path in STATIC.rglob("*.js"):
        sent = tmp_path / path.relative_to(STATIC).as_posix().replace("/", "-")
        sent.write_bytes(as_run(path.read_bytes()))
        paths += [path, sent]
    script = Path(__file__).parent / "same_code.mjs"
    said = subprocess.run(
        [NODE or "node", "--expose-internals", str(script), *map(str, paths)],
        capture_output=True,
        check=True,
    )
    assert json.loads(said.stdout) == []


def test_every_import_of_every_module_leads_to_a_file() -> None:
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in STATIC.rglob("*.js")
    }
    for name, module in found.items():
        assert set(imported(name, module)) <= set(found), name
    assert modules_of(found, files.BEGINS)[0] == files.BEGINS


def test_imports_over_several_lines_are_seen_and_texts_are_not() -> None:
    module = b'import {\n  a,\n  b,\n} from "./x.js";\nexport const A = "./y.js";\n'
    module += b'export { c } from "../z/w.js";\nimport"./v.js";\n'
    assert imported("p/m.js", module) == ["p/x.js", "z/w.js", "p/v.js"]


def test_a_file_that_is_too_large_is_not_sent_but_told_of(folder: Path) -> None:
    noise = bytes(range(256)) * 2
    large = "".join(f"{hash((n, noise))}" for n in range(9_000))
    (folder / "wire/large.js").write_text(large)
    read_site.cache_clear()
    with pytest.raises(ValueError, match="large"):
        read_site(folder)


def test_no_class_has_two_methods_of_one_name() -> None:
    """JavaScript takes the later one, and says nothing."""
    method = re.compile(
        r"^  (?:static |async )*((?:get |set )?\w+)\(.*\) \{$", re.MULTILINE
    )
    for path in STATIC.rglob("*.js"):
        for body in re.split(
            r"^(?:export )?class ", path.read_text("utf-8"), flags=re.MULTILINE
        ):
            names = method.findall(body.partition("\n}\n")[0])
            assert len(names) == len(set(names)), path.name


def test_the_worker_is_told_of_every_file_but_licences() -> None:
    site = read_site()
    told = re.search(rb"const FILES = (\[.*\]);", site.worker.plain)
    base = re.search(rb'const BASE = "(static/\w+/)";', site.worker.plain)
    assert told is not None
    assert base is not None
    paths = {f"/{base[1].decode()}{name}" for name in json.loads(told[1])}
    assert paths == {path for path in site.files if not path.endswith(".txt")}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "A race at patience"),
        ("/account", "A race at patience"),
        ("/7kq4p", "You are asked to a race at patience"),
        ("/daily", "Today&#x27;s deals"),
        ("/learn", "Learn patience and Poker Squares"),
        ("/rules", "Rules of patience and Poker Squares"),
        ("/rules/pas-seul", "The rules of Pas Seul"),
        ("/rules/squares/english", "The rules of Poker Squares"),
        (f"/m/m-{'0' * 32}", "A match at patience, move by move"),
        (f"/player/p-{'0' * 16}", "A player of patience"),
        ("/event/7KQ4P7K", "An event at patience"),
    ],
)
def test_a_link_says_what_it_leads_to_and_finds_its_files(
    path: str, title: str
) -> None:
    page = read_site().find(path)
    assert page is not None
    html = page.plain.decode()
    assert f'<meta property="og:title" content="{title}">' in html
    up = "../" * (path.count("/") - 1)
    assert f'<link rel="manifest" href="{up}static/' in html


def test_the_rules_of_every_game_are_at_a_link_and_no_others() -> None:
    found = read_site()
    assert all(found.find(f"/rules/{key}") for key in GAMES)
    for path in ("/rules/", "/rules/squares", "/rules/chess", "/rules/pas-seul/"):
        assert found.find(path) is None


def test_the_manifest_leads_back_to_the_first_page() -> None:
    (path,) = (each for each in read_site().files if each.endswith(".webmanifest"))
    told = json.loads(read_site().files[path].plain)
    folder = path.rpartition("/")[0]
    assert len(Path(folder).parts) - 1 == told["start_url"].count("../") == 3
    assert f"{folder}/{told['icons'][0]['src']}" in read_site().files

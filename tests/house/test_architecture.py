"""What the pages say of the house is so: its folders, their order, and its words."""

import re
import tomllib

import pytest
from tests.house.repository import CODE_ROOTS, ROOT

SERVER = ROOT / "server" / "samedeal_server"
HOUSE = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
WORDS = (ROOT / "docs/reference/words.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
MOST_IN_A_FOLDER = 13


def layers() -> list[str]:
    """Return the floors of the server, top down."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]
    (floors,) = (
        contract["layers"]
        for contract in linter["contracts"]
        if contract.get("containers") == ["samedeal_server"]
    )
    return [name for floor in floors for name in floor.split(" | ")]


def test_the_page_has_the_servers_folders_in_their_order() -> None:
    told = [name for name, _ in ROW.findall(HOUSE)]
    assert told[:-2] == layers()[:-2]
    assert set(told[-2:]) == set(layers()[-2:])


@pytest.mark.parametrize("folder", [name for name in layers() if name != "app"])
def test_what_the_page_names_in_a_folder_is_there(folder: str) -> None:
    (named,) = (named for name, named in ROW.findall(HOUSE) if name == folder)
    there = {path.stem for path in (SERVER / folder).iterdir()}
    assert set(re.findall(r"`(\w+)`", named)) <= there


@pytest.mark.parametrize("root", CODE_ROOTS)
def test_no_folder_is_a_hall(root: str) -> None:
    package = ROOT / root / f"samedeal_{root}"
    for folder in (package, *package.rglob("*/")):
        modules = [path.stem for path in folder.glob("*.py") if path.stem[:2] != "__"]
        assert len(modules) < MOST_IN_A_FOLDER, folder


def test_no_command_of_redis_is_spelled_outside_the_store() -> None:
    store = SERVER / "store"
    texts = {path: path.read_text("utf-8") for path in SERVER.rglob("*.py")}
    inside = "".join(text for path, text in texts.items() if store in path.parents)
    commands = set(re.findall(r"\(\s*\"([A-Z]{3,})\",", inside))
    assert {"HSET", "ZADD", "RPUSH", "EVALSHA"} <= commands
    words = "|".join(commands - {"GET"})  # HTTP has that, too
    spelling = re.compile(rf"\.calls\b|\bCalls\b|\"(?:{words})\"")
    for path, text in texts.items():
        if store not in path.parents:
            assert not spelling.search(text), path


def test_words_are_in_the_order_of_the_alphabet() -> None:
    for part in WORDS.split("\n## ")[1:]:
        words = re.findall(r"^\| ([a-z][^|]*) \|", part, re.MULTILINE)[1:]
        assert words == sorted(words)
        assert words

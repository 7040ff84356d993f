"""What the pages say of the house is so: its folders, their order, and its words."""

import re
import tomllib

import pytest
from tests.house.repository import CODE_ROOTS, ROOT

SERVER = ROOT / "server" / "samedeal_server"
CLIENT = ROOT / "client" / "samedeal_client"
HOUSE = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
WORDS = (ROOT / "docs/reference/words.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
MOST_IN_A_FOLDER = 13
MOST_LINES = 400
LONGEST = 480
LONG = {
    "client/samedeal_client/lobby/screen.py",
    "client/samedeal_client/screen/felt/grip.py",
    "client/samedeal_client/screen/replay/rerun.py",
    "client/samedeal_client/screen/room/room.py",
    "records/samedeal_records/transcripts.py",
    "server/samedeal_server/archive/holdings.py",
    "server/samedeal_server/backup/files.py",
    "server/samedeal_server/core/books/projection.py",
    "server/samedeal_server/core/facts.py",
    "server/samedeal_server/edge/connections.py",
    "server/samedeal_server/rooms/carrier.py",
    "server/samedeal_server/store/keys.py",
}
"""Files that came over the bound before a test held it: none comes to these."""
WRITTEN = {"server/samedeal_server/people/naming/short_texts.py"}
"""By `make docs`, as long as what it lists."""
TYPE_OF_A_GAME = re.compile(r"isinstance\([\w.]+, (?:SquaresGame|PatienceGame)\)")
ASKING = {
    "client/samedeal_client/families/catalogue.py",
    "players/samedeal_players/catalogue.py",
    "players/samedeal_players/certifying.py",
    "players/samedeal_players/solver/solving.py",
    "records/samedeal_records/families.py",
}
"""The look-ups by a game's family, and what only patience has: a deal to win."""


def floors(package: str) -> list[list[str]]:
    """Return what stands on each floor of a package, top down."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]
    (found,) = (
        contract["layers"]
        for contract in linter["contracts"]
        if contract.get("containers") == [package]
    )
    return [floor.split(" | ") for floor in found]


def layers() -> list[str]:
    """Return the folders of the server, top down."""
    return [name for floor in floors("samedeal_server") for name in floor]


def rooms_of_the_client() -> list[tuple[list[str], str]]:
    """Return the rooms of each row of the page's table, and what is said of them."""
    (part,) = (each for each in HOUSE.split("\n## ") if each.startswith("The client"))
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|$", part, re.MULTILINE)
    return [(re.findall(r"`(\w+)`", rooms), said) for rooms, said in rows]


def test_the_page_has_the_servers_folders_in_their_order() -> None:
    told = [name for name, _ in ROW.findall(HOUSE)]
    assert told[:-2] == layers()[:-2]
    assert set(told[-2:]) == set(layers()[-2:])


@pytest.mark.parametrize("folder", [name for name in layers() if name != "app"])
def test_what_the_page_names_in_a_folder_is_there(folder: str) -> None:
    (named,) = (named for name, named in ROW.findall(HOUSE) if name == folder)
    there = {path.stem for path in (SERVER / folder).iterdir()}
    assert set(re.findall(r"`(\w+)`", named)) <= there


def test_the_page_has_the_clients_rooms_in_their_order() -> None:
    told = [room for rooms, _ in rooms_of_the_client() for room in rooms]
    for floor in floors("samedeal_client"):
        here, told = told[: len(floor)], told[len(floor) :]
        assert sorted(here) == sorted(floor)
    assert not told


@pytest.mark.parametrize(("rooms", "said"), rooms_of_the_client())
def test_what_the_page_names_in_a_room_of_the_client_is_there(
    rooms: list[str], said: str
) -> None:
    folders = [CLIENT / room for room in rooms if (CLIENT / room).is_dir()]
    there = {path.stem for folder in folders for path in folder.iterdir()}
    assert set(re.findall(r"`(\w+)`", said)) <= there


@pytest.mark.parametrize("root", CODE_ROOTS)
def test_no_folder_is_a_hall(root: str) -> None:
    package = ROOT / root / f"samedeal_{root}"
    for folder in (package, *package.rglob("*/")):
        modules = [path.stem for path in folder.glob("*.py") if path.stem[:2] != "__"]
        assert len(modules) < MOST_IN_A_FOLDER, folder


def test_no_file_is_longer_than_can_be_read_but_those_that_were() -> None:
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for root in CODE_ROOTS
        for path in (ROOT / root).rglob("*.py")
    }
    long = {name: many for name, many in lines.items() if many > MOST_LINES}
    assert long.keys() - WRITTEN <= LONG
    assert max(many for name, many in long.items() if name in LONG) <= LONGEST


def test_only_a_look_up_asks_for_the_type_of_a_game() -> None:
    packages = [ROOT / root for root in CODE_ROOTS if root != "games"]
    asking = {
        str(path.relative_to(ROOT))
        for package in packages
        for path in package.rglob("*.py")
        if TYPE_OF_A_GAME.search(path.read_text("utf-8"))
    }
    assert asking == ASKING


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

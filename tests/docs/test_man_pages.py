"""The manual's pages tell everything that can be typed, in requests that exist."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from docs.reference.man_pages import FOLDER, pages

from samedeal_client.options.everything import SAMEDEAL
from samedeal_server.admin.commands import LOOKS
from samedeal_server.process.settings import PREFIX, Settings

PAGES = {path.name: text() for path, text in pages().items()}
REQUESTS = {*("TH", "SH", "SS", "PP", "TP", "RS", "RE", "B", "BR", "nf", "fi")}
READ = {name: text.replace("\\-", "-") for name, text in PAGES.items()}


def test_every_command_is_in_the_manual_with_what_it_takes() -> None:
    page = READ["samedeal.1"]
    for words, command in SAMEDEAL.walk():
        assert words == "samedeal" or f"\n.SS {words}\n" in page
        for each in command.takes:
            for flag in each.flags if each.help else ():
                assert re.search(rf"{flag}\b", page), flag


def test_every_option_chore_and_setting_of_the_server_is_in_the_manual() -> None:
    page = READ["samedeal-server.1"]
    for chore in ("rebuild-boards", *LOOKS):
        assert f"\n.SS samedeal-server admin {chore}\n" in page
    for name in Settings.model_fields:
        told = "REDIS_URL" if name == "redis_url" else f"{PREFIX}{name.upper()}"
        assert f"\\fB{told}\\fR" in page
    assert "\\fB--until-unused S\\fR" in page


@pytest.mark.parametrize("name", PAGES)
def test_a_line_of_the_manual_that_begins_with_a_dot_is_a_request(name: str) -> None:
    begun = re.findall(r"^[.'](\S*)", PAGES[name], re.MULTILINE)
    assert set(begun) <= REQUESTS | {'\\"'}
    assert "](" not in PAGES[name]
    assert not re.findall(r"^(?!\.).*`.*$", PAGES[name], re.MULTILINE)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*")), ids=lambda path: path.name)
def test_mandoc_reads_a_page_of_the_manual(path: Path) -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        pytest.skip("mandoc is not installed")
    ran = subprocess.run(
        [mandoc, "-Tlint", "-Wwarning", path],
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in ran.stdout.splitlines() if "missing date" not in line]
    assert said == []


def test_no_page_of_the_manual_is_left_that_nothing_writes() -> None:
    assert set(FOLDER.iterdir()) == set(pages())

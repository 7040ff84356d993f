"""What is shipped: the bill of materials in a wheel, and what a library has to be."""

import json
import runpy
import sysconfig
import tarfile
from pathlib import Path

import pytest
from deploy.shipping.libraries import offered, wrong_with
from deploy.shipping.platforms import PLATFORMS, System
from deploy.shipping.protocol import PAGES, files_in, pack_protocol
from tests.house.repository import ROOT

from samedeal_players.compiled.building import LIBRARY
from samedeal_players.compiled.library import what_lacks

VENDOR = ROOT / "web/samedeal_web/static/vendor"
HERE = PLATFORMS[0]


def billed(library: Path | None) -> dict[str, str]:
    """Return the digests of the files that the bill names."""
    bill = runpy.run_path(str(ROOT / "players" / "hatch_bill.py"))
    parts = json.loads(bill["bill"](ROOT, "0.1.0", library))["components"]
    files = [file for part in parts for file in part.get("components", [])]
    return {file["name"]: file["hashes"][0]["content"] for file in files}


def test_the_bill_names_everything_that_others_wrote() -> None:
    theirs = {f"samedeal_web/static/vendor/{file.name}" for file in VENDOR.glob("*.js")}
    assert set(billed(None)) == theirs


def test_the_bill_names_what_was_compiled(tmp_path: Path) -> None:
    library = tmp_path / "_players.so"
    library.write_bytes(b"compiled")
    assert f"samedeal_players/compiled/{library.name}" in billed(library)


class Told:
    """Stands for the program that builds, and hears its warnings."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)


def test_who_builds_without_a_compiler_is_told_in_one_line_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("CC", "SAMEDEAL_BUILD_LIBRARY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sysconfig, "get_config_var", dict[str, str]().get)
    hook = runpy.run_path(str(ROOT / "players" / "hatch_build.py"))["KernelHook"]
    app, build_data = Told(), dict[str, object]()
    building = hook(str(ROOT), {}, None, None, str(tmp_path), "wheel", app)
    building.initialize("editable", build_data)
    (warning,) = app.warnings
    assert "no C compiler: install gcc or clang" in warning
    assert "\n" not in warning
    # What is built all the same is for every machine.
    assert build_data == {}


def test_the_manual_is_installed_where_man_looks(tmp_path: Path) -> None:
    manual = runpy.run_path(str(ROOT / "players" / "hatch_build.py"))["manual"]
    pages = {path.name: str(path) for path in (ROOT / "docs" / "man").iterdir()}
    assert manual(ROOT) == {pages[name]: f"share/man/man1/{name}" for name in pages}
    assert set(pages) == {"samedeal.1", "samedeal-server.1"}
    assert manual(tmp_path) == {}


def test_there_are_wheels_for_eight_platforms() -> None:
    assert len({platform.tag for platform in PLATFORMS}) == 8
    assert {platform.system for platform in PLATFORMS} == set(System)


def test_a_library_offers_what_the_sources_say_and_is_for_one_system() -> None:
    if what_lacks() is not None:
        pytest.skip("nothing is compiled here")
    for platform in PLATFORMS:
        wrong = wrong_with(LIBRARY, platform)
        assert not [each for each in wrong if "offers" in each]
        if platform.system in (System.MACOS, System.WINDOWS):
            assert any("it is for" in each for each in wrong)
    assert "samedeal_solve" in offered()


def test_the_bill_is_one_by_its_schema() -> None:
    # A second of work, which every worker would do to find this test.
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    bill = runpy.run_path(str(ROOT / "players" / "hatch_bill.py"))
    text = bill["bill"](ROOT, "0.1.0", None)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None


def test_what_is_no_library_is_told(tmp_path: Path) -> None:
    text = tmp_path / "_players.so"
    text.write_text("no library")
    assert wrong_with(text, HERE) == ["it is no library"]


def test_the_protocol_is_packed_alike_in_every_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    packed = list[bytes]()
    for name in ("one", "another"):
        (tmp_path / name).mkdir()
        archive = pack_protocol(ROOT, "0.1.0", tmp_path / name)
        packed.append(archive.read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert names == {path.relative_to(ROOT).as_posix() for path in files_in(ROOT)}
    assert names >= {*PAGES, "docs/reference/vectors/messages.json"}

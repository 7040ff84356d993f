"""The sdist: it has what a wheel is made of, and is built by who has no compiler.

`make source` builds it with one, too, and without a network.
"""

import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_sdist, build_wheel
from tests.house.repository import CODE_ROOTS, ROOT

MANUAL = {path.name for path in (ROOT / "docs" / "man").iterdir()}
MADE = {".venv", "dist", "__pycache__", "_players.so", ".git"}
"""What lies about here, and is not to go in."""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the sdist of this tree, unpack it, and return where it is."""
    folder = tmp_path_factory.mktemp("sdist")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        name = build_sdist(str(folder))
    with tarfile.open(folder / name) as archive:
        archive.extractall(folder, filter="data")
        packed = {part for each in archive.getnames() for part in each.split("/")}
    assert not packed & MADE
    return folder / name.removesuffix(".tar.gz")


def test_an_sdist_has_all_that_is_ours(source: Path) -> None:
    assert {path.name for path in (source / "docs" / "man").iterdir()} == MANUAL
    for name in (*CODE_ROOTS, "tests", "Makefile", "constraints.txt", "CHANGELOG.md"):
        assert (source / name).exists()


def test_without_a_compiler_it_says_in_one_line_what_is_missing(
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(source)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("CC", "SAMEDEAL_BUILD_LIBRARY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sysconfig, "get_config_var", dict[str, str]().get)
    name = build_wheel(str(tmp_path))
    said = "".join(capsys.readouterr()).splitlines()
    assert len(said) == 1
    assert "no C compiler: install gcc or clang" in said[0]
    assert name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(tmp_path / name) as wheel:
        names = {Path(each).name for each in wheel.namelist()}
    assert names >= MANUAL

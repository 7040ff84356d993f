"""The Makefile and .ci/run: one command each, and a sentence when it cannot be."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.house.repository import ROOT

from samedeal_players.compiled import building


def make(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run make as from a shell of its own, even when make runs the tests."""
    clean = {name: text for name, text in os.environ.items() if "MAKE" not in name}
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def bare_copy(tmp_path: Path) -> Path:
    """Return a folder with what make needs, and no .venv."""
    for name in ("Makefile", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def python_that(answers: str, folder: Path) -> str:
    """Return a program that passes for Python as far as `answers` goes."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{answers}\n")
    program.chmod(0o755)
    return f"PYTHON={program}"


def test_an_old_python_is_refused_with_a_sentence(bare_copy: Path) -> None:
    old = python_that("exit 1", bare_copy)
    ran = make("demo", old, folder=bare_copy)
    assert ran.returncode != 0
    assert "needs Python 3.11 or newer: name one, as in make PYTHON=" in ran.stderr
    assert not (bare_copy / ".venv").exists()


def test_a_python_without_venv_is_refused_with_a_sentence(bare_copy: Path) -> None:
    bare = python_that('case "$2" in *version*) exit 0;; *) exit 1;; esac', bare_copy)
    ran = make("demo", bare, folder=bare_copy)
    assert ran.returncode != 0
    assert "needs Python's venv module" in ran.stderr
    assert "python3-venv" in ran.stderr


def test_make_alone_lists_the_targets() -> None:
    ran = make()
    assert ran.returncode == 0
    assert {line.split()[0] for line in ran.stdout.splitlines()} >= {
        *("demo", "test", "check", "golden", "docs", "bench", "format", "clean")
    }


def test_test_runs_every_check() -> None:
    planned = make("--dry-run", "test").stdout
    for tool in (
        *("ruff format --check", "ruff check", "mypy", "basedpyright"),
        *("lint-imports", "pytest"),
    ):
        assert f".venv/bin/{tool}" in planned


def test_the_demonstration_needs_no_tools_of_developers(bare_copy: Path) -> None:
    planned = make("--dry-run", "demo", folder=bare_copy).stdout
    assert "--editable ." in planned
    assert "--group" not in planned


def test_the_environment_is_made_anew_when_what_it_is_made_of_changes(
    bare_copy: Path,
) -> None:
    (bare_copy / ".venv").mkdir()
    for age, stamp in enumerate(("pip", "installed", "tools")):
        (bare_copy / ".venv" / stamp).touch()
        os.utime(bare_copy / ".venv" / stamp, (2e9 + age, 2e9 + age))
    assert "pip" not in make("--dry-run", "lint", folder=bare_copy).stdout
    os.utime(bare_copy / "pyproject.toml", (3e9, 3e9))
    assert "--editable ." in make("--dry-run", "lint", folder=bare_copy).stdout


def test_the_players_are_compiled_anew_when_any_of_their_sources_changes(
    bare_copy: Path,
) -> None:
    written_by = Path(building.__file__)
    for source in (*building.SOURCES, written_by, ROOT / "players/hatch_build.py"):
        copy = bare_copy / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
        (bare_copy / ".venv").mkdir(exist_ok=True)
        for age, stamp in enumerate(("pip", "installed")):
            (bare_copy / ".venv" / stamp).touch()
            os.utime(bare_copy / ".venv" / stamp, (2e9 + age, 2e9 + age))
        assert "--editable" not in make("--dry-run", "demo", folder=bare_copy).stdout
        os.utime(copy, (3e9, 3e9))
        assert "--editable" in make("--dry-run", "demo", folder=bare_copy).stdout
        os.utime(copy, (1e9, 1e9))


def test_ci_runs_the_tests_and_the_demonstration_and_fails_with_either(
    tmp_path: Path,
) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    for failing, status in ((None, 0), ("test", 1), ("demo", 1)):
        (tmp_path / "Makefile").write_text(
            "test demo:\n\t@echo ran $@; cat; test $@ != " + str(failing) + "\n"
        )
        ran = subprocess.run(
            [tmp_path / ".ci" / "run"],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == status
        assert "ran test" in ran.stdout
        assert "ran demo" in ran.stdout


def test_the_page_is_checked_with_the_rest() -> None:
    ran = make("--dry-run", "check")
    assert ran.returncode == 0, ran.stderr
    for told in ("biome check", "biome lint", "tsc --project web"):
        assert told in ran.stdout

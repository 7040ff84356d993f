"""The repository as its tests see it: its root, its files, its one configuration."""

import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field

ROOT = Path(__file__).parents[2]

CODE_ROOTS = ("games", "players", "protocol", "records", "web", "server", "client")


class Project(BaseModel):
    """The part of `[project]` that the tests read."""

    model_config = ConfigDict(extra="ignore")

    dependencies: tuple[str, ...]
    requires_python: str = Field(alias="requires-python")
    scripts: dict[str, str]


class Pyproject(BaseModel):
    """The part of pyproject.toml that the tests read."""

    model_config = ConfigDict(extra="ignore")

    project: Project
    groups: dict[str, tuple[str, ...]] = Field(alias="dependency-groups")


@cache
def pyproject() -> Pyproject:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    return Pyproject.model_validate(tomllib.loads(text))


@cache
def kept_files() -> tuple[Path, ...]:
    """Return the files that git keeps or would keep; skips outside a clone."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a clone of the repository, or no git")
    listed = subprocess.run(
        [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    names = filter(None, listed.stdout.split("\0"))
    return tuple(path for name in names if (path := ROOT / name).is_file())

"""constraints.txt pins everything that is installed, and nothing but versions."""

import re
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tests.house.repository import ROOT, pyproject

PIN = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9a-z.]+)"
    r"(?: ; [a-z_]+ [!<=>]+ '[\w.]+'(?: and [a-z_]+ [!<=>]+ '[\w.]+')*)?"
)


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins: dict[str, str] = {}
    for line in lines:
        if not line.lstrip().startswith("#"):
            match = PIN.fullmatch(line)
            assert match, f"not a pinned version: {line}"
            pins[match["name"]] = match["version"]
    return pins


def asked_for() -> list[Requirement]:
    lines = [*pyproject().project.dependencies]
    for group in pyproject().groups.values():
        lines += group
    return [Requirement(line) for line in lines]


def test_what_the_project_asks_for_is_pinned_to_a_version_that_will_do() -> None:
    pinned = pins()
    for requirement in asked_for():
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement


def test_what_those_ask_for_in_turn_is_pinned() -> None:
    assert not with_all_they_need(asked_for()) - pins().keys()


def with_all_they_need(asked: Iterable[Requirement]) -> set[str]:
    """Return the names of all that is needed here, as far as it is installed."""
    needed: set[str] = set()
    waiting = [requirement for requirement in asked if applies(requirement)]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name not in needed:
            needed.add(name)
            waiting += filter(applies, needs_of(name))
    return needed


def applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def needs_of(name: str) -> list[Requirement]:
    try:
        return [Requirement(line) for line in requires(name) or ()]
    except PackageNotFoundError:
        return []


def test_unpinned_dependencies_would_be_noticed() -> None:
    assert {"pydantic", "pydantic-core"} <= with_all_they_need(asked_for())

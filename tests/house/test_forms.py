"""Workflows and forms, for whoever hosts the repository, name what there is."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field
from tests.house.repository import ROOT, pyproject

from samedeal_games.catalogue import GAMES

FORGE = ROOT / ".github"
WORKFLOWS = tuple(sorted((FORGE / "workflows").iterdir()))
FORMS = tuple(
    path
    for path in sorted((FORGE / "ISSUE_TEMPLATE").iterdir())
    if path.name != "config.yml"
)


class Strict(BaseModel):
    """A part of a file; a misspelt key is a mistake."""

    model_config = ConfigDict(extra="forbid")


Rights = dict[str, Literal["read", "write"]]


class Step(Strict):
    name: str = ""
    uses: str = ""
    run: str = ""
    inputs: dict[str, str | bool] = Field({}, alias="with")


class Strategy(Strict):
    fail_fast: bool = Field(alias="fail-fast")
    matrix: dict[str, list[str]]


class Job(Strict):
    name: str = ""
    uses: str = ""
    needs: str = ""
    runs_on: str = Field("", alias="runs-on")
    container: str = ""
    environment: str = ""
    timeout_minutes: int = Field(0, alias="timeout-minutes")
    continue_on_error: bool = Field(False, alias="continue-on-error")
    permissions: Rights = {}
    strategy: Strategy | None = None
    steps: list[Step] = []


class Workflow(Strict):
    name: str
    triggers: dict[str, Any] = Field(alias="on")
    permissions: Rights
    concurrency: dict[str, str | bool] = {}
    jobs: dict[str, Job]


class Asked(Strict):
    """One field of a form, or a text in it."""

    type: Literal["markdown", "dropdown", "textarea", "input"]
    id: str = ""
    attributes: dict[str, str | list[str]]
    validations: dict[Literal["required"], bool] = {}


class Form(Strict):
    name: str
    description: str
    labels: list[str]
    body: list[Asked]


def workflow(path: Path) -> Workflow:
    # YAML 1.1 takes `on` for a truth.
    text = re.sub("^on:", '"on":', path.read_text("utf-8"), flags=re.MULTILINE)
    return Workflow.model_validate(yaml.safe_load(text))


def form(path: Path) -> Form:
    return Form.model_validate(yaml.safe_load(path.read_text("utf-8")))


def steps() -> list[Step]:
    jobs = [job for path in WORKFLOWS for job in workflow(path).jobs.values()]
    return [step for job in jobs for step in job.steps]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_job_may_read_and_waits_for_jobs_that_exist(path: Path) -> None:
    read = workflow(path)
    assert read.permissions == {"contents": "read"}
    for job in read.jobs.values():
        assert not job.needs or job.needs in read.jobs
        assert not job.uses or (ROOT / job.uses).is_file()
        assert job.uses or (job.runs_on and job.timeout_minutes)
        assert not set(job.permissions) - {"contents", "id-token", "attestations"}


def test_what_a_workflow_runs_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    ran = [line for step in steps() for line in step.run.splitlines()]
    made = [line.split() for line in ran if line.startswith("make ")]
    assert {word for words in made for word in words if word in targets} == {
        *("dist", "pytest")
    }
    named = {word.strip('"') for line in ran for word in line.split()}
    paths = {word for word in named if re.match(r"\.ci/|tests/|constraints", word)}
    assert paths >= {".ci/run", "tests/client", "constraints.txt"}
    for path in paths:
        assert (ROOT / path).exists(), path


def test_what_a_step_uses_has_a_version() -> None:
    used = {step.uses for step in steps() if step.uses}
    assert used
    for each in used:
        assert re.fullmatch(r"(actions|pypa)/[\w-]+@(v\d+|release/v1)", each)


def test_the_tests_run_on_every_python_from_the_oldest_and_three_systems() -> None:
    jobs = workflow(FORGE / "workflows" / "test.yml").jobs
    assert set(jobs) == {"linux", "macos", "windows"}
    strategy = jobs["linux"].strategy
    assert strategy is not None
    oldest = pyproject().project.requires_python.removeprefix(">=")
    assert strategy.matrix["python"][0] == oldest


def test_only_what_publishes_may_sign_and_nothing_has_a_password() -> None:
    jobs = workflow(FORGE / "workflows" / "release.yml").jobs
    signing = {name for name, job in jobs.items() if "id-token" in job.permissions}
    assert signing == {"make", "publish"}
    assert jobs["publish"].environment == "release"
    for path in WORKFLOWS:
        assert "secrets." not in path.read_text("utf-8")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_asks_for_something_and_leads_somewhere(path: Path) -> None:
    ids = [each.id for each in form(path).body if each.type != "markdown"]
    assert ids
    assert len(set(ids)) == len(ids)
    assert "" not in ids
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
        assert (ROOT / target.removeprefix("../blob/HEAD/")).is_file(), target


def test_a_question_of_rules_may_be_about_any_game() -> None:
    (asked,) = (
        each
        for each in form(FORGE / "ISSUE_TEMPLATE" / "rules.yml").body
        if each.id == "game"
    )
    assert asked.attributes["options"] == [*GAMES, "all of them"]


def test_what_is_dangerous_is_not_asked_for_in_public() -> None:
    text = (FORGE / "ISSUE_TEMPLATE" / "defect.yml").read_text("utf-8")
    assert "SECURITY.md" in text
    chooser = yaml.safe_load((FORGE / "ISSUE_TEMPLATE" / "config.yml").read_text())
    assert chooser == {"blank_issues_enabled": False}

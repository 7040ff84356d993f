"""What hosts and engines read is as their published schemas say, without a network."""

import re
from pathlib import Path

import pytest
from tests.house.repository import ROOT

FORGE = ROOT / ".github"
FORMS = FORGE / "ISSUE_TEMPLATE"
CHOOSER = FORMS / "config.yml"
READ_BY = {
    "github-workflows": tuple(sorted((FORGE / "workflows").iterdir())),
    "github-issue-forms": tuple(sorted({*FORMS.iterdir()} - {CHOOSER})),
    "github-issue-config": (CHOOSER,),
    "compose-spec": (ROOT / "docker-compose.yml",),
}
"""Files by the schemas that the package `check-jsonschema` brings for them."""


def held_against(schema: str, *files: Path) -> object:
    """Return the status that the program ends with; it says what is wrong."""
    # Not while tests are collected: it compiles the grammars of all formats.
    from check_jsonschema import (  # type: ignore[import-untyped]  # it says no types
        main,
    )

    words = ("--builtin-schema", f"vendor.{schema}", *map(str, files))
    return main.main(words, standalone_mode=False)


@pytest.mark.parametrize("schema", READ_BY)
def test_a_file_is_as_its_schema_says(schema: str) -> None:
    assert held_against(schema, *READ_BY[schema]) == 0


@pytest.mark.parametrize("schema", READ_BY)
def test_a_key_that_is_misspelt_is_found(schema: str, tmp_path: Path) -> None:
    text = READ_BY[schema][0].read_text("utf-8")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(re.sub(r"^(name|blank\w+):", "nmae:", text, flags=re.MULTILINE))
    assert wrong.read_text("utf-8") != text
    assert held_against(schema, wrong) == 1

"""The page on the command line is whole, and what it says of JSON is so."""

import pytest
from docs.reference.command_line_page import MEANINGS, SHAPES
from docs.reference.write import FOLDER
from pydantic import TypeAdapter

from samedeal_client import cli
from samedeal_client.options.everything import SAMEDEAL

PROGRAMS = dict(SAMEDEAL.walk())
PAGE = (FOLDER / "command-line.md").read_text("utf-8")
READ = TypeAdapter[dict[str, object] | list[dict[str, object]]](
    dict[str, object] | list[dict[str, object]]
)
ZEROS = "0" * 64
ALONE = {
    "samedeal games": (),
    "samedeal deal": ("easthaven", "--seed", ZEROS),
    "samedeal try": ("easthaven", "--seed", ZEROS, "--moves", "D zz"),
    "samedeal config": (),
    "samedeal config path": (),
    "samedeal config get": ("colour",),
}
"""What needs no server, with arguments that have it tell all it can."""


def test_every_command_is_on_the_page_with_an_example() -> None:
    for prog in PROGRAMS:
        assert prog == "samedeal" or f"\n### {prog}\n" in PAGE
    assert PAGE.count("\nExample: `") == len(PROGRAMS) - 1
    assert "\nExample: ``" not in PAGE


def test_every_command_with_json_has_a_shape_and_nothing_else_has() -> None:
    answering = {prog for prog, command in PROGRAMS.items() if "json" in command.about}
    assert set(SHAPES) == answering
    assert set(MEANINGS) <= set(PROGRAMS)


@pytest.mark.parametrize("prog", ALONE)
def test_every_field_that_is_printed_is_on_the_page(
    prog: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main([*prog.split()[1:], *ALONE[prog], "--json"])
    told = READ.validate_json(capsys.readouterr().out)
    for field in told[0] if isinstance(told, list) else told:
        assert f"`{field}`" in SHAPES[prog]

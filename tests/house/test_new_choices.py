"""What a choice costs that nobody has made yet: who says that they do not know it.

docs/howto/add-a-variant.md lists them for people.
"""

import json
import subprocess
import sys

import pytest

GAMES = "samedeal_games"
PATIENCE = f"{GAMES}.patience"
SOLVER = "samedeal_players.solver"
SKILLS = "samedeal_players.patience.skills"
MANUAL = "samedeal_client.manual.patience"
LESSONS = "samedeal_client.lessons.patience"
KEYS = "samedeal_client.families.patience_keys"

MISSED_BY = {
    "Dealing": {f"{PATIENCE}.dealing", f"{SOLVER}.problem", f"{SOLVER}.kernel", MANUAL},
    "Foundations": {f"{PATIENCE}.foundations", f"{SOLVER}.problem", MANUAL, KEYS},
    "Aces": {f"{PATIENCE}.policies", MANUAL},
    "Packing": {f"{PATIENCE}.packing", f"{SOLVER}.problem", MANUAL, LESSONS},
    "Unit": {f"{PATIENCE}.packing", MANUAL},
    "Space": {f"{PATIENCE}.policies", f"{SOLVER}.problem", SKILLS, MANUAL, LESSONS},
    "Stock": {
        *(f"{PATIENCE}.policies", f"{PATIENCE}.engine", f"{SOLVER}.problem", SKILLS),
        *(MANUAL, LESSONS, KEYS),
    },
    "Redeal": {f"{PATIENCE}.policies", f"{PATIENCE}.dealing", MANUAL},
    "Laying": {
        *(f"{GAMES}.squares.cells", "samedeal_players.squares.levels"),
        *("samedeal_client.manual.squares", "samedeal_client.lessons.squares"),
        "samedeal_client.view.records.par",
    },
}
"""By the name of an enum: the modules with tables that lack a member added to it."""

WITH_ONE_MORE = """
import enum, sys

name, modules = sys.argv[1], sys.argv[2:]
as_it_was = enum.EnumType.__new__

def with_one_more(metacls, cls, bases, members, **options):
    if cls == name and members["__module__"].endswith(".rulesets"):
        members["NEW"] = "as nowhere else"
    return as_it_was(metacls, cls, bases, members, **options)

enum.EnumType.__new__ = with_one_more
"""
LISTED = """
import importlib, json
from samedeal_games import choices

strict, lacking = choices.for_every, []

def noted(table, *, but=()):
    try:
        return strict(table, but=but)
    except LookupError:
        lacking.append(sys._getframe(1).f_globals["__name__"])
        first = next(iter(table))
        return {**dict.fromkeys(type(first), table[first]), **table}

choices.for_every = noted
for module in modules:
    importlib.import_module(module)
print(json.dumps(lacking))
"""


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", MISSED_BY)
def test_a_new_choice_is_missed_by_all_who_have_to_know_it(name: str) -> None:
    everybody = sorted({module for missed in MISSED_BY.values() for module in missed})
    ran = run(WITH_ONE_MORE + LISTED, name, *everybody)
    assert not ran.stderr
    assert set(json.loads(ran.stdout)) == MISSED_BY[name]


@pytest.mark.parametrize("name", MISSED_BY)
def test_with_a_new_choice_no_game_is_there_until_its_meaning_is(name: str) -> None:
    ran = run(WITH_ONE_MORE + "import samedeal_games.catalogue", name)
    assert f"LookupError: a table does not know {name}.NEW" in ran.stderr

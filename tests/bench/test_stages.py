"""The stages of a move's way: that each sample is counted where it belongs."""

import ast
from collections.abc import Iterator
from pathlib import Path

from bench.stages.named import ELSE, LOOP, STAGES, counted, stage_of
from bench.stages.sampled import ENTERED, Place

ROOT = Path(__file__).parents[2]
PARTS = ("server", "protocol")


def functions(tree: ast.AST, inside: str = "") -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{inside}{node.name}"


def test_all_code_that_is_named_is_there() -> None:
    for code in STAGES.values():
        for end, named in code:
            [file] = [
                file
                for part in PARTS
                for file in (ROOT / part).rglob("*.py")
                if file.as_posix().endswith(end)
            ]
            assert {*named} <= {*functions(ast.parse(file.read_text("utf-8")))}, end


def test_what_is_called_belongs_to_who_calls() -> None:
    rules = Place("games/engine.py", "SquaresGame.apply")
    asked = Place("server/core/rooms/decide.py", "decide")
    way = (asked, Place("server/rooms/runtime.py", "Runtime._take"))
    assert stage_of((rules, *way)) == "decided"
    assert stage_of(way[1:]) == "brought to its room"
    assert stage_of((rules,)) == ELSE


def test_what_the_loop_had_only_begun_to_call_is_its_own() -> None:
    received = ["server/edge/sockets.py", "Socket.data_received"]
    nowhere: list[list[str]] = []
    seen = [([received], 3), ([[*ENTERED], received], 2), (nowhere, 1)]
    assert counted(seen) == {"frame taken apart": 3, LOOP: 3}

"""The differences between the games, as a module for the page in the browser."""

import json
from collections.abc import Iterable
from dataclasses import fields
from enum import Enum

from samedeal_games.catalogue import GAMES
from samedeal_games.patience import PatienceGame, Ruleset
from samedeal_games.squares import Hand, SquaresGame

_HEAD = """\
// Written by `make docs` from the rules that the server plays by.

/** @typedef {import("./rulesets.js").PatienceRules} PatienceRules */
/** @typedef {import("./rulesets.js").SquaresRules} SquaresRules */
"""


def render() -> str:
    """Return the text of the module."""
    games = GAMES.values()
    patience = [_patience(g.ruleset) for g in games if isinstance(g, PatienceGame)]
    squares = [_squares(game) for game in games if isinstance(game, SquaresGame)]
    hands = ", ".join(_js(hand.value) for hand in Hand)
    return "\n".join(
        (
            _HEAD,
            "/** The names of the hands, the best first. */",
            f"export const HANDS = [{hands}];",
            "",
            "/** @type {readonly SquaresRules[]} */",
            *_listed("SQUARES", squares),
            "",
            "/** @type {readonly PatienceRules[]} */",
            *_listed("PATIENCE", patience),
            "",
        )
    )


def _patience(rules: Ruleset) -> dict[str, object]:
    """Return every field of a ruleset, and its hash; choices by their names."""
    values: dict[str, object] = {"hash": rules.rules_hash}
    return values | {field.name: getattr(rules, field.name) for field in fields(rules)}


def _squares(game: SquaresGame) -> dict[str, object]:
    rules = game.ruleset
    return {
        "hash": rules.rules_hash,
        "key": rules.key,
        "title": rules.title,
        "summary": rules.summary,
        "laying": rules.laying,
        "points": [rules.points[hand] for hand in Hand],
        "topScore": rules.top_score,
    }


def _listed(name: str, rows: Iterable[dict[str, object]]) -> Iterable[str]:
    yield f"export const {name} = ["
    for row in rows:
        yield "  {"
        yield from (f"    {key}: {_js(value)}," for key, value in row.items())
        yield "  },"
    yield "];"


def _js(value: object) -> str:
    """Return a value as a module has it; a choice by its name."""
    return json.dumps(value.name.lower() if isinstance(value, Enum) else value)

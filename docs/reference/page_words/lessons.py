"""The lessons as the page gives them: deals, moves and words of the terminal's."""

import json
from pathlib import Path

from docs.reference.page_words.languages import ON_PAGE

from samedeal_client.language import Language, speaking
from samedeal_client.lessons.steps import Step
from samedeal_client.play.course import Lesson, lesson_of
from samedeal_games.catalogue import GAMES
from samedeal_web.files import STATIC

LESSONS = STATIC / "lessons"


def files() -> dict[Path, str]:
    """Return the text of every generated file."""
    return {LESSONS / f"{language}.js": _module(language) for language in ON_PAGE}


def _module(language: Language) -> str:
    with speaking(language):
        rows = "".join(_row(lesson_of(game)) for game in GAMES.values())
    return (
        "/** Lessons, in the words of the terminal; written by `make docs`. */\n\n"
        f"export const LESSONS = {{\n{rows}}};\n"
    )


def _row(lesson: Lesson) -> str:
    steps = "".join(f"      {_put(_told(step))},\n" for step in lesson.steps)
    ends = " ".join(lesson.said(len(lesson.steps)))
    return (
        f"  {_put(str(lesson.game.about.key))}: {{\n"
        f"    seed: {_put(lesson.seed.hex())},\n    steps: [\n{steps}    ],\n"
        f"    ends: {_put(ends)},\n  }},\n"
    )


def _told(step: Step) -> dict[str, object]:
    return {"move": step.move, "before": step.before, "after": step.after}


def _put(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

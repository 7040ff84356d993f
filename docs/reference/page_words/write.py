"""The terminal's words as the page reads them, and all words as the server does."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from docs.reference.page_words import languages, lessons, rules
from docs.reference.page_words.languages import CATALOGUES, WORDS, page_of

import samedeal_server.people.naming
from samedeal_client.language import Language
from samedeal_client.language.languages import FOLDERS
from samedeal_client.language.speech import catalogue_of
from samedeal_client.language.texts import AT_DOOR, ERRORS
from samedeal_client.view.people.metrics import METRICS
from samedeal_client.view.talk import WORDINGS
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.limits import NAME_MAX
from samedeal_web.files import STATIC

SAID = STATIC / "page/reader/said.js"
PHRASES = STATIC / "page/others/phrases.js"
"""A module of its own: racers hear phrases, and wait for no other words."""
SAID_BY = ("board", "games", "page", "records", "wire")
NO_NAMES = Path(samedeal_server.people.naming.__path__[0]) / "short_texts.py"
OF_TERMINALS = frozenset(
    {
        ErrorCode.BAD_MOVE,
        ErrorCode.NAME_NEEDED,
        ErrorCode.NO_PAUSE,
        ErrorCode.NOT_CERTIFIABLE,
        ErrorCode.NOT_FRIENDS,
        ErrorCode.PAUSED,
        ErrorCode.UNKNOWN_GAME,
    }
)
"""Errors whose texts name things typed at a terminal."""
_NAME = re.compile(r'(?<=  )"(\w+)":')
_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def files() -> dict[Path, str]:
    """Return the text of every generated file."""
    return {
        **{WORDS / f"terminal_{each}.js": _module(each) for each in CATALOGUES},
        SAID: _said(),
        PHRASES: _phrases(),
        NO_NAMES: _no_names(),
        **languages.files(),
        **rules.files(),
        **lessons.files(),
    }


def modules() -> str:
    """Return the text of all modules with words."""
    found = {each for name in SAID_BY for each in (STATIC / name).rglob("*.js")}
    found -= {SAID, PHRASES}
    return "\n".join(each.read_text("utf-8") for each in sorted(found))


def quoted(text: str) -> str:
    """Return a text as it stands in a module."""
    return json.dumps(text, ensure_ascii=False)


def _module(language: Language) -> str:
    said = modules() + _said() + _phrases()
    texts = catalogue_of(language).texts
    shared = {text: put for text, put in sorted(texts.items()) if quoted(text) in said}
    rows = "".join(
        f"  {quoted(text)}: {json.dumps(put, ensure_ascii=False)},\n"
        for text, put in shared.items()
    )
    return (
        "/** What page and terminal say alike; written by `make docs`. */\n\n"
        f"export const TEXTS = {{\n{rows}}};\n"
    )


def _said() -> str:
    """Return the texts of codes and metrics that page and terminal share."""
    told = {
        code.value: text for code, text in ERRORS.items() if code not in OF_TERMINALS
    }
    at_door = {code.value: text for code, text in AT_DOOR.items()}
    metrics: dict[str, object] = {
        name: {"title": each.title, "value": each.value, "takes": each.takes}
        for name, each in METRICS.items()
    }
    found: dict[str, Mapping[str, object]] = {
        "REFUSALS": told,
        "AT_DOOR": at_door,
        "METRIC_WORDS": metrics,
    }
    tables = "".join(
        f"\nexport const {name} = {_object(table)};\n" for name, table in found.items()
    )
    return (
        "/** What page and terminal say alike of codes and leaderboards; written by "
        f"`make docs`. */\n{tables}"
    )


def _phrases() -> str:
    """Return the phrases that people can say, in English."""
    told = {str(name): each.text for name, each in WORDINGS.items()}
    return (
        "/** Phrases, as the terminal has them; written by `make docs`. */\n\n"
        f"export const PHRASES = {_object(told)};\n"
    )


def _object(table: Mapping[str, object]) -> str:
    """Return a table as it stands in a module: its names are no texts."""
    return _NAME.sub(r"\1:", json.dumps(table, ensure_ascii=False, indent=2))


def is_few_words(text: str) -> bool:
    """Tell whether a text could be a name, and is no single word."""
    could_be = len(text) <= NAME_MAX and not set(text) & set("{}<>[]")
    return could_be and len(_WORD.findall(text)) > 1


def _no_names() -> str:
    """Return the texts that would pass for names, for checks of names."""
    texts = set[str]()
    for language in FOLDERS:
        if language in CATALOGUES:
            page = page_of(language).read_text("utf-8")
            texts |= {json.loads(said) for said in _QUOTED.findall(page)}
        for text, put in catalogue_of(language).texts.items():
            texts |= {text, *((put,) if isinstance(put, str) else put)}
    few = sorted({text.strip() for text in texts if is_few_words(text)})
    rows = "".join(f"    {quoted(text)},\n" for text in few)
    return (
        '"""What our clients say in a few words; written by `make docs`."""\n\n'
        f"SHORT_TEXTS: tuple[str, ...] = (\n{rows})\n"
    )


def main() -> None:
    """Write them."""
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

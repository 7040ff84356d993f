"""Nothing is said in one language only."""

import ast
import copy
import pickle
import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import samedeal_client
import samedeal_games
import samedeal_records
from samedeal_client.language import (
    Catalogue,
    Language,
    language_from_environment,
    speaking,
    speech,
    tr,
    tr_n,
)
from samedeal_client.language.languages import FOLDERS
from samedeal_client.language.speech import catalogue_of
from samedeal_client.language.topics import topics_in
from samedeal_games import words
from samedeal_games.catalogue import GAMES
from samedeal_games.game import Contest
from samedeal_games.squares import Hand
from samedeal_games.wording import Wording

CLIENT = Path(samedeal_client.__file__).parent
GAMES_CODE = Path(samedeal_games.__file__).parent
RECORDS_CODE = Path(samedeal_records.__file__).parent
TEMPLATES = ("template",)
"""Constants of the rules' code that go into a `Wording` on the next line."""


class Said(NamedTuple):
    """A text in the code, and where."""

    text: str
    where: str


@cache
def _nodes(folder: Path) -> tuple[tuple[ast.Call | ast.Assign, str], ...]:
    """Return all calls and assignments below a folder, and where each is."""
    return tuple(
        (node, f"{path.relative_to(folder)}:{node.lineno}")
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call | ast.Assign)
    )


def _calls(folder: Path, *names: str) -> Iterator[tuple[ast.Call, str]]:
    for node, where in _nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in names:
                yield node, where
            case _:
                pass


def _literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def _said_by_the_client() -> Iterator[Said]:
    for call, where in _calls(CLIENT, "tr", "tr_n", "later"):
        text = _literal(call.args[0])
        if text is not None:
            yield Said(text, where)
    for call, where in _calls(CLIENT, "Wording"):
        yield from _wording(call.args[0], where)


def _said_by_the_rules() -> Iterator[Said]:
    for folder in (GAMES_CODE, RECORDS_CODE):
        for call, where in _calls(folder, "Wording"):
            yield from _wording(call.args[0], where)
    for node, where in (*_nodes(GAMES_CODE), *_nodes(RECORDS_CODE)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in TEMPLATES:
                yield from _wording(node.value, where)
            case _:
                pass


def _wording(node: ast.expr, where: str) -> Iterator[Said]:
    text = _literal(node)
    if text is not None and any(map(str.isalpha, _plain(text))):
        yield Said(text, where)


def _named_by_the_rules() -> Iterator[Said]:
    """What is put together when the rules are loaded, and looked up whole."""
    parts = (words.RANK_WORDS, words.SUIT_WORDS, words.RED_WORDS, words.BLACK_WORDS)
    for part in parts:
        yield from (Said(str(word), "words") for word in part)
    for named in (*Contest, *Hand):
        yield Said(named.value, type(named).__name__)
    for key, game in GAMES.items():
        yield from (Said(game.about.title, key), Said(game.about.summary, key))


@cache
def _everything() -> tuple[Said, ...]:
    return (*_said_by_the_client(), *_said_by_the_rules(), *_named_by_the_rules())


def _plain(text: str) -> str:
    return "".join(literal for literal, *_ in string.Formatter().parse(text))


def _fields(text: str) -> set[str]:
    parsed = string.Formatter().parse(text)
    return {f"{name}!{how}:{spec}" for _, name, spec, how in parsed if name}


OTHERS = list(FOLDERS)
"""Languages that have a catalogue."""


@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_said_in_every_language(language: Language) -> None:
    texts = catalogue_of(language).texts
    missing = [said for said in _everything() if said.text not in texts]
    assert not missing


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_in_a_catalogue_that_is_never_said(language: Language) -> None:
    said = {each.text for each in _everything()}
    texts = catalogue_of(language).texts
    assert not [english for english in texts if english not in said]


@pytest.mark.parametrize("language", OTHERS)
def test_no_two_topics_translate_the_same_text(language: Language) -> None:
    topics = topics_in(FOLDERS[language])
    counts = Counter(english for topic in topics.values() for english in topic)
    assert not [english for english, count in counts.items() if count > 1]


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_text(language: Language) -> None:
    texts = catalogue_of(language).texts
    fielded = {said.text for said in _everything() if _is_formatted(said.text)}
    for english in fielded:
        found = texts[english]
        for form in (found,) if isinstance(found, str) else found:
            assert _fields(form) <= _fields(english) | {"count!None:"}, english
            if isinstance(found, str):
                assert _fields(form) == _fields(english), english


def test_poker_is_spelled_in_one_way_in_spanish() -> None:
    forms = catalogue_of("es").texts.values()
    texts = [
        each for form in forms for each in ((form,) if isinstance(form, str) else form)
    ]
    spelled = re.findall(r"\bp[oó](?:k|qu)er\w*", " ".join(texts).lower())
    assert set(spelled) == {"póker", "pókeres"}


def _is_formatted(text: str) -> bool:
    try:
        return bool(_fields(text))
    except ValueError:
        return False


def test_what_is_said_is_never_put_together_first() -> None:
    """A text made of parts could not be looked up."""
    made = [
        where
        for call, where in _calls(CLIENT, "tr", "tr_n", "later")
        if any(isinstance(arg, ast.JoinedStr | ast.BinOp) for arg in call.args)
    ]
    assert not made


@pytest.mark.parametrize("language", OTHERS)
def test_every_counted_text_has_the_forms_of_its_language_and_no_other_has_any(
    language: Language,
) -> None:
    texts, form_of = catalogue_of(language)
    forms = {form_of(count) for count in range(1000)}
    counted = {_literal(call.args[0]) for call, _ in _calls(CLIENT, "tr_n")}
    for english, found in texts.items():
        assert isinstance(found, tuple) == (english in counted), english
        assert isinstance(found, str) or set(range(len(found))) == forms, english


def test_a_language_has_as_many_forms_as_its_rule_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def polish(count: int) -> int:
        if count == 1:
            return 0
        is_few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
        return 1 if is_few else 2

    texts = {"{count} cat": ("kot", "{count} koty", "{count} kotów")}

    def catalogue_of(_language: str) -> Catalogue:
        return Catalogue(texts, polish)

    monkeypatch.setattr(speech, "catalogue_of", catalogue_of)
    with speaking("es"):
        told = [tr_n("{count} cat", "{count} cats", n) for n in (1, 3, 5, 12, 22)]
        assert told == ["kot", "3 koty", "5 kotów", "12 kotów", "22 koty"]
        # What is not translated stays English, by the rule of English.
        assert tr_n("{count} dog", "{count} dogs", 22) == "22 dogs"
        assert tr_n("{count} dog", "{count} dogs", 1) == "1 dog"


def test_fields_are_filled_in_whatever_is_spoken() -> None:
    refusal = Wording("column {column} is empty", column=3)
    assert tr(refusal) == "column 3 is empty"
    with speaking("es"):
        assert tr(refusal) == "la columna 3 está vacía"
        assert tr("nobody ever translated {this}", this="one") == (
            "nobody ever translated one"
        )
    assert tr_n("{count} cat", "{count} cats", 2) == "2 cats"
    assert tr_n("{count} cat", "{count} cats", 1) == "1 cat"
    assert tr("100 % {of it}") == "100 % {of it}"


def test_what_the_rules_say_within_a_text_is_translated_too() -> None:
    inner = Wording("the stock is empty")
    with speaking("es"):
        told = tr(Wording("no game is called {key!r}; {hint}", key="x", hint=inner))
    assert told.endswith("el mazo está vacío")


def pickled(said: Wording) -> Wording:
    again = pickle.loads(pickle.dumps(said))  # noqa: S301 - our own
    assert isinstance(again, Wording)
    return again


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("name", ["Ada", "{0.__class__}", "{", "}{x!r:>9999}"])
def test_a_copy_of_what_the_rules_say_can_be_translated_too(
    name: str, copied: Callable[[Wording], Wording]
) -> None:
    said = Wording(
        "the nonce of {player} is not the one that was committed to", player=name
    )
    again = copied(said)
    assert type(again) is Wording
    assert again == said
    with speaking("es"):
        assert tr(again) == tr(said)
        assert name in tr(again)


@pytest.mark.parametrize(
    ("listed", "locale", "language"),
    [
        *(("", "es_ES.UTF-8", "es"), ("", "es", "es"), ("", "es.UTF-8", "es")),
        *(("", "C", "en"), ("", "de_DE.UTF-8", "en"), ("", "", "en")),
        *(("", "est_EE", "en"), ("es", "en_GB.UTF-8", "es"), ("es", "C", "en")),
        *(("de:es", "de_DE.UTF-8", "es"), ("en", "es_ES.UTF-8", "en")),
    ],
)
def test_the_language_comes_from_the_locale(
    listed: str, locale: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", listed)
    monkeypatch.setenv("LC_ALL", locale)
    assert language_from_environment() == language

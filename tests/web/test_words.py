"""The page's texts: each in every language, in the terminal's words if it has them."""

import json
import re
from pathlib import Path

import pytest
from docs.reference.page_words.languages import CATALOGUES, WORDS
from docs.reference.page_words.write import SAID, files, quoted

from samedeal_client.language.speech import catalogue_of
from samedeal_client.language.texts import AT_DOOR, ERRORS
from samedeal_web.files import STATIC

TEXT = r'"((?:[^"\\]|\\.)*)"'
MARKED = re.compile(rf"\b(?:trN|tr|later|say|sayCount)\(\s*{TEXT}(?:,\s*{TEXT})?")
ENTRY = re.compile(rf"^  {TEXT}: (.*),$", re.MULTILINE)
FIELD = re.compile(r"\{\w+(?:!r)?\}")


def entries(name: str) -> dict[str, list[str]]:
    """Return a catalogue's texts with their forms."""
    found = ENTRY.findall((WORDS / name).read_text("utf-8"))
    read = ((json.loads(f'"{text}"'), json.loads(put)) for text, put in found)
    return {text: [put] if isinstance(put, str) else put for text, put in read}


def said() -> dict[str, str]:
    """Return every text of the page, with the module that says it."""
    texts: dict[str, str] = {}
    for module in (*STATIC.glob("page/**/*.js"), *STATIC.glob("board/**/*.js")):
        for text, _ in MARKED.findall(module.read_text("utf-8")):
            texts[json.loads(f'"{text}"')] = module.name
    for text in (*ERRORS.values(), *AT_DOOR.values()):
        if quoted(text) in SAID.read_text("utf-8"):
            texts[text] = SAID.name
    return texts


@pytest.mark.parametrize("path", files(), ids=lambda path: Path(path).name)
def test_the_terminals_words_are_what_its_catalogue_says(path: Path) -> None:
    assert path.read_text("utf-8") == files()[path], "run `make docs`"


def of_language(language: str) -> dict[str, list[str]]:
    """Return all texts that the page has in a language."""
    return entries(f"page_{language}.js") | entries(f"terminal_{language}.js")


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_text_of_the_page_is_in_every_language(language: str) -> None:
    put = of_language(language)
    assert not {text: where for text, where in said().items() if text not in put}


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_text_is_translated_that_nobody_says_or_the_terminal_has(
    language: str,
) -> None:
    own = entries(f"page_{language}.js")
    assert not own.keys() & catalogue_of(language).texts.keys()
    modules = "".join(each.read_text("utf-8") for each in STATIC.rglob("*.js"))
    many = 1 + len(CATALOGUES)
    assert not [
        text
        for text in own
        if modules.count(json.dumps(text, ensure_ascii=False)) < many
    ]


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_text_has_the_same_fields_in_every_language(language: str) -> None:
    for text, forms in of_language(language).items():
        wanted = set(FIELD.findall(text))
        for form in forms:
            assert set(FIELD.findall(form)) - {"{count}"} <= wanted, text


def test_refusals_are_in_the_terminals_words_but_for_names_that_it_can_claim() -> None:
    module = (STATIC / "page/reader/refused.js").read_text("utf-8")
    told = dict(re.findall(rf"^  (\w+): later\(\s*{TEXT},?\s*\)", module, re.MULTILINE))
    texts = {code.value: text for code, text in ERRORS.items()}
    differing = {code for code, text in told.items() if texts.get(code) != text}
    closes = {"4501", "4502", "4503", "4505"}
    assert differing <= {"name_needed", "no_pause", "paused", "unreachable", *closes}

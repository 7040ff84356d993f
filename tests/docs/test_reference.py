"""The reference is what the code says today."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from docs.reference.write import FOLDER, pages
from pydantic import TypeAdapter

from samedeal_protocol.commands import ClientHeartbeat, Command

PAGES = pages()
ANY_MAP = TypeAdapter(dict[str, object])
ANY_LIST = TypeAdapter(list[object])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_reference_page_is_what_the_code_says(path: Path) -> None:
    assert path.read_text("utf-8") == PAGES[path](), "run `make docs`"


def test_no_page_but_the_words_is_left_that_nothing_writes() -> None:
    kept = {path for path in FOLDER.iterdir() if path.suffix in {".md", ".json"}}
    assert kept - set(PAGES) == {FOLDER / "words.md"}


def test_every_reference_in_the_asyncapi_document_leads_somewhere() -> None:
    document = json.loads(PAGES[FOLDER / "asyncapi.json"]())
    found = set(references(document))
    assert len(found) > 100
    for reference in found:
        part = document
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        assert part


def test_every_request_has_its_answers_in_the_asyncapi_document() -> None:
    operations = json.loads(PAGES[FOLDER / "asyncapi.json"]())["operations"]
    for asked in {*get_args(get_args(Command)[0])} - {ClientHeartbeat}:
        answers = operations[f"receive{asked.__name__}"]["reply"]["messages"]
        names = [answer["$ref"].rpartition("/")[2] for answer in answers]
        assert names == [asked.answered_by.__name__, "Error"]


def references(part: object) -> Iterator[str]:
    match part:
        case {"$ref": str(reference)}:
            yield reference
        case dict():
            for inner in ANY_MAP.validate_python(part).values():
                yield from references(inner)
        case list():
            for inner in ANY_LIST.validate_python(part):
                yield from references(inner)
        case _:
            pass

"""The languages of the page as a module: each with its name, and what is loaded for it.

The page speaks English, and every language of the terminal's in which there is a
catalogue of the page's own texts, `words/page_CODE.js`.
"""

import json
from pathlib import Path

from samedeal_client.language import Language
from samedeal_client.language.known import Known
from samedeal_client.language.languages import FOLDERS, KNOWN
from samedeal_web.files import STATIC

WORDS = STATIC / "words"
LANGUAGES = STATIC / "page/reader/languages.js"


def page_of(language: Language) -> Path:
    """Return where the page's own texts are in a language."""
    return WORDS / f"page_{language}.js"


CATALOGUES = tuple(each for each in FOLDERS if page_of(each).exists())
"""The languages of the page that have a catalogue."""
ON_PAGE: tuple[Language, ...] = ("en", *CATALOGUES)


def files() -> dict[Path, str]:
    """Return the text of the generated file."""
    rows = "".join(_row(KNOWN[each]) for each in ON_PAGE)
    return {
        LANGUAGES: "/** Languages by code, the later texts having the last word; "
        f"written by `make docs`. */\n\nexport const LANGUAGES = {{\n{rows}}};\n"
    }


def _row(known: Known) -> str:
    code, texts = known.code, " Promise.all([])"
    if code in CATALOGUES:
        names = (f"words/terminal_{code}.js", f"words/page_{code}.js")
        # On a line of its own, as the formatter has it.
        texts = f"\n      Promise.all([{', '.join(map(_loaded, names))}])"
    return (
        f"  {code}: {{\n    name: {json.dumps(known.name, ensure_ascii=False)},\n"
        f"    texts: () =>{texts},\n"
        f"    rules: () => {_loaded(f'rules/{code}.js')},\n"
        f"    lessons: () => {_loaded(f'lessons/{code}.js')},\n  }},\n"
    )


def _loaded(name: str) -> str:
    return f'import("../../{name}")'

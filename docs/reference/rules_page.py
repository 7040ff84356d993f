"""The rules of every game as pages, one for each language that the client speaks."""

from collections.abc import Iterator, Mapping

from samedeal_client.families.rules import chapters
from samedeal_client.language import Language, speaking, tr
from samedeal_client.manual.chapters import Chapter
from samedeal_games.catalogue import GAMES
from samedeal_games.game import AnyGame

HEADS: Mapping[Language, str] = {
    "en": """\
# The rules of every game

For players; written by `make docs` from the rules that the server plays by. In a
terminal, `samedeal rules GAME` shows the same. Why the rules are as they are is in
[the rules explained](../explanation/rules.md); [en español](reglas.md).
""",
    "es": """\
# Las reglas de cada juego

Para quienes juegan; lo escribe `make docs` a partir de las reglas con las que juega el
servidor. En un terminal, `samedeal --language es rules GAME` muestra lo mismo;
[in English](rules.md).
""",
}
PAGES: Mapping[Language, str] = {"en": "rules.md", "es": "reglas.md"}


def render(language: Language) -> str:
    """Return the page in a language."""
    with speaking(language):
        parts = [HEADS[language], *map(_game, GAMES.values())]
    return "\n".join(parts)


def _game(game: AnyGame) -> str:
    about = game.about
    head = [f"## {tr(about.title)} (`{about.key}`)\n", f"{tr(about.summary)}\n"]
    return "\n".join([*head, *map(_chapter, chapters(game))])


def _chapter(chapter: Chapter) -> str:
    return "\n".join([f"### {chapter.title}\n", *_body(chapter)])


def _body(chapter: Chapter) -> Iterator[str]:
    if chapter.sentences:
        yield "".join(f"* {sentence}\n" for sentence in chapter.sentences)
    if chapter.rows:
        head = chapter.head or ("",) * len(chapter.rows[0])
        lines = [head, ("---",) * len(head), *chapter.rows]
        yield "".join(f"| {' | '.join(cells)} |\n" for cells in lines)

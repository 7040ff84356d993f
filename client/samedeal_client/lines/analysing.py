"""What was possible, asked for at a prompt: told once it is known."""

from samedeal_client.language import tr
from samedeal_client.lines.screens.screen import Screen
from samedeal_client.play.studying import Found, Study, found_lines, longest_text
from samedeal_client.view.spans import Span, Style, line


class Analysing:
    """The one analysis that somebody at a screen waits for, if any."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._study: Study | None = None

    async def tell(self, study: Study) -> Found:
        """Say that it is looked for, and tell it when it is there.

        Another one takes its place, and one that is dropped is not told.
        """
        if study is not self._study:
            self.drop()
        self._study = study
        found = study.found
        if found is None:
            self._announce(study)
            found = await study.done()
        if study is self._study:
            self._screen.show(((), *found_lines(found, self._screen.glyphs)))
        return found

    def drop(self) -> None:
        """Wait for nothing any more."""
        if self._study is not None:
            self._study.drop()
        self._study = None

    def _announce(self, study: Study) -> None:
        text = tr("Looking at what was possible...")
        if study.longest_s:
            text = f"{text} {longest_text(study.longest_s)}"
        self._screen.show((line(Span(f" {text}", Style.DIM)),))

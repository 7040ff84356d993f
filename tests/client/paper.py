"""A screen for tests: it keeps what it is shown, and is typed at from outside."""

import asyncio
from collections.abc import Callable

from samedeal_client.lines.screens.screen import Interrupted
from samedeal_client.view.cards import ASCII, Glyphs
from samedeal_client.view.spans import Lines, text_of

CTRL_C = "Ctrl-C"


class Paper:
    """A live screen that keeps what it is shown; lines are typed from outside."""

    glyphs: Glyphs = ASCII
    is_live = True
    height = 24

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()

    def show(self, lines: Lines) -> None:
        self.shown.append(text_of(lines))

    async def read(self, prompt: Callable[[], str]) -> str | None:
        text = await self.typed.get()
        if text == CTRL_C:
            raise Interrupted
        return text

    def has(self, text: str) -> bool:
        """Tell whether a text was shown so far."""
        return text in "\n".join(self.shown)

"""The player's name, which is asked for where none is known."""

from collections.abc import Callable
from typing import Protocol

from samedeal_client.failed import Failed
from samedeal_client.identity.names import fit_name, login_name, own_name
from samedeal_client.language import tr
from samedeal_client.lobby.visit import Visit
from samedeal_client.view.spans import sentence
from samedeal_client.wire.player import Player


class Asks(Protocol):
    """A place where something can be typed."""

    async def ask(self, prompt: str, value: str = "", *, begun: str = "") -> str | None:
        """Ask for a line, which may be `begun`; return None if it is cancelled."""
        ...


class Who:
    """The player at the server that is visited: known, or yet to be named."""

    def __init__(self, visit: Visit, asks: Asks, note: Callable[[str], None]) -> None:
        self._visit, self._asks, self._note = visit, asks, note
        self._typed = ""
        """The name that was typed, which the server may not have heard of yet."""

    @property
    def name(self) -> str | None:
        """The name that was chosen, typed here, or last used on this machine."""
        context = self._visit.context
        return context.name or self._typed or own_name(context)

    async def somebody(self) -> Player | None:
        """Return the player under a name, which is asked for the first time.

        None if the question is cancelled. Raises Failed.
        """
        player = await self._visit.soon_there()
        if not self._visit.is_guest:
            return player
        name = self.name
        if name is not None:
            try:
                return await self._visit.become(fit_name(name))
            except Failed as error:
                # Somebody else may have the name here.
                self._note(sentence(str(error)))
        called = await self._asked(name or login_name())
        while called is not None:
            try:
                return await self._visit.become(called)
            except Failed as error:
                self._note(sentence(str(error)))
            called = await self._asked(called)
        return None

    async def called(self) -> str | None:
        """Return the name to play under, with a server or without one.

        It is asked for the first time; None if the question is cancelled.
        """
        chosen = self.name
        if self._visit.player is not None and not (chosen and self._visit.is_guest):
            player = await self.somebody()
            return None if player is None else player.name
        if not chosen:
            chosen = await self._asked(login_name())
            self._typed = chosen or ""
        return chosen

    async def _asked(self, offered: str) -> str | None:
        """Ask for a name until one can be played under; None if it is cancelled."""
        while True:
            typed = await self._asks.ask(tr("Your name:"), offered)
            if typed is None or not typed.strip():
                return None
            try:
                return fit_name(typed)
            except Failed as error:
                self._note(sentence(str(error)))
                offered = typed

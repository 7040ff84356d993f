"""The house: bots that a server's operator offers to players who come alone.

A process of its own beside the server. It asks over the wire who has called bots, and
sends each as an ordinary client that says that it is a bot.
"""

import argparse
import asyncio
import os
import secrets
import signal
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import SystemRandom

from samedeal_client.bots import CHOOSERS, PACES_S, leave_soon, play_as_bot
from samedeal_client.commands.lacking import tell_if_slow
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.language import later, tr
from samedeal_client.view.spans import line, printable
from samedeal_client.wire.greeting import is_bad_token
from samedeal_client.wire.happenings import NotDone, Rejected
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import without_password
from samedeal_client.wire.trouble import Unreachable
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.house import BotCall, BotsWanted, OfferBots

KEY_VARIABLE = "SAMEDEAL_HOUSE_KEY"
NO_KEY = later(
    "set SAMEDEAL_HOUSE_KEY to the server's own key: 16 characters or more, hard to "
    "guess"
)
WRONG_KEY = later(
    "the server has no SAMEDEAL_HOUSE_KEY, or another one; give both the same"
)
TOO_OLD = later("the server is too old to have a house of bots")
NO_WAY = later("the server lets the house in no more; it comes as somebody new")
NO_SERVER = later("No server answers at {url} yet; the house tries on.")
OPEN = later("The house is open at {url}, for {count} bots; Ctrl-C closes it.")

NAMES = ("Greta", "Rowan", "Gus", "Ines", "Otto", "Pilar", "Hugo", "Vera")
KINDS = ("good", "casual")
"""The bots' kinds in turn, as the terminal's rivals have them."""
ASKED_EVERY_S = 0.4
TRIED_EVERY_S = 2.0
PATIENCE_S = 180.0
"""Seconds that a bot waits in a room for a match; somebody else may want it."""

FOR_GOOD = {
    ErrorCode.NOT_THE_HOUSE: WRONG_KEY,
    ErrorCode.UNKNOWN_MESSAGE: TOO_OLD,
    ErrorCode.BAD_MESSAGE: TOO_OLD,
}
"""Errors that end the house, as they would not pass by waiting."""


@dataclass
class Bot:
    """A bot of the house, the same in every room by its token."""

    name: str
    kind: str
    token: str | None = field(default=None, repr=False)

    def keep(self, _: str, token: str) -> None:
        """Keep a token that the server gave."""
        self.token = token

    def call_otherwise(self) -> None:
        """Take another name, as somebody has claimed this one."""
        self.name = f"{self.name.partition('-')[0]}-{secrets.token_hex(2)}"


def bots_of(count: int) -> list[Bot]:
    """Return a number of bots, each with a name of its own."""
    return [_bot(*divmod(n, len(NAMES))) for n in range(count)]


def _bot(round_: int, n: int) -> Bot:
    tail = f" {round_ + 1}" if round_ else ""
    return Bot(NAMES[n] + tail, KINDS[n % len(KINDS)])


class House:
    """The bots at one server: those that are free, and those that play."""

    def __init__(self, url: str, key: str, count: int, patience_s: float) -> None:
        self.url = url
        self._key = key
        self._patience_s = patience_s
        self._free = deque(bots_of(count))
        self._playing: set[asyncio.Task[None]] = set()

    async def run(self, tell: Callable[[str], None]) -> None:
        """Send bots to whoever calls, until cancelled; raises Failed.

        Bots that play are stopped then, so that nobody waits for them.
        """
        is_told = False
        try:
            while True:
                try:
                    door = Player(self.url, name="Steward", bot=True)
                    async with door.connected():
                        tell(OPEN)
                        await self._attend(door)
                except Unreachable:
                    if not is_told:
                        tell(NO_SERVER)
                    is_told = True
                    await asyncio.sleep(TRIED_EVERY_S)
        finally:
            for task in self._playing:
                task.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)

    async def _attend(self, door: Player) -> None:
        """Offer free bots, and send those called; raises Failed or Unreachable."""
        while True:
            for call in await self._who_calls(door):
                for _ in range(min(call.bots, len(self._free))):
                    bot = self._free.popleft()
                    task = asyncio.create_task(self._send(bot, call.room))
                    self._playing.add(task)
                    task.add_done_callback(self._playing.discard)
            await asyncio.sleep(ASKED_EVERY_S)

    async def _who_calls(self, door: Player) -> tuple[BotCall, ...]:
        asked = OfferBots(id=door.next_id(), key=self._key, free=len(self._free))
        try:
            return (await door.ask(asked, BotsWanted)).calls
        except NotDone as refusal:
            if refusal.error.code in FOR_GOOD:
                raise Failed(tr(FOR_GOOD[refusal.error.code])) from None
            if not door.is_connected and door.trying is None:
                raise Unreachable(tr(NO_WAY)) from None
            return ()

    async def _send(self, bot: Bot, room: str) -> None:
        try:
            await self._play(bot, room)
        except (NotDone, Rejected) as refusal:
            if is_bad_token(refusal):
                bot.token = None
            elif is_name_taken(refusal):
                bot.call_otherwise()
        except Unreachable:
            pass  # who called is told that nobody came
        finally:
            self._free.append(bot)

    async def _play(self, bot: Bot, room: str) -> None:
        player = Player(
            self.url, name=bot.name, token=bot.token, bot=True, on_token=bot.keep
        )
        async with player.connected(room):
            await player.join(room)
            try:
                await play_as_bot(
                    *(player, CHOOSERS[bot.kind], SystemRandom()),
                    pace_s=PACES_S[bot.kind],
                    patience_s=self._patience_s,
                )
            except asyncio.CancelledError:
                await leave_soon(player)
                raise


def is_name_taken(refusal: NotDone | Rejected) -> bool:
    """Tell whether somebody else has claimed the name of a bot."""
    return isinstance(refusal, NotDone) and refusal.error.code is ErrorCode.NAME_TAKEN


async def house(context: Context, arguments: argparse.Namespace) -> int:
    """Offer bots at a server until it is stopped."""
    tell_if_slow()
    key = os.environ.get(KEY_VARIABLE, "")
    if not key:
        raise Failed(tr(NO_KEY), USAGE)
    count, url = arguments.bots, context.server

    def tell(text: str) -> None:
        told = tr(text, url=printable(without_password(url)), count=count)
        context.show((line(told),))

    running = asyncio.ensure_future(House(url, key, count, PATIENCE_S).run(tell))
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):
        # A container's first program is not ended by it otherwise.
        loop.add_signal_handler(signal.SIGTERM, running.cancel)
    with suppress(asyncio.CancelledError):
        await running
    return 0

"""A bot that is sent into a room."""

import argparse
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from random import SystemRandom

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import explained, invited
from samedeal_client.identity.serving import address_of, way_to
from samedeal_client.language import tr
from samedeal_client.view.spans import line, printable
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.witness.keeping import Surroundings
from samedeal_protocol.errors import ErrorCode


async def bot(context: Context, arguments: argparse.Namespace) -> int:
    """Play as a bot in a room until it is gone."""
    if arguments.pace is not None and not arguments.pace >= 0:
        raise Failed(tr("a pace is a number of seconds, 0 or more"), USAGE)
    # Players of skill take a while to load, and people do without them.
    from samedeal_client.bots import CHOOSERS, PACES_S, play_as_bot
    from samedeal_client.commands.lacking import tell_if_slow

    tell_if_slow()
    context, code = await invited(context, arguments.code)
    async with explained(context), _as_bot(context, arguments, code) as player:
        await player.join(code)
        name = printable(player.name)
        context.show((line(tr("{name} [bot] plays; Ctrl-C ends.", name=name)),))
        chooser = CHOOSERS[arguments.kind]
        pace = PACES_S[arguments.kind] if arguments.pace is None else arguments.pace
        await play_as_bot(player, chooser, SystemRandom(), pace_s=pace)
    return 0


@asynccontextmanager
async def _as_bot(
    context: Context, arguments: argparse.Namespace, room: str
) -> AsyncGenerator[Player]:
    """Yield a bot on the way to a room: a new player each time, a bot for good.

    So no identity of a person's is ever used.
    """
    kind = arguments.kind.capitalize()
    others = (kind, f"{kind}-{secrets.token_hex(2)}")
    url = await address_of(context.server)
    around = Surroundings(way=way_to(context.server))
    for name in (arguments.name,) if arguments.name else others:
        player = Player(url, name=name, bot=True, around=around)
        try:
            async with player.connected(room):
                yield player
                return
        except NotDone as refusal:
            is_taken = refusal.error.code is ErrorCode.NAME_TAKEN
            if player.id or name != kind or arguments.name or not is_taken:
                raise

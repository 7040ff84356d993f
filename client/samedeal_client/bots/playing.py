"""Bots at their play: in a room until it is gone, at the pace of people."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom

from samedeal_client.bots.choosers import CHOOSERS, Chooser
from samedeal_client.wire.exchange import retry_s
from samedeal_client.wire.happenings import Lost, NotDone, Rejected, Unseated
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import Session, board_of
from samedeal_client.wire.trouble import Unreachable
from samedeal_client.wire.witness.keeping import Surroundings
from samedeal_games.catalogue import find_game
from samedeal_protocol.errors import ErrorCode

LEFT_WITHIN_S = 1.0
LOOKED_EVERY_S = 0.05


PACES_S: Mapping[str, float] = {
    "random": 1.0,
    "greedy": 1.5,
    "casual": 4.0,
    "good": 2.5,
    "strong": 2.0,
    "expert": 1.5,
}
"""Seconds for a move, on average, by kind of bot: about those of people."""

RIVALS = (("Greta", "good"), ("Rowan", "casual"))
"""Opponents of a player who wants to play at once: names and kinds."""


async def play_as_bot(
    player: Player,
    chooser: Chooser,
    dice: Random,
    *,
    pace_s: float = 0.0,
    matches: int | None = None,
    patience_s: float | None = None,
) -> None:
    """Play in the room where a connected player sits, until it is gone.

    Gets ready by itself, for rematches too: for `matches` matches, or while a person is
    there to play with. `pace_s` is the pause before each move, so that people can
    follow, as long as one of those in the match plays on. With `patience_s` it leaves
    when no match began for that many seconds, or nobody else is there.
    """
    played, waits_since = 0, time.monotonic()
    while True:
        room = player.session.room
        own = player.session.own
        if room is None or own is None:
            return
        is_alone = all(seat.bot for seat in room.seats)
        if is_alone and patience_s is not None:
            # Also where the match begins because the last person has left.
            await _try(player.leave())
            return
        if player.session.may_move:
            await _play_match(player, chooser, dice, pace_s)
            played, waits_since = played + 1, time.monotonic()
        waiting = room.phase in ("gathering", "result")
        if matches is not None and played >= matches and room.phase == "result":
            return
        if waiting and matches is None and played and is_alone:
            await _try(player.leave())
            return
        if waiting and room.next_match is not None and not own.ready:
            await _try(player.ready())
        left_s = None
        if waiting and patience_s is not None:
            left_s = waits_since + patience_s - time.monotonic()
        try:
            async with asyncio.timeout(left_s):
                happening = await player.happenings.get()
        except TimeoutError:
            await _try(player.leave())
            return
        if isinstance(happening, Unseated):
            return
        if isinstance(happening, Lost) and not happening.again:
            return


async def send_bot(
    host: Player, name: str, kind: str, token: str | None = None
) -> None:
    """Play in a host's room as a bot of a kind, until it is gone or has no seat.

    It gets another name if somebody has this one. A bot that was there before comes
    back by its token.
    """
    room = host.session.room
    if room is None:
        return
    for called in (name, f"{name}-{secrets.token_hex(2)}"):
        try:
            bot = Player(
                host.url,
                name=called,
                token=token,
                bot=True,
                on_token=partial(_keep, host, room.room, kind),
                around=Surroundings(way=host),
            )
            async with bot.connected(room.room) as player:
                await player.join(room.room)
                chooser, dice = CHOOSERS[kind], SystemRandom()
                try:
                    await play_as_bot(player, chooser, dice, pace_s=PACES_S[kind])
                except asyncio.CancelledError:
                    # Nobody shall wait for a bot that does not come back.
                    if not _waits_with(host):
                        await leave_soon(player)
                    raise
                return
        except NotDone as refusal:
            if refusal.error.code is not ErrorCode.NAME_TAKEN:
                return
        except (Unreachable, Rejected):
            return


def _keep(host: Player, room: str, kind: str, name: str, token: str) -> None:
    host.keeper.keep_bot(room, name, kind, token)


def _waits_with(host: Player) -> bool:
    """Tell whether the bot waits with a host who hung up during a match.

    Not where other people play on, unless their server stops with the host.
    """
    room, own = host.session.room, host.session.own
    if room is None or own is None or own.play is None or room.phase != "playing":
        return False
    others = [seat for seat in room.seats if seat.seat != own.seat]
    is_alone = host.is_serving or all(seat.bot for seat in others)
    return is_alone and own.play.state == "playing"


async def leave_soon(player: Player) -> None:
    """Leave, keeping the score: a caller who has left is placed after the bot.

    Without a connection it just ends.
    """
    if not player.is_connected:
        return
    with suppress(NotDone, TimeoutError):
        async with asyncio.timeout(LEFT_WITHIN_S):
            if player.session.may_move:
                await _try(player.finish())
            await player.leave()


async def _play_match(
    player: Player, chooser: Chooser, dice: Random, pace_s: float
) -> None:
    session = player.session
    room = session.room
    if room is None:
        return
    game = find_game(room.game)
    # Also where all of them have stopped, and wait for a bot that comes back.
    among_people = any(seat.play for seat in room.seats if not seat.bot)
    while session.may_move and session.board is not None:
        if session.is_paused:
            await asyncio.sleep(LOOKED_EVERY_S)
            continue
        pause_s = pace_s * dice.uniform(0.5, 1.5)
        await _pause(session, pause_s, among_people=among_people)
        choice = chooser(game, board_of(session.board), dice)
        if choice is None:
            await _try(player.finish())
        else:
            await _try(player.move(choice))


async def _pause(session: Session, pause_s: float, *, among_people: bool) -> None:
    """Wait like somebody who thinks; not where people only wait for bots."""
    end = time.monotonic() + pause_s
    while session.may_move and (left_s := end - time.monotonic()) > 0:
        if among_people and not _people_play(session):
            return
        await asyncio.sleep(min(left_s, LOOKED_EVERY_S))


def _people_play(session: Session) -> bool:
    """Tell whether a person is still playing."""
    seats = () if session.room is None else session.room.seats
    return any(s.play and s.play.state == "playing" for s in seats if not s.bot)


async def _try(asking: Awaitable[None]) -> None:
    """Await a request; if it is refused, the session shows that anyway."""
    try:
        await asking
    except NotDone as refusal:
        if refusal.error.code is ErrorCode.TOO_FAST:
            await asyncio.sleep(retry_s(refusal.error))

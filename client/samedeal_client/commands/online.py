"""The commands that need a server: who the player is, and what they asked for."""

import argparse
import asyncio
import getpass
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from random import SystemRandom

from samedeal_client.commands import audit as audits
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.receipts import looking_back
from samedeal_client.identity.seating import kept_seat
from samedeal_client.identity.serving import address_of, at_own
from samedeal_client.kept.doubts import Doubts
from samedeal_client.kept.heads import Heads
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.language import later, spoken, tr
from samedeal_client.language.texts import NOT_UNDERSTOOD, close_text
from samedeal_client.lines.stand import Stand
from samedeal_client.lines.table import Table
from samedeal_client.play.room.ghosts import Ghosts, ghosts_of, own_best
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.proof.commitments import Commitments
from samedeal_client.terminal.app import open_screen
from samedeal_client.terminal.output import complain, is_terminal, print_document
from samedeal_client.terminal.screen import INTERRUPTED
from samedeal_client.view.audit import Audit
from samedeal_client.view.heads import Head
from samedeal_client.view.places import asked_lines
from samedeal_client.view.spans import line, printable
from samedeal_client.view.standings import rooms_lines
from samedeal_client.wire.addresses import OWN
from samedeal_client.wire.conversation import is_bad_token
from samedeal_client.wire.happenings import NotDone, Rejected
from samedeal_client.wire.invitations import (
    NoInvitation,
    read_invitation,
)
from samedeal_client.wire.player import Player
from samedeal_client.wire.trouble import Unreachable
from samedeal_games.errors import GameError
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.limits import NAME_MAX
from samedeal_protocol.profiles import EntryView

START_HINT = later("start one with: samedeal-server")
WHOLE_LINE = later("ask your friend for the whole line, CODE@HOST:PORT")
NO_LONGER_GOOD = later(
    "the token kept here for {name} no longer works, and the "
    "name is claimed; bring the new token with: samedeal account "
    "import FILE"
)
NAME_LOST = later(
    "Somebody has claimed the name {name} meanwhile; you are {other} here."
    " For a name of your own: samedeal account claim NAME"
)
UNASKED = later(
    "You play as {name}; another name: --name NAME, or samedeal config set name NAME"
)
DEMO_GAME = "squares/english"
DEMO_BOTS = (("Greta", "good"), ("Rowan", "casual"))


async def watch(context: Context, arguments: argparse.Namespace) -> int:
    """Watch a room without a seat in it."""
    context, code = await invited(context, arguments.code)
    async with visitor(context, arguments.name) as player:
        await player.watch(code)
        if context.fills_screen:
            status = await _watch_on_full_screen(context, player)
        else:
            with open_screen(context.glyphs, colour=context.colour) as screen:
                status = await Stand(player, screen).run()
    if status not in (0, INTERRUPTED):
        raise Failed(tr("the connection could not be kept"))
    return status


async def _watch_on_full_screen(context: Context, player: Player) -> int:
    # Slow to load, and only needed at a terminal.
    from samedeal_client.fullscreen.app import filled
    from samedeal_client.fullscreen.watch import WatchApp

    app = WatchApp(player, context.glyphs, colour=context.colour)
    status = await filled(app)
    if app.farewell:
        context.show(app.farewell)
    return status


async def rooms(context: Context, arguments: argparse.Namespace) -> int:
    """List the public rooms."""
    async with visitor(context, arguments.name) as player:
        listed = await player.rooms()
    if arguments.json:
        print_document([room.model_dump(mode="json") for room in listed])
    else:
        context.show((*rooms_lines(listed), *asked_lines(context.server)))
    return 0


async def audit(
    context: Context,
    tell: Callable[[str, int], None],
    windows: tuple[str, ...],
    seen: tuple[Head, ...] = (),
) -> Audit:
    """Look through everything that a server keeps for anybody to see."""
    async with visitor(context) as player:
        kept = Heads(context.identity, context.server)
        return await audits.audit(player, tell, windows, seen, kept)


async def bot(context: Context, arguments: argparse.Namespace) -> int:
    """Play as a bot in a room until it is gone."""
    if arguments.pace is not None and not arguments.pace >= 0:
        raise Failed(tr("a pace is a number of seconds, 0 or more"), USAGE)
    # Players of skill take a while to load, and people do without them.
    from samedeal_client.bots import CHOOSERS, PACES_S, play_as_bot
    from samedeal_client.commands.lacking import tell_if_slow

    tell_if_slow()
    context, code = await invited(context, arguments.code)
    async with _explained(context), _as_bot(context, arguments) as player:
        await player.join(code)
        name = printable(player.name)
        context.show((line(tr("{name} [bot] plays; Ctrl-C ends.", name=name)),))
        chooser = CHOOSERS[arguments.kind]
        pace = arguments.pace
        if pace is None:
            pace = PACES_S[arguments.kind]
        await play_as_bot(player, chooser, SystemRandom(), pace_s=pace)
    return 0


@asynccontextmanager
async def _as_bot(
    context: Context, arguments: argparse.Namespace
) -> AsyncGenerator[Player]:
    """Yield a bot, somebody new: who was a bot once is one for good.

    So no identity of a person's is ever used.
    """
    kind = arguments.kind.capitalize()
    name = arguments.name or kind
    url = await address_of(context.server)
    player = Player(url, name=name, bot=True, language=spoken())
    try:
        async with player.connected():
            yield player
            return
    except NotDone as refusal:
        is_taken = refusal.error.code is ErrorCode.NAME_TAKEN
        if player.id or arguments.name or not is_taken:
            raise
    name = f"{kind}-{secrets.token_hex(2)}"
    player = Player(url, name=name, bot=True, language=spoken())
    async with player.connected():
        yield player


async def demo(context: Context, arguments: argparse.Namespace) -> int:
    """Race two bots in a room on a server of its own."""
    from samedeal_client.bots import send_bot
    from samedeal_client.commands.demo import what_next

    context = await at_own(context)
    if context.server != OWN:
        context = context._replace(server=OWN, is_chosen=True)
    name = name_for(context, arguments.name)
    context.show((line(tr("Starting a server of your own...")),))
    async with asyncio.TaskGroup() as tasks, playing(context, name) as player:
        await player.host(DEMO_GAME, seats=3, public=False, rated=False, watch="boards")
        bots = [tasks.create_task(send_bot(player, *named)) for named in DEMO_BOTS]
        try:
            status = await sit_at_table(context, player, is_alone=True)
        finally:
            for task in bots:
                task.cancel()
    context.show(((), *(line(text) for text in what_next())))
    return status


async def sit_at_table(
    context: Context,
    player: Player,
    *,
    is_alone: bool = False,
    ghost: str | None = None,
) -> int:
    """Play in the room that the player is in; return the exit status.

    `ghost` names whom to race beside those who are there.
    """
    ghosts = await ghosts_for(player, ghost)
    if ghost and ghosts is None:
        context.show(
            (line(tr(" You have no rated match of this game yet: no ghost.")),)
        )
    async with kept_seat(context, player, is_alone=is_alone):
        status = await _play(context, player, is_alone=is_alone, ghosts=ghosts)
    if status not in (0, INTERRUPTED):
        raise Failed(tr("the connection could not be kept"))
    return status


async def _play(
    context: Context, player: Player, *, is_alone: bool, ghosts: Ghosts | None
) -> int:
    if context.fills_screen:
        return await _play_on_full_screen(
            context, player, is_alone=is_alone, ghosts=ghosts
        )
    with open_screen(context.glyphs, colour=context.colour) as screen:
        return await Table(player, screen, is_alone=is_alone, ghosts=ghosts).run()


async def _play_on_full_screen(
    context: Context, player: Player, *, is_alone: bool, ghosts: Ghosts | None
) -> int:
    # Slow to load, and only needed at a terminal.
    from samedeal_client.fullscreen.app import filled
    from samedeal_client.fullscreen.room import RoomApp

    app = RoomApp(
        player,
        context.glyphs,
        colour=context.colour,
        is_alone=is_alone,
        ghosts=ghosts,
    )
    status = await filled(app)
    if app.farewell:
        context.show(app.farewell)
    return status


async def ghosts_for(player: Player, asked: str | None) -> Ghosts | None:
    """Return whom a player races at the table where they sit; None for nobody.

    At a challenge those who played its deal; otherwise what they asked for.
    """
    room = player.session.room
    if room is None:
        return None
    try:
        if room.kind == "challenge":
            found = await player.timelines(room.origin, rivals=True)
            return ghosts_of(found, player.id)
        return own_best(await player.own_best(room.game)) if asked else None
    except NotDone as refusal:
        if refusal.error.code is ErrorCode.UNKNOWN_MATCH:
            return None
        raise


@asynccontextmanager
async def playing(context: Context, name: str) -> AsyncGenerator[Player]:
    """Yield a connected player by a name, known to the server or new to it."""
    file = IdentityFile(context.identity)
    async with _explained(context):
        known = file.find(context.server, name)
        name, token = known.name or name, known.token
        player = await _known(context, name, token, file)
        try:
            async with player.connected():
                if token is not None:
                    file.remember(context.server, name, token)
                    _settle_name(context, file, name, player)
                await _compare_chain(context, player)
                yield player
                return
        except (NotDone, Rejected) as error:
            if token is None or player.id or not is_bad_token(error):
                raise
        # The server has lost its store: be somebody new under the same name.
        player = await _known(context, name, None, file)
        try:
            async with player.connected():
                await _compare_chain(context, player)
                yield player
        except NotDone as refusal:
            if player.id or refusal.error.code is not ErrorCode.NAME_TAKEN:
                raise
            raise Failed(tr(NO_LONGER_GOOD, name=printable(name))) from None


async def _compare_chain(context: Context, player: Player) -> None:
    """Compare the chain with what was seen of it, now and whenever they come back."""
    look_back = looking_back(context, player)
    if doubt := await look_back():
        context.tell(doubt)
    player.look_back = look_back


def _settle_name(
    context: Context, file: IdentityFile, name: str, player: Player
) -> None:
    """Say so if the server knows a player by another name than was asked for."""
    if player.name == name:
        return
    if player.is_named:
        # Claimed from another machine.
        file.rename(context.server, name, player.name)
        text = tr("You go by {name} here.", name=printable(player.name))
    else:
        text = tr(NAME_LOST, name=printable(name), other=printable(player.name))
    context.tell(text)


async def _known(
    context: Context, name: str, token: str | None, file: IdentityFile
) -> Player:
    player = Player(
        await address_of(context.server),
        elsewhere=context.elsewhere,
        name=name,
        token=token,
        language=spoken(),
        on_token=lambda _, fresh: file.remember(context.server, name, fresh),
    )

    def keep(entry: EntryView, sealed: bytes) -> None:
        match = KeptMatch(server=context.server, player=player.id, entry=entry)
        KeptMatches(context.identity).keep(match, sealed)

    player.keep = keep
    try:
        known = Commitments(context.identity, context.server).known()
    except Failed as error:
        context.tell(str(error))
    else:
        for deal, seen in known.items():
            player.session.memory.promise(deal, seen.commitment)
    player.doubt = Doubts(context.identity, context.server).keep
    return player


@asynccontextmanager
async def visitor(context: Context, name: str | None = None) -> AsyncGenerator[Player]:
    """Yield a connected player who only looks: by a name, as known, or as a guest."""
    if name is not None:
        async with playing(context, fit_name(name)) as player:
            yield player
        return
    known = IdentityFile(context.identity).find(context.server, context.name)
    if known.name is not None and known.token is not None:
        async with playing(context, known.name) as player:
            yield player
        return
    async with _explained(context):
        url = await address_of(context.server)
        async with Player(url, name="guest", language=spoken()).connected() as player:
            await _compare_chain(context, player)
            yield player


@asynccontextmanager
async def _explained(context: Context) -> AsyncGenerator[None]:
    """Turn what a server refuses, or that there is none, into one sentence."""
    try:
        yield
    except Unreachable as error:
        told = tr(START_HINT) if context.unanswered is None else context.unanswered
        hint = f"; {told}" if error.is_silent and told else ""
        raise Failed(f"{error}{_taken_for(context)}{hint}") from None
    except NotDone as refusal:
        raise Failed(refusal_text(refusal.error)) from None
    except Rejected as rejected:
        raise Failed(close_text(rejected.code)) from None
    except GameError:
        raise
    except (LookupError, ValueError):
        # What the server says may be anything: a day that is none, a game of nobody's.
        raise Failed(close_text(NOT_UNDERSTOOD)) from None


def _taken_for(context: Context) -> str:
    """Say which address was tried, where less than that was typed."""
    if not context.typed:
        return ""
    told = tr("{typed} was taken for {url}", typed=context.typed, url=context.server)
    return f" ({told})"


def name_for(context: Context, asked: str | None) -> str:
    """Return the name to play under; on a new machine it is asked for, or told."""
    if asked is not None:
        return fit_name(asked)
    known = own_name(context)
    if known is not None:
        return fit_name(known)
    name = login_name()
    if not is_terminal():
        tell_unasked(name)
        return name
    while True:
        try:
            typed = input(tr("Your name [{name}]: ", name=printable(name))).strip()
        except EOFError:
            typed = ""
        try:
            return fit_name(typed) if typed else name
        except Failed as error:
            complain(str(error))


def tell_unasked(name: str) -> None:
    """Say which name somebody plays under who has chosen none, and how to choose."""
    text = tr(UNASKED, name=printable(name))
    complain(text)


def fit_name(name: str) -> str:
    """Return a name as it can be played under; raises Failed."""
    name = name.strip()
    if not 1 <= len(name) <= NAME_MAX or not name.isprintable():
        raise Failed(tr("a name has 1 to {most} visible characters", most=NAME_MAX), 2)
    return name


def own_name(context: Context) -> str | None:
    """Return the name that somebody goes by: as chosen, as last here, as elsewhere."""
    file = IdentityFile(context.identity)
    return context.name or file.find(context.server).name or file.last_name()


def login_name() -> str:
    """Return what the system calls the user, or a guest."""
    try:
        name = getpass.getuser()[:NAME_MAX].strip()
    except (OSError, KeyError, ImportError):
        name = ""
    return name if name and name.isprintable() else "guest"


async def invited(context: Context, text: str) -> tuple[Context, str]:
    """Return where an invitation leads, and the room's code; raises Failed.

    A code alone is a room of the server that one plays at anyway.
    """
    try:
        found = read_invitation(text)
    except NoInvitation as error:
        raise Failed(str(error), USAGE) from None
    if not found.server:
        context = await at_own(context, starts=False)
        return context._replace(unanswered=tr(WHOLE_LINE)), found.code
    return context.at(found.server, found.typed), found.code

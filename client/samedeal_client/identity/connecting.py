"""Coming to a server: as somebody it knows, as somebody new, or to look only."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.keeping import GuestsKeeper, PlayersKeeper
from samedeal_client.identity.names import fit_name
from samedeal_client.identity.serving import address_of, at_own, has_own, way_to
from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.language import later, tr
from samedeal_client.language.texts import NOT_UNDERSTOOD, close_text
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.view.spans import printable
from samedeal_client.wire.greeting import is_bad_token
from samedeal_client.wire.happenings import NotDone, Rejected
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.reach.invitations import (
    NoInvitation,
    read_invitation,
)
from samedeal_client.wire.trouble import Unreachable
from samedeal_client.wire.witness.keeping import RunServer, Surroundings
from samedeal_games.errors import GameError
from samedeal_protocol.errors import ErrorCode

START_HINT = later("start one with: samedeal-server")
WHOLE_LINE = later("ask your friend for the whole line, CODE@HOST:PORT")
NOT_HERE = later("no room on this machine has this code; {hint}")
ASKED_OWN = later(
    "The server asked was that for this machine alone. What was played at your server "
    "for friends is kept there, and there again while it runs: samedeal host --serve"
)
NO_LONGER_GOOD = later(
    "the token kept here for {name} no longer works, and the "
    "name is claimed; bring the new token with: samedeal account "
    "import FILE"
)
NAME_LOST = later(
    "Somebody has claimed the name {name} meanwhile; you are {other} here."
    " For a name of your own: samedeal account claim NAME"
)


@asynccontextmanager
async def playing(
    context: Context, name: str, served: RunServer | None = None, room: str = ""
) -> AsyncGenerator[Player]:
    """Yield a connected player by a name, known to the server or new to it.

    `served` is the server for friends that this program runs, if it does; `room` is the
    code of the room that the player is about to enter, if that is known.
    """
    file = IdentityFile(context.identity)
    async with explained(context):
        known = file.find(context.server, name)
        name, token = known.name or name, known.token
        player = await _known(context, name, token, file, served)
        try:
            async with player.connected(room):
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
        player = await _known(context, name, None, file, served)
        try:
            async with player.connected(room):
                await _compare_chain(context, player)
                yield player
        except NotDone as refusal:
            if player.id or refusal.error.code is not ErrorCode.NAME_TAKEN:
                raise
            raise Failed(tr(NO_LONGER_GOOD, name=printable(name))) from None


async def _compare_chain(context: Context, player: Player) -> None:
    """Compare the chain with what was seen of it, as whenever they return."""
    if doubt := await player.keeper.look_back(player):
        context.tell(doubt)


def _settle_name(
    context: Context, file: IdentityFile, name: str, player: Player
) -> None:
    """Tell players whom the server knows by another name than they asked for."""
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
    context: Context,
    name: str,
    token: str | None,
    file: IdentityFile,
    served: RunServer | None,
) -> Player:
    player = Player(
        await address_of(context.server),
        name=name,
        token=token,
        on_token=lambda _, fresh: file.remember(context.server, name, fresh),
        around=Surroundings(
            keeper=PlayersKeeper(context),
            way=way_to(context.server),
            served=served,
            elsewhere=context.elsewhere,
        ),
    )
    memory = player.session.memory
    try:
        known = Commitments(context.identity, context.server).known()
    except Failed as error:
        context.tell(str(error))
    else:
        for deal, seen in known.items():
            memory.promise(deal, seen.commitment)
    return player


@asynccontextmanager
async def visitor(
    context: Context, name: str | None = None, room: str = ""
) -> AsyncGenerator[Player]:
    """Yield a connected player who only looks: by a name, as known, or as a guest."""
    if name is not None:
        async with playing(context, fit_name(name), room=room) as player:
            yield player
        return
    known = IdentityFile(context.identity).find(context.server, context.name)
    if known.name is not None and known.token is not None:
        async with playing(context, known.name, room=room) as player:
            yield player
        return
    async with explained(context):
        url = await address_of(context.server)
        around = Surroundings(keeper=GuestsKeeper(context), way=way_to(context.server))
        guest = Player(url, name="guest", around=around)
        async with guest.connected(room) as player:
            await _compare_chain(context, player)
            yield player


@asynccontextmanager
async def explained(context: Context) -> AsyncGenerator[None]:
    """Turn a server's refusal, or the lack of a server, into one sentence."""
    try:
        yield
    except Unreachable as error:
        told = tr(START_HINT) if context.unanswered is None else context.unanswered
        hint = f"; {told}" if error.is_silent and told else ""
        raise Failed(f"{error}{_taken_for(context)}{hint}") from None
    except NotDone as refusal:
        raise Failed(_refused(context, refusal)) from None
    except Rejected as rejected:
        raise Failed(close_text(rejected.code)) from None
    except GameError:
        raise
    except (LookupError, ValueError):
        # What the server says may be anything: a day that is none, a game of nobody's.
        raise Failed(close_text(NOT_UNDERSTOOD)) from None


def _refused(context: Context, refusal: NotDone) -> str:
    """Return the reason of a refusal, with a hint where another server is meant.

    This machine's own server has no rooms of friends.
    """
    is_unknown = refusal.error.code is ErrorCode.UNKNOWN_ROOM
    if is_unknown and context.server == OWN and context.unanswered:
        return tr(NOT_HERE, hint=context.unanswered)
    text = refusal_text(refusal.error)
    if refusal.error.code is ErrorCode.UNKNOWN_MATCH:
        return f"{text} {asked_text(context)}"
    return text


def asked_text(context: Context) -> str:
    """Return which server was asked: the match may be at another."""
    if context.server == OWN:
        return tr(ASKED_OWN)
    return tr("The server asked was {server}.", server=context.shown_server)


def _taken_for(context: Context) -> str:
    """Return the address that was tried, where less was typed; else nothing."""
    if not context.typed:
        return ""
    told = tr("{typed} was taken for {url}", typed=context.typed, url=context.server)
    return f" ({told})"


async def invited(context: Context, text: str) -> tuple[Context, str]:
    """Return the context of an invitation's server, and the room's code; raises Failed.

    A code alone means a room of the server that one plays at anyway.
    """
    try:
        found = read_invitation(text)
    except NoInvitation as error:
        raise Failed(str(error), USAGE) from None
    if not found.server:
        # It may be of a room on this machine, whose server has ended since.
        context = await at_own(context, starts=has_own())
        return context._replace(unanswered=tr(WHOLE_LINE)), found.code
    return context.at(found.server, found.typed), found.code

"""The beginnings of rooms and matches: requests, as first facts."""

from samedeal_games.catalogue import can_take_back, find_game
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import MatchKind
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_server.core.commands import ENTROPY_BYTES, Now
from samedeal_server.core.facts import (
    Fact,
    GivenDeal,
    MatchOpened,
    PhaseLimits,
    RoomOpened,
    SeatTaken,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.matches import given_deal
from samedeal_server.core.state import Player

COUNTDOWN_FOR_ONE_MS = 1_500
"""At most: where nobody has to be waited for, it is over with the only nonce."""

GATHER_FOR_ONE_MS = 5 * 60_000
"""To begin with an attempt; so one whose day is nearly over still ends in time."""


def room_asked_for(
    asked: HostRoom, limits: PhaseLimits, certifier: str = ""
) -> RoomOpened:
    """Return a room as its host wants it, without its code.

    `certifier` is the one that chooses deals if the host wants certified ones. Raises
    UnknownGame, and Refused where `game` is not the first of `games`, or where moves of
    none of them can be taken back.
    """
    keys = asked.games or (asked.game,)
    if keys[0] != asked.game:
        why = f"game is {asked.game}, and {keys[0]} the first of games"
        raise Refused(ErrorCode.BAD_MESSAGE, why)
    games = tuple(str(find_game(key).about.key) for key in keys)
    if asked.takes_back and not any(map(can_take_back, games)):
        raise Refused(ErrorCode.NO_TAKE_BACK, "each card laid shows the next one")
    return RoomOpened(
        room="",
        public=asked.public,
        game=games[0],
        seats_max=asked.seats,
        time_limit_s=asked.time_limit_s or 0,
        best_of=asked.deals or asked.best_of,
        # A certified deal is looked for meanwhile.
        limits=_for_one(limits) if asked.seats == 1 and not asked.certified else limits,
        watch=asked.watch,
        # With moves taken back it is another game than others played.
        rated=asked.rated and not asked.takes_back,
        scoring="wins" if asked.deals is None else "duplicate",
        games=games if len(games) > 1 else (),
        quiet=asked.quiet,
        certifier=certifier if asked.certified else "",
        takes_back=asked.takes_back,
        named_only=asked.named_only,
    )


def _for_one(limits: PhaseLimits) -> PhaseLimits:
    """Return the limits of a room in which nobody else can be waited for."""
    countdown_ms = min(limits.countdown_ms, COUNTDOWN_FOR_ONE_MS)
    return limits._replace(countdown_ms=countdown_ms)


def room_for_one(given: GivenDeal, kind: MatchKind, limits: PhaseLimits) -> RoomOpened:
    """Return a private room, without its code, for one attempt at a given deal."""
    return RoomOpened(
        room="",
        public=False,
        game=given.game,
        seats_max=1,
        time_limit_s=0,
        best_of=1,
        limits=_for_one(limits)._replace(
            gather_ms=min(limits.gather_ms, GATHER_FOR_ONE_MS)
        ),
        watch="no",
        kind=kind,
        rated=False,
        given=(given,),
        origin=given.deal,
        quiet=True,
        certifier=given.certifier,
    )


def open_room(
    opened: RoomOpened, host: Player, connection: str, now: Now, place: str = ""
) -> tuple[Fact, ...]:
    """Return the first facts of a room; raises Refused for a host who may not sit."""
    check_name(opened, host)
    return (
        opened,
        SeatTaken(0, host.id, host.name, host.bot, connection, host.named, place),
        open_match(opened, 1, 1, now),
    )


def check_name(opened: RoomOpened, player: Player) -> None:
    """Raise Refused for a player without a claimed name, where a seat takes one."""
    if opened.named_only and not player.named:
        raise Refused(ErrorCode.NAME_NEEDED, "a seat here takes a claimed name")


def open_match(opened: RoomOpened, number: int, turn: int, now: Now) -> MatchOpened:
    """Return a room's match by its numbers in series and room, with a seed of its own.

    A given deal keeps its seed.
    """
    if len(now.entropy) != ENTROPY_BYTES:
        raise ValueError(f"a match needs {ENTROPY_BYTES} fresh random bytes")
    given = given_deal(opened, number)
    server_seed = now.entropy[16:] if given is None else given.server_seed
    return MatchOpened(f"m-{now.entropy[:16].hex()}", number, server_seed, turn)

"""The commands that lead to a table."""

from samedeal_client.language import later
from samedeal_client.options.common import CODE, GAME, GHOST, JSON, NAME, PUBLIC
from samedeal_client.options.readers import day, number
from samedeal_client.options.values import Argument, At, Command, place, switch
from samedeal_client.wire.reach.invitations import EXAMPLE
from samedeal_games.wording import Wording
from samedeal_protocol.limits import (
    MAX_DEALS,
    MAX_EVENT_DEALS,
    MAX_EVENT_SEATS,
    MAX_HOURS,
    MIN_DEALS,
)

FIRST_GAME = "squares/english"
"""The game of friends who have not chosen one."""

GAMES = Command(
    "games",
    later("list what can be played"),
    "samedeal games",
    (JSON,),
    run="playing.offline:games",
)

HOST = Command(
    "host",
    later("open a room and join it"),
    "samedeal host westcliff/american --best-of 3",
    (
        place(
            "game=GAME[,GAME...]",
            Wording(
                "a key of `samedeal games`, or several to be played in turn"
                " (default {game})",
                game=FIRST_GAME,
            ),
            default=FIRST_GAME,
            is_needed=False,
        ),
        switch("--serve", later("run a server here for as long as you stay")),
        PUBLIC._replace(group="listing"),
        # So it is anyway; who likes to say it may.
        switch("--private", group="listing"),
        switch("--casual", later("not counted on leaderboards or in ratings")),
        Argument(
            "--seats=N", later("how many seats, 1 to 8 (default 4)"), number(1, 8), 4
        ),
        Argument(
            "--time=SECONDS",
            later("per match, 30 to 3600 (default: the game's)"),
            number(30, 3600),
        ),
        Argument(
            "--best-of",
            later("matches in a series"),
            int,
            1,
            (1, 3, 5, 7, 9),
            group="series",
        ),
        Argument(
            "--deals=N",
            Wording(
                "a duplicate evening of {least} to {most} deals, each scored "
                "in per cent against all who played it",
                least=MIN_DEALS,
                most=MAX_DEALS,
            ),
            number(MIN_DEALS, MAX_DEALS),
            group="series",
        ),
        Argument(
            "--watch",
            later(
                "what spectators see: nothing, how far everybody is (default), or "
                "boards, but only cards that every player has seen"
            ),
            default="counts",
            choices=("no", "counts", "boards"),
        ),
        switch("--quiet", later("no talk in the room")),
        switch("--certified", later("only deals that can be won; for patience")),
        switch(
            "--take-back",
            later("moves that turned up no card may be taken back; nothing counts"),
        ),
        switch("--named-only", later("only players with a claimed name; no bots")),
        GHOST,
        NAME,
    ),
    run="playing.hosting:host",
)

ROOMS = Command(
    "rooms",
    later("list the public rooms"),
    "samedeal rooms",
    (JSON, NAME),
    run="playing.hosting:rooms",
    at=At.OWN,
)

JOIN = Command(
    "join",
    later("join a room"),
    f"samedeal join {EXAMPLE}",
    (CODE, GHOST, NAME),
    run="playing.hosting:join",
    at=At.RUNNING,
)

WATCH = Command(
    "watch",
    later("watch a room without playing"),
    "samedeal watch 7KQ4P",
    (CODE, NAME),
    run="playing.hosting:watch",
    at=At.RUNNING,
)

DAILY = Command(
    "daily",
    later("play the deal of the day, one attempt each; or list today's deals"),
    "samedeal daily easthaven --board --date 2026-11-20",
    (
        GAME._replace(is_needed=False),
        switch("--board", later("show the board without playing"), "instead"),
        switch("--share", later("print your result, to share"), "instead"),
        Argument(
            "--date=YYYY-MM-DD",
            later("another day, in UTC, for --board and --share"),
            day,
        ),
        switch(
            "--verify",
            later("with --board of a past day: check every row against its record"),
        ),
        JSON._replace(help=later("print JSON, without playing")),
        NAME,
    ),
    run="playing.dailies:daily",
    at=At.OWN,
)

EVENT = Command(
    "event",
    later("play the same deals in several rooms, with one table for all"),
    "samedeal event create squares/english,easthaven --deals 6 --hours 48",
    (
        place(
            "what=create|host|ID",
            later("create an event, open a room for one, or show its table"),
        ),
        place(
            "which=GAME[,GAME...]|ID",
            later(
                "the games, keys of `samedeal games`, played in turn; or the event to "
                "host"
            ),
            is_needed=False,
        ),
        Argument(
            "--deals=N",
            Wording(
                "how many deals a new event has, 1 to {most} (default 8)",
                most=MAX_EVENT_DEALS,
            ),
            number(1, MAX_EVENT_DEALS),
            8,
        ),
        Argument(
            "--hours=H",
            Wording(
                "how long a new event stays open, 1 to {most} (default 24)",
                most=MAX_HOURS,
            ),
            number(1, MAX_HOURS),
            24,
        ),
        Argument(
            "--seats=N",
            Wording(
                "how many seats its rooms have, 1 to {most} (default 4)",
                most=MAX_EVENT_SEATS,
            ),
            number(1, MAX_EVENT_SEATS),
            4,
        ),
        PUBLIC,
        switch(
            "--verify",
            later("after it has closed: replay every match and recompute the table"),
        ),
        JSON,
        NAME,
    ),
    run="playing.events:event",
)

CHALLENGE = Command(
    "challenge",
    later("play the deal of a finished match against the ghosts of its players"),
    "samedeal challenge m-5f1c09a9d3a34b6f8e2d7c4b1a0f9e8d",
    (
        place("match=MATCH", later("a match's id or link, or a deal's id")),
        switch("--board", later("show its board, best first, without playing")),
        Argument("--limit=N", later("how many rows of --board"), number(1, 100), 20),
        JSON._replace(help=later("print the board as JSON, with match ids")),
        NAME,
    ),
    run="playing.challenging:challenge",
    at=At.OWN,
)

COMMANDS = (GAMES, HOST, ROOMS, JOIN, WATCH, DAILY, EVENT, CHALLENGE)

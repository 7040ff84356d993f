"""The commands about players: leaderboards, profiles, accounts and friends."""

from typing import get_args

from samedeal_client.language import later
from samedeal_client.options.common import JSON, NAME
from samedeal_client.options.readers import (
    WINDOWS,
    number,
    player,
    player_or_self,
    room,
    wanted_name,
    window,
)
from samedeal_client.options.values import Argument, At, Command, place, switch
from samedeal_games.wording import Wording
from samedeal_protocol.results.metrics import MetricName

HISTORY_MOST = 1000
OWN = Argument(
    "--name=OWN", later("which of your names to use (default: the last one used)")
)
FILE = place("file=FILE", later("- for standard input or output"))
WHOM = place(
    "player=NAME",
    later("a claimed name or an id (default: you)"),
    read=player,
    is_needed=False,
)

LEADERBOARD = Command(
    "leaderboard",
    later("show the leaderboard of a game, or the leader of each"),
    "samedeal leaderboard squares/english --by wins --window week",
    (
        place(
            "game=GAME|FAMILY",
            later(
                "a key of `samedeal games`, or for ratings a family (default: all "
                "games)"
            ),
            is_needed=False,
        ),
        Argument(
            "--by",
            later("what it is ordered by (default: best)"),
            default="best",
            choices=get_args(MetricName),
        ),
        Argument(
            "--window=TIME",
            Wording("{times} (default: all)", times=WINDOWS),
            window,
            "all",
        ),
        Argument(
            "--around=NAME",
            later("the rows around a claimed name or an id (default: yours)"),
            player_or_self,
            bare="",
        ),
        switch("--friends", later("you and your friends"), "among"),
        Argument(
            "--room=CODE",
            later("only players who have sat in a room"),
            room,
            group="among",
        ),
        Argument("--limit=N", later("rows"), number(1, 100), 20),
        Argument("--start=N", later("how many rows to skip"), number(0, 2**31), 0),
        switch("--long", later("with player and match ids")),
        JSON,
    ),
    run="leaderboards:leaderboard",
    at=At.OWN,
)

PROFILE = Command(
    "profile",
    later("show a player's ratings, best results, wins and streaks"),
    "samedeal profile Ada --versus Bob",
    (
        WHOM,
        Argument(
            "--versus=NAME", later("also show their record against this player"), player
        ),
        JSON,
        NAME,
    ),
    run="profiles:profile",
    at=At.OWN,
)

HISTORY = Command(
    "history",
    later("list a player's matches, with charts of ratings and scores"),
    "samedeal history Ada --game squares/english",
    (
        WHOM,
        Argument("--game=GAME", later("a key of `samedeal games`")),
        Argument(
            "--limit=N",
            later("how many matches (default 20)"),
            number(1, HISTORY_MOST),
            20,
        ),
        switch("--long", later("with whole names and ids")),
        JSON,
        switch("--jsonl", later("print all matches, one line of JSON each")),
        NAME,
    ),
    run="profiles:history",
    at=At.OWN,
)

ACCOUNT = Command(
    "account",
    later("show your account; claim a name, move it to another machine"),
    "samedeal account claim 'Ada Lovelace'",
    (OWN, JSON),
    run="accounts:account",
    at=At.OWN,
).having(
    Command(
        "claim",
        later("claim a name that nobody else can use"),
        "samedeal account claim 'Ada Lovelace'",
        (
            place(
                "claimed=NAME",
                later("3 to 20 characters in any script"),
                read=wanted_name,
            ),
            JSON,
            OWN,
        ),
        run="accounts:claim",
    ),
    Command(
        "export",
        later("write your token to a file, to use on another machine"),
        "samedeal account export ada.json",
        (FILE, JSON, OWN, switch("--force", later("overwrite an existing file"))),
        run="accounts:export",
    ),
    Command(
        "import",
        later("read a token written on another machine"),
        "samedeal account import ada.json",
        (FILE, switch("--force", later("replace an identity of the same name")), JSON),
        run="accounts:bring_in",
    ),
    Command(
        "link",
        later("print a link, good once, that makes a phone play as you"),
        "samedeal account link",
        (JSON, OWN),
        run="accounts:link",
    ),
    Command(
        "rotate",
        later("replace your token, in case somebody else has it"),
        "samedeal account rotate",
        (JSON, OWN),
        run="accounts:rotate",
    ),
    Command(
        "revoke",
        later("delete this identity for good; nobody else can ever have its name"),
        "samedeal account revoke --yes",
        (JSON, OWN, switch("--yes", later("do not ask for confirmation"))),
        run="accounts:revoke",
    ),
)

FRIENDS = Command(
    "friends",
    later("list your friends and the players you have blocked"),
    "samedeal friends add 'Ada Lovelace'",
    (OWN, JSON),
    run="friends:friends",
    at=At.OWN,
).having(
    *(
        Command(
            name,
            summary,
            f"samedeal friends {name} 'Ada Lovelace'",
            (place("who=NAME", later("a claimed name, or an id")), JSON, OWN),
            run="friends:relate",
        )
        for name, summary in (
            ("add", later("add a friend")),
            ("remove", later("remove a friend")),
            ("block", later("hide your rooms from somebody")),
            ("unblock", later("show your rooms to somebody again")),
        )
    ),
    *(
        Command(
            name,
            summary,
            f"samedeal friends {name}",
            (JSON, OWN),
            run="friends:be_seen",
        )
        for name, summary in (
            ("hide", later("do not tell friends that you are here, nor you of them")),
            ("show", later("tell friends again that you are here")),
        )
    ),
    Command(
        "report",
        later("report somebody to whoever runs the server"),
        "samedeal friends report 'Ada Lovelace' 7KQ4P 'Insults, again.'",
        (
            place("who=NAME", later("a claimed name, or an id")),
            place("room=CODE", later("the room where you both were")),
            place("why=WORDS", later("what they did, in your words")),
            JSON,
            OWN,
        ),
        run="friends:report",
    ),
    Command(
        "challenge",
        later("ask a friend to play the deal of a match that you have played"),
        "samedeal friends challenge 'Ada Lovelace' m-2fd01e",
        (
            place("who=NAME", later("a claimed name, or an id")),
            place("match=MATCH", later("its id, or the beginning of it")),
            JSON,
            OWN,
        ),
        run="friends:challenge",
    ),
)

COMMANDS = (LEADERBOARD, PROFILE, HISTORY, ACCOUNT, FRIENDS)

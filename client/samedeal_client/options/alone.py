"""The commands about games and deals that need no server, and those about bots."""

from samedeal_client.language import later
from samedeal_client.options.common import (
    CODE,
    DECK,
    GAME,
    JSON,
    MATCH,
    NAME,
    SEED,
    ZEROS,
)
from samedeal_client.options.readers import number, seconds
from samedeal_client.options.values import Argument, At, Command, place
from samedeal_protocol.limits import MAX_HOUSE_BOTS

LEARN = Command(
    "learn",
    later("learn a game on a guided deal, move by move"),
    "samedeal learn easthaven",
    (GAME._replace(is_needed=False),),
    run="playing.offline:learn",
)

PRACTISE = Command(
    "practise",
    later("play alone, without a server"),
    "samedeal practise easthaven",
    (GAME, Argument("--seed=HEX", later("64 hex digits, to play a certain deal"))),
    run="playing.offline:practise",
)

RULES = Command(
    "rules",
    later("show the rules of a game"),
    "samedeal rules easthaven",
    (GAME, JSON),
    run="playing.offline:rules",
)

DEAL = Command(
    "deal",
    later("show the deal of a seed"),
    f"samedeal deal squares/english --seed {ZEROS}",
    (GAME, SEED, JSON),
    run="playing.offline:deal",
)

TRY = Command(
    "try",
    later("make moves on a deal and show the position"),
    f'samedeal try westcliff/classic --seed {ZEROS} --moves "D D"',
    (
        GAME,
        SEED._replace(group="deal"),
        DECK._replace(group="deal", is_needed=True),
        Argument(
            "--moves", later("moves in notation, separated by spaces"), default=""
        ),
        JSON,
    ),
    run="playing.offline:try_moves",
)

SOLVE = Command(
    "solve",
    later("tell whether a deal can be won, or its highest possible score"),
    f"samedeal solve westcliff/classic --seed {ZEROS}",
    (
        place(
            "what=GAME|MATCH|FILE",
            later(
                "a key of `samedeal games`, with --seed or --deck; or a match, by its "
                "id or a file of `samedeal export`"
            ),
        ),
        SEED._replace(group="deal", is_needed=False),
        DECK._replace(group="deal"),
        Argument(
            "--limit=SECONDS", later("how long to search (default 10)"), seconds, 10.0
        ),
        JSON,
    ),
    run="records.solving:solve",
)

ANALYSE = Command(
    "analyse",
    later("show what was possible in a match, and where it was lost"),
    "samedeal analyse final.samedeal --limit 5",
    (
        MATCH,
        JSON,
        Argument(
            "--limit=SECONDS",
            later("how long to search, for the deal and for each player (default 10)"),
            seconds,
            10.0,
        ),
    ),
    run="records.solving:analyse",
    at=At.OF_MATCH,
)

DEMO = Command(
    "demo",
    later("race two bots on a private server; without a terminal, watch three"),
    "samedeal demo",
    (JSON._replace(help=later("watch, and print JSON")), NAME),
    run="playing.demo:demo",
)

BOT = Command(
    "bot",
    later("send a bot into a room; it is marked as a bot"),
    "samedeal bot 7KQ4P --kind good",
    (
        CODE,
        Argument(
            "--kind",
            later(
                "how it plays: random, greedy (default), or by skill from "
                "casual to expert; at patience, strong equals good"
            ),
            default="greedy",
            choices=("random", "greedy", "casual", "good", "strong", "expert"),
        ),
        Argument(
            "--pace=SECONDS",
            later(
                "per move, give or take half; by default 1 to 4, depending on its kind"
            ),
            float,
        ),
        NAME,
    ),
    run="playing.bots:bot",
    at=At.RUNNING,
)

HOUSE = Command(
    "house",
    later("offer bots at a server that you run, to whoever comes alone"),
    "samedeal --server ws://127.0.0.1:8765 house --bots 6",
    (
        Argument(
            "--bots=N",
            later("how many play at once, at most (default 6)"),
            number(1, MAX_HOUSE_BOTS),
            6,
        ),
    ),
    run="playing.house:house",
)

COMMANDS = (LEARN, PRACTISE, RULES, DEAL, TRY, SOLVE, ANALYSE, DEMO, BOT, HOUSE)

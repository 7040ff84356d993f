"""The words of every command that is tried on a hostile server."""

from collections.abc import Mapping, Sequence

GAME = "squares/patience"
MATCH = "m-000001"
ROOM = "7KQ4P"
EVENT = "7KQ4PXY"
SEED = "00" * 32

Asked = tuple[str, ...]

SAMPLES: Mapping[str, Sequence[Asked]] = {
    "samedeal games": [()],
    "samedeal host": [(GAME, "--name", "Ada"), (GAME, "--ghost", "best")],
    "samedeal rooms": [()],
    "samedeal join": [(ROOM,)],
    "samedeal watch": [(ROOM,)],
    "samedeal daily": [
        (),
        (GAME,),
        (GAME, "--board"),
        (GAME, "--board", "--verify"),
        (GAME, "--share"),
    ],
    "samedeal event": [
        ("create", GAME),
        ("host", EVENT),
        (EVENT,),
        (EVENT, "--verify"),
    ],
    "samedeal challenge": [(MATCH,), (MATCH, "--board")],
    "samedeal leaderboard": [
        (),
        (GAME,),
        (GAME, "--long"),
        (GAME, "--around", "Bob"),
        (GAME, "--room", ROOM),
    ],
    "samedeal profile": [(), ("Bob",), ("Bob", "--versus", "Ada")],
    "samedeal history": [(), ("Bob",), ("--long",), ("--jsonl",)],
    "samedeal account": [(), ("--name", "Ada")],
    "samedeal account claim": [("Ada",)],
    "samedeal account export": [("-",), ("moved",)],
    "samedeal account import": [("carried",)],
    "samedeal account link": [(), ("--json",)],
    "samedeal account rotate": [()],
    "samedeal account revoke": [("--yes",)],
    "samedeal friends": [()],
    "samedeal friends add": [("Bob",)],
    "samedeal friends remove": [("Bob",)],
    "samedeal friends block": [("Bob",)],
    "samedeal friends unblock": [("Bob",)],
    "samedeal friends hide": [()],
    "samedeal friends show": [()],
    "samedeal friends challenge": [("Bob", "m-1")],
    "samedeal friends report": [("Bob", "7KQ4P", "Insults.")],
    "samedeal learn": [(GAME,)],
    "samedeal practise": [(GAME, "--seed", SEED)],
    "samedeal rules": [(GAME,)],
    "samedeal deal": [(GAME, "--seed", SEED)],
    "samedeal try": [(GAME, "--seed", SEED, "--moves", "\x1b[2J")],
    "samedeal solve": [("record",), (MATCH,)],
    "samedeal analyse": [("record",), (MATCH,)],
    "samedeal bot": [(ROOM,)],
    "samedeal verify": [("record",), (MATCH,), (MATCH, "--chain")],
    "samedeal audit": [()],
    "samedeal export": [(MATCH, "exported", "--force")],
    "samedeal replay": [("record",), (MATCH,)],
    "samedeal config": [()],
    "samedeal config get": [("name",)],
    "samedeal config set": [("name", "\x1b[2J"), ("\x1b[2J", "x")],
    "samedeal config unset": [("name",)],
    "samedeal config path": [()],
    "samedeal completion": [("bash",)],
}
"""By command. `record` and `carried` are files that somebody hostile has made."""
ALONE = {
    "samedeal demo": "it talks to a server of its own, and to nobody else",
    "samedeal house": "it ends when it is refused; a test of its own tries that",
}

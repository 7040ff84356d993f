"""The reference page on transcripts, made from the code that reads them."""

import ast
import inspect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from samedeal_games.catalogue import find_game
from samedeal_games.contests import merit
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    SALT_BYTES,
    VoidRecord,
    WithheldRecord,
    commitment_to_nonce,
    commitment_to_seed,
)
from samedeal_games.patience.taking_back import KEPT_MOST
from samedeal_records.reading import BYTES_MOST, LISTED_MOST, TEXT_MOST
from samedeal_records.sealing import (
    MAX_PART_BYTES,
    MAX_TRANSCRIPT_BYTES,
    seal,
)
from samedeal_records.transcripts import (
    CERTIFIED_VERSION,
    CHOICE,
    NAMED_VERSION,
    PLAIN_VERSION,
    VERSION,
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
    salted,
    to_plain,
)
from samedeal_records.verification import PEOPLE_RATED, seed_of, verify

BYTES_A_LINE = 32

_HEAD = f"""\
# Transcripts

For anybody who checks matches with a program of their own, or keeps records. Everything
that the check needs is on this page, in [fair dealing](../explanation/fairness.md) and
in [the rulesets](rulesets.md). `tests/javascript/verify.mjs` is such a program: it
shares no code with ours, and agrees with it. Made from the code by `make docs`.

A transcript holds everything about a finished match that its proof needs. A server
keeps one for every match, `samedeal export` writes one to a file, and on the wire the
request `transcript` gets it in parts of at most {MAX_PART_BYTES} bytes
([messages](messages.md)). Its bytes are the same in all three places.

## Bytes

The bytes are one [msgpack](https://github.com/msgpack/msgpack/blob/master/spec.md) map
of three entries, in this order: `transcript`, a map with the fields below; `digest`,
32 bytes: the SHA-256 of the transcript map's own bytes as they stand in front of it;
and `people`, another map, which says who played. Before version {VERSION} there is no
`people`: who played is in the transcript itself.

The people are not under the digest, so that somebody can be [erased](#somebody-erased).
What is under it is a salted digest of each, `who`.

There is one encoding of every transcript, so that equal matches are equal bytes:

- Maps have exactly the fields below, in the order below, with text keys.
- Numbers are whole and not negative: positive fixint, or the shortest of uint 8, 16, 32
  and 64 that holds them.
- Text is UTF-8, as fixstr or the shortest of str 8, 16 and 32; bytes are the shortest
  of bin 8, 16 and 32; lists are fixarray or the shortest of array 16 and 32; maps are
  fixmap, or map 16 from 16 fields.
- *None* is nil. There are no floats, no extension types and nothing after the end.

A reader refuses any other bytes, and more than {MAX_TRANSCRIPT_BYTES} of them. To read
a transcript strictly it is enough to read it, write it again and compare.

The program's own reader also refuses what no match has: a text of more than {TEXT_MOST}
characters, bytes of more than {BYTES_MOST}, or more than \
{LISTED_MOST["seats"]} `seats`, \
{LISTED_MOST["nonces"]} `nonces`, {LISTED_MOST["voids"]} `voids`
or {LISTED_MOST["withheld"]} `withheld` in one of them.

## Somebody erased

An operator can erase a player ([how](../howto/run-a-server.md#erase-a-player)). In the
entry of their seat under `people`, `salt` and `name` are empty then, and `player` is
somebody who stands in for them: `gone-` and 16 hex digits, the same in all records of
theirs, and drawn for that. Their name under `withheld` is empty, too. Every other byte
stays, and with it the digest, the link in the chain and every check.

The ids under `nonces`, and of `withheld`, are under the digest and stay: the deal and
the commitments are made of them. An id is 64 random bits, and nothing that a server
keeps says any more whose it was. In the deals of days and events there are none.

Records of version {NAMED_VERSION} and before have names under their digest, and keep
them.

## Damage

The digest shows that a transcript was not damaged. A forger makes a digest that fits
the forgery, so a digest is proof only if you have it from somewhere else, such as
another player's screen.

## Fields
"""

_MOVES = """\
A move is a list of two: {at} `at_ms`, {move} `move`.
"""

_PEOPLE = """\
**`people`** is a map of two: `seats`, a list of maps, one for each of `seats` and in
the same order; and `{withheld}`, a list of texts, the names of all who are among the
`{withheld}` of any of `voids`, in the same order.
"""

_CHECKS = f"""\
## Checks

A match is proven if all of these hold. `lp`, the commitments, the seed and the deal
are those of [fair dealing](../explanation/fairness.md).

- **rules**: `game` is a key of [the catalogue](rulesets.md), and `rules` is its hash
  there.
- **kind**: an ordinary match has its own id as its `deal`. A `deal` that begins with
  `daily/`, the game's key and `/` is that of a day, one that begins with `event/` is
  that of an event, and any other is that of the match that was challenged. Only an
  ordinary match with at least {PEOPLE_RATED} seats that are not bots may be `rated`. No
  move is `U` in a rated match, in a match that is not ordinary, or at Poker Squares.
- **commitment**: `commitment` is the server's commitment to `server_seed` for `deal`.
- **nonces**: no player has two; each `nonce` that is not nil fits its `commitment`, for
  `deal` and `player`. In an ordinary match, the players whose nonce is not nil are
  exactly the players of `seats`; who was erased stands for one that is left over. The
  deal of a day or of an event has no nonces; a challenge has those of the match that
  was challenged.
- **voids**, from version {NAMED_VERSION} on: no id occurs twice among `match` and the
  `match` of each of `voids`; only an ordinary match has any; `withheld` of each is
  empty if its `why` is `service`, and not empty if it is `withheld`. Only the
  [chain](../explanation/fairness.md#the-chain-of-matches) shows that none was left out.
- **people**, in version {VERSION}: there are as many `seats` under `people` as seats,
  and as many names under `withheld` as there are `withheld`. Of each seat `who` is
  SHA-256(lp(`samedeal/who/1`, `salt`, `player`, `name`)), and `salt` has {SALT_BYTES}
  bytes; or somebody was erased: `salt` and `name` are empty, and `player` is as above.
- **deal**: the deal is that of the seed made from `deal`, `server_seed` and all nonces
  that are not nil, or that of the seed's candidate `counter`. Nothing can be wrong with
  it that the checks before do not find. If a player has two nonces, the last one counts
  here.
- **seat** *n*: from that deal on, each move in turn can be read, is written as [the
  rulesets](rulesets.md) write it (`D`, not `d`; `3>5`, not `3>5x1`), and is allowed.
  `score`, `plies` (the number of moves), `elapsed_ms` and `state` are what these moves
  lead to.
- **times**: `ended_at` - `started_at` - `stood_ms` is not below 0; the `at_ms` of a
  seat never falls, and is never above that difference.
- **places**: each `place` is 1 + the number of seats that did better.
- **choice**, if `certifier` is not empty: `counter` is what `certifier` chooses for
  that seed. This takes the solver; a verifier without one says that it did not check.
- **digest**: the bytes are in the one encoding, and `digest` is theirs.

`elapsed_ms` is the `at_ms` of the last move that changed the score, or 0 if there was
none. `state` is `out` if every card is on a foundation. It is `over` if the attempt
ended by the rules in another way (all 25 cards laid; the most actions taken; nothing
left to do). Otherwise it is one of `finished`, `resigned` and `timed_out`.

A patience attempt has something left to do while there is a stock or a redeal, or a
legal move other than one of a whole column to a space. When nothing is left to do, no
move is allowed.

In an ordinary match of patience that is not rated, moves may have been taken back.
Taking a move back is written `U`, and counts among `plies` and towards the most actions
taken. It restores the position before the last other move that has not been taken back
yet. It is allowed while something is left to do, and if the player was shown nothing
since that position: as many cards lie face down, in the stock or in the columns, and as
many redeals are left. No more than {KEPT_MOST} moves can be taken back in a row.

A seat that resigned did worse than all that did not. Of two others the one with the
higher `score` did better; in a race, at equal scores above 0, the one with the lower
`elapsed_ms`. Seats equal in all of this share a place. In versions {PLAIN_VERSION} and
{CERTIFIED_VERSION} a race compares `elapsed_ms` at a score of 0, too, and then the
lower `plies`.

Some things are not checked, because nothing else says them: names (those of `withheld`
are not even under the digest), which seats were bots, when the match was, and when each
move was made, beyond the order of the moves.

## An example

One player, Ada, lays one card at Poker Squares and stops. The bytes:
"""


class Piece(NamedTuple):
    """Some bytes of the example, and their meaning."""

    data: bytes
    what: str


def example() -> Transcript:
    """Return the match of the worked example."""
    match, seed, nonce = "m-1", bytes(range(32)), b"\x01" * 16
    game = find_game("squares/english")
    seat = SeatRecord(
        seat=0,
        player="p-ada",
        name="Ada",
        bot=False,
        place=1,
        score=0,
        plies=1,
        elapsed_ms=0,
        state="finished",
        moves=(MoveRecord(2500, "c3"),),
    )
    whole = Transcript(
        match=match,
        deal=match,
        rated=False,
        game=game.about.key,
        rules=game.about.rules_hash,
        commitment=commitment_to_seed(match, seed),
        server_seed=seed,
        nonces=(
            NonceRecord("p-ada", commitment_to_nonce(match, "p-ada", nonce), nonce),
        ),
        started_at=1_700_000_000_000,
        ended_at=1_700_000_004_000,
        stood_ms=0,
        time_limit_s=300,
        seats=(seat,),
        server="samedeal-server 0.1.0",
    )
    return salted(whole, bytes(32))


def render() -> str:
    """Return the page."""
    plain = to_plain(example())
    people = plain["people"]
    tables = [
        _table("The transcript", Transcript, {"version": _VERSION}),
        _table("Each of `nonces`", NonceRecord, {}),
        _table("Each of `seats`", SeatRecord, {}, list(plain["seats"][0])),
        _MOVES.format(at="first", move="then"),
        _table("Each of `voids`", VoidRecord, {}),
        _table("Each of `withheld`", WithheldRecord, {}, ["player", "commitment"]),
        _PEOPLE.format(withheld="withheld"),
        _table(
            "Each of `seats` under `people`", SeatRecord, {}, list(people["seats"][0])
        ),
    ]
    return "\n".join([_HEAD, *tables, _CHECKS, _example()])


_VERSION = (
    f"The version of this format: {VERSION}. Version {NAMED_VERSION} has no `people`:"
    " in its seats there are `player` and `name` in place of `who`, and in each of"
    f" `withheld` is `name` after `player`. Records of versions {PLAIN_VERSION} and"
    f" {CERTIFIED_VERSION} are likewise and have fewer fields: neither has `voids`, nor"
    f" `named` in its seats. Version {PLAIN_VERSION} has no"
    f" {' and no '.join(f'`{name}`' for name in CHOICE)} either. Version"
    f" {CERTIFIED_VERSION} is for [certified](../explanation/fairness.md) deals"
    f" only, and there `{CHOICE[0]}` is not empty."
)
_KINDS = {
    "str": "text",
    "int": "number",
    "bool": "true or false",
    "bool | None": "true or false",
    "Literal": "text",
    "bytes": "bytes",
    "bytes | None": "bytes or nil",
}
_SAID = {
    "match": "Its id.",
    "game": "Its key in the catalogue.",
    "commitment": "32 bytes.",
    "server_seed": "32 bytes, revealed at the end.",
    "nonces": (
        "Those of everybody who was ready, in order of seat number, with no-shows "
        "last. A challenge has those of the match that was challenged; the deal of a "
        "day or an event has none."
    ),
    "ended_at": "In ms since 1970.",
    "time_limit_s": "The time limit of the room.",
    "seat": "Its number in the room, from 0.",
    "player": "The player's id.",
    "name": "As shown to the others.",
    "bot": "Whether it said that it is one.",
    "place": "From 1; those who tie share it.",
    "score": "Points, or cards on the foundations.",
    "plies": "How many moves were made.",
    "moves": "In the order in which they were made.",
}


def _table(
    title: str, kind: type, first: dict[str, str], only: Sequence[str] = ()
) -> str:
    """Return a table of a kind's fields: all, or the named ones in their order."""
    rows = [f"| `{name}` | number | {said} |" for name, said in first.items()]
    texts = _texts(kind)
    annotations: dict[str, object] = inspect.get_annotations(kind)
    for name in only or annotations:
        annotation = annotations[name]
        written = getattr(annotation, "__name__", "") or str(annotation)
        said = texts.get(name) or _SAID[name]
        sort = "list" if "tuple" in written else _KINDS[written]
        rows.append(f"| `{name}` | {sort} | {said} |")
    head = "| field | kind | meaning |\n| --- | --- | --- |"
    return "\n".join([f"**{title}**\n", head, *rows, ""])


def _texts(kind: type) -> dict[str, str]:
    """Return the docstrings beneath a class's fields."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    texts: dict[str, str] = {}
    nodes: list[ast.stmt] = getattr(body, "body", [])
    for node, after in pairwise(nodes):
        match node, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = " ".join(text.split()).replace("``", "`")
            case _:
                pass
    return texts


def _example() -> str:
    transcript = example()
    sealed = seal(to_plain(transcript))
    shown = "\n".join(_dump(transcript, sealed))
    seed = seed_of(transcript)
    deal = deal_from_seed(seed, 1)
    cards = ", ".join(map(str, deal.cards[:5]))
    checks = ", ".join(check.what for check in verify(transcript))
    key = merit(
        find_game(transcript.game).about.contest,
        resigned=False,
        score=0,
        reached_ms=0,
    )
    return f"""\
```text
{shown}
```

The digest is the SHA-256 of everything between the key `transcript` and the key
`digest`. With Ada erased all up to the end of it is the same. In one line, for
programs:

```text
{sealed.hex()}
```

The seed of its deal is `{seed.hex()}`;
the deal begins with the cards {cards}. The first of them is on `c3`; as no line
is complete, that scores {-key[1]} points. The checks are {checks}
and digest; all hold.
"""


def _dump(transcript: Transcript, sealed: bytes) -> Iterator[str]:
    """Yield lines of hex with the meaning of each, and no byte left over."""
    offset = 0
    for piece in _pieces(transcript, sealed):
        for start in range(0, len(piece.data), BYTES_A_LINE):
            part = piece.data[start : start + BYTES_A_LINE]
            what = piece.what if start == 0 else ""
            yield f"{offset:04x}  {part.hex()}  {what}".rstrip()
            offset += len(part)


def _pieces(transcript: Transcript, sealed: bytes) -> Iterator[Piece]:
    """Cut the bytes at the keys of the outer maps and lists."""
    cuts: list[tuple[bytes, str]] = [(b"\x83", "a map of three")]
    cuts.append((_key("transcript"), "key"))
    names = [name for name in to_plain(transcript) if name != "people"]
    head = b"\xde" + len(names).to_bytes(2, "big")
    cuts.append((head, f"a map of {len(names)} fields"))
    cuts += [(_key(name), f"{name}:") for name in names]
    cuts.append((_key("digest"), "digest:"))
    cuts.append((_key("people"), "people:"))
    at, starts = 0, list[tuple[int, str]]()
    for mark, what in cuts:
        at = sealed.index(mark, at)
        starts.append((at, what))
        at += len(mark)
    starts.append((len(sealed), ""))
    for (start, what), (end, _) in pairwise(starts):
        yield Piece(sealed[start:end], what)


def _key(name: str) -> bytes:
    return bytes([0xA0 + len(name)]) + name.encode()

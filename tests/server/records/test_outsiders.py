"""Whoever was not in a private match finds neither it nor those who played it."""

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from typing import get_args

from tests.faults.inside import inside
from tests.talk import REPLIES, Talker, talking

from samedeal_games.catalogue import GAMES
from samedeal_protocol.codec import decode_message
from samedeal_protocol.deals.events import EventTable
from samedeal_protocol.results.metrics import MetricName
from samedeal_protocol.results.records import ChainPart
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.rooms.talk import PHRASES
from samedeal_protocol.updates import MatchOpened, MatchStarted
from samedeal_server.process.settings import Settings

SETTINGS = Settings.model_validate(
    {
        "countdown_ms": 1000,
        "commands_per_s": 1000,
        "command_burst": 1000,
        "joins_per_minute": 10_000,
        "wrong_codes_per_minute": 10_000,
    }
)
NAMES = ("Quentin", "Rosamund")
AT_ONCE = 15
"""On one connection: of what makes no sense there may be so much."""
WINDOWS = ("all", "month", "week", "day")
KINDS: tuple[MetricName, ...] = get_args(MetricName)


async def play(ann: Talker, bob: Talker) -> MatchStarted:
    for player in (ann, bob):
        await player.ready()
    started, _ = await asyncio.gather(ann.start(), bob.start())
    return started


async def private_match(ann: Talker, bob: Talker) -> set[str]:
    """Play a match that is nobody else's business; return what would give it away."""
    code = await ann.host(public=False, rated=False, watch="no", seats=2)
    await bob.join(code)
    assert ann.room is not None
    assert ann.room.next_match is not None
    first = ann.room.next_match.id
    await play(ann, bob)
    for player in (ann, bob):
        await player.command(Moved, t="move", ply=0, move="a1")
        await player.command(Done, t="resign")
    following = (await ann.hear(MatchOpened)).match.id
    return {first, following, code}


async def private_event(ann: Talker) -> set[str]:
    asked = {"t": "create_event", "games": ["squares/english"], "deals": 1}
    event = (await ann.ask(EventTable, **asked)).event.event
    joined = await ann.ask(Joined, t="host_event", event=event, seats=2)
    return {event, joined.snapshot.room.room}


def questions(known: list[str]) -> Iterator[Mapping[str, object]]:
    """Yield every request there is, about all that an outsider may have heard of."""
    yield {"t": "hello", "client": "x", "name": "Eve"}
    for name in ("rooms", "dailies", "circle", "friends"):
        yield {"t": name}
    for who in ("", *NAMES, *known):
        yield {"t": "account", "who": who}
        yield {"t": "profile", "who": who}
        yield {"t": "history", "who": who}
        yield {"t": "relate", "who": who or "x", "relation": "friend"}
    for window in WINDOWS:
        for by in KINDS:
            yield {"t": "leaders", "by": by, "window": window}
            for game in GAMES:
                yield {"t": "leaderboard", "game": game, "by": by, "window": window}
    for game in GAMES:
        yield {"t": "daily", "game": game}
        yield {"t": "own_best", "game": game}
    yield {"t": "be_seen", "seen": True}
    for who in known:
        yield {"t": "invite", "who": who}
        yield {"t": "invite", "who": who, "match": who}
    for match in known:
        yield {"t": "transcript", "match": match}
        yield {"t": "timelines", "match": match}
        yield {"t": "timelines", "match": match, "rivals": True}
        yield {"t": "deal_board", "match": match}
        yield {"t": "challenge", "match": match}
        for kind in ("event", "event_deal", "host_event"):
            yield {"t": kind, "event": match[:16], "deal": 0}
    yield {"t": "chain", "start": 0}
    yield {"t": "carry", "data": b"sealed"}
    for code in known:
        yield {"t": "fetch", "code": code}
        yield {"t": "offer_bots", "key": code, "free": 1}
    yield {"t": "claim", "name": "Eve"}
    yield {"t": "create_event", "games": ["pas-seul"], "deals": 1}
    yield {"t": "host", "game": "pas-seul"}
    for code in ("AAAAA", "BBBBB"):
        yield {"t": "join", "room": code}
        yield {"t": "join", "room": code, "back": True}
        yield {"t": "watch", "room": code}
        yield {"t": "leaderboard", "game": "pas-seul", "among": "room", "room": code}
        for who in (*NAMES, *known):
            yield {"t": "report", "who": who, "room": code, "why": "x"}
    for who in (*NAMES, *known):
        for what in ("put_out", "let_in"):
            yield {"t": what, "who": who}
    yield {"t": "door", "shut": True}
    yield {"t": "call_bots"}
    yield {"t": "play_daily", "game": "pas-seul"}
    numbered: dict[str, dict[str, object]] = {
        "ready": {"match": "m-1", "commitment": bytes(32)},
        "reveal": {"nonce": bytes(16)},
        "move": {"ply": 0, "move": "a1"},
    }
    bare = ("unready", "finish", "resign", "leave", "pause", "go_on")
    for name in (*bare, *numbered):
        yield {"t": name, "n": 1, **numbered.get(name, {})}
    yield {"t": "say", "number": 1, "text": "hi"}
    for who in (*NAMES, *known):
        yield from ({"t": "put_out", "who": who}, {"t": "let_in", "who": who})
    yield {"t": "door", "shut": True}
    yield {"t": "phrase", "number": 1, "phrase": PHRASES[0]}
    yield from ({"t": "rotate"}, {"t": "revoke"})


async def test_no_request_of_an_outsider_finds_a_private_match(store_url: str) -> None:
    async with (
        inside(store_url, SETTINGS) as house,
        talking(house.url, NAMES[0]) as ann,
        talking(house.url, NAMES[1]) as bob,
    ):
        secret = await private_match(ann, bob)
        async with talking(house.url, NAMES[0]) as cid:
            secret |= await private_event(cid)
            secret |= {ann.me, bob.me, cid.me, *NAMES}
            await house.server.hub.carrier.all_kept.wait()
            async with talking(house.url, "Eve") as eve:
                part = await eve.ask(ChainPart, t="chain", start=0)
            known = [link.match for link in part.links if "daily" not in link.match]
            known += [secrets.token_hex(4), "m-", "e-", "p-"]
            asked = set[object]()
            every = list(questions(known))
            for first in range(0, len(every), AT_ONCE):
                async with talking(house.url, None) as eve:
                    for question in every[first : first + AT_ONCE]:
                        asked.add(question["t"])
                        told = await everything_told(eve, question)
                        found = {each for each in secret if each.encode() in told}
                        # A refusal quotes what was asked for.
                        found -= set(map(str, question.values()))
                        assert not found, (question, found)
    assert asked == set(REPLIES), "a request is not tried"


async def everything_told(talker: Talker, question: Mapping[str, object]) -> bytes:
    """Send a request; return every byte up to its answer, but for what was asked."""
    re = await talker.send(**question)
    told = b""
    while True:
        frame = await talker.socket.recv(decode=False)
        message = decode_message(frame)
        told += frame
        if getattr(message, "re", None) == re:
            return told

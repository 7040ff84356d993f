"""A server starts over many rooms: it is ready soon, and has all of them."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import hashlib
import json
import resource
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from redis.asyncio import Redis
from tests.faults.inside import inside, mortal_store
from tests.server.core.table import Table, playing
from tests.servers import environment
from tests.talk import talking

from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.core.facts import RoomOpened, pack_fact
from samedeal_server.core.guards import mark_of
from samedeal_server.rooms.room_list import listing_of, note_rooms
from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Answer, Append

ROOMS = 500
READY_WITHIN_S = 5.0
"""R28, of the processor's time: from the start to the end of all that is done here."""
DIGITS = "23456789"


def code_of(number: int) -> str:
    """Return a room's code; each number has another."""
    text = ""
    for _ in range(5):
        number, digit = divmod(number, len(DIGITS))
        text += DIGITS[digit]
    return text


async def put_room(store: Store, table: Table, code: str) -> None:
    """Append a room's whole log under another code, and list it."""
    entries: list[str | bytes] = []
    for entry in table.log:
        fact = entry.fact
        if isinstance(fact, RoomOpened):
            fact = fact._replace(room=code)
        entries += (mark_of(fact), pack_fact(fact, entry.by, entry.n))
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    store.append(Append(code, ("last", ""), tuple(entries)), answer.set_result)
    assert isinstance(await answer, str)
    # By the clock of the table it was over long ago; by the log's it has begun.
    state = table.state._replace(
        opened=table.state.opened._replace(room=code),
        course=table.state.course._replace(until=store.now() + 60_000),
    )
    await note_rooms(store, {state.code: listing_of(state)})


async def fill(url: str) -> int:
    """Put rooms in mid-match into a store; return how many moves Ann made in each."""
    table = playing("ann", "bob")
    for _ in range(20):
        table.move("ann")
        table.move("bob")
    async with inside(url) as house:
        hashed = hashlib.sha256(b"secret").hexdigest()
        for name in ("ann", "bob"):
            await house.store.people.add(name, {"name": name, "token": hashed})
        await asyncio.gather(
            *(put_room(house.store, table, code_of(k)) for k in range(ROOMS))
        )
    return 20


def cpu_of_children_s() -> float:
    """Return what processes have used that were waited for, and their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def test_it_is_ready_soon_with_five_hundred_rooms(tmp_path: Path) -> None:
    async with mortal_store(tmp_path) as store:
        plies = await fill(store.url)
        async with Redis.from_url(store.url) as client:
            assert await client.dbsize() >= 2 * ROOMS
    used_s = cpu_of_children_s()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "--port", "0", "--ready-json"),
        *("--data", str(tmp_path)),
        stdout=PIPE,
        env=environment(SAMEDEAL_LOG_LEVEL="error"),
    )
    try:
        assert process.stdout is not None
        ready = json.loads(await process.stdout.readline())
        async with talking(f"ws://{ready['host']}:{ready['port']}", "Cid") as cid:
            # Ready is when it serves, not when it says so.
            await cid.host()
        url = f"ws://{ready['host']}:{ready['port']}"
        async with (
            talking(url, None, "ann.secret") as ann,
            talking(url, None, "bob.secret") as bob,
        ):
            listed = (await ann.ask(Rooms, t="rooms")).rooms
            assert len(listed) == 200
            room = code_of(ROOMS - 1)
            for talker in (ann, bob):
                board = (await talker.join(room)).snapshot.board
                assert board is not None
                assert board.ply == plies
            for talker in (ann, bob):
                await talker.command(Done, t="finish")
            assert (await ann.ended()).result == (await bob.ended()).result
    finally:
        process.terminate()
        await process.wait()
    # Its own time, which a busy machine does not stretch; `make load` has the wall's.
    assert cpu_of_children_s() - used_s < READY_WITHIN_S

"""A master with replicas, and a Sentinel that promotes one when the master is gone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, cast

from bench.stores.node import HOST, READY_WITHIN_S, Node

NAME = "samedeal"
"""The Sentinel's name for the master."""
DOWN_AFTER_MS = 2_000
FAILOVER_TIMEOUT_MS = 4_000
"""It tries again after twice that, where no replica was fit to be promoted."""
POLL_S = 0.02


class SentinelNode(Node):
    """A Sentinel; alone it decides alone, which is enough for one machine."""

    def __init__(
        self, folder: Path, master: Node, name: str = "sentinel", quorum: int = 1
    ) -> None:
        super().__init__(folder, name)
        # It writes what it learns into its own file.
        lines = (
            f"bind {HOST}",
            f"port {self.port}",
            f"sentinel monitor {NAME} {HOST} {master.port} {quorum}",
            f"sentinel down-after-milliseconds {NAME} {DOWN_AFTER_MS}",
            f"sentinel failover-timeout {NAME} {FAILOVER_TIMEOUT_MS}",
        )
        (self.folder / "sentinel.conf").write_text("\n".join(lines) + "\n", "utf-8")

    def words(self) -> list[str]:
        """Return the command line after the binary."""
        return ["sentinel.conf", "--sentinel"]


class Guarded(NamedTuple):
    """A master, its replicas, and the Sentinel that looks after them."""

    master: Node
    """The node that was master at first."""
    replicas: tuple[Node, ...]
    sentinel: SentinelNode
    others: tuple[SentinelNode, ...] = ()
    """More Sentinels, which have to agree."""

    @property
    def url(self) -> str:
        """The address that the server takes."""
        ports = (each.port for each in (self.sentinel, *self.others))
        hosts = ",".join(f"{HOST}:{port}" for port in ports)
        return f"redis+sentinel://{hosts}/{NAME}"

    async def until_replicated(self) -> None:
        """Return once every replica has all that the master had when this began."""
        had = int((await _replication(self.master))["master_repl_offset"])
        async with asyncio.timeout(READY_WITHIN_S):
            for replica in self.replicas:
                # Not the master's WAIT: it waits for what the one who asks has written.
                while not _has(await _replication(replica), had):  # noqa: ASYNC110 - nobody announces it
                    await asyncio.sleep(POLL_S)

    async def until_promoted(self) -> Node:
        """Return the replica that the Sentinel has made the master."""
        async with asyncio.timeout(READY_WITHIN_S):
            while True:
                told = await self.sentinel.ask("SENTINEL GET-MASTER-ADDR-BY-NAME", NAME)
                port = int(cast("list[str]", told)[1])
                for replica in self.replicas:
                    if replica.port == port:
                        return replica
                await asyncio.sleep(POLL_S)


async def _replication(node: Node) -> dict[str, str]:
    """Return a node's account of its replication."""
    return cast("dict[str, str]", await node.ask("INFO", "replication"))


def _has(told: dict[str, str], offset: int) -> bool:
    is_linked = told["master_link_status"] == "up"
    return is_linked and int(told["slave_repl_offset"]) >= offset


@asynccontextmanager
async def guarded(
    folder: Path, replicas: int = 1, sentinels: int = 1, **settings: str
) -> AsyncGenerator[Guarded]:
    """Start all of them, and return once the Sentinels know all others.

    A majority of the Sentinels has to find that the master is gone.
    """
    async with AsyncExitStack() as held:
        master = await held.enter_async_context(Node(folder, "master", **settings))
        followers = [
            await held.enter_async_context(
                Node(
                    folder,
                    f"replica-{number}",
                    replicaof=f"{HOST} {master.port}",
                    **settings,
                )
            )
            for number in range(replicas)
        ]
        quorum = sentinels // 2 + 1
        sentinel, *others = [
            await held.enter_async_context(
                SentinelNode(folder, master, f"sentinel-{number}", quorum)
            )
            for number in range(sentinels)
        ]
        store = Guarded(master, tuple(followers), sentinel, tuple(others))
        await _until_known(store)
        await store.until_replicated()
        yield store


async def _until_known(store: Guarded) -> None:
    async with asyncio.timeout(READY_WITHIN_S):
        for sentinel in (store.sentinel, *store.others):
            known = (len(store.replicas), len(store.others))
            while await _knows(sentinel) != known:  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(POLL_S)


async def _knows(sentinel: SentinelNode) -> tuple[int, int]:
    """Return the numbers of replicas, and of other Sentinels, that one knows."""
    replicas, others = [
        len(cast("list[object]", await sentinel.ask(f"SENTINEL {what}", NAME)))
        for what in ("REPLICAS", "SENTINELS")
    ]
    return replicas, others

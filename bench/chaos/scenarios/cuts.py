"""R7: every player is cut off at random bytes, again and again."""

from random import Random

from bench.chaos.crew import Manners
from bench.chaos.proxy import Fault, no_fault
from bench.chaos.proxy import Kind as FaultKind
from bench.chaos.world import Report, world
from bench.load.proxies import Kind

HASTY = Manners(pace_s=0.05, longest_pause_s=0.5)
KINDS: tuple[FaultKind, ...] = (
    "close",
    "reset",
    "reset",
    "half_open",
    "swallow",
    "delay",
)


def anywhere(dice: Random) -> Fault:
    """Plan a fault in the handshake, in the greeting or later on, either way."""
    is_upward = dice.random() < 0.5
    # A player says less than it is told.
    reach = dice.choice((500, 1_000, 2_000) if is_upward else (700, 2_000, 6_000))
    kind = dice.choice(KINDS)
    for_s = dice.uniform(0.0, 0.03) if kind == "delay" else dice.uniform(0.1, 1.0)
    return Fault(kind, dice.randrange(reach), is_upward, for_s)


async def cuts(seed: int, scale: float, behind: Kind | None = None) -> Report:
    """Cut 10,000 times at full scale, over two servers; all views converge."""
    wanted = max(20, round(10_000 * scale))
    players = min(120, max(8, wanted // 8))
    async with world(
        *(seed, scale), players=players, servers=2, manners=HASTY, behind=behind
    ) as all_of_it:
        front = all_of_it.front
        front.plan = anywhere
        front.cut()
        await front.harmed(wanted)
        front.plan = no_fault
        front.cut()
        return await all_of_it.report(cuts=front.fired)

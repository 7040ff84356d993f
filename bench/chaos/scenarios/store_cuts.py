"""R6, R7 on the other side: servers are cut off from the store at random bytes."""

from random import Random

from bench.chaos.crew import most
from bench.chaos.proxy import Fault, Kind, no_fault
from bench.chaos.world import Report, world

KINDS: tuple[Kind, ...] = ("close", "reset", "reset", "half_open", "swallow", "delay")


def anywhere(dice: Random) -> Fault:
    """Plan a fault; a server says most of what is said."""
    kind = dice.choice(KINDS)
    for_s = dice.uniform(0.0, 0.02) if kind == "delay" else dice.uniform(0.1, 1.5)
    reach = dice.choice((500, 4_000, 20_000))
    return Fault(kind, dice.randrange(reach), dice.random() < 0.6, for_s)


async def store_cuts(seed: int, scale: float) -> Report:
    """Cut 1,000 times at full scale; no retry does anything twice."""
    wanted = max(8, round(1_000 * scale))
    players = min(60, max(8, wanted // 4))
    async with world(
        seed, scale, players=players, servers=2, has_back=True
    ) as all_of_it:
        back = all_of_it.back
        assert back is not None
        await all_of_it.acked(players)
        back.plan = anywhere
        back.cut()
        await back.harmed(wanted)
        back.plan = no_fault
        back.cut()
        await all_of_it.acked(players)
        return await all_of_it.report(
            cuts=back.fired, slowest_answer_s=most(all_of_it.crew.answers_s())
        )

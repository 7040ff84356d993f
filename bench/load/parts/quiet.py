"""P2 where there is company and little to do: most sockets are silent at any time.

Whole matches of people, rated and booked, beside peers with as many connections at the
same rate. Of the store it tells what one of its cores would carry at that rate.
"""

from bench.load.asked import Asked
from bench.load.figures import Figure
from bench.load.ledger import Findings
from bench.load.parts.play import played
from bench.load.peers.peers import Peers
from bench.load.processes import serving


async def quiet(asked: Asked) -> tuple[list[Figure], Findings]:
    """Measure the peers and then the game."""
    async with serving(asked.settings, fsync=asked.fsync) as served:
        peers = Peers(asked, served, 1 / asked.rate)
        figures = await peers.measure()
        ours, findings = await played(asked, served)
    named = {figure.name: figure.value for figure in ours}
    us, store_us = (named[f"{who} CPU a move, playing"] for who in ("server", "store"))
    return [
        *figures,
        *ours,
        *(
            Figure(promise, name, ratio, unit)
            for promise, name, ratio, unit in peers.ratios("CPU a move, quiet", us)
        ),
        Figure("", "moves that a core of the store carries", 1e6 / store_us, "/s"),
    ], findings

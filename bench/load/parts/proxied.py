"""P6: one to four processes behind the shipped proxies, by the path and without it.

Saturated; with as many players on each process. What counts on a machine of two cores
is the CPU of a move: proxies, servers, store and generator share them.
"""

from bench.load.asked import Asked
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.parts.pair import COUNTDOWN, Carried, carried
from bench.load.processes import serving
from bench.load.proxies import BEHIND_ONE, KINDS, Kind, behind


async def proxied(asked: Asked) -> tuple[list[Figure], Findings]:
    """Measure each number of processes, up to the most, behind each proxy."""
    findings = Findings()
    figures: list[Figure] = []
    for kind in KINDS:
        one = await _behind(kind, asked, 1, findings, by_path=True)
        figures += one.figures(f"{kind}, 1 process")
        for processes in range(2, asked.processes + 1):
            for by_path in (True, False):
                got = await _behind(kind, asked, processes, findings, by_path=by_path)
                who = f"{kind}, {processes}, {'by path' if by_path else 'at random'}"
                figures += got.figures(who)
                what = f"{who}, to one"
                figures += [
                    Figure("P6", f"moves, {what}", got.rate / max(1, one.rate), "x"),
                    Figure("P6", f"CPU a move, {what}", got.us / one.us, "x"),
                ]
    return [wrongs(findings), *figures], findings


async def _behind(
    kind: Kind, asked: Asked, processes: int, findings: Findings, *, by_path: bool
) -> Carried:
    sized = asked._replace(processes=processes, players=processes * asked.players)
    settings = {**COUNTDOWN, **BEHIND_ONE}
    async with (
        serving(settings, fsync=asked.fsync, processes=processes) as served,
        behind(kind, [each.port for each in served.servers], by_path=by_path) as front,
    ):
        return await carried(sized, served, findings, front=front.port)

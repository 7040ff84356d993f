"""What is gained where moves wait a little for each other, and what it costs players.

People play whole matches at a quiet rate, with one window after the other, some times:
what is told is the median of each.
"""

from statistics import median

from bench.load.asked import Asked
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.parts.play import played
from bench.load.processes import serving

SETTING = "SAMEDEAL_WRITE_WINDOW_MS"
TOLD = {
    "server CPU a move, playing": "server CPU a move",
    "store CPU a move, playing": "store CPU a move",
    "acknowledgement p50": "acknowledgement p50",
    "acknowledgement p99, synced every second": "acknowledgement p99",
}
"""The figures of a run that are told here, and their names here."""


async def window(asked: Asked) -> tuple[list[Figure], Findings]:
    """Measure each window in turn."""
    findings = Findings()
    found: dict[tuple[int, str], list[float]] = {}
    units: dict[str, str] = {}
    for _ in range(asked.turns):
        for ms in asked.windows:
            settings = {**asked.settings, SETTING: str(ms)}
            async with serving(settings, fsync=asked.fsync) as served:
                figures, wrong = await played(asked, served)
            findings.add(wrong)
            for figure in figures:
                if figure.name in TOLD:
                    name = TOLD[figure.name]
                    found.setdefault((ms, name), []).append(figure.value)
                    units[name] = figure.unit
    return [
        wrongs(findings),
        *(
            Figure("", f"{name}, {ms} ms", median(values), units[name])
            for (ms, name), values in found.items()
        ),
        *(
            Figure(
                *("", f"moves that a core of the store carries, {ms} ms"),
                *(1e6 / median(found[ms, "store CPU a move"]), "/s"),
            )
            for ms in asked.windows
        ),
    ], findings

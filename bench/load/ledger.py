"""What the players themselves know to have been acknowledged.

The generator keeps its own books and believes the server nothing: at the end,
and at every result, what the server says is compared with them.
"""

from array import array
from collections import Counter

EXAMPLES_MOST = 3


class Findings:
    """Broken promises: how often, by kind, and the first examples."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}
        self.checks: Counter[str] = Counter()
        """The number of comparisons, by kind, any of which may have gone wrong."""

    def note(self, kind: str, example: str) -> None:
        """Count something that must not happen."""
        self.counts[kind] += 1
        known = self.examples.setdefault(kind, [])
        if len(known) < EXAMPLES_MOST:
            known.append(example)

    def add(self, others: "Findings") -> None:
        """Take over what was found in another run."""
        for kind, examples in others.examples.items():
            for example in examples:
                self.note(kind, example)
            self.counts[kind] += others.counts[kind] - len(examples)
        self.checks.update(others.checks)

    @property
    def total(self) -> int:
        """The number of findings of all kinds."""
        return self.counts.total()

    @property
    def checked(self) -> str:
        """The comparisons made, in words."""
        return ", ".join(f"{number} {what}" for what, number in self.checks.items())

    def lines(self) -> list[str]:
        """Describe them, one kind a line."""
        return [
            f"{kind}: {number} ({'; '.join(self.examples[kind])})"
            for kind, number in self.counts.most_common()
        ]


LOST = "lost: acknowledged, and not there"
DOUBLED = "doubled: done more than once"
UNORDERED = "acknowledged out of order"
HOLE = "a hole in the news"
STALE = "the view differs from the server's"
REFUSED = "an honest command was refused"


class Ledger:
    """The acknowledged commands of one player in one room, by number."""

    __slots__ = ("findings", "offsets", "who")

    def __init__(self, who: str, findings: Findings) -> None:
        self.who = who
        self.findings = findings
        self.offsets = array("Q")
        """The offset of each command in the room's log, from command 1 on."""

    @property
    def n(self) -> int:
        """The number of the last command that was acknowledged."""
        return len(self.offsets)

    def acknowledge(self, n: int, offset: int) -> None:
        """Enter an answer; a command sent again must get the same one again."""
        self.findings.checks["answers"] += 1
        if n <= len(self.offsets):
            first = self.offsets[n - 1]
            if first != offset:
                example = f"{self.who}: {n} at {first} and at {offset}"
                self.findings.note(DOUBLED, example)
            return
        if n != len(self.offsets) + 1:
            self.findings.note(UNORDERED, f"{self.who}: {n} after {self.n}")
            return
        if self.offsets and offset <= self.offsets[-1]:
            self.findings.note(
                UNORDERED, f"{self.who}: offset {offset} after {self.offsets[-1]}"
            )
        self.offsets.append(offset)

    def compare(self, what: str, told: int, known: int, waiting: int = 0) -> None:
        """Compare what the server counts with what is known here.

        `waiting` commands were sent and not answered: they may or may not count.
        """
        self.findings.checks[what] += 1
        if told < known:
            self.findings.note(LOST, f"{self.who}: {what} {told}, here {known}")
        elif told > known + waiting:
            self.findings.note(DOUBLED, f"{self.who}: {what} {told}, here {known}")


def compare_rooms(ledgers: list[Ledger], findings: Findings) -> None:
    """Check that no two commands of one room share a place in its log."""
    seen: set[int] = set()
    for ledger in ledgers:
        for offset in ledger.offsets:
            if offset in seen:
                findings.note(DOUBLED, f"{ledger.who}: offset {offset} given twice")
            seen.add(offset)

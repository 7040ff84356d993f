"""Another solver on the same deals: Solvitaire, or whatever reads and says the same.

Solvitaire (Blake & Gent, GPL) does not come with samedeal. Its command is run once a
deal, with the rules and the deal as files of JSON in its own form:

``COMMAND --custom-rules FILE --timeout MILLISECONDS FILE``

It cannot be told that a space must be filled before a row is dealt. Where that is the
rule it plays without it, and may win deals that are lost.
"""

import json
import re
import resource
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from samedeal_games.cards import PACK_SIZE, RANKS, SUITS, Card, rank_of, suit_of
from samedeal_games.choices import for_every
from samedeal_games.deals import Deal
from samedeal_games.patience import Ruleset, Space, Stock
from samedeal_games.patience.rulesets import Packing
from samedeal_players.solver import Outcome, Verdict

_OUTCOMES = {"solved": Outcome.WINNABLE, "unsolvable": Outcome.UNWINNABLE}
_SAID = re.compile(r"^Solution Type: (\S+)$", re.MULTILINE)


class Answer(NamedTuple):
    """The other solver's outcome for a deal, and the seconds of a core it took."""

    outcome: Outcome
    seconds: float


def answer(command: str, rules: Ruleset, deal: Deal, seconds: float) -> Answer:
    """Run the other solver on a deal, for `seconds` at most.

    Raises CalledProcessError where it fails, and IndexError where it says nothing.
    """
    with TemporaryDirectory() as folder:
        rules_file, deal_file = Path(folder, "rules.json"), Path(folder, "deal.json")
        rules_file.write_text(json.dumps(rules_written(rules)))
        deal_file.write_text(json.dumps(deal_written(rules, deal)))
        options = ["--custom-rules", str(rules_file), "--timeout", f"{seconds * 1e3:g}"]
        began = _seconds_of_children()
        run = subprocess.run(
            [*shlex.split(command), *options, str(deal_file)],
            check=True,
            capture_output=True,
            text=True,
        )
        took = _seconds_of_children() - began
    last_word = _SAID.findall(run.stdout)[-1]
    return Answer(_OUTCOMES.get(last_word, Outcome.UNDECIDED), took)


def compared(verdicts: Sequence[Verdict], answers: Sequence[Answer]) -> str:
    """Compare in a few lines how both did on the same deals, and where they differ."""
    ours = [Answer(verdict.outcome, verdict.seconds) for verdict in verdicts]
    both = [
        (number, mine, other)
        for number, (mine, other) in enumerate(zip(ours, answers, strict=True))
        if Outcome.UNDECIDED not in (mine.outcome, other.outcome)
    ]
    differ = [
        f"{number} ({mine.outcome.value}, beside it {other.outcome.value})"
        for number, mine, other in both
        if mine.outcome is not other.outcome
    ]
    mine_s = sum(mine.seconds for _, mine, _ in both)
    other_s = sum(other.seconds for *_, other in both)
    ratio = _rate(ours) / (_rate(answers) or float("nan"))
    return (
        f"{_line('this solver', ours)}\n{_line('beside it', answers)}\n"
        f"  {'ratio':12}{ratio:.0f}\n"
        f"  both decided {len(both)}, in {mine_s:.2f} s and {other_s:.2f} s; "
        f"they differ on deals {', '.join(differ) or 'none'}"
    )


_BUILDS = for_every({Packing.ALTERNATE: "red-black", Packing.IN_SUIT: None})
_SPACES = for_every({Space.ANY: "any", Space.KINGS: "kings"})
_DEALS = for_every({Stock.WASTE: "waste", Stock.ROW: "tableau piles"}, but={Stock.NONE})


def rules_written(rules: Ruleset) -> dict[str, dict[str, object]]:
    """Return the rules in Solvitaire's form; raises ValueError where it has none."""
    build = _BUILDS[rules.packing]
    if rules.packs > 1 or build is None:
        raise ValueError(f"{rules.key} is not among the games that can be written")
    return {
        "tableau piles": {
            "count": rules.columns,
            "build policy": build,
            "spaces policy": _SPACES[rules.space],
            "move built group": "yes",
            "face up cards": "top",
        },
        "foundations": {"removable": False},
        "stock": {
            "size": PACK_SIZE - rules.columns * len(rules.rows),
            "deal type": _DEALS[rules.stock],
            "deal count": 1,
            "redeal": False,
        },
    }


def deal_written(rules: Ruleset, deal: Deal) -> dict[str, object]:
    """Return a deal in Solvitaire's form: bottom to top, face down in small letters."""
    dealt = rules.columns * len(rules.rows)
    return {
        "tableau piles": [
            [
                card_written(card, is_down=row == "d")
                for card, row in zip(
                    deal.cards[column : dealt : rules.columns], rules.rows, strict=True
                )
            ]
            for column in range(rules.columns)
        ],
        "stock": [card_written(card) for card in reversed(deal.cards[dealt:])],
    }


def card_written(card: Card, *, is_down: bool = False) -> str:
    """Return a card in Solvitaire's form, as in 10D, or 10d face down."""
    rank = RANKS[rank_of(card) - 1].replace("T", "10")
    suit = SUITS[suit_of(card)]
    return rank + (suit.lower() if is_down else suit)


def _line(name: str, answers: Sequence[Answer]) -> str:
    return (
        f"  {name:12}decided {_decided(answers)} of {len(answers)} in "
        f"{sum(answer.seconds for answer in answers):.2f} s, "
        f"{_rate(answers):.3f} a second"
    )


def _rate(answers: Sequence[Answer]) -> float:
    return _decided(answers) / sum(answer.seconds for answer in answers)


def _decided(answers: Sequence[Answer]) -> int:
    return sum(answer.outcome is not Outcome.UNDECIDED for answer in answers)


def _seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

"""The vectors: bytes with their meaning, for clients in any language.

`make docs` writes them, from the code; README.md beside them says how to use them.
"""

from pathlib import Path

from docs.reference.vectors import fairness, games, whole_match, wire

FOLDER = Path(__file__).parent
FILES = {
    "messages.json": wire.messages,
    "match.json": whole_match.whole_match,
    "digests.json": wire.digests,
    "deals.json": fairness.deals,
    "commitments.json": fairness.commitments,
    "chain.json": fairness.chain,
    "transcripts.json": wire.transcripts,
    "games.json": games.games,
}


def vectors() -> dict[Path, str]:
    """Return the text of every file."""
    return {FOLDER / name: text() for name, text in FILES.items()}


def write() -> None:
    """Write every file anew."""
    for path, text in vectors().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()

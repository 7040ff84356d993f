"""Golden frames: the bytes of one message of every kind, and what they say."""

from pathlib import Path
from pprint import pformat

from tests.golden.frames.examples import examples

from samedeal_protocol.codec import encode

FOLDER = Path(__file__).parent
WIDTH = 64


def frames() -> dict[str, str]:
    """Return the text of every golden frame by the name of its message."""
    return {name: _page(name) for name in examples()}


def _page(name: str) -> str:
    message = examples()[name]
    digits = encode(message).hex()
    rows = [digits[at : at + WIDTH] for at in range(0, len(digits), WIDTH)]
    said = pformat(message.model_dump(mode="python"), width=78, sort_dicts=False)
    return "\n".join(rows) + "\n\n" + said + "\n"


def write() -> None:
    """Write every golden frame anew."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in frames().items():
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    write()

"""Standard output and complaints: nothing else in this program prints.

So whatever is printed has come through `printable_row`, or is JSON in ASCII.
"""

import signal
import sys
from contextlib import suppress

from samedeal_client.printable import printable_row
from samedeal_client.terminal.consoles import is_dumb
from samedeal_client.terminal.paint import painted
from samedeal_client.terminal.spelling import fit_for
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, fold_prose


class Output:
    """Standard output, with the colour and the symbols that it can take."""

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        self.glyphs = glyphs
        self.colour = colour

    def show(self, lines: Lines) -> None:
        """Print lines at once, at a terminal broken where it would break words."""
        if sys.stdout.isatty():
            width = _columns()
            lines = tuple(part for row in lines for part in fold_prose(row, width))
        text = painted(lines, colour=self.colour, glyphs=self.glyphs)
        print(fit_for(text, sys.stdout), flush=True)


def draw_over(row: str, back: int = 0) -> None:
    """Put a row in place of the last one, with the cursor `back` columns back."""
    moved = f"\x1b[{back}D" if back else ""
    _write(f"\r\x1b[K{printable_row(row)}{moved}")


def end_row() -> None:
    """Leave the last row as it is, and go on below it."""
    _write("\n")


def _write(text: str) -> None:
    # Where the terminal is gone, whoever reads from it finds out.
    with suppress(OSError):
        print(fit_for(text, sys.stdout), end="", flush=True)


def write_codes(codes: str) -> None:
    """Write control codes of our own to the terminal, if there is one."""
    if codes and sys.stdout.isatty():
        _write(codes)


def say(*rows: str) -> None:
    """Print rows without colours, each on one line, at once."""
    text = "\n".join(map(printable_row, rows))
    print(fit_for(text, sys.stdout), flush=True)


def complain(text: str) -> None:
    """Print a sentence on standard error, after the program's name.

    At a terminal it is broken between words, where the terminal would break words.
    """
    print(complaint(f"samedeal: {text}"), file=sys.stderr)


def complaint(text: str) -> str:
    """Return a sentence for standard error, broken between words at a terminal."""
    row = fit_for(printable_row(text), sys.stderr)
    if not (hasattr(sys.stderr, "isatty") and sys.stderr.isatty()):
        return row
    # Most sentences are short, and most commands say none.
    import textwrap

    width = _columns() - 1
    return textwrap.fill(row, width, break_long_words=False, break_on_hyphens=False)


def _columns() -> int:
    # Most that is printed goes to no terminal.
    import shutil

    return shutil.get_terminal_size().columns


def print_document(document: object, *, indent: int | None = None) -> None:
    """Print a document for programs: JSON in ASCII, which every output can take."""
    # Most commands are not asked for it.
    import json

    print(json.dumps(document, indent=indent), flush=True)


def print_script(text: str) -> None:
    """Print a script for a shell as it is; none of it is text of others."""
    print(text, flush=True)


def write_bytes(content: bytes) -> bool:
    """Write bytes, unless to a terminal; tell whether that was done."""
    if sys.stdout.isatty():
        return False
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    return True


def answer_to(prompt: str) -> str:
    """Return a line that is typed, without blanks around it; Ctrl-C ends the program.

    In a task as well, where it would but ask for the task's end, and wait for the line.
    """
    before = None
    # Only the main thread hears signals, and may say what becomes of them.
    with suppress(ValueError):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return input(prompt).strip()
    except EOFError:
        return ""
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def is_terminal() -> bool:
    """Tell whether a person sits at a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_dumb()

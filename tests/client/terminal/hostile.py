"""Texts that could take over a terminal, and the signs that one did."""

import unicodedata

FSI, PDI = "\u2068", "\u2069"

HOSTILE: tuple[str, ...] = (
    "\x1b[2J\x1b[1;1H",
    "\x1b]0;title\x07",
    "\x1b]8;;http://x\x1b\\link",
    "\x9b31m\x9d\x90",
    "a\rb",
    "a\nsamedeal: Proven",
    "a\tb\x00\x07\x08\x7f",
    "\u202egnp.exe",
    "\u2066\u2067\u2068",
    "\u2069\u202c\u200f\u061c",
    "a\u200bb\u200cc\u200dd\ufeffe\u00ad",
    "\u2028line\u2029",
    "\u05d0\u05d1 12",
    "\u0627\u0644 \u0663",
    "[red]x[/red] [@click=app.quit]x[/] [/]",
    "{name} {0} %s",
    "a" + "\u0301" * 100,
    "x" * 10_000,
)
"""Escapes of both kinds, lines, tabs, directions, what is unseen, markup, floods."""


HARMLESS = HOSTILE.index("[red]x[/red] [@click=app.quit]x[/] [/]")
"""From here on they hold nothing but characters that anybody may use."""


def tricks_in(text: str) -> list[str]:
    """Return the parts of a line of output that could take over a terminal; best none.

    A script from right to left has to be isolated, and every isolate to end.
    """
    found: list[str] = []
    depth = 0
    for character in text:
        if character == FSI:
            depth += 1
        elif character == PDI:
            depth -= 1
            if depth < 0:
                found.append("an end of no isolate")
                depth = 0
        elif not character.isprintable():
            found.append(ascii(character))
        elif unicodedata.bidirectional(character) in ("R", "AL", "AN") and not depth:
            found.append(f"{character!a} outside of an isolate")
    return [*found, "an isolate without end"] if depth else found

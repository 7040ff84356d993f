"""Previews of links, for programs that show them.

Such programs run nothing, and ask without a name for whatever somebody was sent; so a
preview tells the purpose of a page, and nothing of the people in a room or of a match.
"""

import json
import re
from collections.abc import Mapping
from html import escape
from typing import NamedTuple


class Preview(NamedTuple):
    """A title, and a sentence or two."""

    title: str
    text: str


SAME = "Everybody gets the same shuffle."
ROOM, MATCH, PLAYER, EVENT = "/CODE", "/m/", "/player/", "/event/"
RULES = "/rules/"
PREVIEWS: Mapping[str, Preview] = {
    "/": Preview("A race at patience", f"{SAME} Tap, type a name, and race."),
    ROOM: Preview(
        "You are asked to a race at patience", f"{SAME} Type a name and sit down."
    ),
    MATCH: Preview(
        "A match at patience, move by move",
        f"{SAME} Who came to what, every board at every move, and the deal to play.",
    ),
    PLAYER: Preview("A player of patience", "Ratings, best results and matches."),
    EVENT: Preview("An event at patience", "The same deals for everybody who comes."),
    "/daily": Preview(
        "Today's deals", "One of each game for everybody, and one attempt at it."
    ),
    "/leaderboards": Preview("Who is best at patience", "By game, result and time."),
    "/learn": Preview(
        "Learn patience and Poker Squares", "A lesson for every game, and practice."
    ),
    "/rules": Preview("Rules of patience and Poker Squares", "Each game on one page."),
}
"""By path, or by the beginning of a path; all others are like the first page."""

_GAME = re.compile(
    rb'^ *key: (".*"),\n *title: (".*"),\n *summary: (".*"),$', re.MULTILINE
)

_META = '<meta property="og:{name}" content="{content}">\n'


def of_rules(catalogue: bytes) -> Mapping[str, Preview]:
    """Return the previews of games' rules by path, from the module with their names."""
    games = (map(json.loads, game) for game in _GAME.findall(catalogue))
    return {
        f"{RULES}{key}": Preview(f"The rules of {title}", summary)
        for key, title, summary in games
    }


def tags_of(preview: Preview) -> bytes:
    """Return the tags of a preview, for the head of a page."""
    said = {
        "site_name": "samedeal",
        "type": "website",
        "title": preview.title,
        "description": preview.text,
    }
    return "".join(
        _META.format(name=name, content=escape(content))
        for name, content in said.items()
    ).encode()

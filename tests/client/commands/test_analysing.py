"""What a match had in it, asked for on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.javascript.test_second_opinion import played_on
from tests.records.test_transcripts import certified, played

from samedeal_client import cli
from samedeal_client.language import speaking
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_players.solver import Limits, solve
from samedeal_records.sealing import seal
from samedeal_records.transcripts import MoveRecord, Transcript, to_plain
from samedeal_records.verification import is_proven, positions, seed_of, verify

LOST = ("easthaven/open", 6)
"""A match of three who all lose, which is soon seen without a compiled solver, too."""


def kept(folder: Path, whole: Transcript) -> str:
    file = folder / "match.samedeal"
    file.write_bytes(seal(to_plain(whole)))
    return str(file)


def asked(capsys: pytest.CaptureFixture[str], file: str, *words: str) -> dict[str, Any]:
    assert cli.main(["analyse", file, *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def shown(capsys: pytest.CaptureFixture[str], file: str, *words: str) -> str:
    assert cli.main(["analyse", file, *words]) == 0
    text = capsys.readouterr().out
    assert all(len(row) < 80 for row in text.splitlines())
    return text


def won_by_ada(key: str) -> Transcript:
    """Return a match that the first player wins, by a detour."""
    whole = played(key, 1)
    game = find_game(key)
    assert isinstance(game, PatienceGame)
    deal = deal_from_seed(seed_of(whole), game.about.packs)
    line = solve(game, deal, Limits(seconds=20), clock=lambda: 0.0).line
    assert line
    scores = [game.score(game.setup(deal))]
    position = game.setup(deal)
    for move in line:
        position = game.apply(position, game.parse(move))
        scores.append(game.score(position))
    at = [1000 + 10 * number for number in range(len(line))]
    reached = max(n for n in range(len(line)) if scores[n + 1] != scores[n])
    ada = whole.seats[0]._replace(
        score=scores[-1],
        plies=len(line),
        elapsed_ms=at[reached],
        state="out",
        moves=tuple(map(MoveRecord, at, line)),
        place=1,
    )
    # Only one of the others resigned.
    others = [
        seat._replace(place=3 if seat.state == "resigned" else 2)
        for seat in whole.seats[1:]
    ]
    return whole._replace(seats=(ada, *others))


def test_it_says_where_each_player_lost_the_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = played_on(*LOST)
    told = asked(capsys, kept(tmp_path, whole))
    assert told["verdict"] == "winnable"
    game = find_game(LOST[0])
    assert isinstance(game, PatienceGame)
    position = game.setup(deal_from_seed(seed_of(whole), 1))
    for move in told["line"]:
        position = game.apply(position, game.parse(move))
    assert game.is_won(position)
    seats = {seat.player: seat for seat in whole.seats}
    assert [each["place"] for each in told["players"]] == [1, 2, 3]
    for each in told["players"]:
        seat = seats[each["player"]]
        assert each["lost_at"] == each["won_at"] + 1
        assert each["lost_by"] == seat.moves[int(each["lost_at"]) - 1].move
        reached: list[Any] = positions(whole, seat)
        at = [
            solve(LOST[0], reached[each[name]], clock=lambda: 0.0).outcome.value
            for name in ("won_at", "lost_at")
        ]
        assert at == ["winnable", "unwinnable"]
    text = shown(capsys, kept(tmp_path, whole))
    first = told["players"][0]
    assert f"lost with move {first['lost_at']}, {first['lost_by']}" in text


def test_who_won_is_held_against_the_shortest_way_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = won_by_ada("westcliff/american")
    file = kept(tmp_path, whole)
    told = asked(capsys, file)
    ada = told["players"][0]
    assert (ada["name"], ada["state"], ada["lost_at"]) == ("ada", "out", None)
    assert len(told["line"]) <= ada["plies"]
    assert "won in" in shown(capsys, file)


def test_a_win_proves_a_deal_that_no_search_has_won_in_its_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = asked(
        capsys, kept(tmp_path, won_by_ada("westcliff/american")), "--limit", "0.000001"
    )
    assert told["verdict"] == "winnable"
    assert told["line"]


def test_what_is_not_decided_in_its_time_is_said_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept(tmp_path, played_on("pas-seul", 1))
    told = asked(capsys, file, "--limit", "0.000001")
    assert told["verdict"] == "undecided"
    assert {each["lost_at"] for each in told["players"]} == {None}
    text = shown(capsys, file, "--limit", "0.000001")
    assert "That time was not enough to tell whether this deal" in text
    assert "that time was not enough to tell whether it was lost" in text


def test_poker_squares_are_held_against_par_and_an_expert(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = played_on("squares/english", 1)
    file = kept(tmp_path, whole)
    told = asked(capsys, file)
    scores = [each["score"] for each in told["players"]]
    assert told["par"] >= told["expert"] > 0
    assert max(scores) <= told["par"]
    assert scores == [seat.score for seat in sorted(whole.seats, key=lambda s: s.place)]
    assert f"{told['par'] - scores[0]} below the best" in shown(capsys, file)


def test_a_certified_match_is_analysed_on_the_deal_that_was_dealt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = asked(capsys, kept(tmp_path, certified(played("capricieuse", 1), 0)))
    assert told["verdict"] == "winnable"


def test_a_move_that_was_taken_back_has_lost_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = played_on(*LOST)._replace(rated=False)
    before, after = (
        asked(capsys, kept(tmp_path, each))["players"][0]
        for each in (whole, retraced(whole))
    )
    assert after["lost_at"] == before["lost_at"] + 2
    assert after["lost_by"] == before["lost_by"]


def retraced(whole: Transcript) -> Transcript:
    """Return a match whose best player once took a move back and made it again."""
    best = min(whole.seats, key=lambda seat: (seat.place, seat.seat))
    for at, made in enumerate(best.moves):
        moves = (*best.moves[: at + 1], made._replace(move="U"), *best.moves[at:])
        longer = best._replace(moves=moves, plies=len(moves))
        seats = tuple(longer if seat is best else seat for seat in whole.seats)
        if is_proven(verify(whole._replace(seats=seats))):
            return whole._replace(seats=seats)
    raise AssertionError("every move showed something")


def test_a_record_that_does_not_hold_is_not_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = played("easthaven", 1)._replace(server_seed=bytes(32))
    assert cli.main(["analyse", kept(tmp_path, forged)]) == 1
    assert "does not hold" in capsys.readouterr().err


def test_it_speaks_spanish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(tmp_path, played_on(*LOST))
    with speaking("es"):
        assert cli.main(["--language", "es", "analyse", file]) == 0
    text = capsys.readouterr().out
    assert "Este reparto se podía ganar." in text
    assert "perdido con la jugada" in text

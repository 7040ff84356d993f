"""Experts where their choice is compiled: they play like the program that learned."""

import ctypes
import zlib
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from bench.learning.program import scores
from bench.learning.squares import FOLDER, POINTS
from tests.players.decks import decks, play, score, squares

from samedeal_games.cards import Card
from samedeal_games.deals import deal_from_cards
from samedeal_games.squares import Cell, SquaresGame
from samedeal_players import Level, players_for
from samedeal_players.compiled import building
from samedeal_players.squares import levels
from samedeal_players.squares.levels import REPLIES, Expert, SightedExpert
from samedeal_players.squares.sight import Sight
from samedeal_players.squares.values import learned_bytes

KEYS = ("squares/english", "squares/patience-american", "squares/american")
MOST_BYTES = 1_000_000


def name_of(key: str) -> str:
    return "american" if "american" in key else "english"


def net(name: str) -> bytes:
    return zlib.decompress((FOLDER / f"{name}.net").read_bytes())


def sighted(library: ctypes.CDLL, game: SquaresGame) -> SightedExpert:
    name = name_of(game.about.key)
    points = game.ruleset.points
    return SightedExpert(game, Sight(library, learned_bytes(name), net(name), points))


@pytest.mark.parametrize("name", POINTS)
def test_a_net_is_small(name: str) -> None:
    assert (FOLDER / f"{name}.net").stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("key", KEYS)
def test_the_program_that_learned_plays_like_the_compiled_expert(
    key: str, library: ctypes.CDLL, tmp_path: Path
) -> None:
    game, dealt, name = squares(key), decks(2, 20), name_of(key)
    tables, learned = tmp_path / "tables", tmp_path / "net"
    tables.write_bytes(learned_bytes(name))
    learned.write_bytes(net(name))
    twin = scores(
        tables,
        dealt,
        game.ruleset.points,
        net=learned,
        replies=(REPLIES,),
        touching="patience" in key,
    )
    player = sighted(library, game)
    assert twin == [score(game, player, deck) for deck in dealt]


@pytest.mark.skipif(building.compiler() is None, reason="no C compiler")
def test_without_luck_games_are_much_alike(tmp_path: Path) -> None:
    points, dealt, tables = POINTS["american"], decks(3, 60), tmp_path / "tables"
    tables.write_bytes(learned_bytes("american"))
    counted = scores(tables, dealt, points)
    weighed = scores(tables, dealt, points, without_luck=True)
    assert stdev(weighed) < stdev(counted) / 5
    assert fmean(weighed) == pytest.approx(fmean(counted), abs=stdev(counted) / 2)


@pytest.mark.parametrize("key", KEYS)
def test_a_compiled_choice_depends_on_no_hidden_card(
    key: str, library: ctypes.CDLL
) -> None:
    game, (deck,) = squares(key), decks(4, 1)
    player = sighted(library, game)
    for position, cell in play(game, player, deck):
        laid = len(position.cells)
        other = game.setup(
            deal_from_cards((*deck[: laid + 1], *reversed(deck[laid + 1 :])), 1, 25)
        )
        other = other._replace(cells=position.cells, points=position.points)
        assert (
            sighted(library, game).choose(
                game.view(other), game.legal_moves(other), Random(1)
            )
            == cell
        )


def test_a_net_of_another_size_is_refused(library: ctypes.CDLL) -> None:
    with pytest.raises(ValueError, match="bytes, not 2"):
        Sight(library, learned_bytes("american"), b"\1\2", POINTS["american"])


@pytest.mark.parametrize(
    ("cards", "cells"),
    [
        ((), ()),
        ((1,), (Cell(0, 0),)),
        ((1, 1), (Cell(0, 0),)),
        ((-1, 1), (Cell(0, 0),)),
        ((1, 52), (Cell(0, 0),)),
        ((1, 2), (Cell(5, 0),)),
        ((1, 2, 3), (Cell(0, 0), Cell(0, 0))),
        ((1, 2), (Cell(-1, 0),)),
        ((1, 2, 3), (Cell(-3, 0), Cell(2, 0))),
    ],
)
def test_what_cannot_lie_so_is_refused(
    library: ctypes.CDLL, cards: tuple[int, ...], cells: tuple[Cell, ...]
) -> None:
    points = POINTS["american"]
    sight = Sight(library, learned_bytes("american"), net("american"), points)
    with pytest.raises(ValueError, match="no such layout"):
        sight.choose(
            [Card(card) for card in cards], cells, (3,), touching=len(cells) > 1
        )


def test_without_what_is_compiled_experts_play_by_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(levels, "learned_sight", nothing)
    for key in KEYS:
        assert isinstance(players_for(key)[Level.EXPERT](), Expert)

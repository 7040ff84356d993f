"""Deals and attempts without a server: for practice, and to argue about rules."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple, TypedDict

from samedeal_client.families import family_of
from samedeal_games.cards import card_text, read_cards
from samedeal_games.deals import Deal, deal_from_cards, deal_from_seed, read_seed
from samedeal_games.errors import GameError
from samedeal_games.game import About, AnyGame, Board


class WrongMove(TypedDict):
    """A move that stopped an attempt."""

    move: str
    index: int
    """The index of the move, from 0."""
    reason: str


class Attempt(NamedTuple):
    """A game as far as its moves could be played."""

    game: AnyGame
    board: Board
    score: int
    over: bool
    won: bool
    legal: tuple[str, ...]
    """Notation."""
    wrong: WrongMove | None


def deal_of(game: AnyGame, *, seed: str | None, deck: str | None) -> Deal:
    """Return the deal of a seed or of a deck written out; raises InvalidDeck."""
    about = game.about
    if seed is not None:
        return deal_from_seed(read_seed(seed), about.packs)
    return deal_from_cards(read_cards(deck or ""), about.packs, about.cards_needed)


def attempt(game: AnyGame, deal: Deal, moves: Sequence[str]) -> Attempt:
    """Play moves until one cannot be made; raises InvalidDeck."""
    position = game.setup(deal)
    wrong: WrongMove | None = None
    for index, text in enumerate(moves):
        try:
            position = game.apply(position, family_of(game).parsed(text))
        except GameError as error:
            wrong = WrongMove(move=text, index=index, reason=error.wording)
            break
    return Attempt(
        game=game,
        board=game.view(position),
        score=game.score(position),
        over=game.is_over(position),
        won=game.is_won(position),
        legal=tuple(game.format(move) for move in game.legal_moves(position)),
        wrong=wrong,
    )


def game_document(about: About) -> dict[str, object]:
    """Return the document of ``samedeal games --json`` about a game."""
    return {**asdict(about), "contest": about.contest.name.lower()}


def deal_document(game: AnyGame, seed: str, deal: Deal) -> dict[str, object]:
    """Return the document of ``samedeal deal --json``."""
    return {
        "game": game.about.key,
        "seed": seed.lower(),
        "deck": [card_text(card) for card in deal.cards],
    }


def attempt_document(tried: Attempt) -> dict[str, object]:
    """Return the document of ``samedeal try --json``; cards face down are ``??``."""
    document: dict[str, object] = {
        "game": tried.game.about.key,
        "score": tried.score,
        "over": tried.over,
        "won": tried.won,
        "plies": tried.board.plies,
        "legal": list(tried.legal),
        "board": {
            zone: [card_text(card) for card in cards]
            for zone, cards in tried.board.zones.items()
        },
    }
    if tried.wrong is not None:
        document["error"] = dict(tried.wrong)
    return document

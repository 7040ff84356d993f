"""Matches as people leave them behind, played by players of skill, with true proofs."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from samedeal_games.catalogue import GAMES
from samedeal_games.contests import merit, places
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import commitment_to_nonce, commitment_to_seed, match_seed
from samedeal_games.game import AnyGame
from samedeal_players import AnyPlayer, Level, players_for
from samedeal_records.sealing import seal
from samedeal_records.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
    to_plain,
)

NOON = 1_795_435_200_000
"""In ms since 1970, when the first of them begins."""
APART_MS = 7_000
A_MOVE_MS = 900
"""At the median; people's pauses are spread by a factor of two or so."""
PLIES_MOST = 400
SECRET_BYTES, NONCE_BYTES, ID_BYTES = 32, 16, 16
SYLLABLES = ("an", "bel", "cor", "da", "el", "fi", "gon", "hu", "is", "jo", "lu", "ro")
LEVELS = (Level.CASUAL, Level.GOOD)


def samples(key: str, count: int, seats: int, seed: str) -> Iterator[bytes]:
    """Yield sealed transcripts of matches at a game, the same for the same seed."""
    dice = Random(f"{seed}/{key}/{seats}")  # noqa: S311 - the same each time
    names = _names(dice, 40)
    for number in range(count):
        at = NOON + number * APART_MS
        yield seal(to_plain(_played(key, dice, dice.sample(names, seats), at)))


def _names(dice: Random, count: int) -> Sequence[str]:
    """Return made-up names, as short and as unlike as people's."""
    return [
        "".join(dice.choices(SYLLABLES, k=dice.randint(2, 3))).capitalize()
        for _ in range(count)
    ]


def _played(key: str, dice: Random, names: Sequence[str], at: int) -> Transcript:
    game = GAMES[key]
    match = f"m-{dice.randbytes(ID_BYTES).hex()}"
    server_seed = dice.randbytes(SECRET_BYTES)
    # Whoever has this name has this id.
    players = [f"p-{Random(name).randbytes(8).hex()}" for name in names]  # noqa: S311
    nonces = {player: dice.randbytes(NONCE_BYTES) for player in players}
    deal = deal_from_seed(match_seed(match, server_seed, nonces), game.about.packs)
    seats = [
        _attempt(game, game.setup(deal), number, player, name, dice)
        for number, (player, name) in enumerate(zip(players, names, strict=True))
    ]
    merits = [
        merit(
            game.about.contest,
            resigned=False,
            score=seat.score,
            reached_ms=seat.elapsed_ms,
        )
        for seat in seats
    ]
    placed = zip(seats, places(merits), strict=True)
    last = max((move.at_ms for seat in seats for move in seat.moves), default=0)
    return Transcript(
        match=match,
        deal=match,
        rated=len(names) > 1,
        game=key,
        rules=game.about.rules_hash,
        commitment=commitment_to_seed(match, server_seed),
        server_seed=server_seed,
        nonces=tuple(
            NonceRecord(player, commitment_to_nonce(match, player, nonce), nonce)
            for player, nonce in sorted(nonces.items())
        ),
        started_at=at,
        ended_at=at + last,
        stood_ms=0,
        time_limit_s=600,
        seats=tuple(seat._replace(place=place) for seat, place in placed),
        server="samedeal-server 0.1.0",
    )


def _attempt(
    game: AnyGame, position: object, seat: int, player: str, name: str, dice: Random
) -> SeatRecord:
    skill = _player(game.about.key, dice.choice(LEVELS))
    moves, at_ms, reached_ms = list[MoveRecord](), 0, 0
    while not game.is_over(position) and len(moves) < PLIES_MOST:
        legal = game.legal_moves(position)
        move = skill.choose(game.view(position), legal, dice) if legal else None
        if move is None:
            break
        at_ms += round(A_MOVE_MS * dice.lognormvariate(0, 0.7))
        before, position = game.score(position), game.apply(position, move)
        moves.append(MoveRecord(at_ms, game.format(move)))
        if game.score(position) != before:
            reached_ms = at_ms
    state = "out" if game.is_won(position) else "over"
    return SeatRecord(
        seat=seat,
        player=player,
        name=name,
        bot=False,
        place=0,
        score=game.score(position),
        plies=len(moves),
        elapsed_ms=reached_ms,
        state=state,
        moves=tuple(moves),
    )


@cache
def _player(key: str, level: Level) -> AnyPlayer:
    return players_for(key)[level]()

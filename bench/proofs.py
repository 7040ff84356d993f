"""What a proof costs: a match of eight seats played again from its transcript.

``python -m bench.proofs``

Eight players play at random, 150 moves each at most; the best of five readings,
from the sealed bytes to the verdict. The goal is 20 ms.
"""

import hashlib
from random import Random
from time import perf_counter

from samedeal_games.catalogue import GAMES
from samedeal_games.contests import merit, places
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import commitment_to_nonce, commitment_to_seed, match_seed
from samedeal_games.game import AnyGame
from samedeal_records.sealing import seal, unseal
from samedeal_records.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
    from_plain,
    to_plain,
)
from samedeal_records.verification import is_proven, verify

MATCH = "m-bench"
SERVER_SEED = bytes(32)
NONCES = {f"p-{k}": hashlib.sha256(bytes([k])).digest()[:16] for k in range(8)}
MOST_PLIES = 150
A_MOVE_MS = 400
READINGS = 5


def main() -> None:
    """Print, for each game, how long its proof takes."""
    for key, game in GAMES.items():
        transcript = played(game, Random(key))  # noqa: S311 - played alike each time
        moves = sum(seat.plies for seat in transcript.seats)
        sealed = seal(to_plain(transcript))
        best_ms = min(_proven_in_ms(sealed) for _ in range(READINGS))
        print(f"{key:26} {moves:5} moves {len(sealed):6} bytes {best_ms:6.1f} ms")


def _proven_in_ms(sealed: bytes) -> float:
    began = perf_counter()
    checks = verify(from_plain(unseal(sealed)))
    took_ms = (perf_counter() - began) * 1000
    if not is_proven(checks):
        raise AssertionError(checks)
    return took_ms


def played(game: AnyGame, dice: Random) -> Transcript:
    """Return a match of eight players who play at random."""
    seed = match_seed(MATCH, SERVER_SEED, NONCES)
    opening = game.setup(deal_from_seed(seed, game.about.packs))
    seats = [_attempt(game, opening, k, dice) for k in range(len(NONCES))]
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
    return Transcript(
        match=MATCH,
        deal=MATCH,
        rated=True,
        game=game.about.key,
        rules=game.about.rules_hash,
        commitment=commitment_to_seed(MATCH, SERVER_SEED),
        server_seed=SERVER_SEED,
        nonces=tuple(
            NonceRecord(player, commitment_to_nonce(MATCH, player, nonce), nonce)
            for player, nonce in NONCES.items()
        ),
        started_at=0,
        ended_at=(MOST_PLIES + 1) * A_MOVE_MS,
        stood_ms=0,
        time_limit_s=300,
        seats=tuple(seat._replace(place=place) for seat, place in placed),
        server="bench",
    )


def _attempt(game: AnyGame, opening: object, number: int, dice: Random) -> SeatRecord:
    position, moves, reached_ms = opening, list[MoveRecord](), 0
    while len(moves) < MOST_PLIES and (legal := game.legal_moves(position)):
        move, before = dice.choice(legal), game.score(position)
        position = game.apply(position, move)
        moves.append(MoveRecord((len(moves) + 1) * A_MOVE_MS, game.format(move)))
        if game.score(position) != before:
            reached_ms = moves[-1].at_ms
    state = "timed_out"
    if game.is_over(position):
        state = "out" if game.is_won(position) else "over"
    return SeatRecord(
        seat=number,
        player=f"p-{number}",
        name=f"p-{number}",
        bot=True,
        place=0,
        score=game.score(position),
        plies=len(moves),
        elapsed_ms=reached_ms,
        state=state,
        moves=tuple(moves),
    )


if __name__ == "__main__":
    main()

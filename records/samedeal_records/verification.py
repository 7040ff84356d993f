"""The proof of a match, from its transcript alone: played again, and compared.

Everything that can be recomputed is: the server's commitment, every nonce's, the
deal, each player's boards move by move, scores, times and places. What cannot be
(names, and when a move was made) stands under the transcript's digest.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from samedeal_games.catalogue import find_game, find_retraceable
from samedeal_games.contests import former_merit, merit, places
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import GameError
from samedeal_games.fairness import (
    VoidRecord,
    candidate_seed,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
    who_digest,
)
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_games.wording import Wording
from samedeal_records.transcripts import (
    NAMED_VERSION,
    VERSION,
    SeatRecord,
    Transcript,
)

PEOPLE_RATED = 2
"""The fewest players, bots aside, of a rated match."""

STATES = ("finished", "resigned", "timed_out")
"""The ends of an attempt that its game has not ended."""


class Check(NamedTuple):
    """One thing that was compared."""

    what: str
    """Rules, kind, commitment, nonces, voids, people, deal, a player by seat
    (``seat 2``), places, times."""
    doubt: str
    """The misfit, in a sentence; empty when all is well."""


def verify(transcript: Transcript) -> tuple[Check, ...]:
    """Check a match; it is proven if no check has a doubt.

    Ends early where nothing further can be compared.
    """
    checks = [Check("rules", _doubt_rules(transcript))]
    if checks[0].doubt:
        return tuple(checks)
    game = game_of(transcript)
    checks.append(Check("kind", _doubt_kind(transcript)))
    checks.append(Check("commitment", _doubt_commitment(transcript)))
    checks.append(Check("nonces", _doubt_nonces(transcript)))
    if transcript.voids is not None:
        checks.append(Check("voids", _doubt_voids(transcript, transcript.voids)))
    if transcript.version == VERSION:
        checks.append(Check("people", _doubt_people(transcript)))
    checks.append(Check("deal", ""))
    try:
        opening = _dealt(transcript, game)
    except GameError as error:
        checks[-1] = Check("deal", str(error))
        return tuple(checks)
    for seat in transcript.seats:
        doubt = _doubt_attempt(game, opening, seat)
        checks.append(Check(f"seat {seat.seat}", doubt))
    checks.append(Check("times", _doubt_times(transcript)))
    checks.append(Check("places", _doubt_places(transcript, game)))
    return tuple(checks)


def is_proven(checks: tuple[Check, ...]) -> bool:
    """Tell whether nothing was found to doubt."""
    return not any(check.doubt for check in checks)


def revealed(transcript: Transcript) -> Mapping[str, bytes]:
    """Return the nonces that the deal was made with, by player."""
    return {n.player: n.nonce for n in transcript.nonces if n.nonce is not None}


def no_shows(transcript: Transcript) -> int:
    """Return the number of nonces missing from a deal; each could have been a choice.

    There are none in a new record of an ordinary match, and none elsewhere that were
    not in the match that was challenged.
    """
    return sum(nonce.nonce is None for nonce in transcript.nonces)


def _dealt(transcript: Transcript, game: AnyGame) -> object:
    seed = seed_of(transcript)
    return game.setup(deal_from_seed(seed, game.about.packs))


def seed_of(transcript: Transcript) -> bytes:
    """Return the seed that a transcript says the cards were dealt from."""
    return candidate_seed(committed_seed(transcript), transcript.counter)


def committed_seed(transcript: Transcript) -> bytes:
    """Return the seed that server and players have made, before any choice."""
    return match_seed(transcript.deal, transcript.server_seed, revealed(transcript))


def game_of(transcript: Transcript) -> AnyGame:
    """Return the game that a transcript's moves are of; raises UnknownGame.

    Where others are compared with its result, a move stands: only in a match that is
    not rated, on a deal of its own, may any have been taken back.
    """
    if transcript.kind == "match" and not transcript.rated:
        return find_retraceable(transcript.game)
    return find_game(transcript.game)


def took_back(seat: SeatRecord) -> bool:
    """Tell whether a player of a match has taken a move back."""
    return any(text == TAKE_BACK_TEXT for _, text in seat.moves)


def positions(transcript: Transcript, seat: SeatRecord) -> list[object]:
    """Return a player's positions, from the deal to the end; raises GameError.

    They are those of `game_of` the transcript.
    """
    game = game_of(transcript)
    reached = [_dealt(transcript, game)]
    for _, move in seat.moves:
        reached.append(game.apply(reached[-1], game.parse(move)))
    return reached


def _doubt_rules(transcript: Transcript) -> str:
    try:
        about = find_game(transcript.game).about
    except GameError as error:
        return error.wording
    if about.rules_hash != transcript.rules:
        return Wording(
            "it was played by different rules of {game} ({rules}; here they "
            "are {here})",
            game=transcript.game,
            rules=transcript.rules,
            here=about.rules_hash,
        )
    return ""


def _doubt_kind(transcript: Transcript) -> str:
    """Compare what kind of match it was with its deal and its players."""
    kind, deal = transcript.kind, transcript.deal
    if kind == "daily" and not deal.startswith(f"daily/{transcript.game}/"):
        return Wording("{deal} is the deal of another game", deal=deal)
    people = [seat for seat in transcript.seats if not seat.bot]
    if transcript.rated and (kind != "match" or len(people) < PEOPLE_RATED):
        return Wording("it was rated, but should not have been")
    if game_of(transcript) is find_game(transcript.game) and any(
        map(took_back, transcript.seats)
    ):
        return Wording("moves were taken back, where that is not allowed")
    return ""


def _doubt_commitment(transcript: Transcript) -> str:
    committed = commitment_to_seed(transcript.deal, transcript.server_seed)
    if committed != transcript.commitment:
        return Wording("the server's seed is not the one that it committed to")
    return ""


def _doubt_nonces(transcript: Transcript) -> str:
    names = [nonce.player for nonce in transcript.nonces]
    if len(set(names)) != len(names):
        return Wording("a player has two nonces")
    for nonce in transcript.nonces:
        if nonce.nonce is None:
            continue
        committed = commitment_to_nonce(transcript.deal, nonce.player, nonce.nonce)
        if committed != nonce.commitment:
            return Wording(
                "the nonce of {player} is not the one that was committed to",
                player=nonce.player,
            )
    used = set(revealed(transcript))
    players = {seat.player for seat in transcript.seats if not seat.is_erased}
    unknown = sum(seat.is_erased for seat in transcript.seats)
    if transcript.kind in ("daily", "event") and transcript.nonces:
        return Wording("the deal of a day or an event has nonces")
    fits = players <= used and len(used) == len(players) + unknown
    if transcript.kind == "match" and not fits:
        return Wording("the players who revealed a nonce are not those who took part")
    is_new = transcript.kind == "match" and transcript.voids is not None
    if is_new and no_shows(transcript):
        return Wording("the deal was made without a nonce that was committed to")
    return ""


def _doubt_voids(transcript: Transcript, voids: Sequence[VoidRecord]) -> str:
    """Look at the starts that were void; that none is hidden the chain shows."""
    matches = [transcript.match, *(void.match for void in voids)]
    if len(set(matches)) != len(matches):
        return Wording("a void start is recorded twice")
    if voids and transcript.kind != "match":
        return Wording("a match on a deal made beforehand has void starts")
    for void in voids:
        if (void.why == "withheld") != bool(void.withheld):
            return Wording(
                "a start is void for a withheld nonce but names nobody, or "
                "names somebody without that reason"
            )
    return ""


def _doubt_people(transcript: Transcript) -> str:
    for seat in transcript.seats:
        told = who_digest(seat.salt, seat.player, seat.name)
        if not seat.is_erased and told != seat.who:
            return Wording(
                "the player of seat {seat} is not the one that the record is of",
                seat=seat.seat,
            )
    return ""


def _doubt_attempt(game: AnyGame, opening: object, seat: SeatRecord) -> str:
    """Play an attempt again and compare what it came to."""
    position, score, elapsed_ms = opening, game.score(opening), 0
    for number, (at_ms, text) in enumerate(seat.moves, 1):
        try:
            move = game.parse(text)
            position = game.apply(position, move)
        except GameError as error:
            return Wording(
                "move {number}, {move}: {why}",
                number=number,
                move=text,
                why=error.wording,
            )
        if game.format(move) != text:
            return Wording(
                "move {number}, {move}, should be written {other}",
                number=number,
                move=text,
                other=game.format(move),
            )
        if game.score(position) != score:
            score, elapsed_ms = game.score(position), at_ms
    came_to = {
        Wording("score"): score,
        Wording("plies"): len(seat.moves),
        Wording("elapsed_ms"): elapsed_ms,
        Wording("state"): _state(game, position, seat.state),
    }
    for name, value in came_to.items():
        told = getattr(seat, name)
        if told != value:
            return Wording(
                "{name} is {value}, but the record says {told}",
                name=name,
                value=value,
                told=told,
            )
    return ""


def _state(game: AnyGame, position: object, told: str) -> str:
    if game.is_over(position):
        return "out" if game.is_won(position) else "over"
    return told if told in STATES else " or ".join(STATES)


def _doubt_times(transcript: Transcript) -> str:
    lasted_ms = transcript.ended_at - transcript.started_at - transcript.stood_ms
    if lasted_ms < 0:
        return Wording("it ended before it started")
    for seat in transcript.seats:
        times = [move.at_ms for move in seat.moves]
        if times != sorted(times):
            return Wording(
                "a move of seat {seat} is earlier than the one before it",
                seat=seat.seat,
            )
        if times and times[-1] > lasted_ms:
            return Wording("seat {seat} moved after the end", seat=seat.seat)
    return ""


def _doubt_places(transcript: Transcript, game: AnyGame) -> str:
    is_former = transcript.version < NAMED_VERSION
    merits = [_merit(seat, game, is_former=is_former) for seat in transcript.seats]
    for seat, place in zip(transcript.seats, places(merits), strict=True):
        if seat.place != place:
            return Wording(
                "seat {seat} is in place {place}, but the record says {told}",
                seat=seat.seat,
                place=place,
                told=seat.place,
            )
    return ""


def _merit(seat: SeatRecord, game: AnyGame, *, is_former: bool) -> tuple[int, ...]:
    contest, resigned = game.about.contest, seat.state == "resigned"
    score, reached_ms = seat.score, seat.elapsed_ms
    if is_former:
        return former_merit(
            contest,
            resigned=resigned,
            score=score,
            reached_ms=reached_ms,
            plies=seat.plies,
        )
    return merit(contest, resigned=resigned, score=score, reached_ms=reached_ms)

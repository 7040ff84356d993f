"""Was the deal the one that was committed to? Checked by the player's own client."""

from collections.abc import Iterator, Mapping

from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    candidate_seed,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import AnyGame, Board
from samedeal_games.wording import Wording
from samedeal_protocol.rooms.boards import ResultView
from samedeal_records.proof.witness import Witness
from samedeal_records.transcripts import Transcript


def doubts_about(
    witness: Witness, game: AnyGame, *, certifier: str = ""
) -> tuple[str, ...]:
    """Return the doubts about a match's reveal; none when all is well.

    What the viewer did not see is not checked; `unseen_by` tells of it. `certifier` is
    the room's; that the deal was the first it certifies is for the record to show.
    """
    result = witness.result
    if witness.deal not in (None, result.deal):
        # What is checked below depends on it, so nothing more can be said.
        return (Wording("another deal was played than the one announced"),)
    if witness.plays is not None and not witness.plays.fits(result):
        return (Wording("this room does not play such a deal"),)
    if witness.promised not in (None, result.commitment):
        return (Wording("the server was committed to another seed for this deal"),)
    if witness.original is not None and not _is_deal_of(witness.original, result):
        return (Wording("the deal is not that of the match you challenged"),)
    if not result.server_seed and result.reveal_at:
        return _about_withheld(witness)
    doubts: list[str] = []
    is_candidate = result.counter >= 0 if certifier else result.counter == 0
    if result.certifier != certifier or not is_candidate:
        doubts.append(Wording("the deal was not chosen as the room had said"))
    made_for = result.deal or result.match
    promised = commitment_to_seed(made_for, result.server_seed)
    if promised != result.commitment or witness.announced not in (None, promised):
        doubts.append(Wording("the server's seed is not the one that it committed to"))
    doubts += [
        Wording(
            "the nonce of {player} is not the one that was committed to",
            player=nonce.player,
        )
        for nonce in result.nonces
        if nonce.nonce is not None
        and nonce.commitment != commitment_to_nonce(made_for, nonce.player, nonce.nonce)
    ]
    nonces = {n.player: n.nonce for n in result.nonces if n.nonce is not None}
    if not result.deal:
        doubts += _about_own_nonce(witness, nonces)
        doubts += _about_commitments(result, witness.committed)
        doubts += _about_voids(witness)
    dealt = witness.opening
    if dealt is not None and is_candidate and _dealt(result, game, nonces) != dealt:
        doubts.append(Wording("the cards were not dealt from that seed"))
    return tuple(doubts)


def unseen_by(witness: Witness) -> tuple[str, ...]:
    """Return the points of a match's deal that the viewer has to believe; best none."""
    if not witness.result.deal:
        return tuple(_unseen_by(witness))
    if witness.result.kind in ("daily", "event") and witness.promised is None:
        return (Wording("what the server had committed to for this deal before"),)
    return ()


def _unseen_by(witness: Witness) -> Iterator[str]:
    told = {void.match for void in witness.result.voids}
    if witness.announced is None:
        yield Wording("what the server had committed to before the match")
    if witness.was_dealt_in and witness.nonce is None:
        yield Wording("your own nonce, which this program did not make")
    if _heard(witness) < len(witness.result.voids):
        yield Wording("every start that was void")
    if witness.adrift - told - {witness.result.match}:
        yield Wording("what became of a start that you had sent your nonce for")
    if any(
        who.player == witness.player
        for void in witness.result.voids
        for who in void.withheld
        if void.match in witness.sent | witness.adrift
    ):
        yield Wording(
            "why the server did not take your nonce for a void start: you had sent it"
        )


def _is_deal_of(original: Transcript, result: ResultView) -> bool:
    """Tell whether a deal is made of what another match's was made of."""
    return (
        original.deal,
        original.server_seed,
        {(each.player, each.nonce) for each in original.nonces},
        (original.certifier, original.counter),
    ) == (
        result.deal,
        result.server_seed,
        {(each.player, each.nonce) for each in result.nonces},
        (result.certifier, result.counter),
    )


def _about_withheld(witness: Witness) -> tuple[str, ...]:
    """Say whether a seed may be kept back, and is of the deal that was announced."""
    result = witness.result
    if result.kind not in ("daily", "event"):
        return (
            Wording("the server keeps the seed back, though nobody plays it later"),
        )
    if witness.announced not in (None, result.commitment):
        return (Wording("the server has changed what it had committed to"),)
    return ()


def _about_own_nonce(witness: Witness, nonces: Mapping[str, bytes]) -> Iterator[str]:
    """Ask for the viewer's own nonce, if this program was there to make it."""
    if witness.nonce is not None:
        if nonces.get(witness.player) != witness.nonce:
            yield Wording("your own nonce was not used")
    elif witness.was_dealt_in and not witness.was_found:
        yield Wording("you made no nonce for this match, but were dealt in")


def _about_commitments(
    result: ResultView, committed: Mapping[str, bytes] | None
) -> Iterator[str]:
    """Hold the nonces against what was committed to before the first was revealed."""
    for nonce in result.nonces:
        if nonce.nonce is None:
            yield Wording("the deal was made without a nonce that was committed to")
        if committed is not None and committed.get(nonce.player) != nonce.commitment:
            yield Wording(
                "{player} had not committed to this nonce when you revealed yours",
                player=nonce.player,
            )
    left_out = set(committed or ()) - {nonce.player for nonce in result.nonces}
    if left_out:
        yield Wording("the deal was made without a nonce that was committed to")


def _about_voids(witness: Witness) -> Iterator[str]:
    """Hold what is told of void starts against what was heard of them.

    Who heard a match announced has heard of all that were void before it.
    """
    told = witness.result.voids
    is_all = witness.announced is not None
    if witness.voids != told if is_all else _heard(witness) < len(witness.voids):
        yield Wording("this match now has other void starts than you were told of")
    if witness.sent - {void.match for void in told}:
        yield Wording("a start is left out that you had sent your nonce for")
    for void in told:
        names = {who.player for who in void.withheld}
        if witness.player in names and void.match in witness.taken:
            yield Wording(
                "a start is said to be void because of you, but you had revealed"
            )


def _heard(witness: Witness) -> int:
    """Count the void starts of a result that were heard of as it tells them."""
    return sum(void in witness.voids for void in witness.result.voids)


def _dealt(result: ResultView, game: AnyGame, nonces: Mapping[str, bytes]) -> Board:
    seed = match_seed(result.deal or result.match, result.server_seed, nonces)
    seed = candidate_seed(seed, result.counter)
    return game.view(game.setup(deal_from_seed(seed, game.about.packs)))

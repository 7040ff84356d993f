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
from samedeal_protocol.boards import ResultView, VoidView


def doubts_about(
    result: ResultView,
    game: AnyGame,
    *,
    announced: bytes | None,
    own_nonce: tuple[str, bytes] | None,
    opening: Board | None,
    certifier: str = "",
    committed: Mapping[str, bytes] | None = None,
    voids: tuple[VoidView, ...] = (),
    revealed: frozenset[str] = frozenset(),
    deal: str | None = None,
) -> tuple[str, ...]:
    """Return what does not fit in a match's reveal; nothing when all is well.

    `announced` is the commitment heard before the match, `own_nonce` the
    viewer's player id and nonce, `opening` the first board the viewer was sent;
    None for what the viewer did not see, which is then not checked. `certifier` is
    the room's; that the deal was the first it certifies is for the record to show.
    `committed` is what each player had committed to before the viewer revealed a nonce;
    `voids` are the starts that were heard to be void before this match, and `revealed`
    those for which the server had taken the viewer's nonce. `deal` is what the server
    had said before the match to have committed to a seed for, empty for the match.
    """
    if deal not in (None, result.deal):
        # What is checked below depends on it, so nothing more can be said.
        return (Wording("another deal was played than the one announced"),)
    if not result.server_seed and result.reveal_at:
        # There is nothing yet to check but that it is the deal announced.
        same = announced in (None, result.commitment)
        return (
            ()
            if same
            else (Wording("the server has changed what it had committed to"),)
        )
    doubts: list[str] = []
    is_candidate = result.counter >= 0 if certifier else result.counter == 0
    if result.certifier != certifier or not is_candidate:
        doubts.append(Wording("the deal was not chosen as the room had said"))
    made_for = result.deal or result.match
    promised = commitment_to_seed(made_for, result.server_seed)
    if promised != result.commitment or announced not in (None, promised):
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
    if result.deal:
        # Made before this match, and of no nonce of it.
        own_nonce = None
    if own_nonce is not None and nonces.get(own_nonce[0]) != own_nonce[1]:
        doubts.append(Wording("your own nonce was not used"))
    if not result.deal:
        doubts += _about_commitments(result, committed)
        doubts += _about_voids(result, voids, revealed, own_nonce)
    if opening is not None and is_candidate and _dealt(result, game, nonces) != opening:
        doubts.append(Wording("the cards were not dealt from that seed"))
    return tuple(doubts)


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


def _about_voids(
    result: ResultView,
    voids: tuple[VoidView, ...],
    revealed: frozenset[str],
    own_nonce: tuple[str, bytes] | None,
) -> Iterator[str]:
    """Hold what is told of void starts against what was heard of them."""
    if voids != result.voids:
        yield Wording("this match now has other void starts than you were told of")
    for void in voids:
        names = {who.player for who in void.withheld}
        if own_nonce and own_nonce[0] in names and void.match in revealed:
            yield Wording(
                "a start is said to be void because of you, but you had revealed"
            )


def _dealt(result: ResultView, game: AnyGame, nonces: Mapping[str, bytes]) -> Board:
    seed = match_seed(result.deal or result.match, result.server_seed, nonces)
    seed = candidate_seed(seed, result.counter)
    return game.view(game.setup(deal_from_seed(seed, game.about.packs)))

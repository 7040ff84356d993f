"""Was the deal the one that was committed to? Checked by the player's own client."""

from collections.abc import Mapping

from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    candidate_seed,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import AnyGame, Board
from samedeal_games.wording import Wording
from samedeal_protocol.boards import ResultView


def doubts_about(
    result: ResultView,
    game: AnyGame,
    *,
    announced: bytes | None,
    own_nonce: tuple[str, bytes] | None,
    opening: Board | None,
    certifier: str = "",
) -> tuple[str, ...]:
    """Return what does not fit in a match's reveal; nothing when all is well.

    `announced` is the commitment heard before the match, `own_nonce` the
    viewer's player id and nonce, `opening` the first board the viewer was sent;
    None for what the viewer did not see, which is then not checked. `certifier` is
    the room's; that the deal was the first it certifies is for the record to show.
    """
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
    deal = result.deal or result.match
    committed = commitment_to_seed(deal, result.server_seed)
    if committed != result.commitment or announced not in (None, committed):
        doubts.append(Wording("the server's seed is not the one it had committed to"))
    doubts += [
        Wording(
            "the nonce of {player} is not what was committed to", player=nonce.player
        )
        for nonce in result.nonces
        if nonce.nonce is not None
        and nonce.commitment != commitment_to_nonce(deal, nonce.player, nonce.nonce)
    ]
    nonces = {n.player: n.nonce for n in result.nonces if n.nonce is not None}
    if result.deal:
        # Made before this match, and of no nonce of it.
        own_nonce = None
    if own_nonce is not None and nonces.get(own_nonce[0]) != own_nonce[1]:
        doubts.append(Wording("your own nonce was not used"))
    if opening is not None and is_candidate and _dealt(result, game, nonces) != opening:
        doubts.append(Wording("the cards were not dealt from that seed"))
    return tuple(doubts)


def _dealt(result: ResultView, game: AnyGame, nonces: Mapping[str, bytes]) -> Board:
    seed = match_seed(result.deal or result.match, result.server_seed, nonces)
    seed = candidate_seed(seed, result.counter)
    return game.view(game.setup(deal_from_seed(seed, game.about.packs)))

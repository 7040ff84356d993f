"""Commit, then reveal: the origin of a match's seed.

The server commits to its seed before anyone is ready, every player to a nonce
with their ready, and the seed of the deal is made of all of them; so no single
party, the server included, can choose the deal (docs/explanation/fairness.md).
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

NONCE_BYTES = 16

COMMIT_TAG = b"samedeal/commit/1"
NONCE_TAG = b"samedeal/nonce/1"
SEED_TAG = b"samedeal/seed/1"
CANDIDATE_TAG = b"samedeal/candidate/1"
CHAIN_TAG = b"samedeal/chain/1"
LINK_TAG = b"samedeal/link/1"
VOID_TAG = b"samedeal/void/2"
NAMED_VOID_TAG = b"samedeal/void/1"
"""Of links from before names could be erased: it has names, too."""
WHO_TAG = b"samedeal/who/1"
SALT_BYTES = 16

CHAIN_START = bytes(32)
"""The head of a chain without links."""

LinkKind: TypeAlias = Literal["open", "end", "void", "deal"]
"""A match was opened, with the server's commitment as its proof; it ended, with its
transcript's digest; it never started, with `void_proof` or nothing; or a deal for more
than one match was committed to, with that commitment and under the deal's own id."""


VoidReason: TypeAlias = Literal["withheld", "service"]
"""The reason of a void start: a withheld nonce, or a failure of server or store."""


class WithheldRecord(NamedTuple):
    """A player who committed to a nonce and did not reveal it."""

    player: str
    name: str
    """Empty for somebody who was erased."""
    commitment: bytes


class VoidRecord(NamedTuple):
    """A start of a match that was void, so that another was opened in its place."""

    match: str
    """The id of the match that was opened and never began."""
    commitment: bytes
    """The server's, to the seed that was thrown away."""
    why: VoidReason
    """``withheld`` if a player's nonce was missing, ``service`` if it was missing
    after a server or the store had failed."""
    withheld: tuple[WithheldRecord, ...]
    """Those who withheld theirs; nobody where a server or the store had failed."""


def commitment_to_seed(match_id: str, server_seed: bytes) -> bytes:
    """Return the 32 bytes by which a server commits to its seed."""
    return hashlib.sha256(
        _length_prefixed(COMMIT_TAG, match_id.encode(), server_seed)
    ).digest()


def commitment_to_nonce(match_id: str, player_id: str, nonce: bytes) -> bytes:
    """Return the 32 bytes by which a player commits to a nonce of 16 bytes."""
    return hashlib.sha256(
        _length_prefixed(NONCE_TAG, match_id.encode(), player_id.encode(), nonce)
    ).digest()


def match_seed(match_id: str, server_seed: bytes, nonces: Mapping[str, bytes]) -> bytes:
    """Return the 32-byte seed of a match's deal.

    `nonces` holds the revealed nonce of each player by player id; the order of
    the mapping does not matter.
    """
    parts = [SEED_TAG, match_id.encode()]
    for player_id, nonce in sorted(
        (player_id.encode(), nonce) for player_id, nonce in nonces.items()
    ):
        parts += [player_id, nonce]
    return hmac.digest(server_seed, _length_prefixed(*parts), hashlib.sha256)


def candidate_seed(seed: bytes, counter: int) -> bytes:
    """Return the seed of a candidate for the deal, by its number from 0.

    Where a deal is chosen among several, for one that can be won, it is the first of
    these that will do; where it is not, the deal is candidate 0, of the seed itself.
    """
    if counter == 0:
        return seed
    message = _length_prefixed(CANDIDATE_TAG, counter.to_bytes(8, "big"))
    return hmac.digest(seed, message, hashlib.sha256)


def chain_head(head: bytes, kind: LinkKind, match_id: str, proof: bytes) -> bytes:
    """Return the head of a chain of matches after one more link."""
    return hashlib.sha256(
        _length_prefixed(CHAIN_TAG, head, kind.encode(), match_id.encode(), proof)
    ).digest()


def blinded_id(match_id: str) -> str:
    """Return the id that stands in the chain for a match.

    Whoever knows the match's id finds its links; nobody finds the id from a link.
    """
    return f"x-{_blinded(match_id).hex()}"


def shown_as(match_id: str) -> tuple[str, str]:
    """Return the ids that can stand in a chain for a match: its own in an old link."""
    return (blinded_id(match_id), match_id)


def void_proof(void: VoidRecord, successor: str) -> bytes:
    """Return the proof of the link of a start that was void.

    32 bytes name the match that was opened in its place, 32 are of what was void.
    """
    return _blinded(successor) + _void_digest(void)


def void_proofs(void: VoidRecord, successor: str) -> tuple[bytes, ...]:
    """Return the proofs that such a link can have: names are part of an old one.

    Where somebody was erased nobody can say what that old one was.
    """
    proofs = (void_proof(void, successor),)
    if not all(who.name for who in void.withheld):
        return proofs
    return (*proofs, _blinded(successor) + _named_void_digest(void))


def who_digest(salt: bytes, player_id: str, name: str) -> bytes:
    """Return the 32 bytes that stand in a record for a player and their name.

    Without the salt nobody can tell whose they are.
    """
    return hashlib.sha256(
        _length_prefixed(WHO_TAG, salt, player_id.encode(), name.encode())
    ).digest()


def salt_for(salting: bytes, match_id: str, seat: int) -> bytes:
    """Return the salt of a seat of a match, of a secret that its server has."""
    message = _length_prefixed(match_id.encode(), b"%d" % seat)
    return hmac.digest(salting, message, hashlib.sha256)[:SALT_BYTES]


def successor_of(proof: bytes) -> str:
    """Return the id, as in the chain, of the match that a void link leads to.

    Empty for a link of a match that no other was opened in place of.
    """
    return f"x-{proof[:32].hex()}" if proof else ""


def _blinded(match_id: str) -> bytes:
    return hashlib.sha256(_length_prefixed(LINK_TAG, match_id.encode())).digest()


def _void_digest(void: VoidRecord) -> bytes:
    parts = [VOID_TAG, void.match.encode(), void.commitment, void.why.encode()]
    for who in void.withheld:
        parts += [who.player.encode(), who.commitment]
    return hashlib.sha256(_length_prefixed(*parts)).digest()


def _named_void_digest(void: VoidRecord) -> bytes:
    parts = [NAMED_VOID_TAG, void.match.encode(), void.commitment, void.why.encode()]
    for who in void.withheld:
        parts += [who.player.encode(), who.name.encode(), who.commitment]
    return hashlib.sha256(_length_prefixed(*parts)).digest()


def _length_prefixed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

"""From a seed to a shuffle, so that anyone can deal the same cards again.

The derivation is versioned by its tag: ``samedeal/deal/1`` will always mean
what this module does today (see docs/explanation/fairness.md).
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import NamedTuple

from samedeal_games.cards import PACK_SIZE, Card, card_text
from samedeal_games.errors import InvalidDeck
from samedeal_games.wording import Wording

SEED_BYTES = 32
DEAL_TAG = b"samedeal/deal/1"
REDEAL_TAG = b"samedeal/redeal/1"
SHUFFLED_REDEALS = 2
"""The number of shuffled redeals that the seed of a deal of two packs is good for."""
NO_SEED = bytes(SEED_BYTES)
"""Stands in for the seed of a deal that was laid out by hand."""


class Deal(NamedTuple):
    """A shuffled order of one or two packs, which all players of a match share."""

    cards: tuple[Card, ...]
    """The first card is the top of the pack, the first one dealt."""

    redeals: tuple[tuple[Card, ...], ...] = ()
    """For each shuffled redeal, the order in which it deals what was gathered:
    both packs, of which the cards still on the table are taken as they come. A
    deal of one pack has none."""


def deal_from_seed(seed: bytes, packs: int) -> Deal:
    """Return the deal of a 32-byte seed, for 1 or 2 packs.

    >>> from samedeal_games.cards import card_text
    >>> [card_text(card) for card in deal_from_seed(bytes(32), 1).cards[:3]]
    ['7S', '6H', '2D']
    """
    if len(seed) != SEED_BYTES:
        template = "a seed has {needed} bytes, not {count}"
        raise InvalidDeck(Wording(template, needed=SEED_BYTES, count=len(seed)))
    if packs not in (1, 2):
        raise InvalidDeck(
            Wording("a deal has one pack or two, not {packs}", packs=packs)
        )
    cards = _shuffled(seed, DEAL_TAG + bytes([packs]), packs)
    return Deal(cards, _redeals(seed, packs))


def deal_from_cards(cards: tuple[Card, ...], packs: int, needed: int) -> Deal:
    """Return a deal laid out by hand; raises InvalidDeck where it cannot be one.

    It has no seed; should it come to a shuffled redeal, that is the one of the
    seed of 32 zero bytes.
    """
    most = packs * PACK_SIZE
    if not needed <= len(cards) <= most:
        span = Wording("{least} to {most}", least=needed, most=most)
        if needed == most:
            span = Wording("{needed}", needed=needed)
        template = "this game needs {span} cards, not {count}"
        raise InvalidDeck(Wording(template, span=span, count=len(cards)))
    _refuse_repeats(cards, packs)
    return Deal(cards, _redeals(NO_SEED, packs))


def read_seed(text: str) -> bytes:
    """Read a seed of 64 hex digits; raises InvalidDeck."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise InvalidDeck(
            Wording("{text!r} is not a seed: write 64 hex digits", text=text)
        )
    return seed


def _refuse_repeats(cards: tuple[Card, ...], packs: int) -> None:
    for card in cards:
        if cards.count(card) > packs:
            template = "{card} is in the deck more than {packs}×"
            raise InvalidDeck(Wording(template, card=card_text(card), packs=packs))


def _redeals(seed: bytes, packs: int) -> tuple[tuple[Card, ...], ...]:
    """Return the orders of the shuffled redeals, numbered from 1."""
    if packs == 1:
        return ()
    return tuple(
        _shuffled(seed, REDEAL_TAG + bytes([packs, number]), packs)
        for number in range(1, SHUFFLED_REDEALS + 1)
    )


def _shuffled(seed: bytes, tag: bytes, packs: int) -> tuple[Card, ...]:
    entries = _shuffle(_byte_stream(seed, tag), packs)
    return tuple([Card(entry % PACK_SIZE) for entry in entries])


def _shuffle(stream: Iterator[int], packs: int) -> list[int]:
    """Fisher and Yates from the last entry down."""
    entries = list(range(PACK_SIZE * packs))
    for last in range(len(entries) - 1, 0, -1):
        other = _draw(stream, last + 1)
        entries[last], entries[other] = entries[other], entries[last]
    return entries


def _draw(stream: Iterator[int], n: int) -> int:
    """Return a number below n, each equally likely.

    Bytes at or above the largest multiple of n are thrown away, or low numbers
    would come up more often.
    """
    bound = 256 - 256 % n
    return next(byte for byte in stream if byte < bound) % n


def _byte_stream(seed: bytes, tag: bytes) -> Iterator[int]:
    block = 0
    while True:
        message = tag + block.to_bytes(8, "big")
        yield from hmac.digest(seed, message, hashlib.sha256)
        block += 1

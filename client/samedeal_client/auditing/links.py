"""A server's chain of matches, read whole and held against heads that were shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import visitor
from samedeal_client.kept.evidence.heads import Heads, SeenHead, shown_now
from samedeal_client.language import tr
from samedeal_client.view.records.chained import Held
from samedeal_client.view.records.heads import Head
from samedeal_client.wire.player import Player
from samedeal_games.wording import Wording
from samedeal_records.proof.chain import (
    Chained,
    ChainReader,
    Finding,
    doubt_about_place,
)
from samedeal_records.record import Record, date_text

LINKS_MOST = 500_000
"""Links of a chain that is read; each takes some 270 bytes of memory."""
LINKS_A_PART = 50
"""Links in one message, at least, on average; fewer would hold an audit up."""


class ReadChain(NamedTuple):
    """A server's chain of matches as it was when it was read."""

    chained: Chained
    length: int
    head: bytes
    findings: tuple[Finding, ...]
    """Findings about the whole chain; those about single links are with the links."""
    gone: tuple[Head, ...]
    """Heads kept on this machine that are not in the chain."""


async def read_chain(
    player: Player,
    tell: Callable[[str, int], None],
    kept: Heads | None = None,
    seen: Sequence[Head] = (),
    most: int = LINKS_MOST,
) -> ReadChain:
    """Read the chain up to its present end, and compare its heads.

    The heads that others have `seen` and those `kept` here have to be in it; its newest
    head replaces the kept ones if all is well. Raises Failed if it has more than `most`
    links.
    """
    greeted = player.chain
    shown = () if kept is None else kept.seen()
    lengths = (head.length for heads in (shown, seen) for head in heads)
    reader = ChainReader({greeted.length, *lengths})
    part = await player.links(0)
    length, told_head = part.length, part.head
    refuse_endless(max(length, greeted.length), most)
    parts_left = 2 + length // LINKS_A_PART
    while part.links:
        for link in part.links[: length - reader.length]:
            reader.add(link)
        tell("chain", reader.length)
        parts_left -= 1
        if reader.length >= length or not parts_left:
            break
        part = await player.links(reader.length)
    doubts: list[str] = []
    if reader.length < length:
        doubts.append(
            Wording(
                "{all} links were announced, but {given} came",
                all=length,
                given=reader.length,
            )
        )
    elif reader.head != told_head:
        doubts.append(Wording("its links do not lead to its head"))
    if reader.heads.get(greeted.length) != greeted.head:
        doubts.append(Wording("it is not the one that the server showed on connecting"))
    gone = [one for one in shown if not _is_of(reader.heads, one)]
    doubts += [
        Wording(
            "it is not the chain that you were shown at {when}, with head {head}",
            when=date_text(one.at),
            head=str(Head(one.length, one.head)),
        )
        for one in gone
    ]
    if kept is not None and not doubts:
        kept.keep((shown_now(reader.length, reader.head),))
    doubts += _not_as_seen(reader.heads, seen)
    findings = tuple(Finding("chain", "", doubt) for doubt in doubts)
    heads = tuple(Head(one.length, one.head) for one in gone)
    return ReadChain(reader.chained, reader.length, reader.head, findings, heads)


def refuse_endless(length: int, most: int = LINKS_MOST) -> None:
    """Raise Failed for a chain that is longer than can be read."""
    if length > most:
        raise Failed(
            tr(
                "the server says that its chain of matches has {count} links; no more "
                "than {most} are read",
                count=length,
                most=most,
            )
        )


def _is_of(heads: Mapping[int, bytes], shown: SeenHead) -> bool:
    """Tell whether a head that was shown here is one of these."""
    return heads.get(shown.length, b"").hex() == shown.head


def _not_as_seen(heads: Mapping[int, bytes], seen: Sequence[Head]) -> Iterator[str]:
    """Yield a sentence for each head seen by others that is not in this chain."""
    for head in seen:
        if not heads.get(head.length, b"").hex().startswith(head.digits):
            yield Wording("it is not the chain with head {head}", head=str(head))


async def hold(context: Context, record: Record) -> Held:
    """Read a server's chain, whole, and look for a record in it."""
    async with visitor(context) as player:
        kept = Heads(context.identity, context.server)
        chain = await read_chain(player, lambda what, done: None, kept)
    own = doubt_about_place(record.transcript.match, record, chain.chained)
    findings = (*chain.findings, *chain.chained.findings)
    doubts = (own, *(finding.doubt for finding in findings))
    doubt = next(filter(None, doubts), "")
    return Held(context.shown_server, chain.length, chain.head, doubt)

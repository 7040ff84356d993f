"""One record held against the chain of all matches that a server keeps."""

from samedeal_client.commands import online
from samedeal_client.commands.audit import (
    doubt_about_place,
    heads_of,
    read_chain,
    read_links,
)
from samedeal_client.context import Context
from samedeal_client.kept.heads import Heads
from samedeal_client.proof.records import Record
from samedeal_client.view.chained import Held


async def hold(context: Context, record: Record) -> Held:
    """Read a server's chain, whole, and look for a record in it."""
    async with online.visitor(context) as player:
        kept = Heads(context.identity, context.server)
        links, findings = await read_chain(player, lambda what, done: None, kept)
    chained = read_links(links)
    own = doubt_about_place(record.transcript.match, record, chained)
    all_findings = (*findings, *chained.findings)
    doubts = (own, *(finding.doubt for finding in all_findings))
    doubt = next(filter(None, doubts), "")
    return Held(context.shown_server, len(links), heads_of(links)[-1], doubt)

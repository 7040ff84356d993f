"""One record held against the chain of all matches that a server keeps."""

from samedeal_client.auditing.links import read_chain
from samedeal_client.context import Context
from samedeal_client.identity.connecting import visitor
from samedeal_client.kept.heads import Heads
from samedeal_client.view.records.chained import Held
from samedeal_records.proof.chain import doubt_about_place
from samedeal_records.record import Record


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

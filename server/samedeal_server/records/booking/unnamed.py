"""Records without the names of those who were erased, whoever reads or writes them."""

from collections.abc import Iterable, Mapping

from samedeal_games.errors import BadTranscript
from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import seal, unseal
from samedeal_records.transcripts import (
    VERSION,
    Transcript,
    erased,
    from_plain,
    named_in,
    to_plain,
)
from samedeal_server.core.rooms.transcripts import with_salts
from samedeal_server.store.operators.erased import hash_of
from samedeal_server.store.redis import Store


async def without_erased(
    store: Store, transcripts: Iterable[Transcript]
) -> list[Transcript]:
    """Return transcripts with stand-ins for all who were erased; raises StoreError.

    Most have lost them already: but not those of old versions, nor those of a match
    that somebody left before, or of a backup.
    """
    found = list(transcripts)
    players = [player for each in found for player in named_in(each)]
    for player, stand_in in (await store.transcripts.erased.among(players)).items():
        found = [erased(each, player, stand_in) for each in found]
    return found


async def salted_without_erased(store: Store, made: Transcript) -> Transcript:
    """Return a transcript with salts, and stand-ins for those of it who were erased.

    That is who left the match before it ended. Raises StoreError.
    """
    erased_store = store.transcripts.erased
    salting, gone = await erased_store.salting_and_among(named_in(made))
    found = with_salts(made, salting)
    for player, stand_in in gone.items():
        found = erased(found, player, stand_in)
    return found


def without_names(sealed: bytes, gone: Mapping[str, str]) -> bytes | None:
    """Return a record with stand-ins for all who were erased; None if it has none.

    `gone` has the stand-ins by hashes of ids.
    """
    try:
        transcript = from_plain(unseal(sealed))
    except (BadFrame, BadTranscript):
        return None
    after = transcript
    for player in named_in(transcript):
        if (stand_in := gone.get(hash_of(player))) is not None:
            after = erased(after, player, stand_in)
    is_kept = after == transcript or transcript.version < VERSION
    return None if is_kept else seal(to_plain(after))

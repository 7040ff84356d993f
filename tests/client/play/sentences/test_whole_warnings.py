"""What is doubted is told whole, on the smallest terminal and in every language."""

import pytest
from tests.records.proof.test_witness import HONEST, seen_by

from samedeal_client.identity.keeping import (
    GROWN,
    NO_CHAIN,
    NOT_SHOWN,
    OTHER_CHAIN,
    OWN_ANEW,
    SHRUNK,
)
from samedeal_client.language import LANGUAGES, Language, speaking, tr
from samedeal_client.play.sentences.proofs import UNFAIR, doubts_told, proof_told
from samedeal_client.play.sentences.telling import Teller
from samedeal_client.screen.table.notes import NOTES_SHOWN, Notes
from samedeal_client.view.records.audit import Audit, audit_lines
from samedeal_client.view.records.heads import Head
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.happenings import OtherChain, Proven
from samedeal_client.wire.player import Player
from samedeal_records.proof.chain import Finding
from samedeal_records.proof.verify import unseen_by
from samedeal_records.record import date_text

WIDTH = 80
MATCH = "m-" + "0d" * 16
LONG = "somebody with a very long name has other boards in the record than were shown"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "warning", [OTHER_CHAIN, NOT_SHOWN, GROWN, SHRUNK, NO_CHAIN, OWN_ANEW]
)
def test_a_warning_of_the_chain_fits_whole_below_a_board(
    warning: str, language: Language
) -> None:
    teller = Teller(Player("ws://127.0.0.1:9", name="Ada"))
    with speaking(language):
        doubt = tr(warning, when=date_text(0), count=123_456)
        told = teller.tell(OtherChain(doubt))
        notes = Notes()
        notes.say(told)
        shown = notes.last((), NOTES_SHOWN, WIDTH, 0)
    # Where lines are printed, no terminal breaks one in the middle of a word.
    assert all(width_of(row) < WIDTH for row in text_of(told).splitlines())
    assert " ".join(text_of(shown).split()) == doubt


def test_what_is_proven_claims_no_more_of_the_chain_than_was_shown() -> None:
    proven = Proven(MATCH, is_recorded=True, doubts=())
    told = text_of(proof_told(proven))
    assert "Match proven, and in the server's chain as shown so far." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_not_seen_or_is_doubted_is_told_on_lines_of_their_own(
    language: Language,
) -> None:
    witness = seen_by(0, HONEST)._replace(
        announced=None, nonce=None, was_found=True, adrift=frozenset({"m-1"})
    )
    unseen = unseen_by(witness)
    proven = Proven(MATCH, is_recorded=True, doubts=(), unseen=unseen)
    with speaking(language):
        told = text_of(
            (
                *proof_told(proven, "wss://play.example:28765"),
                *doubts_told(UNFAIR, (LONG, LONG)),
            )
        )
        rows = " ".join(told.split())
        assert all(tr(each) in rows for each in unseen)
    assert len(unseen) > 2
    assert rows.count(LONG) == 2
    assert all(width_of(row) < WIDTH for row in told.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_audit_of_another_chain_says_how_to_take_it(language: Language) -> None:
    head = Head(12, "0d" * 16)
    found = Audit(
        *(
            12,
            head,
            0,
            0,
            (),
            0,
            (),
            0,
            (),
            {},
            (Finding("chain", MATCH, LONG), Finding("chain", "", LONG)),
        ),
        gone=(head,),
    )
    with speaking(language):
        told = text_of(audit_lines(found))
        accepted = text_of(audit_lines(found._replace(gone=())))
    assert "\n  samedeal audit --accept-chain\n" in told
    assert "--accept-chain" not in accepted
    assert f"{MATCH}: {LONG}" in " ".join(told.split())
    assert " :" not in told
    assert all(width_of(row) < WIDTH for row in told.splitlines())

"""Records whose names can be erased: what is under their digest, and what is not."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.records.test_transcripts import VOID, played

from samedeal_games.errors import BadTranscript
from samedeal_games.fairness import VoidRecord, void_proof, void_proofs
from samedeal_records.record import read_record
from samedeal_records.sealing import digest_of, seal, unseal
from samedeal_records.transcripts import (
    Transcript,
    erased,
    from_plain,
    salted,
    to_plain,
)

SALTING = bytes(range(32))
GONE = "gone-0123456789abcdef"
NAMED = played("easthaven", 1)._replace(voids=(VOID,))
WHOLE = salted(
    NAMED._replace(
        seats=tuple(s._replace(name=f"{s.name}'s name") for s in NAMED.seats)
    ),
    SALTING,
)
SEALED = seal(to_plain(WHOLE))


def doubted(sealed: bytes) -> set[str]:
    return {check.what for check in read_record(sealed).checks if check.doubt}


def test_under_the_digest_are_digests_in_place_of_people() -> None:
    plain = to_plain(WHOLE)
    assert plain["version"] == 5
    assert list(plain)[-2:] == ["voids", "people"]
    assert list(plain["seats"][0])[:3] == ["seat", "who", "bot"]
    assert list(plain["voids"][0]["withheld"][0]) == ["player", "commitment"]
    hashed = seal({name: value for name, value in plain.items() if name != "people"})
    for seat in WHOLE.seats:
        assert seat.name.encode() not in hashed
        assert seat.name.encode() in SEALED
    assert digest_of(hashed) == digest_of(SEALED)


def test_it_is_read_back_as_it_was_and_is_proven() -> None:
    assert from_plain(unseal(SEALED)) == WHOLE
    record = read_record(SEALED)
    assert record.is_proven
    assert "people" in {check.what for check in record.checks}


@pytest.mark.parametrize("player", ["p-ada", "p-cid"])
def test_who_is_erased_is_nowhere_and_every_proof_holds(player: str) -> None:
    gone = seal(to_plain(erased(WHOLE, player, GONE)))
    assert f"{player[2:]}'s name".encode() not in gone
    assert digest_of(gone) == digest_of(SEALED)
    record = read_record(gone)
    assert record.is_proven
    (seat,) = (seat for seat in record.transcript.seats if seat.is_erased)
    assert (seat.player, seat.name, seat.salt) == (GONE, "", b"")
    assert from_plain(unseal(gone)) == record.transcript
    assert erased(record.transcript, player, GONE) == record.transcript


def test_who_withheld_a_nonce_is_erased_and_the_chain_still_fits() -> None:
    gone = erased(WHOLE, "p-dan", GONE)
    assert b"dan" in SEALED
    sealed = seal(to_plain(gone))
    assert b"\xa3dan" not in sealed
    assert read_record(sealed).is_proven
    assert gone.voids is not None
    proof = void_proof(VOID, WHOLE.match)
    assert void_proofs(gone.voids[0], WHOLE.match) == (proof,)
    assert void_proofs(VOID, WHOLE.match)[0] == proof


def test_a_link_of_before_names_could_be_erased_fits_while_they_are_there() -> None:
    """Its bytes are those that the page on fair dealing has had."""
    void = VoidRecord("m-2", bytes(32), "service", ())
    _, old = void_proofs(void, "m-1")
    assert old != void_proof(void, "m-1")
    assert len(old) == 64


@pytest.mark.parametrize("change", [{"name": "Eve"}, {"player": "p-eve"}])
def test_another_name_than_the_one_that_was_hashed_is_doubted(
    change: dict[str, Any],
) -> None:
    first, *others = WHOLE.seats
    forged = WHOLE._replace(seats=(first._replace(**change), *others))
    assert "people" in doubted(seal(to_plain(forged)))


def test_a_seat_cannot_be_given_to_somebody_who_did_not_reveal() -> None:
    """An erased seat stands for one nonce, and for no more."""
    first, *others = WHOLE.seats
    forged = WHOLE._replace(
        seats=(first._replace(player=GONE, name="", salt=b""), *others),
        nonces=WHOLE.nonces[1:],
    )
    assert "nonces" in doubted(seal(to_plain(forged)))


def plain() -> dict[str, Any]:
    return unseal(SEALED)


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    found = plain()
    change(found)
    return found


CHANGES: list[Callable[[dict[str, Any]], object]] = [
    lambda p: p["people"]["seats"].pop(),
    lambda p: p["people"]["withheld"].pop(),
    lambda p: p["people"]["withheld"].append("Eve"),
    lambda p: p["people"].pop("withheld"),
    lambda p: p["people"]["seats"][0].update(salt=bytes(15)),
    lambda p: p["people"]["seats"][0].update(salt=b""),
    lambda p: p["people"]["seats"][0].update(salt=b"", name="", player="p-eve"),
    lambda p: p["people"]["seats"][0].update(salt=b"", player=GONE),
    lambda p: p["people"]["seats"][0].update(name=None),
    lambda p: p["seats"][0].update(who=b""),
    lambda p: p["seats"][0].update(name="Eve"),
    lambda p: p.pop("people"),
    lambda p: p.update(people=[]),
    lambda p: p.update(people=None),
    lambda p: p.update(version=4),
    lambda p: p.update(seats=[], people={"seats": [], "withheld": ["dan"]}),
]


@pytest.mark.parametrize("change", CHANGES)
def test_people_are_read_in_one_form_only(
    change: Callable[[dict[str, Any]], object],
) -> None:
    with pytest.raises(BadTranscript):
        from_plain(changed(change))


def test_what_has_no_digests_of_people_is_of_the_version_before() -> None:
    assert to_plain(NAMED)["version"] == 4
    assert read_record(seal(to_plain(NAMED))).is_proven


def test_salts_are_the_same_whoever_writes_and_others_for_every_seat() -> None:
    assert salted(NAMED, SALTING) == salted(NAMED, SALTING)
    salts = [seat.salt for each in both() for seat in each.seats]
    assert len(set(salts)) == len(salts)


def both() -> tuple[Transcript, Transcript]:
    return salted(NAMED, SALTING), salted(NAMED._replace(match="m-8"), SALTING)

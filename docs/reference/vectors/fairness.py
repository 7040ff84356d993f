"""Deals, commitments, seeds and links of the chain, as vectors."""

from docs.reference.transcripts_page import example
from docs.reference.vectors.values import page

from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    CHAIN_START,
    LinkKind,
    VoidRecord,
    WithheldRecord,
    blinded_id,
    candidate_seed,
    chain_head,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
    void_proof,
)
from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import to_plain

SEEDS = (bytes(32), bytes(range(32)), bytes(range(255, 223, -1)))
MATCH, DAY = "m-000001", "daily/squares/english/2026-11-21"
NONCES = {"p-ada": b"\x01" * 16, "p-bob": b"\x02" * 16}


def deals() -> str:
    """Return the text of the file of deals."""
    about = (
        "From a seed to the order of the cards, the first card dealt first: numbers "
        "from 0, as in docs/explanation/fairness.md. Only two packs are shuffled again "
        "for a redeal."
    )
    rows = [
        {
            "seed": seed.hex(),
            "packs": packs,
            "cards": deal.cards,
            "redeals": deal.redeals,
        }
        for seed in SEEDS
        for packs in (1, 2)
        for deal in [deal_from_seed(seed, packs)]
    ]
    return page(about, deals=rows)


def commitments() -> str:
    """Return the text of the file of commitments and seeds."""
    about = (
        "What is committed to, and the seeds that follow from what is revealed: "
        "docs/explanation/fairness.md, steps 1 to 4. Everything that is no id is hex."
    )
    seed = SEEDS[1]
    whole = match_seed(MATCH, seed, NONCES)
    return page(
        about,
        to_seeds=[
            {
                "id": name,
                "server_seed": seed.hex(),
                "commitment": commitment_to_seed(name, seed).hex(),
            }
            for name in (MATCH, DAY)
        ],
        to_nonces=[
            {
                "match": MATCH,
                "player": player,
                "nonce": nonce.hex(),
                "commitment": commitment_to_nonce(MATCH, player, nonce).hex(),
            }
            for player, nonce in NONCES.items()
        ],
        seeds=[
            {
                "id": name,
                "server_seed": seed.hex(),
                "nonces": {player: nonce.hex() for player, nonce in nonces.items()},
                "seed": match_seed(name, seed, nonces).hex(),
            }
            for name, nonces in ((MATCH, NONCES), (DAY, {}))
        ],
        candidates=[
            {
                "seed": whole.hex(),
                "counter": counter,
                "of_candidate": candidate_seed(whole, counter).hex(),
            }
            for counter in (0, 1, 2, 31)
        ],
    )


def chain() -> str:
    """Return the text of the file of links."""
    about = (
        "Links of the chain of matches, and its head after each: "
        "docs/explanation/fairness.md. `match` is what stands in the link, and `of` "
        "what it is a link of: m-1 was opened in place of m-2, whose start was void."
    )
    sealed = digest_of(seal(to_plain(example())))
    thrown_away = commitment_to_seed("m-2", SEEDS[2])
    who = WithheldRecord("p-bob", "Bob", commitment_to_nonce("m-2", "p-bob", bytes(16)))
    void = VoidRecord("m-2", thrown_away, "withheld", (who,))
    links: list[tuple[LinkKind, str, bytes]] = [
        ("deal", DAY, commitment_to_seed(DAY, SEEDS[1])),
        ("open", "m-2", thrown_away),
        ("open", "m-1", commitment_to_seed("m-1", SEEDS[1])),
        ("void", "m-2", void_proof(void, "m-1")),
        ("open", "m-3", commitment_to_seed("m-3", SEEDS[0])),
        ("end", "m-1", sealed),
        ("void", "m-3", b""),
    ]
    head, rows = CHAIN_START, list[object]()
    for kind, match, proof in links:
        shown = match if kind == "deal" else blinded_id(match)
        head = chain_head(head, kind, shown, proof)
        link = {"kind": kind, "of": match, "match": shown, "proof": proof.hex()}
        rows.append({**link, "head": head.hex()})
    row = {
        "match": void.match,
        "commitment": void.commitment.hex(),
        "why": void.why,
        "withheld": [
            {"player": w.player, "name": w.name, "commitment": w.commitment.hex()}
            for w in void.withheld
        ],
        "opened_instead": "m-1",
        "proof": void_proof(void, "m-1").hex(),
    }
    return page(about, start=CHAIN_START.hex(), links=rows, voids=[row])

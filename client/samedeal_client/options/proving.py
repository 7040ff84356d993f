"""The commands that prove matches, and that show them again."""

from samedeal_client.language import later
from samedeal_client.options.common import JSON, MATCH
from samedeal_client.options.readers import chain_head, window
from samedeal_client.options.values import Argument, At, Command, place, switch

VERIFY = Command(
    "verify",
    later("prove a match from its record: deal, moves, scores, places"),
    "samedeal verify final.samedeal",
    (
        MATCH,
        JSON,
        switch("--chain", later("also look for it in the server's chain of matches")),
    ),
    run="records.proving:verify",
    at=At.OF_MATCH,
)

AUDIT = Command(
    "audit",
    later("check a whole server: leaderboard rows and the chain of matches"),
    "samedeal audit --json",
    (
        Argument(
            "--window=TIME",
            later(
                "also check the leaderboards of a past day, week or month, such as "
                "2026-11-20 or 2026-W47"
            ),
            window,
            kind="values",
        ),
        Argument(
            "--head=N:HEX",
            later(
                "a head of the chain that somebody else was shown: is it the same "
                "chain?"
            ),
            chain_head,
            kind="values",
        ),
        switch(
            "--accept-chain",
            later(
                "then take the chain for the server's own, and forget what you were "
                "shown of another, as after a backup that was put back"
            ),
        ),
        switch("--yes", later("do not ask for confirmation")),
        JSON,
    ),
    run="records.proving:audit",
    at=At.OWN,
)

EXPORT = Command(
    "export",
    later("write the record of a match to a file"),
    "samedeal export m-5f1c09a9d3a34b6f8e2d7c4b1a0f9e8d final.samedeal",
    (
        place("match=MATCH", later("the match's id")),
        place(
            "file=FILE",
            later("default MATCH.samedeal; - for standard output"),
            is_needed=False,
        ),
        switch("--force", later("overwrite an existing file")),
        JSON,
    ),
    run="records.proving:export",
    at=At.OF_MATCH,
)

REPLAY = Command(
    "replay",
    later("replay a match; without a terminal, print every move"),
    "samedeal replay final.samedeal --side-by-side",
    (
        MATCH,
        JSON,
        Argument("--seat=NAME", later("the player to follow, by name or seat number")),
        switch(
            "--side-by-side", later("show two players at the same moment of the match")
        ),
    ),
    run="records.replaying:replay",
    at=At.OF_MATCH,
)

COMMANDS = (VERIFY, AUDIT, EXPORT, REPLAY)

"""What runs without a Unix: all of the client, with what only Unix has taken away.

It stands for the machines that we do not have, as far as names go.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.repository import CODE_ROOTS, ROOT
from tests.servers import environment, running_server
from tests.terminals import terminal

ELSEWHERE = Path(__file__).with_name("elsewhere.py")
UNIX = {"samedeal_client.lines.screens.edited", "samedeal_server.store.embedded.leash"}
"""Of a terminal and a store that are not there; whoever needs them asks before."""
SEED = ("--seed", "0" * 64)
CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")


def modules() -> set[str]:
    """Return the names of all our modules."""
    packages = [ROOT / root / f"samedeal_{root}" for root in CODE_ROOTS]
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts)
        for package in packages
        for path in package.rglob("*.py")
        if path.stem not in ("__main__", "__init__")
    }


def elsewhere(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run something as if this were no Unix."""
    return subprocess.run(
        [sys.executable, ELSEWHERE, *words],
        input=typed,
        env=environment(SAMEDEAL_CONFIG="none.toml"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_every_module_can_be_imported_without_a_unix() -> None:
    ran = elsewhere("import", *sorted(modules() - UNIX))
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", "", 0)


def test_what_needs_a_unix_is_known() -> None:
    assert modules() >= UNIX
    lacking = elsewhere("import", *sorted(UNIX)).stdout.splitlines()
    assert [line.partition(":")[0] for line in lacking] == sorted(UNIX)


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("rules", "easthaven"),
        ("deal", "easthaven", *SEED),
        ("try", "easthaven", *SEED, "--moves", "D"),
        ("solve", "easthaven", *SEED),
        ("config",),
        ("completion", "bash"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_runs_without_a_unix(words: tuple[str, ...]) -> None:
    ran = elsewhere("run", *words)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout
    assert "Traceback" not in ran.stderr


@pytest.mark.timeout(120)
async def test_a_match_is_played_where_neither_side_is_a_unix(
    embedded_url: str, tmp_path: Path
) -> None:
    table = ("host", "squares/english", "--seats", "1", "--plain", "--name", "Ada")
    async with (
        running_server(
            embedded_url,
            program=(str(ELSEWHERE), "serve"),
            SAMEDEAL_COUNTDOWN_MS="200",
            SAMEDEAL_ARCHIVE=str(tmp_path / "archive"),
        ) as running,
        terminal(
            *(sys.executable, str(ELSEWHERE), "run", "--server", running.url),
            *("--identity", str(tmp_path / "identity.json"), *table),
            env=environment(SAMEDEAL_CONFIG=str(tmp_path / "none"), TERM="xterm"),
        ) as at,
    ):
        await at.until("ready")
        at.type("ready\r")
        await at.until("c4.")
        for cell in CELLS:
            at.type(f"{cell}\r")
        await at.until("rematch")
        at.type("leave\r")
        assert await at.status() == 0

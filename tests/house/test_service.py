"""The service for systemd and the page that installs it fit the server."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.repository import ROOT

from samedeal_server.app import DATA_IN_USE
from samedeal_server.process.descriptors import RESERVED
from samedeal_server.process.settings import Settings, read_settings
from samedeal_server.store.embedded import STOP_WITHIN_S

UNIT = ROOT / "deploy" / "samedeal.service"
TEXT = UNIT.read_text("utf-8")
PAGE = (ROOT / "docs" / "howto" / "install.md").read_text("utf-8")
DRAINED_WITHIN_S = 3
"""How long a process may take at most beyond the time to hand players over."""


def said(key: str) -> list[str]:
    """Return what the unit says under a key, as often as it does."""
    return re.findall(rf"^{key}=(.*)$", TEXT, re.MULTILINE)


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in said("Environment"))


def only(key: str) -> str:
    (value,) = said(key)
    return value


def test_the_service_keeps_its_data_where_it_may_write() -> None:
    settings = read_settings(environment(), {})
    assert settings.data == Path("/var/lib") / only("StateDirectory")
    assert environment()["XDG_RUNTIME_DIR"] == f"/run/{only('RuntimeDirectory')}"
    assert only("ProtectSystem") == "strict"


def test_the_service_waits_until_players_are_handed_over_and_the_store_ended() -> None:
    drained_s = Settings.model_fields["drain_ms"].default / 1000 + DRAINED_WITHIN_S
    assert int(only("TimeoutStopSec").removesuffix("s")) > drained_s + STOP_WITHIN_S
    # The server itself ends the store, and not before.
    assert only("KillMode") == "mixed"


def test_the_service_may_open_as_many_sockets_as_the_server_lets_in() -> None:
    connections = Settings.model_fields["connections"].default
    assert int(only("LimitNOFILE")) >= 2 * connections + RESERVED


def test_the_service_does_not_try_again_what_cannot_succeed() -> None:
    assert only("RestartPreventExitStatus").split() == ["2", str(DATA_IN_USE)]


def systemd_analyze(*words: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return subprocess.run(
        [program, *words], capture_output=True, text=True, check=False
    )


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    here = TEXT.replace("/opt/samedeal/bin/samedeal-server", sys.executable)
    # Whether a manual is installed is asked, too.
    unit.write_text(re.sub("^Documentation=.*\n", "", here, flags=re.MULTILINE))
    ran = systemd_analyze("verify", str(unit))
    assert UNIT.name not in ran.stderr
    assert ran.returncode == 0


def test_the_service_is_exposed_as_little_as_the_page_says() -> None:
    (told,) = re.findall(r"exposure at ([\d.]+) of 10", PAGE)
    ran = systemd_analyze("security", "--offline=yes", "--no-pager", str(UNIT))
    if ran.returncode and "offline" in ran.stderr:
        pytest.skip("this systemd looks at running services only")
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", ran.stdout)
    # Another systemd may weigh a little otherwise.
    assert abs(float(exposure) - float(told)) <= 0.5


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_settings_for_two_machines_are_understood() -> None:
    lines = blocks("sh")[0].splitlines()
    settings = read_settings(dict(line.split("=", 1) for line in lines), {})
    assert settings.port == 8766
    assert settings.rooms_by_path


def test_the_proxy_for_two_machines_knows_them_and_is_accepted(tmp_path: Path) -> None:
    if shutil.which("sed") is None:
        pytest.skip("sed is not installed")
    edit, _, check = blocks("sh")[1].partition("haproxy -c")
    where = tmp_path / "haproxy.cfg"
    subprocess.run(
        ["sh", "-ec", edit.replace("> haproxy.cfg", f"> {where}")], cwd=ROOT, check=True
    )
    text = where.read_text("utf-8")
    assert len(re.findall(r"server server-1 10\.0\.0\.11:8766", text)) == 2
    assert len(re.findall(r"server server-2 10\.0\.0\.12:8766", text)) == 2
    assert "containers" not in text.replace("some container\n", "")
    assert check
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if haproxy is None:
        pytest.skip("haproxy is not installed")
    ran = subprocess.run(
        [haproxy, "-c", "-f", where], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr

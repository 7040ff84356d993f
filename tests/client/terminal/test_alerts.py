"""What a terminal is told to say of what others did, and what it is spared."""

import pytest

from samedeal_client.reader import Alerts, Reader, read_by
from samedeal_client.terminal.alerts import BACK, BELL, KEPT, Ringing, alert_codes

SILENT = Alerts(bell=False, title=False, notify=False)
TERMINALS = ("TERM", "TERM_PROGRAM", "TMUX", "KITTY_WINDOW_ID", "VTE_VERSION")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sit at a terminal that nothing is known of."""
    for name in TERMINALS:
        monkeypatch.delenv(name, raising=False)


def codes(text: str, alerts: Alerts) -> str:
    with read_by(Reader(alerts=alerts)):
        return alert_codes(text)


def test_each_way_is_chosen_by_itself() -> None:
    assert codes("Bob is ready.", SILENT) == ""
    assert codes("Bob is ready.", SILENT._replace(bell=True)) == BELL
    titled = codes("Bob is ready.", SILENT._replace(title=True))
    assert titled == "\x1b]2;Bob is ready.\x1b\\"
    assert codes("Bob is ready.", SILENT._replace(notify=True)) == ""


@pytest.mark.parametrize(
    ("name", "value", "begins"),
    [
        ("TERM_PROGRAM", "iTerm.app", "\x1b]9;samedeal: Bob"),
        ("TERM", "xterm-kitty", "\x1b]99;;samedeal: Bob"),
        ("TERM", "foot", "\x1b]777;notify;samedeal;Bob"),
        ("VTE_VERSION", "7200", "\x1b]777;notify;samedeal;Bob"),
    ],
)
def test_a_notice_is_in_the_words_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, begins: str
) -> None:
    monkeypatch.setenv(name, value)
    found = codes("Bob is ready.", SILENT._replace(notify=True))
    assert found.startswith(begins)
    monkeypatch.setenv("TMUX", "tmux-0/default,1,0")
    assert codes("Bob is ready.", SILENT._replace(notify=True)) == ""


def test_nobody_s_name_is_a_control_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "foot")
    found = codes("\x1b]52;c;aGk=\a\x9c has come.", Alerts(bell=False))
    inside = found.replace("\x1b]2;", "").replace("\x1b]777;notify;samedeal;", "")
    inside = inside.replace("\x1b\\", "")
    assert inside.isprintable()
    assert ";" not in inside


def test_the_title_comes_back_once_somebody_has_seen_it() -> None:
    written: list[str] = []
    ringing = Ringing(written.append)
    with read_by(Reader()):
        ringing.seen()
        assert written == []
        ringing.say("Bob has come.")
        ringing.say("Bob is ready.")
        ringing.seen()
        ringing.seen()
    told = "".join(written)
    assert told.startswith(KEPT)
    assert told.count(KEPT) == told.count(BACK) == 1
    assert told.endswith(BACK)

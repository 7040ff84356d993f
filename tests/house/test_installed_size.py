"""How much is installed with samedeal: no package that it stands on is a heavy one."""

import sysconfig
from pathlib import Path

from deploy.shipping.installed import MOST_BYTES, sizes, total

OURS = 10_000_000
"""What samedeal itself takes, with its bytecode; here it is not installed."""
HEAVY = 16_000_000


def test_what_is_installed_is_bounded() -> None:
    found = sizes(Path(sysconfig.get_path("purelib")))
    assert "textual" in found
    assert OURS + total(found, without="textual") <= MOST_BYTES
    assert 0 < total(found, without="textual") < total(found)


def test_no_single_package_is_much_of_it() -> None:
    found = sizes(Path(sysconfig.get_path("purelib")))
    needed = {name for name in found if total({name: 1})}
    assert not {name for name in needed if found[name] > HEAVY}

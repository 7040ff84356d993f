"""A terminal that is made larger while the machine has much else to do."""

# pyright: reportPrivateUsage=false, reportUnknownMemberType=false

import pytest
from tests.conditions import eventually
from tests.screens import opened
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer


async def test_a_change_of_size_is_seen_though_its_timer_never_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def late(timer: Timer) -> None:
        """Have nothing to do any more: that is how one ends that began too late."""

    screen = Screen[int]()
    async with opened(screen, size=(80, 24)) as pilot:
        for size in (Size(100, 30), Size(60, 15)):
            with monkeypatch.context() as patched:
                patched.setattr(Timer, "_run", late)
                await pilot.resize_terminal(*size)
            await eventually(lambda: screen.outer_size == size)  # noqa: B023 - here

"""Orders, as they are typed, told and carried out; one row each."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress

import pytest

from samedeal_client.language.typed import words_for
from samedeal_client.play.orders import Order, help_lines, read_line, read_order
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.rooms.playing import BARE_COMMANDS

FACES_OWN = {
    Order.HELP,
    Order.BOARD,
    Order.ANALYSE,
    Order.MOMENTS,
    Order.LEAVE,
}


def test_orders_are_read_in_any_case() -> None:
    assert read_order(" READY ") is Order.READY
    assert read_order("quit") is Order.LEAVE
    assert read_order("?") is Order.HELP
    assert read_order("3f") is None
    for said in ("termina", "terminar"):
        assert read_order(said) is Order.FINISH
    assert read_order("abandonar") is Order.RESIGN


def test_no_text_asks_for_the_board() -> None:
    assert read_order("") is Order.BOARD
    assert [*read_line("  ")] == [Order.BOARD]


def test_a_line_is_read_as_orders_in_turn_with_moves() -> None:
    assert [*read_line("a1 b1 finish u c1 hint hint")] == [
        ["a1", "b1"],
        Order.FINISH,
        ["u", "c1"],
        Order.HINT,
        Order.HINT,
    ]


def test_no_word_stands_for_two_orders() -> None:
    rows = [order.value for order in Order if order.value.word]
    words = [word for row in rows for word in words_for(row.word, *row.more)]
    assert len(words) == len(set(words))


def test_what_is_read_as_an_order_is_for_the_room_or_refused_or_a_faces_own() -> None:
    read = {order for order in Order if order.value.word and order.value.is_read}
    asked = {order for order in Order if order.value.request is not None}
    refused = {order for order in Order if order.value.refused}
    assert asked | refused | FACES_OWN == read
    assert not asked & refused
    assert not (asked | refused) & FACES_OWN


def test_the_help_tells_of_every_order_that_can_be_carried_out() -> None:
    told = text_of(help_lines())
    alone = text_of(help_lines(is_alone=True))
    for order in Order:
        row = order.value
        is_for_who_is_alone = bool(row.help_alone) and not row.help
        if is_for_who_is_alone:
            assert row.word in alone
        if not row.refused and order is not Order.HELP:
            assert is_for_who_is_alone or row.word in told
    assert "hint" not in told
    assert "hint" in alone
    assert "ready" not in alone
    assert "claimed" not in alone


def test_what_is_told_to_the_room_by_name_is_a_command_that_says_nothing_more() -> None:
    for kind in BARE_COMMANDS.values():
        assert set(kind.model_fields) == {"t", "id", "n"}
    told = {order: _name_told(order) for order in Order if order.value.request}
    assert {name for name in told.values() if name} <= BARE_COMMANDS.keys()
    assert told[Order.PAUSE] == "pause"


def _name_told(order: Order) -> str:
    """Return the name by which an order goes to the room, empty for none."""
    sent: list[str] = []

    class Asked(Player):
        async def order(self, name: str) -> None:
            sent.append(name)

    assert order.value.request is not None
    asking = order.value.request(Asked("ws://127.0.0.1:1", name="Ada"))
    with suppress(NotDone):
        asyncio.run(_awaited(asking))
    return "".join(sent)


async def _awaited(asking: Awaitable[None]) -> None:
    await asking


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("3 5", ["3>5"]),
        ("10 3 W 5", ["10>3", "W>5"]),
        ("3 f w F", ["3f", "wF"]),
        ("d 3 5 4 6", ["d", "3>5", "4>6"]),
        ("35 3f 10", ["35", "3f", "10"]),
        ("d 3", ["d", "3"]),
    ],
)
def test_a_pile_and_where_it_goes_may_be_written_apart(
    typed: str, moves: list[str]
) -> None:
    assert [*read_line(typed)] == [moves]

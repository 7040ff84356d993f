"""The keys of orders on the full screen; whatever is offered there has one."""

from samedeal_client.play.orders import Order
from samedeal_client.screen.keys.order_keys import KEYS


def test_no_key_stands_for_two_orders() -> None:
    keys = [row.key for row in KEYS.values()]
    assert len(keys) == len(set(keys))


def test_every_order_has_a_word_or_a_key_that_the_help_or_the_foot_tells() -> None:
    for order in Order:
        assert order.value.word or order in KEYS
    for row in KEYS.values():
        assert row.key
        assert row.foot


def test_what_is_offered_around_a_match_has_a_key() -> None:
    assert {order for order in Order if order.value.offered is not None} <= {*KEYS}


def test_the_keys_are_told_in_the_order_of_the_orders() -> None:
    assert [*KEYS] == [order for order in Order if order in KEYS]

"""Every request has one kind of answer, and the pages say which."""

from typing import get_args

from samedeal_protocol.answering import ANSWERED_BY
from samedeal_protocol.commands import ClientHeartbeat, Command
from samedeal_protocol.updates import Error, ServerMessage


def test_every_request_has_an_answer_and_nothing_else_has() -> None:
    assert {*ANSWERED_BY, ClientHeartbeat} == {*get_args(get_args(Command)[0])}


def test_every_answer_is_a_message_and_no_refusal() -> None:
    assert {*ANSWERED_BY.values()} < {*get_args(get_args(ServerMessage)[0])} - {Error}

"""Every request says which kind of answer it has, and the pages say so, too."""

from typing import get_args

from samedeal_protocol.commands import ClientHeartbeat, Command
from samedeal_protocol.shapes import Request
from samedeal_protocol.updates import Error, ServerMessage

REQUESTS: set[type[Request]] = {*get_args(get_args(Command)[0])} - {ClientHeartbeat}


def test_every_request_says_what_answers_it() -> None:
    assert all(issubclass(kind, Request) for kind in REQUESTS)
    assert all(hasattr(kind, "answered_by") for kind in REQUESTS)


def test_every_answer_is_a_message_and_no_refusal() -> None:
    answers = {kind.answered_by for kind in REQUESTS}
    assert answers < {*get_args(get_args(ServerMessage)[0])} - {Error}

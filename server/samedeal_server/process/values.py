"""The values that a setting may have, and the words about a wrong one."""

import re
from collections.abc import Mapping
from ipaddress import ip_network
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, ValidationError
from pydantic_core import PydanticCustomError

from samedeal_server.people.addresses import Network, has_strangers, joined
from samedeal_server.people.printable import shown

_HOST_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
"""As browsers write one: other letters than these as `xn--`. No signs for any name."""
_ORIGIN = re.compile(rf"https?://({_HOST_NAME.pattern}|\[[0-9a-f:]+\])(:[0-9]{{1,5}})?")
_URL = re.compile(rf"{_ORIGIN.pattern}(/[a-zA-Z0-9._~-]+)*")


def _shown(text: str) -> str:
    """Return words as they may stand on others' screens; refuse what is no text."""
    if shown(text) != text:
        raise PydanticCustomError("words", "these are words for people, in one line")
    return text.strip()


def _listed(value: object) -> object:
    """Read words from one line of text."""
    if not isinstance(value, str):
        return value
    return tuple(part.strip().lower() for part in value.split(",") if part.strip())


def _origins(value: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse what no browser says."""
    for each in value:
        if not _ORIGIN.fullmatch(each):
            raise PydanticCustomError(
                "origin",
                "an origin is written whole, as in https://cards.example:8443",
            )
    return value


def _url(value: str | None) -> str | None:
    """Refuse what no browser opens; a slash at the end says nothing."""
    whole = None if value is None else value.rstrip("/")
    if whole is not None and not _URL.fullmatch(whole):
        raise PydanticCustomError(
            "url",
            "a page's address is written whole, as in https://cards.example, in "
            "small letters",
        )
    return whole


def _names(value: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse what is no name."""
    for each in value:
        if not _HOST_NAME.fullmatch(each):
            raise PydanticCustomError(
                "name",
                "a name is written whole, as in cards.example, without a port",
            )
    return value


def _networks(value: object) -> object:
    """Read networks from one line of text."""
    if not isinstance(value, str):
        return value
    try:
        return tuple(ip_network(part.strip()) for part in value.split(",") if part)
    except ValueError:
        raise PydanticCustomError(
            "network",
            "these are addresses or networks, as in 10.0.0.7,10.1.0.0/16",
        ) from None


def _proxies(value: tuple[Network, ...]) -> tuple[Network, ...]:
    """Refuse to believe strangers: each would have the address of their choice."""
    for each in joined(value):
        if has_strangers(each):
            raise PydanticCustomError(
                "proxies",
                "{network} is too wide, as strangers in it would be believed; name "
                "the addresses of your proxies, or networks of at most a /8 "
                "(IPv6: a /16)",
                {"network": str(each)},
            )
    return value


Words = Annotated[str, AfterValidator(_shown)]
"""Words that everybody is shown."""
Origins = Annotated[tuple[str, ...], BeforeValidator(_listed), AfterValidator(_origins)]
Names = Annotated[tuple[str, ...], BeforeValidator(_listed), AfterValidator(_names)]
PageUrl = Annotated[str | None, AfterValidator(_url)]
Proxies = Annotated[
    tuple[Network, ...], BeforeValidator(_networks), AfterValidator(_proxies)
]


_NO_WHOLE_NUMBER = "has to be a whole number"
WHY_NOT: Mapping[str, str] = {
    "int_parsing": _NO_WHOLE_NUMBER,
    "int_parsing_size": _NO_WHOLE_NUMBER,
    "greater_than_equal": "has to be {ge} or more",
    "less_than_equal": "has to be {le} or less",
    "literal_error": "has to be {expected}",
    "bool_parsing": "has to be true or false",
    **dict.fromkeys(
        ("string_too_short", "too_short"), "needs {min_length} characters or more"
    ),
    **dict.fromkeys(
        ("string_too_long", "too_long"), "has to have {max_length} characters at most"
    ),
    "string_pattern_mismatch": "has to be a whole address, as in wss://cards.example",
}
"""What is told of a value, by pydantic's type of what is wrong; its own texts are for
programmers."""


def sentences(error: ValidationError, prefix: str) -> list[str]:
    """Return a sentence for each value that is refused.

    Settings are called as in the environment, where `prefix` comes first.
    """
    told: list[str] = []
    for problem in error.errors(include_input=False, include_url=False):
        if not problem["loc"]:
            told.append(problem["msg"])
            continue
        field = str(problem["loc"][0])
        name = "REDIS_URL" if field == "redis_url" else prefix + field.upper()
        if problem["type"] == "extra_forbidden":
            told.append(f"there is no setting {name}")
        elif why := WHY_NOT.get(problem["type"]):
            told.append(f"{name} {why.format(**problem.get('ctx', {}))}")
        else:
            told.append(f"{name}: {problem['msg']}")
    return told

"""A machine that watches over a server: it asks in HTTP, and reads strictly."""

import asyncio
from collections.abc import Iterator
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from prometheus_client.parser import text_string_to_metric_families


class Heard(NamedTuple):
    """An answer."""

    status: int
    text: str
    kind: str


async def asked(url: str, path: str = "", **headers: str) -> Heard:
    """Ask a server for a path beside its metrics, or for those."""
    where = url.removesuffix("/metrics") + path if path else url
    return await asyncio.to_thread(_asked, Request(where, headers=headers))  # noqa: S310


def _asked(request: Request) -> Heard:
    try:
        with urlopen(request, timeout=30) as answer:  # noqa: S310
            kind = answer.headers["Content-Type"]
            return Heard(answer.status, answer.read().decode(), kind)
    except HTTPError as error:
        with error:
            return Heard(error.code, error.read().decode(), "")


class Sample(NamedTuple):
    """A line of metrics."""

    name: str
    labels: dict[str, str]
    value: float


def samples_in(text: str) -> Iterator[Sample]:
    """Yield the lines of a text of metrics; raises ValueError for what is none."""
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            yield Sample(sample.name, sample.labels, sample.value)


async def value(url: str, name: str, **labels: str) -> float:
    """Return the value of one line of a server's metrics; 0 for none."""
    heard = await asked(url)
    return sum(
        sample.value
        for sample in samples_in(heard.text)
        if sample.name == name and labels.items() <= sample.labels.items()
    )

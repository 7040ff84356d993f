"""Sentences of and on the service and the way to it, apart from any room."""

from collections.abc import Mapping

from samedeal_client.language import later, spoken, tr
from samedeal_client.language.texts import close_text
from samedeal_client.printable import printable
from samedeal_client.view.spans import (
    Lines,
    Style,
    good_news,
    line,
    note,
    warning,
    wrapped,
)
from samedeal_client.wire.happenings import (
    Answering,
    Back,
    Lost,
    Revived,
    Slow,
)
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.updates import (
    Service,
)

WELL_AGAIN = later("The service has recovered; the clocks run again.")
DEGRADED = later(
    "The service has trouble: nothing is lost, and the clocks stand still."
)
REVIVED = later("Your server had ended; it was started again, with all it had kept.")
DRAINING = later(
    "This server is stopping; play goes on here as soon as one answers again."
)
"""A client cannot know whether another server takes over."""


def welcome_lines(player: Player, width: int = 79) -> Lines:
    """Return the server's name and its words of welcome; nothing where there are none.

    They are text of others, and may be anything.
    """
    said = (printable(player.server_name), printable(player.greeting))
    text = ": ".join(part for part in said if part)
    return wrapped(text, 1, width, Style.DIM) if text else ()


def slow_text(silent_s: float) -> str:
    """Return a sentence on a server that has not answered for `silent_s` seconds."""
    return tr("The server is slow to answer: silent for {s} s.", s=round(silent_s))


def text_for_reader(said: Mapping[str, str]) -> str:
    """Return the text in the reader's language, else in English, else in any.

    `said` is by the tags of languages; ``es-MX`` will do for a reader of ``es``. Empty
    where nothing is said.
    """
    for language in (spoken(), "en"):
        for tag, text in said.items():
            if text and tag.partition("-")[0].lower() == language:
                return text
    return next(filter(None, said.values()), "")


def stopping_lines() -> Lines:
    """Return words on a server that stops, true until one answers."""
    going = (tr(DRAINING), close_text(CloseCode.GOING_AWAY))
    return tuple(line(f" {text}") for text in going)


Served = Service | Lost | Back | Revived | Slow | Answering


class ServiceTeller:
    """Turns happenings of a service into sentences; remembers how it was."""

    def __init__(self) -> None:
        self._state = "ok"
        self._said = ""

    def tell(self, happening: Served) -> Lines:
        """Return the words for a happening, often none."""
        match happening:
            case Service():
                return self._served(happening)
            case Lost(code=code, again=again):
                return self._lost(code, again=again)
            case Back():
                return self._back()
            case Revived():
                return note(tr(REVIVED))
            case Slow(silent_s=silent_s):
                return warning(slow_text(silent_s))
            case Answering(silent_s=silent_s):
                text = tr("The server answers again, after {s} s.", s=round(silent_s))
                return (good_news(text),)

    def _served(self, service: Service) -> Lines:
        """Return the state of the service when that changes; at first all is well."""
        before, self._state = self._state, service.state
        return (*self._announced(service), *self._changed(service, before))

    def _announced(self, service: Service) -> Lines:
        """Return the operator's announcement, once."""
        before = self._said
        said = text_for_reader(service.said)
        if not said or said == before:
            return ()
        self._said = said
        told = tr("From whoever runs this server: {text}", text=printable(said))
        return wrapped(told, 1, style=Style.WARNING)

    def _changed(self, service: Service, before: str) -> Lines:
        if service.state == before:
            return ()
        match service.state:
            case "degraded":
                return warning(tr(DEGRADED))
            case "draining":
                return note(tr(DRAINING))
            case "ok":
                return note(tr(WELL_AGAIN)) if before == "degraded" else ()

    def _lost(self, code: int, *, again: bool) -> Lines:
        text = close_text(code)
        if not again or code != CloseCode.GOING_AWAY:
            return warning(text)
        # Nothing to be alarmed by, and announced as a rule.
        announced = self._state == "draining"
        return () if announced else note(text)

    def _back(self) -> Lines:
        self._state = "ok"
        return (good_news(tr("Connected again.")),)

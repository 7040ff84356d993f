"""The aspects of a room."""

from collections.abc import Mapping

from samedeal_server.core.aspect import Aspect
from samedeal_server.core.aspects.doors import DOORS
from samedeal_server.core.aspects.pauses import PAUSES
from samedeal_server.core.aspects.talk import TALK
from samedeal_server.core.commands import Command
from samedeal_server.core.facts import Fact

ASPECTS = (PAUSES, DOORS, TALK)

OF_COMMAND: Mapping[type[Command], Aspect] = {
    kind: aspect for aspect in ASPECTS for kind in aspect.takes
}
OF_FACT: Mapping[type[Fact], Aspect] = {
    kind: aspect for aspect in ASPECTS for kind in aspect.facts
}

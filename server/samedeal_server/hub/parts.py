"""What is behind the door of a process, for those who are let in."""

from typing import NamedTuple

from samedeal_server.deals.dailies import Dailies
from samedeal_server.hub.hosts import Hosts
from samedeal_server.hub.house import House
from samedeal_server.hub.hub import Hub
from samedeal_server.hub.lookups import Lookups
from samedeal_server.hub.opening import Opening
from samedeal_server.hub.presence import Presence
from samedeal_server.records.chain import Chain


class Parts(NamedTuple):
    """Whom requests are handed to."""

    hub: Hub
    hosts: Hosts
    opening: Opening
    lookups: Lookups
    dailies: Dailies
    house: House
    chain: Chain
    presence: Presence

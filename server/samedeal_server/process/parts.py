"""The parts of one process put together: who is given whom, in one place."""

from samedeal_server.core.facts import PhaseLimits
from samedeal_server.deals.attempts import Attempts
from samedeal_server.deals.challenges import Challenges
from samedeal_server.deals.dailies import Dailies
from samedeal_server.deals.tournament_rooms import TournamentRooms
from samedeal_server.deals.tournaments import Tournaments
from samedeal_server.hub.gallery import Gallery
from samedeal_server.hub.hosts import Hosts
from samedeal_server.hub.house import House
from samedeal_server.hub.hub import Hub, new_code
from samedeal_server.hub.lookups import Lookups
from samedeal_server.hub.opening import Opening
from samedeal_server.hub.parts import Parts
from samedeal_server.hub.presence import Presence
from samedeal_server.records.records import Records
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.health import Health
from samedeal_server.store.redis import Store


def put_together(
    store: Store, health: Health, records: Records, limits: PhaseLimits, house_key: str
) -> Parts:
    """Return what those who are connected can ask; rooms' phases last as `limits` says.

    Without a key there is no house of bots.
    """
    carrier = Carrier(store, health, records)
    dailies = Dailies(store, carrier, records.chain)
    challenges = Challenges(store, carrier.all_kept)
    tournaments = Tournaments(store, records.chain)
    tournament_rooms = TournamentRooms(store, carrier, tournaments)
    house = House(store, house_key)
    gallery = Gallery(store, carrier, health)
    hub = Hub(store, health, carrier, gallery, tournament_rooms)
    presence = Presence(store, hub.game_of)
    hub.on_move = presence.moved
    opening = Opening(
        hub,
        limits,
        Attempts(store, carrier, hub, new_code),
        dailies=dailies,
        challenges=challenges,
        tournaments=tournaments,
        tournament_rooms=tournament_rooms,
    )
    lookups = Lookups(
        *(store, records, carrier.all_kept),
        dailies=dailies,
        challenges=challenges,
        tournaments=tournaments,
        house=house,
    )
    hosts = Hosts(store, hub)
    return Parts(hub, hosts, opening, lookups, dailies, house, records.chain, presence)

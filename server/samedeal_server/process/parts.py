"""The parts of one process put together: who is given whom, in one place."""

from samedeal_protocol.shapes import Request
from samedeal_server.core.answerers import Answerer
from samedeal_server.core.facts import PhaseLimits
from samedeal_server.deals.attempts import Attempts
from samedeal_server.deals.challenges import Challenges
from samedeal_server.deals.dailies import Dailies
from samedeal_server.deals.tournament_rooms import TournamentRooms
from samedeal_server.deals.tournaments import Tournaments
from samedeal_server.hub.friends import Circles
from samedeal_server.hub.gallery import Gallery
from samedeal_server.hub.hosts import Hosts
from samedeal_server.hub.house import House
from samedeal_server.hub.hub import Hub, new_code
from samedeal_server.hub.lookups import Lookups
from samedeal_server.hub.opening import Opening
from samedeal_server.hub.parts import Parts, by_viewers
from samedeal_server.hub.presence import Presence
from samedeal_server.hub.reporting import Reporting
from samedeal_server.people.accounts import Accounts
from samedeal_server.people.limits import kept_rooms
from samedeal_server.records.leaderboards import Leaderboards, key_of
from samedeal_server.records.profiles import Profiles
from samedeal_server.records.records import Records
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.room_list import OpenRooms
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.health import Health
from samedeal_server.store.redis import Store


def put_together(
    store: Store, health: Health, records: Records, limits: PhaseLimits, house_key: str
) -> Parts:
    """Return the parts that answer all who are connected; phases last as `limits` says.

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
        kept_rooms(store.people, limits.gather_ms),
        Attempts(store, carrier, hub, new_code),
        dailies=dailies,
        challenges=challenges,
        tournaments=tournaments,
        tournament_rooms=tournament_rooms,
    )
    accounts = Accounts(store)
    circles = Circles(store, hub, presence, accounts, challenges)
    hosts = Hosts(store, hub, house)
    all_kept = carrier.all_kept
    of_players = (
        *(accounts, challenges, house, tournaments, Reporting(store)),
        *(Leaderboards(store, all_kept), Profiles(store, all_kept)),
        Lookups(
            *(store, records, all_kept),
            dailies=dailies,
            tournaments=tournaments,
        ),
    )
    open_rooms = OpenRooms(store, house.free, key_of, hub.is_in_room)
    answerers: dict[type[Request], Answerer[Viewer]] = {}
    for asked in of_players:
        answerers |= by_viewers(asked.questions)
    for each in (hub, hosts, opening, circles, open_rooms):
        answerers |= each.answerers
    return Parts(hub, dailies, records.chain, presence, open_rooms, answerers)

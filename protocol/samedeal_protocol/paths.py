"""At which paths of a server connections are made: its own, and one for each room.

A room's path says no more than which room its connection is for, so that a proxy in
front of several processes can bring all who are in one room to one process. Any process
takes a connection at any of them, and asks at none what the other would not be asked.
"""

ROOMS = "/play/"
"""What the path of a room begins with; its code is the rest."""


def path_of(room: str) -> str:
    """Return the path at which those connect who are in a room, or want to be."""
    return f"{ROOMS}{room}"


def without_room(url: str) -> str:
    """Return the address of the server that a room's path is at."""
    server, found, room = url.rpartition(ROOMS)
    return server if found and "/" not in room else url

"""The names of connections in facts: their process, and their client's session."""


def visiting(connection: str, session: str, visit: int) -> str:
    """Return a connection's name, with the session and visit that its client says."""
    return f"{connection}#{session}.{visit}"


def visit_of(connection: str) -> tuple[str, int]:
    """Return the session that a connection belongs to, and its number there."""
    session, _, visit = connection.partition("#")[2].partition(".")
    return session, int(visit or 0)


def process_of(connection: str) -> str:
    """Return the server process that a connection belongs to."""
    return connection.partition(".")[0]

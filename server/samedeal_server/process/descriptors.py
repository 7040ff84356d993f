"""The limit of sockets of this process, with room for all else that it opens.

A process that has no descriptor left cannot even ask its store anything: whoever opens
sockets and says nothing would then stop every match.
"""

RESERVED = 128
"""For the store's connections, and for what is opened now and then."""


def allow_sockets(wanted: int) -> int:
    """Raise the limit of this process so that there can be as many sockets.

    Return the number there can be: fewer where the system allows no more.
    """
    try:
        import resource
    except ImportError:  # as on Windows, where nothing limits them
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    enough = wanted + RESERVED
    most = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return min(wanted, max(soft - RESERVED, soft // 2))

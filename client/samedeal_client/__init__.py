"""The client: what a player sees, types and knows."""


def version() -> str:
    """Return the version of this program, 0 in a checkout that is not installed."""
    # Takes longer to load than all that most commands need.
    from importlib import metadata

    try:
        return metadata.version("samedeal")
    except metadata.PackageNotFoundError:
        return "0"

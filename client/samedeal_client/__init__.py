"""The client: what a player sees, types and knows."""

from importlib.metadata import PackageNotFoundError, version


def _version() -> str:
    try:
        return version("samedeal")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0"


VERSION = _version()

"""The client: what a player sees, types and knows."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("samedeal")
except PackageNotFoundError:  # run from a checkout that is not installed
    VERSION = "0"

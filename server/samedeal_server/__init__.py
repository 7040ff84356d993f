"""The server: owns the deck, checks every move, keeps every fact."""

from importlib.metadata import version

__version__ = version("samedeal")

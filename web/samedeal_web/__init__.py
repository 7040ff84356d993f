"""The page to play on, as files: read once, packed once, and handed to a server."""

from samedeal_web.files import File, Site, read_site

__all__ = ["File", "Site", "read_site"]

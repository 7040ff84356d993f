"""TLS by the server itself: a certificate with its key, read again when it changes."""

import asyncio
import logging
import ssl
from pathlib import Path

log = logging.getLogger(__name__)

LOOKED_EVERY_S = 5.0


class CertificateError(Exception):
    """A certificate or key that cannot be used; the text is one sentence."""


class Certificate:
    """What shows clients that this is the server; `run` is a task that renews it.

    Raises CertificateError if it cannot be used.
    """

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = (certificate, key)
        self._seen = self._changed()
        self.context = self._read()
        """For whoever listens."""

    async def run(self) -> None:
        """Have new connections see a new certificate, until cancelled."""
        while True:
            await asyncio.sleep(LOOKED_EVERY_S)
            self.look()

    def look(self) -> None:
        """Read the files again if they have changed; what cannot be used is logged."""
        seen = self._changed()
        if seen == self._seen:
            return
        self._seen = seen
        try:
            # Whole, and in agreement, before it is put in place of the one that is.
            self._read()
            self.context.load_cert_chain(*self._files)
        except (CertificateError, OSError) as error:
            log.error("the certificate stays the one before: %s", error)  # noqa: TRY400
        else:
            log.info("the certificate was read again, as it has changed")

    def _read(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        certificate, key = self._files
        try:
            context.load_cert_chain(certificate, key, password=_none)
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or getattr(error, "strerror", None)
            raise CertificateError(
                f"SAMEDEAL_TLS_CERT {certificate} and SAMEDEAL_TLS_KEY {key} cannot be "
                f"used: {reason or error}"
            ) from None
        return context

    def _changed(self) -> tuple[object, ...]:
        """Return what is another when one of the files is."""
        return tuple(map(_stamp, self._files))


def _stamp(path: Path) -> object:
    try:
        found = path.stat()
    except OSError as error:
        return error.errno
    return found.st_mtime_ns, found.st_size, found.st_ino


def _none() -> str:
    """Give no password: OpenSSL would ask for one at the terminal, and wait."""
    return ""

"""TLS by the server itself: a certificate with its key, read again when it changes."""

import asyncio
import contextlib
import logging
import ssl
import stat
import threading
from pathlib import Path

from samedeal_server.process.validity import Validity, validity_of

log = logging.getLogger(__name__)

LOOKED_EVERY_S = 5.0
READ_WITHIN_S = 10.0
FILE_MOST = 1024 * 1024
"""Bytes; a chain of certificates has some thousand."""


class CertificateError(Exception):
    """A certificate or key that cannot be used; the text is one sentence."""


class HalfAPairError(CertificateError):
    """The key is that of another certificate, as while both are being replaced."""


class Certificate:
    """The proof to clients that this is the server; `run` is a task that renews it.

    Raises CertificateError if it cannot be used.
    """

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = (certificate, key)
        self._seen = self._changed()
        self._is_half = False
        """Whether what was seen last could not be used, and may be on its way."""
        self.is_refused = False
        """Whether the files have changed, and cannot be used as they are."""
        self.validity: Validity | None = None
        """From when and until when the newest is valid; None where that is unknown."""
        self._newest = self._read()
        self.context = self._read()
        """For whoever listens: it has each connection shown the newest."""
        self.context.sni_callback = self._show_newest

    async def run(self) -> None:
        """Show new connections the newest certificate, until cancelled."""
        while True:
            await asyncio.sleep(LOOKED_EVERY_S)
            await self._look_aside()

    async def _look_aside(self) -> None:
        """Look in a thread that ends with the process, for a disk may not answer."""
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def look() -> None:
            try:
                self.look()
            finally:
                with contextlib.suppress(RuntimeError):  # the process is about to end
                    loop.call_soon_threadsafe(done.set)

        threading.Thread(target=look, name="certificate", daemon=True).start()
        try:
            async with asyncio.timeout(READ_WITHIN_S):
                await done.wait()
        except TimeoutError:
            log.error(  # noqa: TRY400
                "the certificate stays the one before: its files are not read in time"
            )
            await done.wait()

    def look(self) -> None:
        """Read the files again if they have changed; what cannot be used is logged."""
        seen = self._changed()
        has_changed = seen != self._seen
        if not has_changed and not self._is_half:
            return
        self._seen, self._is_half = seen, False
        try:
            # Whole, and in agreement, before it is put in place of the one that is.
            self._newest = self._read()
        except CertificateError as error:
            # One file comes after the other: that is no error until it stays so.
            self._is_half = has_changed and isinstance(error, HalfAPairError)
            if self._is_half:
                log.info("the other file of a new certificate is waited for: %s", error)
            else:
                self.is_refused = True
                log.error("the certificate stays the one before: %s", error)  # noqa: TRY400
        else:
            self.is_refused = False
            log.info("the certificate was read again, as it has changed")

    def _show_newest(
        self, connection: ssl.SSLObject, name: str, context: ssl.SSLContext
    ) -> None:
        connection.context = self._newest

    def _read(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        certificate, key = self._files
        try:
            for path in self._files:
                _check(path)
            context.load_cert_chain(certificate, key, password=_none)
        except (OSError, ValueError) as error:
            is_half = getattr(error, "reason", None) == "KEY_VALUES_MISMATCH"
            raise (HalfAPairError if is_half else CertificateError)(
                f"SAMEDEAL_TLS_CERT {certificate} and SAMEDEAL_TLS_KEY {key} cannot be "
                f"used: {_why(error, key)}"
            ) from None
        # OpenSSL can use it; what it says besides is for the operator alone.
        self.validity = None
        with contextlib.suppress(OSError, ValueError):
            self.validity = validity_of(certificate.read_text("ascii", "replace"))
        return context

    def _changed(self) -> tuple[object, ...]:
        """Return the stamps of the files, of which one is another when its file is."""
        return tuple(map(_stamp, self._files))


def _stamp(path: Path) -> object:
    try:
        found = path.stat()
    except OSError as error:
        return error.errno
    return found.st_mtime_ns, found.st_size, found.st_ino


def _check(path: Path) -> None:
    """See that a file ends; raises OSError, and ValueError if it may not."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > FILE_MOST:
        raise ValueError(f"{path} is no plain file of at most {FILE_MOST} bytes")


def _why(error: OSError | ValueError, key: Path) -> str:
    """Return the reason of an error, as an operator may do something about it."""
    if not isinstance(error, ssl.SSLError):
        named = getattr(error, "filename", None)
        said = getattr(error, "strerror", None) or str(error)
        return f"{said}: {named}" if named else said
    if error.reason == "KEY_VALUES_MISMATCH":
        return "the key is not that of the certificate"
    with contextlib.suppress(OSError):
        if b"ENCRYPTED" in key.read_bytes()[:FILE_MOST]:
            return "the key has a password, and nobody is there to type it"
    return f"they are no certificate and key in PEM ({error.reason or 'PEM'})"


def _none() -> str:
    """Give no password: OpenSSL would ask for one at the terminal, and wait."""
    return ""

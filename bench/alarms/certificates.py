"""Certificates for this machine, as old as is wanted."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

CONFIGURATION = """
[ca]
default_ca = here
[here]
database = {folder}/index
serial = {folder}/serial
new_certs_dir = {folder}
default_md = sha256
policy = any
[any]
commonName = supplied
"""


def made(folder: Path, since_days: float, for_days: float) -> tuple[Path, Path]:
    """Make a certificate and its key, valid from `since_days` ago for `for_days`."""
    folder.mkdir()
    certificate, key = folder / "cert.pem", folder / "key.pem"
    asked, settings = folder / "asked.pem", folder / "openssl.cnf"
    settings.write_text(CONFIGURATION.format(folder=folder))
    (folder / "index").touch()
    (folder / "serial").write_text("01")
    began = datetime.now(UTC) - timedelta(days=since_days)
    ends = datetime.now(UTC) + timedelta(days=for_days)
    _openssl(
        *("req", "-new", "-nodes", "-subj", "/CN=localhost", "-newkey", "ec"),
        *("-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-keyout", str(key), "-out", str(asked)),
    )
    _openssl(
        *("ca", "-batch", "-selfsign", "-notext", "-config", str(settings)),
        *("-startdate", f"{began:%Y%m%d%H%M%SZ}", "-enddate", f"{ends:%Y%m%d%H%M%SZ}"),
        *("-keyfile", str(key), "-in", str(asked), "-out", str(certificate)),
    )
    return certificate, key


def _openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)  # noqa: S607

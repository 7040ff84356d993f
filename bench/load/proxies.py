"""The proxies whose configurations are shipped, before servers on this machine.

They are Debian's, where they are installed, and their configurations are those in
`deploy`, but for the addresses, which a run chooses.
"""

import asyncio
import contextlib
import re
import shutil
import socket as sockets
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, TypeAlias

from bench.load.processes import ROOT, Running

Kind: TypeAlias = Literal["haproxy", "nginx"]
KINDS: tuple[Kind, ...] = ("haproxy", "nginx")
BEHIND_ONE = {
    "SAMEDEAL_TRUSTED_PROXIES": "127.0.0.1",
    "SAMEDEAL_ROOMS_BY_PATH": "1",
}
"""The settings of servers behind a proxy that goes by the path."""
ALPN = " alpn h2,http/1.1"
"""What HAProxy offers by itself from 3.0 on: browsers come by HTTP/2."""
PLACES = "/usr/sbin:/usr/local/sbin:/usr/bin"
LISTENS_WITHIN_S = 20.0
POLL_S = 0.02


def program_of(kind: Kind) -> str:
    """Return the path of an installed proxy; raises RuntimeError for none."""
    found = shutil.which(kind, path=PLACES)
    if found is None:
        raise RuntimeError(lacking(kind))
    return found


def lacking(kind: Kind) -> str:
    """Say that a proxy is not installed, and how to have it; nothing if it is."""
    if shutil.which(kind, path=PLACES):
        return ""
    return f"{kind} is not installed here (on Debian: apt-get install {kind})"


class Pair(NamedTuple):
    """A certificate, as PEM, and its key."""

    certificate: str
    key: str


@asynccontextmanager
async def behind(
    kind: Kind,
    ports: Sequence[int],
    *,
    by_path: bool = True,
    port: int = 0,
    below: str = "",
    tls: Pair | None = None,
) -> AsyncGenerator[Running]:
    """Run a proxy before servers at these ports; without `by_path`, at random.

    It listens at `port`, or at any that is free; nginx brings them what is `below` a
    path alone. It speaks TLS with a pair for it.
    """
    program = program_of(kind)
    port = port or free_port()
    with TemporaryDirectory(prefix="samedeal-proxy-") as folder:
        if kind == "haproxy":
            text = haproxy_text(port, ports, by_path=by_path)
        else:
            text = nginx_text(port, ports, Path(folder), by_path=by_path)
            text = text.replace("location / {", f"location {below or '/'} {{")
        if tls is not None:
            text = _with_tls(text, Path(folder), tls)
        words = _written(kind, text, Path(folder))
        child = await asyncio.create_subprocess_exec(
            *(program, *words), stdout=DEVNULL, stderr=DEVNULL
        )
        try:
            await _listens(port)
            yield Running(child.pid, port)
        finally:
            if child.returncode is None:
                child.terminate()
            await child.wait()


def _written(kind: Kind, text: str, folder: Path) -> tuple[str, ...]:
    """Write a configuration; return the words with which a proxy reads it."""
    folder.chmod(0o755)  # nginx gives up root's rights
    file = folder / f"{kind}.conf"
    file.write_text(text)
    if kind == "haproxy":
        return ("-f", str(file), "-db")
    return ("-p", str(folder), "-c", str(file), "-g", "daemon off;")


def _with_tls(text: str, folder: Path, tls: Pair) -> str:
    """Return a configuration with the lines that run-a-server.md has for TLS."""
    page = (ROOT / "docs" / "howto" / "run-a-server.md").read_text("utf-8")
    (bind,) = re.findall(r"^bind \S+ (ssl crt )\S+$", page, re.MULTILINE)
    (listen,) = re.findall(r"^listen 443( ssl) .*;$", page, re.MULTILINE)
    files = re.findall(r"^(ssl_certificate\w*) (\S+);$", page, re.MULTILINE)
    whole, *each = (folder / name for name in ("whole.pem", "cert.pem", "key.pem"))
    for path, held in zip((whole, *each), ("".join(tls), *tls), strict=True):
        path.write_text(held)
    lines = "".join(
        f"\n        {name} {path};" for (name, _), path in zip(files, each, strict=True)
    )
    text = re.sub(r"(bind \S+)", rf"\1 {bind}{whole}{ALPN}", text)
    return re.sub(r"(listen \S+)( .*;)", rf"\1{listen}\2{lines}", text)


def haproxy_text(port: int, ports: Sequence[int], *, by_path: bool) -> str:
    """Return the shipped configuration with these addresses."""
    text = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    text = re.sub(r"bind :\d+", f"bind 127.0.0.1:{port}", text)
    if not by_path:
        text = re.sub(r"\n    use_backend rooms .*", "", text)
    first, *others = re.findall(r"\n    server server-1 .*", text)
    for line in (first, *others):
        lines = (
            line.replace("server-1:8765", f"127.0.0.1:{each}").replace(
                "server-1", f"server-{number}"
            )
            for number, each in enumerate(ports, 1)
        )
        text = text.replace(line, "".join(lines), 1)
    return re.sub(r"\n    server server-\d+ server-\d+:8765.*", "", text)


def nginx_text(port: int, ports: Sequence[int], folder: Path, *, by_path: bool) -> str:
    """Return the shipped configuration with these addresses, and files in a folder."""
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    text = re.sub(r"listen \d+", f"listen 127.0.0.1:{port}", text)
    if not by_path:
        text = text.replace("default rooms;", "default servers;")
    rest = re.findall(r"server 127\.0\.0\.1:8765(.*)", text)[0]
    lines = "".join(f"\n        server 127.0.0.1:{each}{rest}" for each in ports)
    text = re.sub(r"\n        server 127\.0\.0\.1:8765.*", lines, text)
    text = re.sub(r"\n        server 127\.0\.0\.1:8766 .*", "", text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"\n    {each}_temp_path {folder}/{each};" for each in kinds)
    return f"pid {folder}/nginx.pid;\n" + text.replace("http {", "http {" + paths, 1)


def free_port() -> int:
    """Return a port at which nobody listens just now."""
    with sockets.socket() as socket:
        socket.bind(("127.0.0.1", 0))
        found: int = socket.getsockname()[1]
    return found


async def _listens(port: int) -> None:
    async with asyncio.timeout(LISTENS_WITHIN_S):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(POLL_S)

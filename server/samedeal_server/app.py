"""The server process: settings, store, hub and gateway put together."""

import argparse
import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

from samedeal_server import __version__
from samedeal_server.admin import commands as admin
from samedeal_server.edge.reach import Reach, reach_of
from samedeal_server.operating.listener import Listener
from samedeal_server.process.descriptors import allow_sockets
from samedeal_server.process.endings import (
    ENDS_WITH_ITS_PLAYER,
    let_go,
    noted_address,
    temporary_data,
    unused,
)
from samedeal_server.process.logs import start_logging
from samedeal_server.process.process import Process
from samedeal_server.process.settings import Settings, SettingsError, read_settings
from samedeal_server.process.stores import store_url
from samedeal_server.process.tls import Certificate, CertificateError
from samedeal_server.store.errors import DataInUse, StoreError
from samedeal_server.store.redis import Store

DATA_IN_USE = DataInUse.status
"""The exit status of a server whose data folder another one keeps."""

log = logging.getLogger(__name__)

USUAL_ADDRESS = "ws://127.0.0.1:8765"
"""The address at which clients look that are told nothing else."""
GAME = "squares/english"
"""A game for somebody who has just started a server to begin with."""


class CannotStart(Exception):
    """The server cannot run; the text is one sentence for the operator."""

    status = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a server process until SIGTERM or SIGINT, or what an operator asks for.

    Return the exit status.
    """
    asked = server_parser().parse_args(arguments)
    try:
        settings = read_settings(
            os.environ, {"host": asked.host, "port": asked.port, "data": asked.data}
        )
    except SettingsError as error:
        print(f"samedeal-server: {error}", file=sys.stderr)
        return 2
    start_logging(settings.log_level, settings.log_format)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            if asked.command == "admin":
                return runner.run(admin.run(settings, asked))
            return runner.run(_run(settings, asked))
    except (CannotStart, StoreError) as error:
        print(f"samedeal-server: {error}", file=sys.stderr)
        return error.status
    except BrokenPipeError:
        # Whoever read this has enough, as `head` has.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


async def _run(settings: Settings, asked: argparse.Namespace) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    temporary = temporary_data() if asked.temporary else nullcontext(settings.data)
    with temporary as data:
        settings = settings.model_copy(update={"data": data})
        window_s = settings.write_window_ms / 1000
        async with store_url(settings) as (url, ended), Store(url, window_s) as store:
            return await _serve(settings, store, ended, stop, asked)


async def _serve(
    settings: Settings,
    store: Store,
    store_ended: asyncio.Event,
    stop: asyncio.Event,
    asked: argparse.Namespace,
) -> int:
    # As many again say nothing yet, or are being told that they are not let in.
    most = allow_sockets(2 * settings.connections)
    process = Process(store, settings, most)
    # Before the tasks begin, so that a failure is not wrapped in a group.
    certificate = process.certificate = _certificate(settings)
    server = await _listen(
        partial(
            process.gateway.listen, tls=certificate.context if certificate else None
        ),
        *(settings.host, settings.port),
    )
    ends: list[Coroutine[None, None, object]] = [
        stop.wait(),
        store_ended.wait(),
        process.obeying.is_to_end.wait(),
    ]
    if asked.leash:
        ends.append(let_go(process.racing))
    if asked.until_unused is not None:
        ends.append(unused(lambda: process.gateway.count, asked.until_unused))
    host, port = server.sockets[0].getsockname()[:2]
    watched = await _watched(process, settings)
    reach = process.gateway.reach = reach_of(
        *(server.sockets, settings.told_address), by_tls=certificate is not None
    )
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(process.run())
        beside = [tasks.create_task(one.run()) for one in (certificate,) if one]
        sweeping = tasks.create_task(watched.listener.run()) if watched else None
        _collect_less()
        with _findable(settings, (host, port), store.url):
            _announce((host, port), reach, asked.ready_json, watched)
            await _first(ends)
            server.close()
        if not store_ended.is_set():
            if asked.leash:
                process.gateway.announce(ENDS_WITH_ITS_PLAYER)
            await process.drain(settings.drain_ms / 1000)
        for task in (running, *beside):
            task.cancel()
        if watched is not None and sweeping is not None:
            # Not before: while players are handed over, it says so.
            watched.server.close()
            sweeping.cancel()
    if store_ended.is_set():
        raise CannotStart("the embedded store ended by itself; see its log")
    return 0


def _collect_less() -> None:
    """Make the garbage collector look less often, and not at what stays for good.

    Next to nothing here is in a cycle, and looking for those took a twentieth of
    the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class _Watched(NamedTuple):
    """Where machines watch over this process."""

    listener: Listener
    server: asyncio.Server

    @property
    def url(self) -> str:
        """The address of the metrics."""
        host, port = self.server.sockets[0].getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"


async def _watched(process: Process, settings: Settings) -> _Watched | None:
    """Begin to tell how this process is, if that is wanted."""
    if settings.metrics_port is None:
        return None
    # Needed by nobody else: a library that takes a tenth of a second to come.
    from samedeal_server.operating.monitoring import monitoring

    listener = monitoring(process)
    port = settings.metrics_port
    server = await _listen(listener.listen, settings.metrics_host, port)
    return _Watched(listener, server)


def _certificate(settings: Settings) -> Certificate | None:
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    try:
        return Certificate(settings.tls_cert, settings.tls_key)
    except CertificateError as error:
        raise CannotStart(str(error)) from None


async def _listen(
    listen: Callable[[str, int], Awaitable[asyncio.Server]], host: str, port: int
) -> asyncio.Server:
    try:
        return await listen(host, port)
    except OSError as error:
        reason = error.strerror or error
        raise CannotStart(f"cannot listen on {host}:{port}: {reason}") from error


def _findable(
    settings: Settings, at: tuple[str, int], store_url: str
) -> AbstractContextManager[None]:
    """Note the address of the server in its data folder."""
    if settings.redis_url is not None:
        return nullcontext()
    return noted_address(settings.data, *at, store_url)


async def _first(ends: Sequence[Coroutine[None, None, object]]) -> None:
    """Wait for the first of several things."""
    waiting = [asyncio.create_task(end) for end in ends]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


def _announce(
    at: tuple[str, int], reach: Reach, ready_json: bool, watched: "_Watched | None"
) -> None:
    if ready_json:
        told: dict[str, object] = {"ready": True, "host": at[0], "port": at[1]}
        if watched is not None:
            told["metrics"] = watched.url
        print(json.dumps(told), flush=True)
    else:
        lines = _where_and_what_next(reach)
        if watched is not None:
            lines.insert(-1, f"  for its operator: {watched.url}")
        print("\n".join(lines), flush=True)


def _where_and_what_next(reach: Reach) -> list[str]:
    """Return the lines that are told to an operator at the terminal."""
    told = [f"samedeal-server {__version__} listens on {reach.here}"]
    told += [f"  for other machines: {address}" for address in reach.others]
    if not reach.others:
        told.append("  for this machine alone; --host 0.0.0.0 lets others in")
    where = "" if reach.here == USUAL_ADDRESS else f" --server {reach.here}"
    return [*told, f"Next, in another terminal: samedeal{where} host {GAME}"]


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def server_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="samedeal-server",
        description="Hand several players the same deal and let them race.",
        epilog="example: samedeal-server --port 8765 --data ./data\n"
        "Everything else is set by environment variables; see "
        "docs/reference/settings.md.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on (8765); 0 for any")
    parser.add_argument(
        "--data",
        type=Path,
        help="folder of the embedded store; not used when REDIS_URL is set",
    )
    parser.add_argument(
        "--ready-json",
        action="store_true",
        help="when ready, print one line of JSON with host and port",
    )
    parser.add_argument(
        "--temporary",
        action="store_true",
        help="keep the embedded store in a folder of its own that goes away at the end",
    )
    parser.add_argument(
        "--leash",
        action="store_true",
        help="end when standard input ends, because the program behind it is gone",
    )
    parser.add_argument(
        "--until-unused",
        type=float,
        metavar="S",
        help="end when nobody has been connected for S seconds",
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    admin.add_command(parser.add_subparsers(dest="command", title="instead of serving"))
    return parser

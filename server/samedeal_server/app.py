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
from collections.abc import Callable, Sequence
from pathlib import Path

from samedeal_server import __version__, admin
from samedeal_server.descriptors import allow_sockets
from samedeal_server.gateway import Gateway
from samedeal_server.logs import start_logging
from samedeal_server.service import Service
from samedeal_server.settings import Settings, SettingsError, read_settings
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store
from samedeal_server.stores import store_url

log = logging.getLogger(__name__)


class CannotStart(Exception):
    """The server cannot run; the text is one sentence for the operator."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a server process until SIGTERM or SIGINT, or what an operator asks for.

    Return the exit status.
    """
    asked = _parser().parse_args(arguments)
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
            return runner.run(_run(settings, ready_json=asked.ready_json))
    except (CannotStart, StoreError) as error:
        print(f"samedeal-server: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


async def _run(settings: Settings, *, ready_json: bool) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    try:
        async with store_url(settings) as (url, ended), Store(url) as store:
            return await _serve(settings, store, ended, stop, ready_json)
    except StoreError as error:
        raise CannotStart(str(error)) from error


async def _serve(
    settings: Settings,
    store: Store,
    store_ended: asyncio.Event,
    stop: asyncio.Event,
    ready_json: bool,
) -> int:
    # As many again say nothing yet, or are being told that they are not let in.
    most = allow_sockets(2 * settings.connections)
    service = Service(store, settings, most)
    # Before the tasks begin, so that a failure is not wrapped in a group.
    server = await _listen(service.gateway, settings.host, settings.port)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(service.run())
        host, port = server.sockets[0].getsockname()[:2]
        _collect_less()
        _announce(host, port, ready_json)
        await _first(stop, store_ended)
        server.close()
        if not store_ended.is_set():
            await service.drain(settings.drain_ms / 1000)
        running.cancel()
    if store_ended.is_set():
        raise CannotStart("the embedded store ended by itself; see its log")
    return 0


def _collect_less() -> None:
    """Have the garbage collector look less often, and not at what stays for good.

    Next to nothing here is in a cycle, and looking for those took a twentieth of
    the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


async def _listen(gateway: Gateway, host: str, port: int) -> asyncio.Server:
    try:
        return await gateway.listen(host, port)
    except OSError as error:
        reason = error.strerror or error
        raise CannotStart(f"cannot listen on {host}:{port}: {reason}") from error


async def _first(*events: asyncio.Event) -> None:
    """Wait for the first of several events."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


def _announce(host: str, port: int, ready_json: bool) -> None:
    if ready_json:
        line = json.dumps({"ready": True, "host": host, "port": port})
    else:
        line = f"samedeal-server {__version__} listens on ws://{host}:{port}"
    print(line, flush=True)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _parser() -> argparse.ArgumentParser:
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
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    admin.add_command(parser.add_subparsers(dest="command", title="instead of serving"))
    return parser

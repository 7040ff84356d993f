"""Two streams joined, for what stands between a client and a server."""

import asyncio
import contextlib
from typing import TypeAlias

Ends: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def join(*ways: Ends) -> None:
    """Hand on what comes in, each way, until both ends have hung up."""
    await asyncio.gather(*(_copied(reader, writer) for reader, writer in ways))


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    writer.close()

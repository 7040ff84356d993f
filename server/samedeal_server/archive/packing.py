"""Transcripts made small, by zstd with dictionaries trained on transcripts.

A frame names the dictionary that it was packed with. Those that come with the server
are in the folder `dictionaries` beside this module; each archive has a copy of every
one that it needs, so that it can be read for as long as it lasts, whatever comes with
the server by then. The one with the highest number is packed with.
"""

import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import resources

from samedeal_records.sealing import MAX_TRANSCRIPT_BYTES
from samedeal_server.archive.errors import DictionaryMissing
from samedeal_server.archive.shelves import Shelf

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    import backports.zstd as zstd

LEVEL = 19
"""Packed once, and kept for ever: a millisecond each, which nobody waits for."""
PREFIX, SUFFIX = "dictionary-", ".zdict"
DICTIONARY_MOST = 4 * 1024 * 1024


def dictionary_name(number: int) -> str:
    """Return the name of the file of a dictionary."""
    return f"{PREFIX}{number}{SUFFIX}"


def number_in(name: str) -> int | None:
    """Return the number of the dictionary that a file is, None for another file."""
    number = name.removeprefix(PREFIX).removesuffix(SUFFIX)
    is_one = name == f"{PREFIX}{number}{SUFFIX}" and number.isdecimal()
    return int(number) if is_one else None


@cache
def own_dictionaries() -> dict[int, bytes]:
    """Return the dictionaries that come with the server, by number."""
    folder = resources.files("samedeal_server.archive") / "dictionaries"
    return {
        number: entry.read_bytes()
        for entry in folder.iterdir()
        if (number := number_in(entry.name)) is not None
    }


class Packing:
    """Packs and unpacks, with the dictionaries of a shelf and the server's own."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._dictionaries: dict[int, zstd.ZstdDict] = {}

    def packer(self) -> Callable[[bytes], bytes]:
        """Return the function that makes transcripts frames.

        Their dictionary is on the shelf.
        """
        options: dict[int, int] = {
            zstd.CompressionParameter.compression_level: LEVEL,
            zstd.CompressionParameter.checksum_flag: 1,
        }
        compressor = zstd.ZstdCompressor(options=options, zstd_dict=self._newest())
        return partial(compressor.compress, mode=zstd.ZstdCompressor.FLUSH_FRAME)

    def unpack(self, frame: bytes) -> bytes:
        """Return a transcript, to the bit what was packed.

        Raises DictionaryMissing, and ValueError if the frame is not what was written.
        """
        try:
            number = zstd.get_frame_info(frame).dictionary_id
            known = self._known(number) if number else None
            decompressor = zstd.ZstdDecompressor(zstd_dict=known)
            transcript = decompressor.decompress(frame, MAX_TRANSCRIPT_BYTES)
        except zstd.ZstdError as error:
            raise ValueError(str(error)) from None
        if not decompressor.eof:
            raise ValueError("it is cut short, or too large")
        return transcript

    def _newest(self) -> zstd.ZstdDict:
        there = [
            number
            for name in self._shelf.names()
            if (number := number_in(name)) is not None
        ]
        newest = max([*there, *own_dictionaries()])
        if newest not in there:
            name = dictionary_name(newest)
            self._shelf.put(name, [own_dictionaries()[newest]])
        return self._known(newest)

    def _known(self, number: int) -> zstd.ZstdDict:
        if number not in self._dictionaries:
            data = own_dictionaries().get(number) or self._read(number)
            self._dictionaries[number] = zstd.ZstdDict(data)
        return self._dictionaries[number]

    def _read(self, number: int) -> bytes:
        try:
            data = self._shelf.read(dictionary_name(number), 0, DICTIONARY_MOST)
        except FileNotFoundError:
            raise DictionaryMissing(number) from None
        if zstd.ZstdDict(data).dict_id != number:
            raise DictionaryMissing(number)
        return data

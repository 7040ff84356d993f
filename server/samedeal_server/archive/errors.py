"""The errors of the archive; their texts are fit to print as they are."""

from samedeal_server.store.errors import StoreUnavailable


class ArchiveUnavailable(StoreUnavailable):
    """The archive cannot be read or written, or is not this store's.

    Nobody knows then whether a transcript is in it.
    """


class Damaged(ArchiveUnavailable):
    """A file of the archive is not what was written."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(
            f"the archive's file {name} {what}: put it back from a backup, or take it "
            "out of the folder if there is none"
        )


class DictionaryMissing(ArchiveUnavailable):
    """Transcripts were packed with a dictionary that is not here."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"the archive needs dictionary {number}, which is missing: put "
            f"dictionary-{number}.zdict back into its folder, or use the version of "
            "samedeal that has it"
        )


class BadName(Damaged):
    """A name, for a file of the archive, that may lead elsewhere."""

    def __init__(self, name: str) -> None:
        super().__init__(ascii(name), "has a name that no file of an archive has")


OF_ONE_FILE = Damaged, DictionaryMissing
"""Errors that say nothing of the archive's other files."""

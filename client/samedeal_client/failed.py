"""Errors for people: a command that failed, or something refused at a table."""

USAGE = 2
"""The exit status for a command line that cannot be used."""
INTERRUPTED = 130
"""The exit status of a program that its user interrupted, with Ctrl-C."""


class Failed(Exception):
    """A command that could not be carried out; its text is one sentence."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


class Refused(Exception):
    """Something that is refused; the text says why, in the language that is spoken."""

"""What was not done, and why: a command, or something asked for at a table."""

USAGE = 2
"""The exit status of what was asked for in a way that nothing can be done with."""


class Failed(Exception):
    """A command that could not be carried out; its text is one sentence."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


class Refused(Exception):
    """Something is not done; its text says why, in the language that is spoken."""

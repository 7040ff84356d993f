"""What is not done, whoever refuses it: rules, room, server."""


class Refused(Exception):
    """Something is not done; its text says why, in the language that is spoken."""

"""Words that players write to each other: which may be passed on."""

from samedeal_server.people.names import MARKS_MOST, composed, is_visible, most_marks


def why_not_said(text: str) -> str | None:
    """Return why a line cannot be passed on, None if it can.

    What is passed on stays on its line and shows what it is, on any screen.
    """
    if not text or text != composed(text):
        return "a line is composed text (NFC)"
    if text != " ".join(text.split()):
        return "a line has single blanks, and none around it"
    if not all(map(is_visible, text)):
        return "a line has only printable characters"
    if most_marks(text) > MARKS_MOST:
        return "a line has no more marks than its letters can carry"
    return None

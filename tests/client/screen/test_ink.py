"""What is painted of a line: words, and no blanks around them that say nothing."""

import pytest

from samedeal_client.screen.ink import inked_line
from samedeal_client.view.spans import Span, Style, line


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("style", [Style.OWN, Style.NEXT])
def test_blanks_around_what_is_marked_are_bare(style: Style, *, colour: bool) -> None:
    text = inked_line(line("1 ", Span("  you me   ", style), "|"), colour=colour)
    assert text.plain == "1   you me   |"
    marked = [text.plain[span.start : span.end] for span in text.spans if span.style]
    assert "you me" in marked
    assert all(part.strip() == part for part in marked if "you" in part)
    assert not any(part and part.isspace() for part in marked)

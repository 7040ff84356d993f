"""Notes are told whole where they have room, and else from their beginning."""

from samedeal_client.screen.table.notes import Notes
from samedeal_client.view.spans import Lines, Span, Style, line, text_of

LONG = "This is a note of so many words that it needs two rows."
WIDTH = 40


def notes_of(*texts: str) -> Notes:
    """Return notes that stay."""
    notes = Notes()
    notes.say(tuple(line(f" {text}") for text in texts))
    return notes


def banner(text: str) -> Lines:
    """Return a banner of one line."""
    return (line(Span(f" {text}", Style.WARNING)),)


def test_no_note_is_told_from_its_middle() -> None:
    shown = text_of(notes_of(LONG, "One.", "Two.").last((), 3, WIDTH, 0))
    assert shown == " One.\n Two."


def test_a_note_that_is_too_long_is_told_from_its_beginning() -> None:
    notes = notes_of("One.", LONG)
    assert (
        text_of(notes.last((), 1, WIDTH, 0)) == " This is a note of so many words that…"
    )
    assert text_of(notes.last((), 2, WIDTH, 0)).split() == LONG.split()


def test_what_was_just_done_may_take_rows_to_spare_and_what_stays_may_not() -> None:
    notes = notes_of(LONG)
    assert len(notes.last((), 1, WIDTH, 0, spare=1)) == 1
    notes.warn(LONG, 0)
    assert text_of(notes.last((), 1, WIDTH, 0, spare=1)).split() == LONG.split()


def test_a_banner_may_take_rows_to_spare_before_all_notes() -> None:
    notes = notes_of("One.")
    assert (
        text_of(notes.last(banner(LONG), 1, WIDTH, 0, spare=1)).split() == LONG.split()
    )
    shown = text_of(notes.last(banner(LONG), 1, WIDTH, 0))
    assert shown == " This is a note of so many words that…"
    assert notes.last(banner(LONG), 0, WIDTH, 0) == ()

"""Talk on the full screen: the line that it is typed into, and the phrases above it."""

from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.key_hints import TALK
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.talk import phrase_lines
from samedeal_client.wire.session import Session

PHRASES = "phrases"


def may_talk(session: Session) -> bool:
    """Tell whether the viewer can say something where they are."""
    room = session.room
    return room is not None and session.own is not None and not room.quiet


def opens_talk(text: str) -> bool:
    """Tell whether a line that begins like this is opened to say something."""
    return text == TALK


def show_phrases(app: TableScreen, glyphs: Glyphs, *, colour: bool) -> None:
    """Show what can be said and how, for as long as the line is open."""
    if not app.query(f"#{PHRASES}"):
        words = Words(colour=colour, id=PHRASES, glyphs=glyphs)
        app.mount(words, before="#typed")
        words.say(phrase_lines(app.size.width))


def hide_phrases(app: TableScreen) -> None:
    """Show the phrases no more."""
    app.query(f"#{PHRASES}").remove()

"""What the full screen says about itself: keys, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from samedeal_client.families import family_of, patience_keys
from samedeal_client.language import later, tr
from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.spans import Line, Span, Style, line, width_of
from samedeal_games.game import AnyGame, Board

if TYPE_CHECKING:
    # No more than annotations, so practice does not wait for messages.
    from samedeal_protocol.boards import RoomView, SeatView

LEAVE, SHOW_HELP, TYPE, TALK = "ctrl+x", "?", ":", "/"
READY, REPLAY, NEW_ROOM, ANALYSE = "enter", "r", "n", "a"
BOT = "b"
COPY = "y"
TAKE_BACK, HINT, ALL_UP = "u", "h", patience_keys.ALL_UP

GO_BACK = later("ctrl+x goes back.")
SURE_ALL_THE_SAME = later("Press ctrl+x again to leave; ctrl+c keeps your seat.")
SURE = later("Leave now and come last? Press ctrl+x again; ctrl+c keeps your seat.")
CARDS_SOON = later("The cards come in {left}: there is nothing to do until then.")


class KeyHint(NamedTuple):
    """A few words at the foot of the screen, and the key that they stand for."""

    key: str
    """Pressed by a click on the words; empty where there is more than one."""
    text: str


def foot_line(hints: tuple[KeyHint, ...], half: str = "") -> Line:
    """Return the foot of the screen, after the half of a name that was typed."""
    words = Span(" " + _GAP.join(map(_shown, hints)), Style.DIM)
    return line(Span(f" {half}_", Style.HELD), words) if half else line(words)


_GAP = "   "


def _shown(hint: KeyHint) -> str:
    """Return a hint's words, with the player's own key in place of the table's."""
    own = bound_to(hint.key) if hint.key else ""
    if own == hint.key or not hint.text.startswith(hint.key):
        return hint.text
    return own + hint.text.removeprefix(hint.key)


def fitting(
    hints: tuple[KeyHint, ...], width: int, half: str = ""
) -> tuple[KeyHint, ...]:
    """Return as many of the words as a foot has room for.

    Those that only explain go first, from the end; help goes last.
    """
    left = list(hints)
    while len(left) > 1 and _width_of_foot(left, half) > width:
        explains = [index for index, hint in enumerate(left) if not hint.key]
        del left[explains[-1] if explains else -2]
    return tuple(left)


def _width_of_foot(hints: list[KeyHint], half: str) -> int:
    return sum(width_of(span.text) for span in foot_line(tuple(hints), half))


def key_at(hints: tuple[KeyHint, ...], x: int, half: str = "") -> str:
    """Return the key whose words are at a cell of the foot, empty for none."""
    start = 1 + (len(half) + 2 if half else 0)
    for hint in hints:
        end = start + width_of(_shown(hint))
        if start <= x < end:
            return hint.key
        start = end + len(_GAP)
    return ""


def keys_for(game: AnyGame, board: Board) -> tuple[KeyHint, ...]:
    """Return the keys that matter on a board."""
    moves = (KeyHint(*hint) for hint in family_of(game).key_hints(board))
    return (*moves, KeyHint(TYPE, tr(": type")), help_hint())


def take_back_hint() -> KeyHint:
    """Return the key that takes a move back."""
    return KeyHint(TAKE_BACK, tr("u back"))


def practice_keys(
    game: AnyGame, board: Board, *, is_over: bool, hint: str
) -> tuple[KeyHint, ...]:
    """Return the keys that matter to who plays alone; `hint` is empty for none."""
    back = take_back_hint()
    if is_over:
        analyse = KeyHint(ANALYSE, tr("a analyse"))
        return (_another_deal_hint(), analyse, back, _leave_hint(), help_hint())
    asking = (KeyHint(hint, tr("{key} hint", key=hint)),) if hint else ()
    return (back, *asking, *keys_for(game, board))


def practice_study_keys(*, is_over: bool) -> tuple[KeyHint, ...]:
    """Return the keys that matter to who reads what was possible, alone."""
    back = _back_hint()
    again = (_another_deal_hint(),) if is_over else ()
    return (back, *again, _leave_hint())


def study_keys(room: RoomView, own: SeatView | None) -> tuple[KeyHint, ...]:
    """Return the keys that matter to who reads what was possible."""
    keys = room_keys(room, own, has_replay=True)
    back = _back_hint()
    return (back, *(hint for hint in keys if hint.key != ANALYSE))


def room_keys(
    room: RoomView, own: SeatView | None, *, has_replay: bool, invites: bool = False
) -> tuple[KeyHint, ...]:
    """Return the keys that matter while no match is on.

    `invites` tells whether there is a line to send to others.
    """
    hints: list[KeyHint] = []
    if own is not None and room.phase in ("gathering", "result") and room.next_match:
        text = tr("Enter not ready")
        if not own.ready:
            text = _ready_text(room)
        hints.append(KeyHint(READY, text))
    if own is not None and may_call(room, own.seat):
        hints.append(KeyHint(BOT, tr("b a bot")))
    if own is not None and invites:
        hints.append(KeyHint(COPY, tr("y copy line")))
    if own is not None and not room.quiet and room.phase != "closed":
        hints.append(KeyHint(TALK, tr("/ talk")))
    if room.phase != "countdown":
        if has_replay:
            hints.append(KeyHint(REPLAY, tr("r replay")))
            hints.append(KeyHint(ANALYSE, tr("a analyse")))
        if may_host_again(room):
            hints.append(KeyHint(NEW_ROOM, tr("n new room like this")))
    return (*hints, _leave_hint(), help_hint())


def watch_keys(
    *, has_boards: bool, is_open: bool, has_replay: bool
) -> tuple[KeyHint, ...]:
    """Return the keys that matter to who watches.

    `is_open` tells whether boards are in sight, and not the result.
    """
    hints = (
        (KeyHint("enter", tr("Enter the result")), has_replay and is_open),
        (KeyHint("tab", tr("Tab player")), has_boards and is_open),
        (KeyHint("tab", tr("Tab boards")), has_boards and not is_open),
        (KeyHint(REPLAY, tr("r replay")), has_replay),
        (KeyHint(ANALYSE, tr("a analyse")), has_replay),
        (KeyHint("q", tr("q leave")), True),
        (help_hint(), True),
    )
    return tuple(hint for hint, matters in hints if matters)


def look_keys(*, is_open: bool) -> tuple[KeyHint, ...]:
    """Return the keys that matter to who is done and may look at the others."""
    if is_open:
        return (KeyHint("tab", tr("Tab player")), _back_hint())
    return (KeyHint("tab", tr("Tab boards")),)


def help_keys() -> tuple[KeyHint, ...]:
    """Return the keys that matter to who reads the help: any other closes it, too."""
    return (_back_hint(), _leave_hint())


def may_host_again(room: RoomView) -> bool:
    """Tell whether a room has had its day, and one like it can be opened."""
    is_plain = room.kind == "match"
    return is_plain and room.phase in ("result", "closed") and room.next_match is None


def may_call(room: RoomView, own: int | None) -> bool:
    """Tell whether who sits in a room may bring a bot to it now."""
    waits = room.phase == "gathering" and len(room.seats) < room.seats_max
    is_open = room.kind == "match" and not room.named_only
    return waits and is_open and own is not None


def _ready_text(room: RoomView) -> str:
    if room.result is None:
        return tr("Enter ready")
    if room.result.series_over:
        return tr("Enter rematch")
    return tr("Enter for the next")


def _another_deal_hint() -> KeyHint:
    return KeyHint("enter", tr("Enter another deal"))


def _back_hint() -> KeyHint:
    return KeyHint("escape", tr("Esc back"))


def _leave_hint() -> KeyHint:
    return KeyHint(LEAVE, tr("ctrl+x leave"))


def help_hint() -> KeyHint:
    """Return the key that tells all keys."""
    return KeyHint(SHOW_HELP, tr("? help"))

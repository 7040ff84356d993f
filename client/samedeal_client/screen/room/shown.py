"""What whoever sits in a room sees of it: the board, or what is around a match."""

from samedeal_client.language import tr
from samedeal_client.play.orders import Around, Order
from samedeal_client.play.sentences.attempts import begin_text
from samedeal_client.play.sentences.inviting import (
    invitation_lines,
    line_to_send,
    may_come,
)
from samedeal_client.play.sentences.outcomes import standings_told
from samedeal_client.play.sentences.welcoming import welcome_lines
from samedeal_client.screen.end.known import Rest
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.room.others import Others
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.bars import Racer, race_title, racers_in
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.helping import Scene, help_lines
from samedeal_client.screen.table.key_hints import (
    KeyHint,
    hint_of,
    keys_for,
    room_keys,
)
from samedeal_client.screen.table.picture import Picture
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import RoomView


class RoomShown:
    """A room, as its player sees it."""

    def __init__(
        self,
        at: TableScreen,
        sight: RoomSight,
        others: Others,
        *,
        title: str,
        is_alone: bool,
    ) -> None:
        """Show it `at` a screen; a `title` is that of an attempt at a given deal."""
        self._at, self._sight, self._others = at, sight, others
        self._play, self._session = sight.play, sight.session
        self._player = sight.play.player
        self._title, self._is_alone = title, is_alone

    def picture(
        self, felt: tuple[int, int], bars: tuple[int, int], sending: str
    ) -> Picture | None:
        """Return the room, or the board while a match is on.

        `sending` names the move that is not answered yet.
        """
        room, sight = self._session.room, self._sight
        if room is None:
            return None
        is_casual = room.kind == "match" and not room.rated
        head = sight.headline(room, tr("casual") if is_casual else "")
        seen = sight.afterwards(room, felt, bars, head)
        if seen is not None:
            return seen._replace(banner=(*seen.banner, *sight.banner(room, sending)))
        width, height = felt
        page = sight.end_page(room, felt, self._end_rest)
        if page is not None:
            return self._end_picture(room, page, head)
        has_board = room.phase == "playing" or sight.shows_end
        return Picture(
            head=head,
            bars=self._bar_lines(room, bars) if has_board else (),
            race=race_title(find_game(room.game).about),
            foot=self._foot_keys(room),
            felt=self._felt(room, height, width),
            tail=() if has_board else sight.tail(room, width),
            banner=sight.banner(room, sending),
            half=self._at.hand.half if self._session.may_move else "",
        )

    def _end_picture(
        self, room: RoomView, page: tuple[Felt, Lines], head: Line
    ) -> Picture:
        """Return the last match as a page, with what stays in sight below it."""
        drawn, below = page
        first, *rest = self._own_keys(room)
        return Picture(
            head=head,
            bars=(),
            foot=(first, *self._sight.end_keys, *rest),
            felt=drawn,
            tail=below,
            banner=self._sight.banner(room),
        )

    @property
    def _end_rest(self) -> Rest:
        sight = self._sight
        return Rest(more=sight.proof_lines) if self._title else sight.end_rest

    def _bar_lines(self, room: RoomView, size: tuple[int, int]) -> Lines:
        racers = self._racers(room)
        self._at.say(self._sight.notice(racers))
        return self._sight.bar_lines(room, racers, size)

    def _racers(self, room: RoomView) -> tuple[Racer, ...]:
        return racers_in(self._play.race.room(room), self._session.seat)

    def _foot_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        return (*self._others.keys, *self._own_keys(room))

    def _own_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        if self._session.may_move and self._session.board is not None:
            keys = keys_for(self._play.game, board_of(self._session.board))
            return (hint_of(Order.TAKE_BACK), *keys) if self._play.takes_back else keys
        if self._sight.shows_end:
            return (KeyHint("enter", tr("Enter the result")),)
        return room_keys(self.around(room))

    def around(self, room: RoomView) -> Around:
        """Return what decides which orders are offered while no match is on."""
        return Around(room, self._session.own, self.invites(room))

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        seen = self._others.felt(room, height, width)
        if seen is not None:
            return seen
        has_board = room.phase == "playing" or self._sight.shows_end
        if has_board and self._session.board is not None:
            self.look()
            return self._at.hand.felt(self._at.glyphs, height, width)
        page = self._gathering(room, (width, height))
        return page or Felt(self._room_lines(room), ())

    def _gathering(self, room: RoomView, size: tuple[int, int]) -> Felt | None:
        """Return seats round the felt, unless it is an attempt for one alone."""
        if self._title:
            return None
        player = self._player
        is_open = self.invites(room)
        to_send = line_to_send(player, room.room) if is_open else ""
        ways = invitation_lines(player, room.room)[1:] if is_open else ()
        return self._sight.gathering(
            room, to_send, (*welcome_lines(player), *ways), size
        )

    def _room_lines(self, room: RoomView) -> Lines:
        if self._title and room.phase == "result":
            proof = self._sight.proof_lines or ((),)
            return (*standings_told(self._session), *proof)
        if self._title and room.phase == "gathering":
            title = (Span(f" {self._title}", Style.TITLE),)
            return (title, (), line(begin_text(room)))
        invited = () if self._is_alone else self._invited(room)
        return self._sight.room_lines(room, invited)

    def _invited(self, room: RoomView) -> Lines:
        """Return where one is, and what brings others here."""
        player = self._player
        return (*welcome_lines(player), *invitation_lines(player, room.room))

    def invites(self, room: RoomView) -> bool:
        """Tell whether friends may come; nobody does to a table for one alone."""
        waits = room.phase == "gathering" and may_come(room)
        return waits and self._sight.sits and not self._is_alone

    def help_lines(self) -> Lines:
        """Return what the keys do in the game of this room, or in its replay."""
        told = self._sight.help_lines()
        if told is not None:
            return told
        room = self._session.room
        scene = Scene(
            is_room=True,
            takes_back=self._play.takes_back,
            talks=self._session.may_talk,
            shows_boards=room is not None and room.watch == "boards",
            cell=self._at.hand.example if self._session.may_move else "",
            is_between=room is not None and room.phase != "playing",
        )
        return help_lines(self._play.game, scene)

    def look(self) -> None:
        """Show the hand the board as it is now."""
        view = self._session.board
        if view is not None:
            self._at.hand.look(self._play.game, board_of(view))

"""A room as its players see it: the board, or the pages around a match."""

from samedeal_client.language import tr
from samedeal_client.play.orders import Around, Order
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.attempts import begin_text
from samedeal_client.play.sentences.inviting import (
    invitation_lines,
    line_to_send,
    link_to_scan,
    may_come,
)
from samedeal_client.play.sentences.service import welcome_lines
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.helping import Scene, help_lines
from samedeal_client.screen.keys.key_hints import (
    hint_of,
    keys_for,
    room_keys,
    sure_keys,
)
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.hands import hands_block
from samedeal_client.screen.room.around.before import Coming, attempt_page, room_page
from samedeal_client.screen.room.others import Others
from samedeal_client.screen.room.seen import Seen
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.race.asides import Asides
from samedeal_client.screen.table.race.racers import Racer, race_title, racers_in
from samedeal_client.screen.table.strokes import Strokes
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import BoardView, RoomView


class RoomShown:
    """A room, as its player sees it."""

    def __init__(
        self,
        play: RoomPlay,
        sight: RoomSight,
        others: Others,
        hand: Hand,
        strokes: Strokes,
        glyphs: Glyphs,
        *,
        title: str,
    ) -> None:
        """Show it; a `title` is that of an attempt at a given deal."""
        self._play, self._sight, self._others = play, sight, others
        self._hand, self._strokes, self._glyphs = hand, strokes, glyphs
        self._session, self._player = play.session, play.player
        self._title, self._is_alone = title, play.is_alone
        self._asides = Asides()
        self._counted: tuple[object, tuple[Block, ...]] = (None, ())
        """The hands that were counted last, and the board and cells of that."""

    def picture(
        self, felt: tuple[int, int], bars: tuple[int, int], across: int
    ) -> Picture | None:
        """Return the room, or the board while a match is on.

        The screen is as wide as `across`.
        """
        room, sight = self._session.room, self._sight
        if room is None:
            return None
        is_casual = room.kind == "match" and not room.rated
        seen = Seen(room, felt, bars, across)
        head = sight.headline(seen, tr("casual") if is_casual else "")
        waiting = f"{self._play.making} {self._strokes.words()}".strip()
        banner = sight.banner(seen, waiting)
        after = sight.afterwards(seen, head)
        if after is not None:
            return after._replace(banner=(*after.banner, *banner))
        page = sight.end_page(seen, self._strokes.pace)
        if page is not None:
            return self._end_picture(room, page, head, banner)
        has_board = room.phase == "playing" or sight.shows_end
        racers = self._racers(room) if has_board else ()
        news = sight.notice(racers) if has_board else ()
        return Picture(
            head=head,
            bars=sight.bar_lines(seen, racers) if has_board else (),
            race=race_title(find_game(room.game).about),
            side=self._side(seen) if has_board else (),
            foot=self._foot_keys(room),
            felt=self._felt(seen),
            tail=() if has_board else sight.tail(seen),
            banner=banner,
            half=self._hand.half if self._session.may_move else "",
            status=self._hand.told(self._glyphs) if self._session.may_move else (),
            news=news,
            asides=self._asides.look(racers, find_game(room.game).about),
        )

    def _side(self, seen: Seen) -> tuple[Block, ...]:
        """Return the panels beside the felt: time, one's own record, hands."""
        view = self._session.board
        told = self._sight.side(seen)
        if view is None:
            return told
        return (*told, *self._hands_of(view, seen.bars[0]))

    def _hands_of(self, view: BoardView, room: int) -> tuple[Block, ...]:
        """Return the hands of a board on so many cells, counted once for each board."""
        if (view, room) != self._counted[0]:
            block = hands_block(self._play.game, board_of(view), self._glyphs, room)
            self._counted = (view, room), () if block is None else (block,)
        return self._counted[1]

    @property
    def shows_own_board(self) -> bool:
        """Whether the player's own board is seen, and nothing in place of it."""
        room = self._session.room
        is_on = room is not None and (room.phase == "playing" or self._sight.shows_end)
        is_elsewhere = self._others.is_open or self._sight.shows_afterwards
        return is_on and self._session.board is not None and not is_elsewhere

    def _end_picture(
        self, room: RoomView, page: tuple[Felt, Lines], head: Line, banner: Lines
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
            banner=banner,
            won=self._sight.won,
        )

    def _racers(self, room: RoomView) -> tuple[Racer, ...]:
        return racers_in(self._play.race.room(room), self._session.seat)

    def _foot_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        if self._play.asks in (Order.LEAVE, "hangup"):
            return sure_keys(leaves=self._play.asks is Order.LEAVE)
        return (*self._others.keys, *self._own_keys(room))

    def _own_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        if self._session.may_move and self._session.board is not None:
            self.look()
            back = (hint_of(Order.TAKE_BACK),) if self._play.takes_back else ()
            keys = self._hand.keys(self._glyphs)
            return keys_for(keys, holds=self._hand.holds, before=back)
        if self._sight.shows_end:
            return (KeyHint("enter", tr("Enter the result")),)
        return room_keys(self._around(room))

    def offering(self, order: Order) -> RoomView | None:
        """Return the room, if an order is offered in it now."""
        room = self._session.room
        is_offered = room is not None and order.is_offered(self._around(room))
        return room if is_offered else None

    def _around(self, room: RoomView) -> Around:
        """Return the facts by which orders are offered while no match is on."""
        return Around(room, self._session.own, self._invites(room))

    def _felt(self, seen: Seen) -> Felt:
        room, (width, height) = seen.room, seen.felt
        others = self._others.felt(room, height, width)
        if others is not None:
            return others
        has_board = room.phase == "playing" or self._sight.shows_end
        if has_board and self._session.board is not None:
            self.look()
            return self._hand.felt(self._glyphs, height, width)
        return self._gathering(seen) or self._told(seen)

    def _gathering(self, seen: Seen) -> Felt | None:
        """Return seats round the felt, unless it is an attempt for one alone."""
        if self._title:
            return None
        player, room = self._player, seen.room
        is_open = self._invites(room)
        to_send = line_to_send(player, room.room) if is_open else ""
        link = link_to_scan(player, room.room) if is_open else ""
        ways = invitation_lines(player, room.room)[1:] if is_open else ()
        told = (*welcome_lines(player), *ways)
        return self._sight.gathering(seen, Coming(to_send, link, told))

    def _told(self, seen: Seen) -> Felt:
        """Return the room in words where seats have no room, or there is but one."""
        room = seen.room
        if self._title and room.phase == "gathering":
            begins = begin_text(room, key_for(Order.LEAVE))
            return attempt_page(self._title, begins, room.game, self._glyphs, seen.felt)
        invited = () if self._is_alone else self._invited(room)
        return room_page(self._sight.room_lines(room, invited), self._glyphs, seen.felt)

    def _invited(self, room: RoomView) -> Lines:
        """Return the welcome to where one is, and the invitation that brings others."""
        player = self._player
        return (*welcome_lines(player), *invitation_lines(player, room.room))

    def _invites(self, room: RoomView) -> bool:
        """Tell whether friends may come; nobody does to a table for one alone."""
        waits = room.phase == "gathering" and may_come(room)
        return waits and self._sight.sits and not self._is_alone

    def help_lines(self) -> Lines:
        """Return the help on the game of this room, or on its replay."""
        told = self._sight.help_lines()
        if told is not None:
            return told
        room = self._session.room
        scene = Scene(
            is_room=True,
            takes_back=self._play.takes_back,
            talks=self._session.may_talk,
            shows_boards=room is not None and room.watch == "boards",
            cell=self._hand.example if self._session.may_move else "",
            is_between=room is not None and room.phase != "playing",
        )
        return help_lines(self._play.game, scene)

    def look(self) -> None:
        """Show the hand the board as it is now."""
        view = self._session.board
        if view is not None:
            self._hand.look(self._play.game, board_of(view))

"""Talking in a room: reading a line, saying it once, and muting others.

A line belongs to the seat, not to a connection: it is sent again until it is answered,
and its number keeps it from being said twice.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_client.language.texts import error_text
from samedeal_client.language.typed import words_for
from samedeal_client.play.room.door import (
    DOOR_HELP,
    AtDoor,
    DoorSet,
    DoorWish,
    door_refusal,
    keep_door,
    read_door_wish,
)
from samedeal_client.view.names import sitter_name
from samedeal_client.view.spans import Lines, line, printable
from samedeal_client.view.talk import WORDINGS, talk_help
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import Happening, NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import AskCircle, Circle
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.talk import TEXT_MAX, Phrase, Said, Say, SayPhrase
from samedeal_protocol.shapes import Request
from samedeal_protocol.updates import Error

MARK = "/"
AGAIN_S = 0.3
SAID_WITHIN_S = 60.0
"""Seconds that a line waits for a lost connection."""
LEARNT_WITHIN_S = 3.0
"""Seconds that talk waits for the list of those who are blocked."""
LEARN_AGAIN_S = 5.0
"""Seconds until it is asked for again where it could not be had."""


class Words(NamedTuple):
    """A line in words."""

    text: str


class Spoken(NamedTuple):
    """A phrase of the list."""

    phrase: Phrase


class Mute(NamedTuple):
    """A wish to hear somebody no more, or again."""

    name: str
    is_on: bool


class Listing(NamedTuple):
    """A wish for the list of phrases."""


Wish: TypeAlias = Words | Spoken | Mute | Listing | DoorWish

_SAY, _MUTE, _UNMUTE = words_for("say"), words_for("mute"), words_for("unmute")
_PHRASES: dict[str, Phrase] = {
    **{phrase: phrase for phrase in WORDINGS},
    **{wording.short: phrase for phrase, wording in WORDINGS.items()},
}


def read_wish(typed: str) -> Wish | None:
    """Read a wish to say something or about the door; None for any other text."""
    text = typed.strip()
    first, _, rest = text.partition(" ")
    if first.lower() in _SAY:
        return Words(rest) if rest.strip() else Listing()
    if not text.startswith(MARK):
        return None
    # The full screen opens its line with one; what is listed there has one, too.
    text = text.lstrip(MARK).strip()
    if not text:
        return Listing()
    word, _, rest = text.partition(" ")
    if word.lower() in (*_MUTE, *_UNMUTE):
        name = rest.strip()
        return Mute(name, is_on=word.lower() in _MUTE) if name else Listing()
    at_door = read_door_wish(text)
    if at_door is not None:
        return at_door
    phrase = _PHRASES.get(text.lower().replace(" ", "_"))
    return Words(text) if phrase is None else Spoken(phrase)


def tidied(text: str) -> str:
    """Return words as they can be passed on: composed, on one line, all visible."""
    blank = " ".join(text.split())
    return unicodedata.normalize("NFC", "".join(filter(_is_visible, blank))).strip()


class Talking:
    """The talk of one player, said and heard, in whichever room they are."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._turn = asyncio.Lock()
        self._muted: set[str] = set()
        self._blocked: frozenset[str] = frozenset()
        self._has_learnt = False
        self._waiting: list[Said] = []

    # Hearing

    async def learn(self) -> None:
        """Learn whom the player has blocked; then pass on the talk held back.

        Talk waits for a moment only, and then comes before the list.
        """
        while not await self._learnt():
            self._let_through()
            await asyncio.sleep(LEARN_AGAIN_S)
        self._let_through()

    async def _learnt(self) -> bool:
        """Ask for the list once; tell whether it is known now."""
        try:
            async with asyncio.timeout(LEARNT_WITHIN_S):
                asked = AskCircle(id=self._player.next_id())
                circle = await self._player.ask(asked, Circle)
        except (NotDone, TimeoutError):
            return False
        self._blocked = frozenset(
            one.who.player for one in circle.people if one.relation == "blocked"
        )
        return True

    def _let_through(self) -> None:
        self._has_learnt = True
        held, self._waiting = self._waiting, []
        happenings = self._player.happenings
        # What nobody has heard yet came after what was held back.
        later = [happenings.get_nowait() for _ in range(happenings.qsize())]
        for happening in (*held, *later):
            happenings.put_nowait(happening)

    def hides(self, happening: Happening) -> bool:
        """Tell whether a happening is hidden, at least for now."""
        if not isinstance(happening, Said):
            return False
        is_own = happening.line.player == self._player.id
        # One's own words wait only behind others, or they would be told before these.
        if not self._has_learnt and (self._waiting or not is_own):
            self._waiting.append(happening)
            return True
        return not is_own and happening.line.player in self._muted | self._blocked

    # Speaking

    async def do(self, wish: Wish) -> Lines:
        """Carry out a wish; return lines to show; raises Refused."""
        try:
            return await self._do(wish)
        except NotDone as refusal:
            is_at_door = isinstance(wish, AtDoor | DoorSet)
            why = (door_refusal if is_at_door else _refusal)(refusal.error)
            raise Refused(why) from None

    async def _do(self, wish: Wish) -> Lines:
        match wish:
            case Words(text=text):
                await self.say(text)
            case Spoken(phrase=phrase):
                await self.say_phrase(phrase)
            case Mute(name=name, is_on=is_on):
                return self._mute(name, is_on=is_on)
            case AtDoor() | DoorSet():
                return await keep_door(self._player, wish)
            case Listing():
                return self._listing()
        return ()

    def _listing(self) -> Lines:
        session = self._player.session
        is_host = session.room is not None and session.room.host == session.seat
        door = tuple(line(tr(text)) for text in DOOR_HELP) if is_host else ()
        return (*talk_help(), *door)

    async def say(self, text: str) -> None:
        """Say a line in words; raises NotDone."""
        tidy = tidied(text)
        if not 1 <= len(tidy) <= TEXT_MAX:
            raise NotDone(local_error(ErrorCode.BAD_TEXT))
        await self._say(lambda k: Say(id=self._player.next_id(), number=k, text=tidy))

    async def say_phrase(self, phrase: Phrase) -> None:
        """Say a phrase; raises NotDone."""
        await self._say(
            lambda k: SayPhrase(id=self._player.next_id(), number=k, phrase=phrase)
        )

    async def _say(self, make: Callable[[int], Request]) -> None:
        """Say a line once; lines are said one after the other."""
        session = self._player.session
        async with self._turn:
            number = session.said + 1
            loop = asyncio.get_running_loop()
            give_up_at = loop.time() + SAID_WITHIN_S
            while True:
                try:
                    await self._player.ask(make(number), Done)
                except NotDone as refusal:
                    if (
                        refusal.error.code is not ErrorCode.UNAVAILABLE
                        or loop.time() > give_up_at
                    ):
                        raise
                    await asyncio.sleep(AGAIN_S)
                else:
                    session.said = max(session.said, number)
                    return

    def _mute(self, name: str, *, is_on: bool) -> Lines:
        found = self._found(name)
        if found is None:
            return (line(tr(" Nobody here is called {name}.", name=printable(name))),)
        player, name = found
        if is_on:
            self._muted.add(player)
            text = tr(" You no longer see what {name} says.", name=name)
        else:
            self._muted.discard(player)
            text = tr(" You see what {name} says again.", name=name)
        return (line(text),)

    def _found(self, name: str) -> tuple[str, str] | None:
        """Return the id and name of somebody who sits here or has spoken, or None."""
        room = self._player.session.room
        seats = () if room is None else room.seats
        people = [(seat.player, sitter_name(seat, seats)) for seat in seats]
        people += [(seat.player, seat.name) for seat in seats]
        people += [(said.player, said.name) for said in self._player.session.talk]
        wanted = name.casefold()
        for player, called in people:
            if called.casefold() == wanted and player != self._player.id:
                return player, printable(called)
        return None


def _refusal(error: Error) -> str:
    """Return the reason that a line was not said."""
    if error.code is ErrorCode.WRONG_PHASE:
        return tr("During a deal only phrases can be sent; / lists them.")
    if error.code is ErrorCode.NOT_SEATED:
        return tr("Only players with a seat can talk.")
    return error_text(error.code)


def _is_visible(character: str) -> bool:
    """Leave out what shows nothing: controls, joiners, selectors of an emoji's look."""
    return (
        unicodedata.category(character)[0] != "C"
        and not "\ufe00" <= character <= "\ufe0f"
    )

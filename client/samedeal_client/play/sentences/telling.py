"""Happenings in a room, in sentences; short, and only those that are worth one."""

from samedeal_client.language import later, tr
from samedeal_client.language.texts import error_text
from samedeal_client.play.sentences.pauses import pause_told
from samedeal_client.play.sentences.proofs import (
    UNFAIR,
    doubts_told,
    proof_in_brief,
    proof_told,
)
from samedeal_client.play.sentences.seated import PUT_YOU_OUT, SeatTeller
from samedeal_client.play.sentences.service import ServiceTeller
from samedeal_client.view.records.voids import void_text
from samedeal_client.view.room import starts_soon
from samedeal_client.view.spans import (
    Lines,
    Span,
    Style,
    good_news,
    line,
    note,
    printable,
    warning,
    wrapped,
)
from samedeal_client.view.talk import said_lines
from samedeal_client.view.times import clock
from samedeal_client.wire.happenings import (
    Answering,
    Back,
    Checked,
    Happening,
    Lost,
    NotReady,
    OtherChain,
    Proven,
    Renewed,
    Revived,
    Slow,
    Unseated,
)
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import PauseView
from samedeal_protocol.rooms.talk import Said
from samedeal_protocol.updates import (
    ClockStood,
    DoorChanged,
    Error,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PauseChanged,
    PhaseChanged,
    Progress,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    Service,
    StartVoided,
    WasPutOut,
    Watched,
)

CLOSED = {
    "empty": later("Everybody has left; the room is closed."),
    "idle": later("Nobody got ready in time; the room is closed."),
    "worn": later("This room has had as many matches as it can; open a new one."),
    "lost": later("The service has lost this room; open a new one."),
}

REWOUND = (
    later("The service has lost the last moments of this room;"),
    later("it goes on for everybody from what is left."),
)
PAUSED_NOW = later("The match is paused.")
SHUT = later("Whoever runs this server has closed the room: {why}")
CLOSED_MEANWHILE = later("The room has closed meanwhile.")


def shut_lines(because: str) -> Lines:
    """Return a warning that an operator has closed the room, with their reason."""
    text = tr(SHUT, why=printable(because))
    return wrapped(text, 1, style=Style.WARNING)


def refusal_text(error: Error) -> str:
    """Return the reason that a request was refused."""
    text = error_text(error.code)
    if error.code is ErrorCode.OTHER_ROOM and error.detail:
        return f"{text.rstrip('.')}: {printable(error.detail)}."
    if error.code is ErrorCode.BANNED and error.detail:
        return f"{text} {printable(error.detail)}"
    if error.code is ErrorCode.PUT_OUT and error.detail:
        return tr(PUT_YOU_OUT, name=printable(error.detail))
    if error.code is ErrorCode.HELD_UP and isinstance(error.retry, int):
        return tr(
            "{text} Come again in {time}.",
            text=text,
            time=clock(error.retry / 1000),
        )
    return text


Course = (
    PhaseChanged
    | StartVoided
    | MatchStarted
    | ClockStood
    | PauseChanged
    | DoorChanged
    | WasPutOut
    | RoomClosed
)


class Teller:
    """Turns happenings into sentences; remembers only how it was before."""

    def __init__(self, player: Player) -> None:
        self._session = player.session
        self._watches = player.session.is_watching
        """Whether they are told to a spectator."""
        self._elsewhere = player.elsewhere
        self._player = player
        self._seated = SeatTeller(player.session)
        self._phase = ""
        self._pause: PauseView | None = None
        self._told_to_hurry = False
        self._is_void = False
        """Whether a reason was given for a countdown that led to no deal."""
        self._service = ServiceTeller()
        self._look()

    @property
    def unseated(self) -> str:
        """The reason that the own seat was lost; empty while it was not."""
        return self._seated.unseated

    def _look(self) -> None:
        """Remember the room as it is now."""
        room = self._session.room
        self._phase = "" if room is None else room.phase
        self._pause = None if room is None else room.pause
        self._seated.look()

    def greet(self) -> Lines:
        """Return the news for a player back in a match: the bots that are gone."""
        is_playing = self._phase == "playing"
        gone = self._seated.bots_gone(self._player.coming) if is_playing else ()
        return (*gone, *self._seated.last_one(), *self._standing())

    def _standing(self) -> Lines:
        """Return the news for a player who comes into a pause."""
        if not self._session.is_paused:
            return ()
        return note(tr(PAUSED_NOW) if self._watches else error_text(ErrorCode.PAUSED))

    def tell(self, happening: Happening) -> Lines:
        """Return the words for a happening, often none."""
        match happening:
            case SeatChanged() | SeatLeft() | HostChanged() | Progress():
                return self._seated.tell(happening, self._phase)
            case Service() | Lost() | Back() | Revived() | Slow() | Answering():
                return self._service.tell(happening)
            case Checked() | Proven() | NotReady() | OtherChain():
                return self._proven(happening)
            case Said():
                return self._said(happening)
            case Renewed():
                return self._renewed(happening)
            case Unseated(why=why):
                return self._gone(why)
            case MatchOpened() | MatchEnded() | Watched():
                return ()
            case _:
                return self._course(happening)

    def _course(self, happening: Course) -> Lines:
        """Return the words for a step in the course of the room."""
        match happening:
            case PhaseChanged():
                return self._phase_changed(happening)
            case StartVoided():
                return self._voided(happening)
            case MatchStarted(at=at, until=until):
                self._seated.begin_match()
                return self._started(clock((until - at) / 1000))
            case ClockStood(ms=ms, paused=paused):
                return () if paused else _stood(ms)
            case PauseChanged(pause=pause):
                before, self._pause = self._pause, pause
                name_at = self._seated.name_at
                return pause_told(before, pause, self._session, name_at)
            case DoorChanged(door=door):
                return self._seated.door_changed(door)
            case WasPutOut():
                return self._seated.put_out(happening, self._player.id)
            case RoomClosed(because=because) if because:
                return shut_lines(because)
            case RoomClosed(why=why):
                return warning(tr(CLOSED[why]))

    def _proven(self, happening: Checked | Proven | NotReady | OtherChain) -> Lines:
        """Return the words on doubts and proofs."""
        match happening:
            case Checked(doubts=doubts):
                return doubts_told(UNFAIR, doubts) if doubts else ()
            case Proven():
                may_rate = self._may_rate
                return proof_told(happening, self._elsewhere, may_rate=may_rate)
            case NotReady(error=error):
                text = tr("You are not ready: {why}", why=refusal_text(error))
                return warning(text)
            case OtherChain(doubt=doubt):
                return wrapped(doubt, 1, style=Style.WARNING)

    @property
    def _may_rate(self) -> bool:
        room = self._session.room
        return room is not None and room.kind == "match" and room.rated

    def tell_in_brief(self, proven: Proven) -> Lines:
        """Tell whether a match was proven, and leave commands to another place."""
        return proof_in_brief(proven, may_rate=self._may_rate)

    def _said(self, said: Said) -> Lines:
        own, room = self._session.own, self._session.room
        is_own = own is not None and own.player == said.line.player
        seats = () if room is None else room.seats
        return said_lines(said.line, own=is_own, seats=seats)

    def _started(self, time: str) -> Lines:
        if self._watches:
            begins = tr("The match begins: {time} for all.", time=time)
            return (good_news(begins),)
        return (line(), good_news(tr("Go! You have {time}.", time=time)))

    def _phase_changed(self, changed: PhaseChanged) -> Lines:
        before, self._phase = self._phase, changed.phase
        if changed.phase == "countdown":
            self._told_to_hurry = False
            return note(tr("Everybody is ready: the cards are being dealt."))
        was_void, self._is_void = self._is_void, False
        if before == "countdown" and changed.phase in ("gathering", "result"):
            return self._no_deal() if not was_void or self._is_short() else ()
        if changed.phase == before:
            return self._hurry()
        return ()

    def _voided(self, voided: StartVoided) -> Lines:
        """Tell the reason for no deal once, and no seat lost for it again."""
        self._is_void = True
        players = {who.player for who in voided.void.withheld}
        room = self._session.room
        seated = () if room is None else room.seats
        # They keep their seats where nobody has revealed.
        gone = players - {seat.player for seat in seated}
        return () if self._seated.miss(gone) else note(void_text(voided.void))

    def _is_short(self) -> bool:
        """Tell whether too few are left at the table to begin again at once."""
        room = self._session.room
        return room is not None and len(room.seats) < min(2, room.seats_max)

    def _no_deal(self) -> Lines:
        """Warn that a countdown came to nothing, unless that is long past."""
        room = self._session.room
        if room is not None and room.phase not in ("gathering", "result"):
            # What was heard before somebody looked at the table is told after it.
            return ()
        return warning(
            tr("Not enough players are left.")
            if self._session.own is None
            else tr("Not enough players are left; the room waits for more.")
        )

    def _hurry(self) -> Lines:
        """Warn once of players awaited, when the others will not wait much longer."""
        own, room = self._session.own, self._session.room
        if own is None or room is None or own.ready or self._told_to_hurry:
            return ()
        if not starts_soon(room):
            return ()
        self._told_to_hurry = True
        return warning(tr("The others are ready and will soon start without you."))

    def _renewed(self, renewed: Renewed) -> Lines:
        self._look()
        lines: list[Span] = []
        if renewed.is_rewound:
            lines += [Span(f" {tr(text)}", Style.WARNING) for text in REWOUND]
        room = self._session.room
        because = "" if room is None else room.because
        if self._phase == "closed" and not because:
            lines.append(Span(f" {tr(CLOSED_MEANWHILE)}"))
        rows = ((span,) for span in lines)
        shut = shut_lines(because) if because else ()
        return (*rows, *shut, *self._seated.last_one(), *self._standing())

    def _gone(self, why: ErrorCode | None) -> Lines:
        if why is None:
            return ()
        if why is ErrorCode.PUT_OUT and self.unseated:
            return ()  # it was told by whom
        if self._watches and why is not ErrorCode.PUT_OUT:
            return warning(tr(CLOSED_MEANWHILE))
        if self._watches:
            return warning(error_text(why))
        return warning(tr("Your seat is gone. {why}", why=error_text(why)))


def _stood(ms: int) -> Lines:
    time = clock(ms / 1000)
    return note(tr("The service was down for {time}; no clock ran.", time=time))

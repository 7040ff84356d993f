"""What a client has folded is what the server would tell it from scratch.

Whatever people do and whatever befalls the service, in any order.
"""

from collections.abc import Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from tests.server.core.table import NAMES, START_MS, Table, opened, seated

from samedeal_client.wire.session import Session
from samedeal_games.catalogue import GAMES, can_take_back
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.digest import digest
from samedeal_protocol.rooms.playing import Moved, Resign
from samedeal_protocol.updates import News
from samedeal_records.verification import is_proven, verify
from samedeal_server.core.commands import BeginEpoch, Bury, StandStill
from samedeal_server.core.facts import Entry, GivenDeal, RoomOpened, SeatTaken
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.decide import repeated
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import snapshot, talk_of
from samedeal_server.core.state import Phase, Room

WAITING = (Phase.GATHERING, Phase.RESULT)
TIMED = (Phase.COUNTDOWN, Phase.PLAYING)
"""The phases that time ends; in the others it would close most rooms too soon."""

PEOPLE = st.sampled_from(NAMES[:4])


REVEAL_AT = 2**42
"""Later than anything that happens here."""


def event_room(asked: RoomOpened, games: Sequence[str]) -> RoomOpened:
    """Return a room like another one that plays an event's deals."""
    given = tuple(
        GivenDeal(
            f"event/E/{number}",
            games[number % len(games)],
            bytes([number]) * 32,
            reveal_at=REVEAL_AT,
        )
        for number in range(1, asked.best_of + 1)
    )
    return asked._replace(
        kind="event",
        rated=False,
        scoring="duplicate",
        given=given,
        origin="event/E",
        begin_by=START_MS + 10 * 60_000,
    )


class RoomLife(RuleBasedStateMachine):
    """People do anything in any order; everybody's session listens."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions: dict[str, Session] = {}
        self.table = opened("ann")
        self.appended: list[int] = []
        """Offsets at which an append ended; the store loses no part of one."""

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        seats=st.integers(1, 4),
        best_of=st.sampled_from([1, 3]),
        others=st.lists(st.sampled_from(sorted(GAMES)), max_size=2),
        deals=st.sampled_from([None, 2, 3]),
        is_event=st.booleans(),
        takes_back=st.booleans(),
    )
    def open(
        self,
        game: str,
        seats: int,
        best_of: int,
        others: list[str],
        deals: int | None,
        is_event: bool,
        takes_back: bool,
    ) -> None:
        games = (game, *others)
        more: dict[str, object] = {"games": games, "deals": deals}
        if takes_back and not is_event and any(map(can_take_back, games)):
            more["takes_back"] = True
        table = opened("ann", game=game, seats=seats, best_of=best_of, **more)
        if is_event:
            table = seated(event_room(table.state.opened, games), "ann")
        self.table = self.carried(table)
        self.appended = [self.table.state.marks.offset]
        self.arrive("ann")

    def carried(self, table: Table) -> Table:
        """Return the table as it is carried here."""
        return table

    def arrive(self, name: str) -> None:
        self.sessions[name] = Session()
        self.sessions[name].join(snapshot(self.table.state, name))
        self.recall(self.sessions[name])

    def recall(self, session: Session) -> None:
        talk = talk_of(self.table.state)
        if talk is not None:
            session.recall(talk)

    def tell(self, since: int) -> None:
        """Send the last command's updates over the wire to every session."""
        offset = self.table.state.marks.offset
        if offset == since:
            return
        self.appended.append(offset)
        self.send(since)

    def send(self, since: int) -> None:
        offset = self.table.state.marks.offset
        news = News(since=since, offset=offset, updates=tuple(self.table.told))
        heard = decode_message(encode(news))
        assert isinstance(heard, News)
        for session in self.sessions.values():
            session.hear(heard)
        self.let_go()

    def let_go(self) -> None:
        """Forget those who have no seat any more; they know it."""
        for name in list(self.sessions):
            if self.table.state.seat_of(name) is None:
                assert self.sessions[name].seat is None
                del self.sessions[name]

    def attempt(self, do: str, *args: object) -> None:
        before, since = self.table.state, self.table.state.marks.offset
        try:
            getattr(self.table, do)(*args)
        except Refused:
            assert self.table.state is before
            return
        self.tell(since)

    @rule(name=PEOPLE)
    def sit(self, name: str) -> None:
        if self.table.state.seat_of(name) is None:
            self.attempt("sit", name)
            if self.table.state.seat_of(name) is not None:
                self.arrive(name)

    @rule()
    def everybody_is_ready(self) -> None:
        for name in list(self.sessions):
            self.attempt("ready", name)

    @rule()
    def everybody_reveals(self) -> None:
        for name in list(self.sessions):
            self.attempt("reveal", name)

    @rule()
    @precondition(lambda self: self.table.state.course.phase in WAITING)
    def all_goes_well_up_to_the_start(self) -> None:
        self.everybody_is_ready()
        self.everybody_reveals()
        if self.table.state.course.phase is Phase.COUNTDOWN:
            self.time_runs_out()

    @rule(
        name=PEOPLE,
        do=st.sampled_from(
            ["ready", "unready", "reveal", "finish", "resign", "leave", "drop"]
        ),
    )
    def act(self, name: str, do: str) -> None:
        if self.table.state.seat_of(name) is not None:
            self.attempt(do, name)

    @rule(name=PEOPLE, text=st.sampled_from(["", "hello", "well"]))
    def talk(self, name: str, text: str) -> None:
        self.attempt("talk", name, text)

    @rule(name=PEOPLE)
    def come_back(self, name: str) -> None:
        if self.table.state.seat_of(name) is not None:
            self.attempt("come", name, f"c-{name}-{self.table.state.marks.offset}")
            self.arrive(name)

    @rule(name=PEOPLE, which=st.integers(0, 10))
    @precondition(lambda self: self.table.state.course.phase is Phase.PLAYING)
    def move(self, name: str, which: int) -> None:
        # Who had left and is seated again by a loss is not here to move.
        if self.table.state.seat_of(name) is None or name not in self.sessions:
            return
        moves = self.table.legal(name)
        if moves:
            self.make(name, moves[which % len(moves)])

    @rule(name=PEOPLE)
    @precondition(lambda self: self.table.state.course.phase is Phase.PLAYING)
    def take_back(self, name: str) -> None:
        """Take the last move back, where that can be."""
        if self.table.state.seat_of(name) is not None and name in self.sessions:
            self.make(name, TAKE_BACK_TEXT)

    def make(self, name: str, move: str) -> None:
        """Answer a move that is made; the one before a refused one was answered."""
        before = self.table.state
        self.attempt("move", name, move)
        if self.table.state is not before:
            self.answer_move(name)

    def answer_move(self, name: str) -> None:
        state = self.table.state
        seen = snapshot(state, name)
        play = state.play_of(state.seat_of(name))
        if seen.board is None or play is None:
            return
        board = seen.board
        self.sessions[name].move(
            Moved(
                re=1,
                offset=state.marks.offset,
                ply=board.ply,
                score=board.score,
                state=play.state,
                zones=board.zones,
                full=True,
            )
        )

    @rule(ms=st.sampled_from([0, 1_000, 30_000]))
    def wait(self, ms: int) -> None:
        since = self.table.state.marks.offset
        self.table.told = []
        self.table.wait(ms)
        self.tell(since)

    @rule()
    @precondition(lambda self: self.table.state.course.phase in TIMED)
    def time_runs_out(self) -> None:
        since = self.table.state.marks.offset
        self.table.tick_at_deadline()
        self.tell(since)

    # What befalls the service

    @rule(ms=st.sampled_from([2_000, 30_000]))
    @precondition(lambda self: self.table.state.course.phase is not Phase.CLOSED)
    def nobody_could_write(self, ms: int) -> None:
        before, since = self.table.state, self.table.now
        self.table.now += ms
        self.attempt("feed", StandStill(since, self.table.now))
        # Nobody has less time than before, nor more.
        due, was_due = deadline(self.table.state), deadline(before)
        assert due is not None
        assert was_due is not None
        assert due == was_due + ms
        # Nor will they, when the limit is counted anew from the phase's beginning.
        assert self.table.state.course.phase_since == before.course.phase_since + ms
        assert self.table.feed(StandStill(since, self.table.now)) == ()

    @rule(name=PEOPLE)
    def a_process_dies(self, name: str) -> None:
        self.attempt("feed", Bury(f"c-{name}"))

    @rule(appends=st.integers(0, 5))
    @precondition(lambda self: self.table.state.course.phase is not Phase.CLOSED)
    def the_store_loses(self, appends: int) -> None:
        """It comes back without the last that was appended, and a new epoch begins."""
        table, epoch = self.table, self.table.state.marks.epoch
        # What is said anew at the same place is not the line that was lost.
        table.now += 1
        ends = self.appended[: max(1, len(self.appended) - appends)]
        del table.log[ends[-1] :]
        self.appended = ends
        table.told = []
        self.put_back(folded(table.log))
        table.feed(BeginEpoch(epoch))
        assert table.state.marks.epoch == epoch + 1
        assert table.feed(BeginEpoch(epoch)) == ()
        self.appended.append(table.state.marks.offset)
        self.reset()

    def put_back(self, state: Room) -> None:
        """Have the room be what is left of its log."""
        self.table.state = state

    def reset(self) -> None:
        """Give everybody a snapshot in place of all that they knew."""
        for name, session in self.sessions.items():
            session.join(snapshot(self.table.state, name))
            self.recall(session)
        self.let_go()

    @rule(name=PEOPLE, which=st.integers(0, 10), other=st.integers(0, 10))
    @precondition(lambda self: self.table.state.course.phase is Phase.PLAYING)
    def a_move_is_lost_and_another_made(
        self, name: str, which: int, other: int
    ) -> None:
        self.move(name, which)
        self.the_store_loses(1)
        if self.table.state.course.phase is Phase.PLAYING:
            self.move(name, other)

    @rule(name=PEOPLE, ago=st.integers(0, 3))
    def say_again(self, name: str, ago: int) -> None:
        """A command that was done is answered as it was then, and does nothing."""
        state = self.table.state
        seat = state.seat_of(name)
        sitter = None if seat is None else state.table.seats[seat]
        if seat is None or sitter is None or sitter.n <= ago:
            return
        number = sitter.n - ago
        answer = self.table.log[(repeated(state, seat, number) or 0) - 1]
        assert (answer.by, answer.n) == (name, number)
        assert self.table.feed(Resign(id=1, n=number), name, number) == ()
        number = sitter.n + 2
        with pytest.raises(Refused):
            self.table.feed(Resign(id=1, n=number), name, number)
        assert self.table.state is state

    @invariant()
    def a_match_that_has_ended_is_proven(self) -> None:
        match = self.table.state.table.match
        if match is None or match.ended_at is None:
            return
        transcript = transcript_of(self.table.state, self.table.log, "a test")
        assert transcript is not None
        assert is_proven(verify(transcript)), verify(transcript)

    @invariant()
    def every_fact_has_its_place_and_every_command_was_done_once(self) -> None:
        log = self.table.log
        assert [entry.offset for entry in log] == list(range(1, len(log) + 1))
        assert self.table.state.marks.offset == len(log)
        assert_done_once(log)

    @invariant()
    def every_session_knows_what_a_snapshot_would_tell(self) -> None:
        for name, session in self.sessions.items():
            told = snapshot(self.table.state, name)
            assert session.room == told.room
            assert session.board == told.board
            assert (session.seat, session.offset) == (told.seat, told.offset)
            assert session.heartbeat().digest == digest(told.room, told.board)
            assert_heard(session, self.table.state)

    @invariant()
    def no_secret_is_told_before_the_end(self) -> None:
        assert_keeps_secrets(self.table)

    def teardown(self) -> None:
        """From wherever it got to, time alone closes the room."""
        assert folded(self.table.log) == self.table.state
        for _ in range(10):
            if self.table.state.course.phase is Phase.CLOSED:
                return
            self.table.tick_at_deadline()
        raise AssertionError(f"still {self.table.state.course.phase}")


def assert_heard(session: Session, room: Room) -> None:
    """All that a room remembers was heard in its order; maybe more, that it lost."""
    talk = talk_of(room)
    lines = () if talk is None else talk.lines
    assert [line for line in session.talk if line in lines] == list(lines)


def folded(log: Sequence[Entry]) -> Room:
    """Return the room that a log tells of."""
    room = evolve(None, log[0])
    for entry in log[1:]:
        room = evolve(room, entry)
    return room


def assert_done_once(log: Sequence[Entry]) -> None:
    """Every command of a player has facts in one place, and none comes twice."""
    done: dict[str, int] = {}
    before = log[0]
    for entry in log:
        if isinstance(entry.fact, SeatTaken):
            done[entry.fact.player] = 0
        if entry.n and (entry.by, entry.n) != (before.by, before.n):
            assert entry.n == done[entry.by] + 1
            done[entry.by] = entry.n
        before = entry


def assert_keeps_secrets(table: Table) -> None:
    """No bytes for anybody hold a seed or nonce of a match that is not over."""
    room = table.state
    secrets = [s.nonce for _, s in room.taken() if s.nonce is not None]
    # Those of an event are secret beyond the end of a match.
    secrets += [given.server_seed for given in room.opened.given]
    if room.course.next_match is not None:
        secrets.append(room.course.next_match.server_seed)
    if room.table.match is not None and room.table.match.ended_at is None:
        secrets.append(room.table.match.server_seed)
        secrets += [n.nonce for n in room.table.match.nonces if n.nonce is not None]
        # The same person's nonce is the same in every match of a `Table`.
    over = room.table.match is not None and room.table.match.ended_at is not None
    revealed = (
        {n.nonce for n in room.table.match.nonces}
        if over and room.table.match is not None
        else ()
    )
    told = News(since=0, offset=1, updates=tuple(table.told))
    frames = [encode(told), *(encode(snapshot(room, name)) for name in NAMES[:4])]
    for secret in secrets:
        if secret not in revealed:
            assert not any(secret in frame for frame in frames)


RoomLife.TestCase.settings = settings(
    max_examples=150, stateful_step_count=40, print_blob=True
)
TestRoomLife = RoomLife.TestCase


def test_the_end_of_a_match_is_not_that_of_the_next_in_the_same_millisecond() -> None:
    life = RoomLife()
    life.open(
        game="capricieuse",
        seats=1,
        best_of=1,
        others=[],
        deals=None,
        is_event=False,
        takes_back=False,
    )
    life.all_goes_well_up_to_the_start()
    life.time_runs_out()
    life.all_goes_well_up_to_the_start()
    life.move(name="ann", which=0)
    life.time_runs_out()
    life.a_match_that_has_ended_is_proven()

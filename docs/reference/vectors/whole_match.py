"""A whole match as one of its two players sees it, frame by frame.

There is a bit of everything in it: a start that is void, refusals, a command sent
again, a heartbeat that does not fit, a connection that is lost, and a store that loses
facts.
"""

import asyncio
from collections.abc import Iterator

from docs.reference.vectors.table import Line, Step, Table, there
from docs.reference.vectors.values import page, plain

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_protocol.results.records import AskTranscript, TranscriptPart
from samedeal_protocol.rooms.playing import Finish, Leave, Move, Ready, Reveal
from samedeal_protocol.rooms.rooms import HostRoom, JoinRoom, ListRooms, Rooms
from samedeal_protocol.rooms.talk import Say, SayPhrase
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_server.core.commands import Come, Go
from samedeal_server.core.rooms.transcripts import transcript_of, with_salts
from samedeal_server.core.state import Player

GAME = "squares/english"
ADA, BOB = Player("p-ada", "Ada", bot=False), Player("p-bob", "Bob", bot=False)
NONCES = {ADA.id: b"\x01" * 16, BOB.id: b"\x02" * 16}
CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
ABOUT = (
    "What Ada's client and the server send each other, from the first hello to the "
    "record of the match. Bob plays against her, and is not shown; at first he "
    "withholds his nonce. Ada's own is 3 sixteen times then, and 1 later. `knows` is "
    "what she knows once she has taken in all so far: the offset, the ply of her "
    "board, and the digest that her heartbeat has."
)


def whole_match() -> str:
    """Return the text of the file."""
    steps = asyncio.run(_played())
    rows = [plain(_row(step)) for step in steps]
    return page(ABOUT, player=ADA.id, nonce=NONCES[ADA.id].hex(), steps=rows)


def frames() -> Iterator[bytes]:
    """Yield every frame of it, in order."""
    for step in asyncio.run(_played()):
        if step.message is not None:
            yield encode(step.message)


def _row(step: Step) -> dict[str, object]:
    row: dict[str, object] = {"by": step.by}
    if step.what:
        row["what"] = step.what
    if step.message is not None:
        row |= {"frame": encode(step.message).hex(), "message": step.message}
    if step.knows is not None:
        offset, ply, digest = step.knows
        row["knows"] = {"offset": offset, "ply": ply, "digest": digest.hex()}
    return row


class _Evening:
    """Ada's side of the evening."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.line = Line(ADA, "a.1", self.steps)
        self._ids = 0
        self.n = 0

    def id(self) -> int:
        self._ids += 1
        return self._ids

    def next_n(self) -> int:
        self.n += 1
        return self.n

    def note(self, what: str) -> None:
        self.steps.append(Step("nobody", what))

    def is_told_all(self, table: Table) -> None:
        """Note at the last step all that is known by then."""
        self.steps[-1] = self.steps[-1]._replace(knows=table.knows(ADA.id))


async def _played() -> list[Step]:
    """Play the evening; in a loop, because a room that is carried wants one."""
    evening = _Evening()
    table = _gathered(evening)
    _begun_in_vain(evening, table)
    _started(evening, table)
    _refused(evening, table)
    _lost_and_back(evening, table)
    _ended(evening, table)
    return evening.steps


def _welcome(evening: _Evening, re: int, now: int, token: str | None) -> Welcome:
    given = "first" if token else "second"
    return Welcome(
        re=re,
        player=ADA.id,
        name=ADA.name,
        token=token,
        resume=f"p-ada.{given}-way-back",
        server="samedeal-server 0.1.0",
        now=now,
        heartbeat_ms=10_000,
    )


def _gathered(evening: _Evening) -> Table:
    line = evening.line
    hello = Hello(id=evening.id(), client="vectors 1", name="Ada")
    rooms = ListRooms(id=evening.id())
    asked = HostRoom(id=evening.id(), game=GAME, seats=2)
    line.says(hello, "Ada is new here.")
    table = Table(asked, ADA, line.connection)
    line.hears(_welcome(evening, hello.id, table.now, "p-ada.kept-by-ada"))
    line.says(rooms)
    line.hears(Rooms(re=rooms.id, rooms=()))
    line.says(asked)
    line.hears(table.live.attach(line, asked.id))
    evening.is_told_all(table)
    table.sits(BOB, "b.1")
    evening.is_told_all(table)
    hi = Say(id=evening.id(), number=1, text="Good evening, Bob — two out of three?")
    table.asks(line, hi, "The news of what was said comes before it is done.")
    evening.is_told_all(table)
    return table


def _begun_in_vain(evening: _Evening, table: Table) -> None:
    line, opened = evening.line, there(table.live.state.course.next_match).id
    first = b"\x03" * 16
    mine = commitment_to_nonce(opened, ADA.id, first)
    wrong = Ready(id=evening.id(), n=1, match="m-another", commitment=mine)
    table.asks(line, wrong, "Another match than the one that is open; n stays free.")
    ready = Ready(id=evening.id(), n=evening.next_n(), match=opened, commitment=mine)
    table.asks(line, ready)
    evening.is_told_all(table)
    theirs = commitment_to_nonce(opened, BOB.id, b"\x04" * 16)
    table.does(BOB, Ready(id=1, n=1, match=opened, commitment=theirs), 1)
    evening.is_told_all(table)
    table.asks(line, Reveal(id=evening.id(), n=evening.next_n(), nonce=first))
    evening.note("The countdown ends, and Bob has not revealed his nonce.")
    table.time_is_up()
    evening.is_told_all(table)
    table.sits(BOB, "b.2")
    evening.is_told_all(table)


def _started(evening: _Evening, table: Table) -> None:
    line, opened = evening.line, there(table.live.state.course.next_match)
    commitments = {
        player: commitment_to_nonce(opened.id, player, nonce)
        for player, nonce in NONCES.items()
    }
    ready = Ready(
        id=evening.id(),
        n=evening.next_n(),
        match=opened.id,
        commitment=commitments[ADA.id],
    )
    table.asks(line, ready, "For the match that was opened in place of the void one.")
    evening.is_told_all(table)
    theirs = Ready(id=1, n=1, match=opened.id, commitment=commitments[BOB.id])
    table.does(BOB, theirs, 1)
    evening.is_told_all(table)
    bad = Reveal(id=evening.id(), n=evening.n + 1, nonce=bytes(16))
    table.asks(line, bad, "Not what was committed to.")
    reveal = Reveal(id=evening.id(), n=evening.next_n(), nonce=NONCES[ADA.id])
    table.asks(line, reveal)
    table.does(BOB, Reveal(id=2, n=2, nonce=NONCES[BOB.id]), 2)
    evening.is_told_all(table)
    table.time_is_up()
    evening.is_told_all(table)


def _refused(evening: _Evening, table: Table) -> None:
    line = evening.line
    first = Move(id=evening.id(), n=evening.next_n(), ply=0, move="c3")
    table.asks(line, first, "The answer to a move comes before the news of it.")
    evening.is_told_all(table)
    again = first.model_copy(update={"id": evening.id()})
    table.asks(line, again, "Sent again with its number: answered, and done once.")
    for move, what in (
        ({"ply": 0, "move": "d3"}, "For the ply before."),
        ({"ply": 1, "move": "c3"}, "A card lies there."),
        ({"ply": 1, "move": "+0+0"}, "No notation of this game."),
    ):
        fields = {"id": evening.id(), "n": evening.n + 1, **move}
        table.asks(line, Move.model_validate(fields), what)
    gap = Move(id=evening.id(), n=evening.n + 3, ply=1, move="d3")
    table.asks(line, gap, "Two numbers are missing.")
    words = Say(id=evening.id(), number=2, text="Not now.")
    table.asks(line, words, "Nobody says words while cards are on the table.")
    table.asks(line, SayPhrase(id=evening.id(), number=2, phrase="good_luck"))
    table.does(BOB, Move(id=3, n=3, ply=0, move="a1"), 3)
    evening.is_told_all(table)
    offset, ply, digest = table.knows(ADA.id)
    fits = ClientHeartbeat(offset=offset, ply=ply, digest=digest)
    table.beats(line, fits, "It fits.")
    false = fits.model_copy(update={"digest": bytes(8)})
    table.beats(line, false, "The digest does not fit what the server told.")
    evening.is_told_all(table)


def _lost_and_back(evening: _Evening, table: Table) -> None:
    unanswered = Move(id=evening.id(), n=evening.next_n(), ply=1, move="d3")
    evening.line.says(unanswered, "It is carried out, and the answer is lost.")
    table.happens(unanswered, ADA.id, unanswered.n)
    table.live.drop(evening.line)
    evening.note("The connection is lost. Ada comes back with another.")
    table.does(ADA, Go(evening.line.connection), 0)
    line = evening.line = Line(ADA, "a.2", evening.steps)
    hello = Hello(id=evening.id(), client="vectors 1", resume="p-ada.first-way-back")
    join = JoinRoom(id=evening.id(), room=table.live.state.code, back=True)
    line.says(hello)
    line.says(join, "Without waiting for the welcome.")
    line.hears(_welcome(evening, hello.id, table.now, None))
    table.happens(Come(line.connection), ADA.id)
    line.hears(table.live.attach(line, join.id))
    table.live.say_again(line)
    evening.is_told_all(table)
    again = unanswered.model_copy(update={"id": evening.id()})
    table.asks(line, again, "The snapshot's n is not below its number: it was done.")
    table.loses_nothing()
    evening.steps[-2] = evening.steps[-2]._replace(what="The store has lost facts.")
    evening.is_told_all(table)


def _ended(evening: _Evening, table: Table) -> None:
    line = evening.line
    cells = [cell for cell in CELLS if cell not in ("c3", "d3")]
    for ply, cell in enumerate(cells, 2):
        move = Move(id=evening.id(), n=evening.next_n(), ply=ply, move=cell)
        table.asks(line, move)
        evening.is_told_all(table)
    beyond = Move(id=evening.id(), n=evening.n + 1, ply=25, move="a1")
    table.asks(line, beyond, "All 25 cards are laid.")
    table.does(BOB, Finish(id=4, n=4), 4)
    evening.is_told_all(table)
    table.time_is_up()
    evening.is_told_all(table)
    made = transcript_of(table.live.state, table.log, "samedeal-server 0.1.0")
    record = with_salts(there(made), bytes(32))
    asked = AskTranscript(id=evening.id(), match=record.match)
    line.says(asked)
    sealed = seal(to_plain(record))
    line.hears(
        TranscriptPart(
            re=asked.id, match=asked.match, size=len(sealed), start=0, data=sealed
        )
    )
    table.asks(line, Leave(id=evening.id(), n=evening.next_n()))

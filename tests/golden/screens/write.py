"""Golden screens: what a player sees, in words and symbols, without colour."""

from pathlib import Path

from tests.golden.screens.boards import (
    challenge,
    game_screen,
    tall,
    tall_two_packs,
)
from tests.golden.screens.books import book_screens
from tests.golden.screens.days import dailies
from tests.golden.screens.rooms import evening, events, gathering, rooms, standings
from tests.records.test_transcripts import played

from samedeal_client.language import speaking
from samedeal_client.play.replay.replayed import frame_lines, replay_lines
from samedeal_client.reader import linear
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.lists import games_lines
from samedeal_client.view.people.accounts import account_lines, circle_lines
from samedeal_client.view.records.proof import proof_lines
from samedeal_client.view.room import room_lines
from samedeal_client.view.series import series_lines
from samedeal_client.view.spans import Lines, text_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_protocol.people.accounts import Account, AccountView, RelationView
from samedeal_records.record import Record, read_record
from samedeal_records.replays import Replay
from samedeal_records.sealing import seal
from samedeal_records.transcripts import Transcript, to_plain

FOLDER = Path(__file__).parent


GLYPHS = {"unicode": UNICODE, "ascii": ASCII}


HEARD = (
    *("westcliff-classic", "capricieuse", "squares-english", "squares-patience"),
    *("leaderboard", "profile", "replay-two"),
)
"""Screens that are also kept as who reads line after line is told them."""


def screens() -> dict[str, str]:
    """Return every golden screen by its name, in both languages, and some as heard."""
    drawn = _drawn()
    with speaking("es"):
        spanish = _drawn().items()
        drawn |= {f"es-{k}": lines for k, lines in spanish if not k.endswith("-ascii")}
    with linear():
        heard = _drawn()
        drawn |= {f"heard-{name}": heard[f"{name}-ascii"] for name in HEARD}
        drawn |= {f"heard-{name}": heard[name] for name in ("standings", "rooms")}
    return {name: text_of(lines) + "\n" for name, lines in drawn.items()}


def _drawn() -> dict[str, Lines]:
    """Return every view on an example, by a name."""
    drawn: dict[str, Lines] = {}
    for key in GAMES:
        for style, glyphs in GLYPHS.items():
            drawn[f"{key.replace('/', '-')}-{style}"] = game_screen(key, glyphs)
    for style, glyphs in GLYPHS.items():
        drawn[f"tall-columns-{style}"] = tall(glyphs)
        drawn[f"tall-two-packs-{style}"] = tall_two_packs(glyphs)
        for name, lines in book_screens(glyphs).items():
            drawn[f"{name}-{style}"] = lines
    drawn["gathering"] = room_lines(gathering(), find_game("squares/english").about, 0)
    for style, glyphs in GLYPHS.items():
        room, end = challenge(glyphs)
        drawn[f"challenge-{style}"], drawn[f"challenge-end-{style}"] = room, end
    drawn["standings"] = standings()
    drawn |= events()
    drawn |= _accounts()
    drawn["evening"] = series_lines(evening(deals=3), "p-2")
    over = evening(deals=4)
    drawn["evening-over"] = series_lines(over, "p-2")
    of_event = {"kind": "event", "origin": "event/7KQ4PXY"}
    drawn["evening-of-event"] = series_lines(over.model_copy(update=of_event))
    drawn["rooms"] = rooms()
    drawn |= dailies()
    drawn |= _proofs()
    drawn["games"] = games_lines(game.about for game in list(GAMES.values())[:7])
    return drawn


def _accounts() -> dict[str, Lines]:
    """Return an account, and a list of friends."""
    server = "ws://play.example:8765"
    ada = AccountView(player="p-00000000000000a1", name="Ada Lovelace", named=True)
    bob = AccountView(player="p-00000000000000b2", name="Bob")
    robot = AccountView(player="p-00000000000000c3", name="Tik-Tok", bot=True)
    people = (
        RelationView(who=ada, relation="friend", mutual=True),
        RelationView(who=robot, relation="friend"),
        RelationView(who=bob, relation="blocked"),
    )
    named = Account(re=1, account=ada, claims_left=1)
    guest = Account(re=1, account=bob, claims_left=3)
    return {
        "account": (*account_lines(named, server), (), *account_lines(guest, server)),
        "friends": circle_lines(people),
    }


def _proofs() -> dict[str, Lines]:
    """Return the verdicts on a match, and the match played again."""
    honest = played("squares/english", 4)
    tampered = honest._replace(server_seed=bytes(32), game="squares/english")
    two = played("easthaven", 11)
    two = two._replace(seats=two.seats[:2])
    replay = Replay(two)
    replay.watch((0, 1))
    replay.go(2)
    listed = replay_lines(replay, UNICODE)
    return {
        "verify": proof_lines(record_of(honest)),
        "verify-doubt": proof_lines(record_of(tampered)),
        "verify-unknown": proof_lines(
            record_of(honest._replace(game="squares/englsh"))
        ),
        "replay-list": listed[-14:],
        "replay-two-ascii": frame_lines(replay, ASCII, 79),
        "replay-two-unicode": frame_lines(replay, UNICODE, 79),
    }


def record_of(transcript: Transcript) -> Record:
    return read_record(seal(to_plain(transcript)))


def write() -> None:
    """Write every golden screen anew."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, text in screens().items():
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    write()

"""Golden screens of boards: every game, tall columns, a race with a ghost."""

from tests.golden.screens.rooms import gathering

from samedeal_client.families.boards import board_lines, legal_lines
from samedeal_client.play.room.ghosts import Ghosts
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.deals.challenges import (
    board_hint,
    deal_board_lines,
    invitation,
)
from samedeal_client.view.deals.ghosts import (
    Ghost,
    ghost_line,
    ghost_standings,
    rivals_lines,
    told_line,
)
from samedeal_client.view.room import room_lines
from samedeal_client.view.spans import Lines, line
from samedeal_games.cards import FACE_DOWN, read_cards
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import Board
from samedeal_protocol.deals.challenges import DealBoard
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.rooms.boards import (
    ResultView,
    SeatView,
    StandingView,
)
from samedeal_records.timelines import Point

SEED = bytes(range(32))


MOVES = 12


CHALLENGED = f"m-{bytes(range(16)).hex()}"


def game_screen(key: str, glyphs: Glyphs) -> Lines:
    """Return a board after twelve moves, and the moves that it leaves."""
    game = GAMES[key]
    position = game.setup(deal_from_seed(SEED, game.about.packs))
    for ply in range(MOVES):
        moves = game.legal_moves(position)
        if moves:
            position = game.apply(position, moves[ply * 5 % len(moves)])
    board = game.view(position)
    return (*board_lines(game, board, glyphs), *legal_lines(game, board, glyphs))


def tall(glyphs: Glyphs) -> Lines:
    """Return ten columns, one of which is too high to hang down."""
    run = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H"
    tall = (FACE_DOWN, FACE_DOWN, *read_cards("4D 9C QD 5H 6C " + run))
    zones = {f"column.{n}": (FACE_DOWN, *read_cards("KC")) for n in range(1, 11)}
    zones |= {"column.4": tall, "column.7": ()}
    zones |= {f"foundation.{suit}": () for suit in range(1, 5)}
    zones |= {"foundation.2": read_cards("AD 2D")}
    zones |= {"stock": (), "waste": read_cards("7C 8C 9D TC JC QC 3H 8D")}
    board = Board(88, zones)
    return board_lines(find_game("westcliff/american"), board, glyphs)


def tall_two_packs(glyphs: Glyphs) -> Lines:
    """Return twelve columns of two packs, two of which do not fit on a line."""
    suits = {suit: [rank + suit for rank in "A23456789TJQK"] for suit in "CDHS"}
    columns = [
        [*suits["C"][::-1], *suits["D"], *suits["D"][::-1]],
        [*suits["H"], *suits["S"][::-1], *suits["H"][::-1]],
        *([card] for card in suits["S"][:8]),
        [],
        suits["C"][:10],
    ]
    zones = {f"column.{n}": read_cards(" ".join(c)) for n, c in enumerate(columns, 1)}
    zones |= {f"foundation.{number}": () for number in range(1, 9)}
    zones |= {"foundation.8": read_cards("KS QS JS TS 9S"), "redeals": (FACE_DOWN,)}
    zones |= {"foundation.5": read_cards("KC QC JC")}
    board = Board(131, zones)
    return board_lines(find_game("russian"), board, glyphs)


def challenge(glyphs: Glyphs) -> tuple[Lines, Lines]:
    """Return a challenge before and during the match, and its end and board."""
    about, seats = find_game("squares/english").about, 7
    names = ("Ada", "Greta", "名前", "Persephone of Henna", "Bob\x1b[2J", "Dot", "Eve")
    ghosts = tuple(
        Ghost(
            name=name,
            bot=name == "Greta",
            score=61 - 7 * number,
            plies=25,
            elapsed_ms=93_250 + 1_100 * number,
            state="finished" if number == 3 else "over",
            ended_ms=95_000,
            points=(Point(0, 0, 0), Point(20_000 + number, 3 * number, 9)),
        )
        for number, name in enumerate(names)
    )
    ada = SeatView(seat=0, player="p-9", name="Cid")
    room = gathering().model_copy(
        update={
            "kind": "challenge",
            "origin": CHALLENGED,
            "rated": False,
            "seats_max": 1,
            "best_of": 1,
            "seats": (ada,),
        }
    )
    counts = Ghosts("squares/english", ghosts).at(30_000)
    ended = Ghosts("squares/english", ghosts).at(95_000)
    own = StandingView(
        place=1,
        seat=0,
        player="p-9",
        name="Cid",
        score=40,
        plies=25,
        elapsed_ms=88_000,
        state="over",
    )
    result = ResultView(
        match=CHALLENGED,
        kind="challenge",
        standings=(own,),
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=True,
        series_winners=(0,),
    )
    before = (
        *room_lines(room, about, 0),
        *rivals_lines(ghosts[:2], about),
        *rivals_lines((), about),
        line(" ", *ghost_line(counts[:1], about)),
        line(" ", *ghost_line(counts[:3], about)),
        line(" ", *ghost_line(counts, about)),
        told_line(ended[:1], 2, seats + 1, about),
        told_line(ended[:3], None, seats + 1, about),
    )
    after = (
        *ghost_standings(result, 0, ghosts, about),
        *board_hint(CHALLENGED),
        *invitation(CHALLENGED),
        *invitation(CHALLENGED, "ws://ada"),
        *deal_board_lines(_deal_board(), about, "p-2"),
    )
    return before, after


def _deal_board() -> DealBoard:
    rows = [
        (1, "Ada", 61, "over"),
        (2, "Persephone of Henna.", 40, "finished"),
        (12, "Bob", 0, "resigned"),
    ]
    return DealBoard(
        re=1,
        deal=CHALLENGED,
        game="squares/english",
        total=12,
        rows=tuple(
            DealRow.model_validate(
                {
                    "rank": rank,
                    "player": f"p-{rank}",
                    "name": name,
                    "score": score,
                    "plies": 25,
                    "elapsed_ms": 61_000,
                    "state": state,
                    "match": CHALLENGED,
                    "at": 0,
                }
            )
            for rank, name, score, state in rows
        ),
    )

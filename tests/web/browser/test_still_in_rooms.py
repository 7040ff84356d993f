"""What one presses in rooms and at today's deals stays where it is."""

import asyncio
import re
from collections.abc import Sequence

import msgpack
import pytest
from playwright.async_api import (
    Page,
    Route,
    ViewportSize,
    WebSocketRoute,
    expect,
)
from tests.talk import Talker, talking
from tests.web.browser.pages import PHONE, WITHIN_MS, Pages, Somebody
from tests.web.browser.test_still import DESK, MARK, MOVED

from samedeal_protocol.codec import encode
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.updates import Error, MatchOpened

pytestmark = pytest.mark.asyncio(loop_scope="session")

PRESSED = ":is(.head, main, .foot) :is(a, button, summary, input, select)"
CELLS = ("a1", "b1", "c1", "d1", "e1", "a2")
BRING = re.compile("Bring a bot|Traer un bot")
PRACTISE = re.compile("Practise|Practica")
CHECKING = re.compile("Checking|Comprobando")
FINISH = re.compile("Finish|Terminar")
RATED = re.compile("Not rated|No cuenta")
LOCALES = ["en-GB", "es-ES"]


class Late:
    """Files and answers that come to a page no sooner than they are let."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._let = asyncio.Event()

    async def files(self, pattern: str) -> None:
        """Hold files back, by a pattern of their names."""
        await self.page.route(re.compile(pattern), self._fetched)

    async def answers(self, *kinds: str) -> None:
        """Hold answers back, by what they are called on the wire."""

        def met(socket: WebSocketRoute) -> None:
            async def heard(message: str | bytes) -> None:
                assert isinstance(message, bytes)
                if msgpack.unpackb(message, strict_map_key=False)["t"] in kinds:
                    await self._let.wait()
                # As a server says it at which two bots wait to be called.
                socket.send(message.replace(b"\xa4bots\xc0", b"\xa4bots\x02"))

            socket.connect_to_server().on_message(heard)

        await self.page.route_web_socket(re.compile("."), met)

    def come(self) -> None:
        """Let them."""
        self._let.set()

    async def _fetched(self, route: Route) -> None:
        await self._let.wait()
        await route.continue_()


async def mark(somebody: Somebody) -> None:
    """Note where everything is that somebody can press."""
    assert await somebody.page.evaluate(MARK, PRESSED)


async def moved(somebody: Somebody) -> Sequence[str]:
    """Return what of it is elsewhere, or is there no more."""
    found: Sequence[str] = await somebody.page.evaluate(MOVED)
    return found


def socket_of(pages: Pages) -> str:
    return pages.url.replace("http://", "ws://")


async def opened(somebody: Somebody, seats: str) -> str:
    """Have somebody open a room, in whichever language; return its code."""
    await somebody.page.locator("input[name=name]").fill("Ann")
    await somebody.page.locator("select[name=seats]").select_option(seats)
    await somebody.page.locator(".opens .main").click()
    code = somebody.page.locator(".invite .code")
    await somebody.sees(code)
    return await code.inner_text()


async def says(talker: Talker, number: int) -> None:
    await talker.ask(Done, t="say", text=f"What number {number} says", number=number)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_nothing_moves_in_a_room_that_fills(
    pages: Pages, size: ViewportSize, locale: str
) -> None:
    ann = await pages.come("Ann", locale=locale)
    await ann.page.set_viewport_size(size)
    late = Late(ann.page)
    await late.files(r"practice\.js")
    await late.answers("rooms")
    await ann.page.goto(f"{pages.url}/")
    code = await opened(ann, "4")
    await ann.sees(ann.page.locator(".invite .qr"))
    await mark(ann)
    late.come()
    await ann.sees(ann.page.get_by_role("button", name=BRING))
    await ann.sees(ann.page.get_by_role("button", name=PRACTISE))
    assert await moved(ann) == []
    await mark(ann)
    url = socket_of(pages)
    async with talking(url, "Bob") as bob, talking(url, "Cid") as cid:
        for talker in (bob, cid):
            await talker.join(code)
            await talker.ready()
            for number in range(1, 4):
                await says(talker, number)
        await ann.sees(ann.page.locator(".talk .heard li").nth(5))
        await ann.sees(ann.page.locator(".report > summary"))
        await ann.sees(ann.page.get_by_text(re.compile("0:[0-9]{2}")))
        assert await moved(ann) == []


async def finish(somebody: Somebody) -> None:
    """Have somebody stop, in whichever language."""
    page = somebody.page
    await page.locator(".menu > button").click()
    await page.locator(".sheet > .quiet", has_text=FINISH).click()
    await page.locator(".sheet > .main").click()


async def raced(ann: Somebody, bob: Talker, code: str) -> None:
    """Have two people race, each of whom ends it."""
    await bob.join(code)
    await bob.ready()
    await ann.page.locator(".foot .main").click()
    await bob.start()
    await ann.sees(ann.open.first)
    await ann.open.first.click()
    await expect(ann.laid).to_have_count(1, timeout=WITHIN_MS)
    await bob.command(Done, t="finish")
    await finish(ann)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_nothing_moves_when_a_match_is_proven_and_the_next_is_wanted(
    pages: Pages, size: ViewportSize, locale: str
) -> None:
    ann = await pages.come("Ann", locale=locale)
    await ann.page.set_viewport_size(size)
    late = Late(ann.page)
    await late.answers("transcript", "history")
    await ann.page.goto(f"{pages.url}/")
    code = await opened(ann, "2")
    async with talking(socket_of(pages), "Bob") as bob:
        await raced(ann, bob, code)
        await ann.sees(ann.page.get_by_text(CHECKING))
        await mark(ann)
        late.come()
        await ann.sees(ann.page.locator(".proof .tick"))
        await ann.sees(ann.page.locator(".rated [role=status]", has_text=RATED))
        assert await moved(ann) == []
        await mark(ann)
        opened_next = await bob.hear(MatchOpened)
        assert bob.room is not None
        bob.room = bob.room.model_copy(update={"next_match": opened_next.match})
        await bob.ready()
        await ann.sees(ann.page.locator("p", has_text="Bob").first)
        await says(bob, 1)
        await ann.sees(ann.page.locator(".talk .heard li"))
        assert await moved(ann) == []


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_nothing_moves_where_boards_of_a_match_come_late(
    pages: Pages, size: ViewportSize
) -> None:
    url = socket_of(pages)
    async with talking(url, "Bob") as bob, talking(url, "Cid") as cid:
        code = await bob.host(seats=2, watch="boards")
        await cid.join(code)
        for talker in (bob, cid):
            await talker.ready()
        await asyncio.gather(bob.start(), cid.start())
        ann = await pages.come("Ann")
        await ann.page.set_viewport_size(size)
        late = Late(ann.page)
        await late.files(r"watched\.js")
        await ann.page.goto(f"{pages.url}/{code}")
        await expect(ann.page.locator(".bar")).to_have_count(2, timeout=WITHIN_MS)
        await mark(ann)
        late.come()
        await ann.sees(ann.page.locator(".end .board").nth(1))
        assert await moved(ann) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_nothing_moves_when_the_board_of_a_day_is_told(
    pages: Pages, locale: str
) -> None:
    ann = await pages.come("Ann", locale=locale)
    await ann.page.goto(f"{pages.url}/daily")
    await ann.page.locator("input[name=name]").fill("Ann")
    await ann.page.locator(".days button").first.click()
    await ann.sees(ann.open.first)
    await finish(ann)
    await ann.sees(ann.page.locator("tr.own").nth(1))
    late = Late(ann.page)
    await late.answers("daily")
    await ann.page.goto(f"{pages.url}/daily")
    summary = ann.page.locator(".days summary")
    await ann.sees(summary)
    await summary.click()
    await mark(ann)
    late.come()
    await ann.sees(ann.page.locator("tr.own"))
    assert await moved(ann) == []


async def test_open_rooms_are_shown_by_a_server_that_tells_of_no_changes(
    pages: Pages,
) -> None:
    asked: list[bool] = []

    def older(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def said(message: str | bytes) -> None:
            assert isinstance(message, bytes)
            fields = msgpack.unpackb(message, strict_map_key=False)
            if fields["t"] == "rooms":
                asked.append("follow" in fields)
            if "follow" not in fields:
                server.send(message)
                return
            refused = Error(
                re=fields["id"], code=ErrorCode.BAD_MESSAGE, retry="never", trace=""
            )
            socket.send(encode(refused))

        socket.on_message(said)

    async with talking(socket_of(pages), "Bob") as bob:
        await bob.host(seats=2, public=True)
        ann = await pages.come("Ann")
        await ann.page.route_web_socket(re.compile("."), older)
        await ann.page.reload()
        await ann.sees(ann.page.locator(".held li"))
        assert asked[:2] == [True, False]
        assert not any(asked[1:])


async def test_open_rooms_stay_where_they_are(pages: Pages) -> None:
    """Though one that is full is none that somebody new would go to first."""
    url = socket_of(pages)
    async with talking(url, "Bob") as bob, talking(url, "Cid") as cid:
        codes = [await each.host(seats=2, public=True) for each in (bob, cid)]
        ann = await pages.come("Ann")
        rooms = ann.page.locator(".held li")
        await expect(rooms).to_have_count(2, timeout=WITHIN_MS)
        await mark(ann)
        first = await rooms.first.locator("a").get_attribute("href") or ""
        async with talking(url, "Dan") as dan:
            await dan.join(next(code for code in codes if first.endswith(code)))
            await ann.sees_text("2 of 2")
            assert await moved(ann) == []

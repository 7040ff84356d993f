"""Hosts at their doors, reports and orders of an operator, as the page has them."""

import pytest
from playwright.async_api import ViewportSize, expect
from tests.server.house import opened
from tests.web.browser.pages import PHONE, Pages
from tests.web.browser.test_still import DESK, MARK, MOVED, TABLET

from samedeal_server.hub.reporting import unpack_complaint
from samedeal_server.people.announced import pack_announced
from samedeal_server.people.bans import Ban, pack_ban
from samedeal_server.process import obeying

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obeying, "LOOKED_EVERY_S", 0.05)


async def test_a_host_reports_somebody_and_puts_them_out_and_lets_them_in_again(
    pages: Pages, store_url: str
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    link = await ann.open_room()
    await bob.follow(link)
    await bob.page.get_by_label("Your words").fill("something bad")
    await bob.press("Say")
    await ann.sees_text("something bad")
    await ann.press_summary("Report somebody")
    await ann.page.get_by_label("What they said or did").fill(" He insults\u202e me. ")
    await ann.press("Report")
    await ann.sees_text("Reported.")
    async with opened(store_url) as store:
        (kept,) = await store.reports.read()
    complaint = unpack_complaint(kept.packed)
    assert (complaint.by_name, complaint.about_name) == ("Ann", "Bob")
    assert complaint.why == "He insults me."
    assert [line.text for line in complaint.lines] == ["something bad"]

    await ann.press_summary("Who may come in")
    await ann.press("Put Bob out")
    put_out = "Ann has put you out of this room."
    await bob.sees(bob.page.get_by_role("heading", name=put_out))
    await bob.page.reload()
    await bob.sees_text("Ann has put you out of this room.")
    await ann.press("Let Bob in")
    await ann.press("Shut the door")
    await ann.sees_text("The door is shut to whom the host has not let in.")
    eve = await pages.come("Eve")
    await eve.page.goto(link)
    await eve.sees_text("The host of this room lets nobody new in.")
    await bob.follow(link)
    await bob.sees_text("The door is shut to whom the host has not let in.")
    await ann.page.get_by_label("A claimed name, or a player's id").fill("Nobody")
    await ann.page.get_by_role("button", name="Put out", exact=True).click()
    await expect(ann.page.locator(".door [role=alert]")).to_contain_text("Nobody here")


async def test_orders_of_an_operator_are_read_in_ones_own_language(
    pages: Pages, store_url: str
) -> None:
    ann = await pages.come("Ann")
    bob = await pages.come("Bob", locale="es-ES")
    await bob.page.goto(await ann.open_room())
    announced = {"en": "We stop at <b>ten</b>.", "es": "Paramos a las diez."}
    async with opened(store_url) as store:
        await store.orders.announce(pack_announced(announced), 60_000)
        await ann.sees_text("From whoever runs this server: We stop at <b>ten</b>.")
        await bob.sees_text("De quien lleva este servidor: Paramos a las diez.")
        everybody = "127.0.0.0/8"
        ban = Ban(everybody, 0, "Insults, again.")
        await store.orders.ban(everybody, pack_ban(ban))
    await ann.sees_text("Whoever runs this server has sent you away.")
    await bob.sees_text("Quien lleva este servidor te ha echado.")
    await ann.press("Play here")
    await ann.sees_text("Whoever runs this server keeps you out. Insults, again.")


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
async def test_what_an_operator_says_moves_no_card_of_a_race(
    pages: Pages, store_url: str, size: ViewportSize
) -> None:
    ann = await pages.come("Ann")
    await ann.page.set_viewport_size(size)
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.open.first)
    assert await ann.page.evaluate(MARK, "main button")
    async with opened(store_url) as store:
        await store.orders.announce(pack_announced({"en": "We stop at ten."}), 60_000)
        notice = ann.page.get_by_text("From whoever runs this server: We stop at ten.")
        await ann.sees(notice)
    assert await ann.page.evaluate(MOVED) == []
    await ann.press("Hide this notice")
    await expect(notice).to_have_count(0)

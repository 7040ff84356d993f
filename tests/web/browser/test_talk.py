"""What people say to each other at pages."""

import pytest
from tests.web.browser.pages import Pages

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_words_are_said_before_a_match_and_phrases_in_it(pages: Pages) -> None:
    ann = await pages.come("Ann")
    bob = await pages.come("Bob", locale="es-ES")
    await bob.page.goto(await ann.open_room())
    await bob.page.get_by_label("Tu nombre").fill("Bob")
    await bob.press("Sentarse y listo")
    await ann.page.get_by_label("Your words").fill("  <b>hi</b> \u202e\u0007 there ")
    await ann.press("Say")
    await bob.sees_text("<b>hi</b> there")
    await bob.press_summary("Decir algo")
    await bob.press("¡suerte!")
    await ann.sees_text("good luck!")
    await ann.press("Ready")
    await ann.sees(ann.board)
    await bob.press("Menú")
    await bob.press_summary("Decir algo")
    await bob.press("¡perdón!")
    await ann.sees(ann.page.get_by_role("status").get_by_text("Bob: sorry!"))


async def test_who_is_muted_is_not_heard(pages: Pages) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await bob.follow(await ann.open_room())
    for word in ("first", "second"):
        await bob.page.get_by_label("Your words").fill(word)
        await bob.press("Say")
        await ann.sees_text(word)
    await ann.page.get_by_role("button", name="Hear no more of Bob").first.click()
    await ann.page.get_by_text("second").wait_for(state="detached")
    await ann.press("Hear everybody again")
    await ann.sees_text("second")

"""Who one is to the server, from the page."""

import asyncio
import json
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

from samedeal_client import cli
from samedeal_client.kept import portable

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def at_account(pages: Pages, name: str) -> Somebody:
    """Open the account's screen, as somebody who was never here."""
    person = await pages.come(name)
    await person.page.get_by_role("link", name="Account").click()
    await person.sees_text("guest")
    return person


async def claim(person: Somebody, name: str) -> None:
    """Ask for a name of one's own."""
    await person.page.get_by_label("Name to claim").fill(name)
    await person.press("Claim it")


def file_of(text: str) -> FilePayload:
    """Return a file as somebody may choose it."""
    return FilePayload(
        name="any.json", mimeType="application/json", buffer=text.encode()
    )


async def test_a_name_is_claimed_and_nobody_else_has_it(pages: Pages) -> None:
    ann, bob = await at_account(pages, "Ann"), await at_account(pages, "Bob")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("Your name is claimed")
    await ann.sees_text("You can claim 2 more names.")
    await claim(bob, "annabel lee")
    await bob.sees_text("That name, or one like it, is taken; choose another.")
    await claim(bob, "you")
    await bob.sees_text("A name has up to 20 visible characters")
    await ann.page.goto(f"{pages.url}/")
    await expect(ann.page.get_by_label("Your name")).to_have_value("Annabel Lee")


async def test_friends_are_listed_and_taken_off(pages: Pages) -> None:
    ann, bob = await at_account(pages, "Ann"), await at_account(pages, "Bob")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("It is yours.")
    await bob.page.get_by_label("A claimed name").fill("nobody at all")
    await bob.press("A friend")
    await bob.sees_text("Nobody here has claimed that name")
    await bob.page.get_by_label("A claimed name").fill("annabel lee")
    await bob.press("A friend")
    row = bob.page.locator(".people li")
    await expect(row).to_contain_text("Annabel Lee", timeout=WITHIN_MS)
    await expect(row).to_contain_text("friend")
    await bob.press("Take Annabel Lee off the list")
    await bob.sees_text("Nobody is on your list.")
    await bob.page.get_by_label("A claimed name").fill("annabel lee")
    await bob.press("Block")
    await expect(row).to_contain_text("blocked", timeout=WITHIN_MS)


async def test_an_account_goes_to_another_browser_and_to_a_terminal(
    pages: Pages, tmp_path: Path
) -> None:
    ann, elsewhere = await at_account(pages, "Ann"), await at_account(pages, "Ann")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("It is yours.")
    async with ann.page.expect_download() as saving:
        await ann.press("Save my account")
    saved = tmp_path / "account.json"
    await (await saving.value).save_as(saved)
    carried = portable.read(str(saved))
    assert carried.name == "Annabel Lee"
    assert carried.server.startswith(pages.url.replace("http", "ws"))
    field = elsewhere.page.locator("input[type=file]")
    await field.set_input_files(saved)
    await elsewhere.sees_text("You are Annabel Lee here now.")
    await elsewhere.sees_text("Your name is claimed")
    await elsewhere.page.reload()
    await elsewhere.sees_text("Your name is claimed")


async def test_what_is_no_account_of_this_server_takes_nobodys_place(
    pages: Pages,
) -> None:
    ann = await at_account(pages, "Ann")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("It is yours.")
    field = ann.page.locator("input[type=file]")
    here = pages.url.replace("http", "ws")
    unknown = portable.Carried(here, "Bob", "a-token-that-nobody-has")
    other = portable.Carried("wss://cards.example", "Bob", "a-token")
    for text, told in (
        ("rubbish", "This is no file of an account."),
        ("null", "This is no file of an account."),
        (json.dumps({"format": "another"}), "This is no file of an account."),
        (" " * 5000, "This is no file of an account."),
        (portable.packed(other), "This account is of another server: cards.example"),
        (portable.packed(unknown), "The server does not know this account."),
    ):
        await field.set_input_files(file_of(text))
        await ann.sees_text(told)
    await ann.page.reload()
    await ann.sees_text("Your name is claimed")


async def test_another_token_ends_the_one_before(pages: Pages) -> None:
    ann, thief = await at_account(pages, "Ann"), await at_account(pages, "Cid")
    async with ann.page.expect_download() as saving:
        await ann.press("Save my account")
    stolen = await (await saving.value).path()
    await ann.press("Change the token")
    await ann.sees_text("Every other device that plays as you")
    await ann.press("No")
    await ann.press("Change the token")
    await ann.press("Change the token")
    await ann.sees_text("You have a new token; the old one no longer works.")
    await thief.page.locator("input[type=file]").set_input_files(stolen)
    await thief.sees_text("The server does not know this account.")


async def test_an_account_is_deleted_for_good(pages: Pages) -> None:
    ann = await at_account(pages, "Ann")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("It is yours.")
    await ann.press("Delete the account")
    await ann.sees_text("Delete Annabel Lee for good? Nobody can undo this.")
    await ann.press("Delete the account")
    await ann.sees_text("It is deleted; nobody else can take its name.")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("That name, or one like it, is taken; choose another.")


async def link_of(person: Somebody) -> str:
    """Make a link for another device."""
    await person.press("A link, good once")
    return await person.page.locator("p.link").inner_text()


async def test_a_link_makes_one_other_browser_play_as_oneself(pages: Pages) -> None:
    ann, phone = await at_account(pages, "Ann"), await pages.come("phone")
    late = await pages.come("late")
    await claim(ann, "Annabel Lee")
    await ann.sees_text("It is yours.")
    link = await link_of(ann)
    await ann.sees(ann.page.get_by_role("img", name="The link as a QR code"))
    await late.page.goto(link)
    await late.press("Stay who I am")
    await late.sees_text("guest")
    await phone.page.goto(link)
    await phone.press("Go on as there")
    await phone.sees_text("You play as on your other device now.")
    await phone.sees_text("Your name is claimed")
    assert "#" not in phone.page.url
    await phone.page.goto(f"{pages.url}/")
    await expect(phone.page.get_by_label("Your name")).to_have_value("Annabel Lee")
    await late.page.goto(link)
    await late.press("Go on as there")
    await late.sees_text("This link was used, or is too old")
    await late.sees_text("guest")


async def test_a_link_that_was_changed_takes_nobodys_place(pages: Pages) -> None:
    ann, phone = await at_account(pages, "Ann"), await pages.come("phone")
    for spoilt in ("x", "AAAA"):
        link = await link_of(ann)
        await phone.page.goto(f"{link}{spoilt}")
        await phone.press("Go on as there")
        await phone.sees(phone.page.get_by_role("alert").filter(has_text="was used"))
        await phone.sees_text("guest")


async def test_a_link_of_the_terminal_is_taken_by_a_page(
    pages: Pages, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = pages.url.replace("http", "ws", 1)
    where = ["--server", server, "--identity", str(tmp_path / "identity.json")]
    for command in (["account", "claim", "Annabel Lee"], ["account", "link", "--json"]):
        capsys.readouterr()
        assert await asyncio.to_thread(cli.main, [*where, *command]) == 0
    link = json.loads(capsys.readouterr().out)["link"]
    phone = await pages.come("phone")
    await phone.page.goto(link)
    await phone.press("Go on as there")
    await phone.sees_text("Your name is claimed")

"""People at pages, as they tap and read."""

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

PHONE = ViewportSize(width=360, height=740)
WITHIN_MS = 30_000
KEPT = """async (most) => {
  for (;;) {
    const { installing, waiting, active } = await navigator.serviceWorker.ready;
    const pages = (await caches.keys()).map(
      async (name) => (await caches.open(name)).match("./"),
    );
    const kept = (await Promise.all(pages)).filter(Boolean).length;
    const isDone = !installing && !waiting && active.state === "activated";
    if (isDone && kept === most) return;
    await new Promise(requestAnimationFrame);
  }
}"""
"""Waits for the files of so many pages to be kept, by the worker of the last."""


class Somebody:
    """One person with one page, in a browser profile of their own."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name

    async def open_room(self, game: str = "squares/english", seats: int = 2) -> str:
        """Open a room from the first page; return the link to send."""
        page = self.page
        if not await page.locator(f"input[value='{game}']").count():
            await page.locator(".games > button").click()
        await page.locator(f"label:has(input[value='{game}'])").click()
        await page.get_by_label("Your name").fill(self.name)
        await page.get_by_label("Seats").select_option(str(seats))
        await page.get_by_role("button", name="Open a room").click()
        await self.sees(page.locator(".invite"))
        return await page.locator(".invite .link").inner_text()

    async def follow(self, link: str) -> None:
        """Open a link, type a name, sit down."""
        await self.page.goto(link)
        await self.page.get_by_label("Your name").fill(self.name)
        await self.press("Sit down, ready")

    async def press(self, name: str) -> None:
        """Press a button."""
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def press_summary(self, name: str) -> None:
        """Unfold something."""
        await self.page.locator("summary", has_text=name).click()

    async def sees(self, what: Locator) -> None:
        """Wait for something to be in sight."""
        await expect(what).to_be_visible(timeout=WITHIN_MS)

    async def sees_text(self, text: str) -> None:
        """Wait for a text to be in sight."""
        await self.sees(self.page.get_by_text(text).first)

    @property
    def board(self) -> Locator:
        """The own board."""
        return self.page.get_by_role("group", name="your board")

    @property
    def laid(self) -> Locator:
        """Cells of a grid that have a card."""
        return self.page.locator(".board [data-cell]:not([data-open])")

    @property
    def open(self) -> Locator:
        """Cells that take a card: none, before the next one was told."""
        return self.page.locator(".board [data-open]")

    async def lay(self, *cells: str) -> None:
        """Lay the next card on each of the cells in turn, each time it is there."""
        for cell in cells:
            there = self.page.get_by_role("button", name=f"{cell}: empty.", exact=True)
            await there.and_(self.open).focus()
            await self.page.keyboard.press("Enter")
            await expect(there).to_have_count(0, timeout=WITHIN_MS)

    async def stop(self) -> None:
        """Finish, and keep the score."""
        await self.press("Menu")
        await self.press("Finish, keep the score")
        await self.press("Finish, keep the score")


class Pages:
    """Everybody's pages at one server."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self._browser = browser
        self.complaints: list[str] = []

    async def come(
        self, name: str, *, locale: str = "en-GB", keeps: bool = False
    ) -> Somebody:
        """Open the first page, as somebody who was never here.

        Whether the browser keeps the page's files is to be said: most tests have no
        use for it.
        """
        context = await self._browser.new_context(
            viewport=PHONE, locale=locale, service_workers="allow" if keeps else "block"
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))
        await page.goto(f"{self.url}/")
        return Somebody(page, name)

    def _asked(self, url: str) -> None:
        """Note requests to anybody but the server."""
        if not url.startswith((self.url, self.url.replace("http", "ws", 1))):
            self.complaints.append(f"asked for {url}")

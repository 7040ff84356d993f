"""What of a screen does not fit: sideways, under fingers, or in a reader's colours."""

from collections.abc import Sequence

from playwright.async_api import Page, ViewportSize

NARROW = ViewportSize(width=320, height=640)
ZOOMED = ViewportSize(width=640, height=360)
"""As much as a desk of 1280 by 720 has where everything is twice as large."""

WIDE = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll("#page *")].filter((one) =>
        one.checkVisibility() && one.getBoundingClientRect().right > clientWidth
            && !one.closest(".wide-table, .board, .spoken"));
    const named = out.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 80));
    return [`${scrollWidth} of ${clientWidth} wide: ${named.join(" ")}`];
}"""
"""Tells whether a page has to be scrolled sideways, and where it is too wide."""

TARGETS = """
const shown = (one) => one.checkVisibility({ visibilityProperty: true })
    && !one.closest(".spoken, .board");
const pressed = "a[href], button, summary, input, select";
const targets = [...document.querySelectorAll(pressed)].filter(shown);
"""
SMALL = (
    """() => {"""
    + TARGETS
    + """
    // A link in a sentence is as high as its line, wherever there are such.
    const isInText = (one) => one.matches("a") && one.closest("p, li, label")
        && getComputedStyle(one).display === "inline"
        && one.closest("p, li, label").textContent.trim() !== one.textContent.trim();
    return targets.filter((one) => !isInText(one)).flatMap((one) => {
        const target = one.matches("input") ? one.closest("label") ?? one : one;
        const { width, height } = target.getBoundingClientRect();
        if (Math.round(width) >= 44 && Math.round(height) >= 44) return [];
        const size = `${Math.round(width)} by ${Math.round(height)}`;
        return [`${size}: ${target.outerHTML.slice(0, 100)}`];
    });
}"""
)
"""Tells which targets are smaller than 44 by 44; cards are as wide as fits."""

UNSEEN = (
    """() => {"""
    + TARGETS
    + """
    const drawn = "a, summary, [type=radio], [type=checkbox], [type=range]";
    // A sign such as ≡ is no word that could be taken for text.
    const isSign = (one) => one.matches("button") && !/\\p{L}/u.test(one.textContent);
    return targets.filter((one) => !one.matches(drawn) && !isSign(one))
        .flatMap((one) => {
            const style = getComputedStyle(one);
            const hasEdge = style.borderTopStyle !== "none"
                && parseFloat(style.borderTopWidth) > 0;
            const isLine = style.textDecorationLine !== "none";
            if (hasEdge || isLine || one.closest("label.file")) return [];
            return [`no edge: ${one.outerHTML.slice(0, 100)}`];
        });
}"""
)
"""Tells what can be pressed that only its ground shows, which a reader's own colours
take away."""


async def misfits(page: Page) -> Sequence[str]:
    """Return what does not fit of a page as it is now, a line for each place."""
    before = page.viewport_size
    found: list[str] = []
    for size in (NARROW, ZOOMED):
        await page.set_viewport_size(size)
        found += await page.evaluate(WIDE)
        found += await page.evaluate(SMALL)
    await page.emulate_media(forced_colors="active")
    found += await page.evaluate(UNSEEN)
    await page.emulate_media(forced_colors="none")
    if before is not None:
        await page.set_viewport_size(before)
    return found

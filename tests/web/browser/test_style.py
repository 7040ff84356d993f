"""The style of the page as it is sent."""

import pytest
from tests.web.browser.pages import Pages

from samedeal_web.files import LOOKS, STATIC

pytestmark = pytest.mark.asyncio(loop_scope="session")

RULES = """written => {
    // What is no value yet, as that of a property of our own, is kept as it is written.
    const told = ({ cssText }) => cssText.replace(/\\s*([,>])\\s*/g, "$1");
    const rules = (sheet) => [...sheet.cssRules].map(told);
    const alone = new CSSStyleSheet();
    alone.replaceSync(written);
    return [rules(document.styleSheets[0]), rules(alone)];
}"""


async def test_the_style_means_what_it_means_as_it_is_written(pages: Pages) -> None:
    ann = await pages.come("Ann")
    written = "".join((STATIC / name).read_text("utf-8") for name in LOOKS)
    sent, alone = await ann.page.evaluate(RULES, written)
    assert len(alone) > 100
    assert sent == alone

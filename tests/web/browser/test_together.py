"""What stands open to all modules that are sent together, and what a browser has."""

import re

import pytest
from tests.web.browser.pages import Pages

from samedeal_web import read_site

pytestmark = pytest.mark.asyncio(loop_scope="session")

OPEN = re.compile(rb"^const \{ (.+) \} = \$modules", re.MULTILINE)


async def test_no_module_hides_from_another_what_the_browser_has(pages: Pages) -> None:
    files = read_site().files.items()
    together = b"".join(file.plain for name, file in files if name.count("/") == 3)
    names = b", ".join(OPEN.findall(together)).decode().split(", ")
    assert len(names) > 100
    ann = await pages.come("Ann")
    hidden = "names => names.filter((name) => name in window)"
    assert await ann.page.evaluate(hidden, names) == []

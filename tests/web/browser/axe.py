"""The complaints of axe about a screen."""

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.async_api import Page

ASK = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  const placed = ({ target, failureSummary }) => [target.join(" "), failureSummary];
  return violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(placed)]);
}"""


@cache
def _axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


async def complaints(page: Page) -> list[str]:
    """Return axe's complaints about a page as it is now, a line for each place."""
    await page.evaluate(f"if (!window.axe) {{ {_axe()} }}")
    found: list[Any] = await page.evaluate(ASK)
    return [
        f"{rule} ({impact}): {target}: {' '.join(why.split())}"
        for rule, impact, nodes in found
        for target, why in nodes
    ]

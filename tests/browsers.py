"""The browser that the page is looked at in: Debian's, which no test downloads."""

import os
import shutil

NAMES = (
    # Without windows it needs a quarter of the CPU.
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
IS_NEEDED = "NEEDS_CHROMIUM" in os.environ
"""Whether tests fail without it; CI says so."""
HOW = (
    "the page in a browser: skipped, for there is no chromium here "
    "(on Debian: apt-get install chromium-headless-shell, or any chromium)"
)

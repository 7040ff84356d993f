"""The beginning of a Python where the suite runs without a Unix."""

import runpy
from pathlib import Path

elsewhere = runpy.run_path(str(Path(__file__).with_name("elsewhere.py")))
elsewhere["take_away"](elsewhere["CLIENTS"])

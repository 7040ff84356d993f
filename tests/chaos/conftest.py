"""Make the top folder importable: `bench` is nobody's package, and run from there."""

import sys

from tests.house.repository import ROOT

sys.path.append(str(ROOT))

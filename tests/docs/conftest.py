"""The pages' writer is found from the repository's root, as `make docs` finds it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

"""A cluster of its own for each test that wants one."""

from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from bench.stores.cluster import Cluster, running_cluster


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    """Run three masters with all slots between them."""
    with TemporaryDirectory(prefix="samedeal-cluster-") as folder:
        async with running_cluster(Path(folder)) as cluster:
            yield cluster

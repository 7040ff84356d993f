"""What lies where, and what no file may say."""

import re

import pytest
from tests.house.repository import CODE_ROOTS, ROOT, kept_files, pyproject

# The classes of one letter keep these lines from finding themselves.
FORBIDDEN = {
    "somebody's folder": r"(?:^|[^\w.])/(?:roo[t]|hom[e]|wor[k]|User[s])/\w",
    "where a package came from": (
        r"pypi\.or[g]|pythonhosted\.or[g]|npmjs\.or[g]|npmjs\.co[m]"
        r"|index-ur[l]|resolved\": \"htt[p]|docker\.i[o]|ghcr\.i[o]|quay\.i[o]"
    ),
}


@pytest.mark.parametrize("folder", [*CODE_ROOTS, "tests", "bench", "docs"])
def test_the_top_folders_are_where_they_always_are(folder: str) -> None:
    assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("root", CODE_ROOTS)
def test_a_code_folder_holds_one_package_that_says_it_is_typed(root: str) -> None:
    packages = [path.parent.name for path in (ROOT / root).glob("*/__init__.py")]
    assert packages == [f"samedeal_{root}"]
    assert (ROOT / root / f"samedeal_{root}" / "py.typed").is_file()


def test_every_script_leads_to_a_module() -> None:
    for script, target in pyproject().project.scripts.items():
        module = target.partition(":")[0].replace(".", "/") + ".py"
        assert any((ROOT / root / module).is_file() for root in CODE_ROOTS), script


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what: str) -> None:
    forbidden = re.compile(FORBIDDEN[what], re.MULTILINE)
    found = [
        f"{path.relative_to(ROOT)}: {match.group().strip()}"
        for path in kept_files()
        if (match := forbidden.search(path.read_text("utf-8", errors="replace")))
    ]
    assert not found


def test_decisions_are_numbered_without_holes() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs/decisions").glob("*.md"))]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]

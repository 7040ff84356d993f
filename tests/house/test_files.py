"""What lies where, and what no file may say."""

import re
from pathlib import Path

import pytest
from tests.house.repository import CODE_ROOTS, ROOT, kept_files, pyproject

LINK = re.compile(r"\[[^\]]*\]\((?!\w+:|#)([^)#\s]+)[^)]*\)")

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


def test_links_between_pages_lead_somewhere() -> None:
    pages = [path for path in kept_files() if path.suffix == ".md"]
    assert pages
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in links_of(page)
        if not (page.parent / target).exists()
    ]
    assert not broken


def links_of(page: Path) -> list[str]:
    """Return the links to other files of the repository; code is left out."""
    text = re.sub(
        r"^```.*?^```|`[^`\n]*`",
        "",
        page.read_text("utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    return LINK.findall(text)


def test_decisions_are_numbered_without_holes() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs/decisions").glob("*.md"))]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]

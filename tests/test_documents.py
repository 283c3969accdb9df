"""What the documents say is so: links lead somewhere, commands exist, the example runs, the map is complete."""

import contextlib
import io
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from carrom_web import command
from tests.support.in_one_test import in_one_test

ROOT = Path(__file__).parent.parent
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
DOCUMENTS = [name for name in TRACKED if name.endswith(".md")]
OF_THE_SCRIPT = {"test", "lock", "docs"}
CHANGELOG_HEADINGS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
LONGEST_CHANGELOG_ENTRY = 500  # characters; longer ones say how it works, which belongs into docs/


def blocks(document: str, language: str) -> list[str]:
    """The code blocks of a document in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / document).read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def help_text() -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        command.main(["--help"])
    return said.getvalue()


@in_one_test("document", DOCUMENTS)
def test_every_link_between_documents_leads_somewhere(document: str):
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text(), flags=re.DOTALL)
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    local = [target for target in targets if target and not re.match(r"[a-z]+:", target)]

    assert [target for target in local if not ((ROOT / document).parent / target).exists()] == []


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_command_of_a_document_exists(document: str, help_text: str):
    commands = re.findall(r"^\./carrom +([a-z][a-z-]*)", "\n".join(blocks(document, "sh")), re.MULTILINE)

    assert commands
    for name in set(commands) - OF_THE_SCRIPT:
        assert re.search(rf"^ +{name}\b", help_text, re.MULTILINE), name


def test_the_python_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]):
    (example,) = blocks("README.md", "python")

    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)

    assert "at rest after" in capsys.readouterr().out
    assert str(names["picture"]).startswith("<svg")
    assert len(example.strip().splitlines()) <= 10


def test_the_readme_stays_short_and_has_a_picture():
    lines = (ROOT / "README.md").read_text().splitlines()

    assert len(lines) <= 65
    assert sum(line.startswith("![") for line in lines) == 1


def test_the_changelog_follows_keep_a_changelog_and_its_newest_release_is_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    text = (ROOT / "CHANGELOG.md").read_text()
    releases = re.findall(r"^## (.+)$", text, re.MULTILINE)
    dated = [re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", release) for release in releases[1:]]

    assert releases[0] == "Unreleased"
    assert all(dated)
    assert dated[0] and dated[0][1] == version
    assert [found[2] for found in dated if found] == sorted((found[2] for found in dated if found), reverse=True)
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        headings = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert headings == [heading for heading in CHANGELOG_HEADINGS if heading in headings], section[:40]
        assert not re.search(r"^\* ", section.partition("###")[0], re.MULTILINE), "an entry stands under a heading"


def test_entries_of_the_changelog_are_short():
    entries = [line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("* ")]

    assert [entry for entry in entries if len(entry) > LONGEST_CHANGELOG_ENTRY] == []


@pytest.mark.parametrize("package", ["carrom", "carrom_web"])
def test_the_map_names_every_folder_and_module_of_a_package(package: str):
    tree = blocks("docs/map.md", "")[0].split(f"src/{package}/\n")[1].split("\nsrc/")[0]
    inside = {
        name.removeprefix(f"src/{package}/").split("/")[0] for name in TRACKED if name.startswith(f"src/{package}/")
    }
    wanted = {part if "." in part else f"{part}/" for part in inside} - {"__init__.py", "py.typed"}

    assert sorted(part for part in wanted if not re.search(rf"^  {re.escape(part)} ", tree, re.MULTILINE)) == []


def test_nothing_tracked_names_a_package_index_or_a_path_of_one_machine():
    forbidden = re.compile(
        "|".join(["/work" + "/", "/root" + "/", "py" + "pi.org", "registry" + ".npmjs", "python" + "hosted"])
    )
    found = []
    for name in TRACKED:
        path = ROOT / name
        if path.is_file():
            text = path.read_bytes().decode("utf-8", errors="ignore")
            found += [f"{name}: {match[0]}" for match in [forbidden.search(text)] if match]

    assert found == []

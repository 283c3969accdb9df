"""The lock files: what they name is pinned and hashed, agrees, and tells no address."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = (
    "requirements-setup.lock",
    "requirements.lock",
    "requirements-scale.lock",
    "requirements-docs.lock",
    "requirements-dev.lock",
)
PINNED = re.compile(r"^(?P<name>[a-z0-9.-]+)==(?P<version>[0-9][\w.+!]*)(?P<marker> ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")


def pins(lock: str) -> set[str]:
    """The pins of a lock file, markers included."""
    return {line.rstrip(" \\") for line in (ROOT / lock).read_text().splitlines() if not line.startswith(" ")}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_a_pin_or_a_hash(lock: str):
    lines = (ROOT / lock).read_text().splitlines()

    assert [line for line in lines if not PINNED.match(line) and not HASH.match(line)] == []
    assert all(HASH.match(after) for line, after in pairwise(lines) if PINNED.match(line))


@pytest.mark.parametrize("lock", [*LOCKS, "package-lock.json", ".npmrc"])
def test_no_lock_names_an_address(lock: str):
    text = (ROOT / lock).read_text()

    assert not re.search(r"https?:|file:|git\+|index-url|find-links|trusted-host|\"resolved\"|registry=", text)


def test_the_tests_run_on_the_very_versions_that_users_get():
    of_tests = versions("requirements-dev.lock")

    assert all(versions(lock) <= of_tests for lock in LOCKS)
    assert versions("requirements.lock") <= versions("requirements-docs.lock")  # it is set up without the other


def test_what_the_project_needs_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = {name_of(requirement) for requirement in project["project"]["dependencies"]}
    for_tests = {name_of(line) for line in project["dependency-groups"]["dev"] if isinstance(line, str)}

    assert needed <= {name_of(pin) for pin in pins("requirements.lock")}
    assert versions("requirements.lock") < versions("requirements-scale.lock")
    assert for_tests <= {name_of(pin) for pin in pins("requirements-dev.lock")}


def test_the_documentation_has_the_parts_that_its_reference_imports():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = {name_of(requirement) for requirement in project["project"]["optional-dependencies"]["rl"]}

    assert needed <= {name_of(pin) for pin in pins("requirements-docs.lock")}


def versions(lock: str) -> set[str]:
    """Names and versions; what tests need besides may ask for a package on more platforms."""
    return {pin.partition(" ;")[0] for pin in pins(lock)}


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return found[0].lower()

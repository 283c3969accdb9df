"""The programme of security: the list of OWASP ASVS, the audit of dependencies, the search for secrets, https."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from allauth.account import app_settings
from django.core.exceptions import ValidationError

from carrom_web.accounts.passwords import MaximumLengthValidator
from tools import audit, bill_of_materials, checks

ROOT = Path(__file__).parent.parent
STATES = {"met", "read", "refused", "n/a"}
ROW = re.compile(r"^\| (\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))? \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
# What ASVS 4.0.3 has at levels 1 and 2: chapter, section, numbers.
REQUIRED = """
1  1:1-7 2:1-4 4:1,4,5 5:1-4 6:1-4 7:1-2 8:1-2 9:1-2 10:1 11:1-2 12:2 14:1-6
2  1:1-12 2:1-3 3:1-3 4:1-5 5:1-7 6:1-3 7:1-6 8:1-7 9:1-3 10:1-4
3  1:1 2:1-4 3:1-4 4:1-5 5:1-3 7:1
4  1:1-3,5 2:1-2 3:1-3
5  1:1-5 2:1-8 3:1-10 4:1-3 5:1-4
6  1:1-3 2:1-6 3:1-2 4:1-2
7  1:1-4 2:1-2 3:1,3-4 4:1-3
8  1:1-4 2:1-3 3:1-8
9  1:1-3 2:1-4
10 2:1-2 3:1-3
11 1:1-8
12 1:1-3 2:1 3:1-6 4:1-2 5:1-2 6:1
13 1:1,3-5 2:1-3,5-6 3:1-2 4:1-2
14 1:1-4 2:1-6 3:2-3 4:1-7 5:1-4
"""


def required() -> list[str]:
    found = []
    for line in REQUIRED.strip().splitlines():
        chapter, *sections = line.split()
        for section, _, ranges in (one.partition(":") for one in sections):
            for span in ranges.split(","):
                first, _, last = span.partition("-")
                found += [f"{chapter}.{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def rows() -> Iterator[tuple[str, str, str]]:
    """Number, state and reason of each requirement of the list."""
    for first, last, state, reason in ROW.findall((ROOT / "docs" / "asvs.md").read_text(encoding="utf-8")):
        section, _, number = first.rpartition(".")
        for each in range(int(number), int((last or first).rpartition(".")[2]) + 1):
            yield f"{section}.{each}", state, reason


def test_the_list_has_every_requirement_of_both_levels_once():
    assert [number for number, _state, _reason in rows()] == required()


def test_each_line_names_a_test_that_exists_or_a_reason():
    functions: dict[str, set[str]] = {}
    for number, state, reason in rows():
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", reason)
        assert state in STATES and reason.strip(), number
        assert bool(named) == (state == "met"), f"{number}: what is met names its test, and nothing else does"
        for path, name in named:
            if path not in functions:
                functions[path] = set(re.findall(r"^(?:async )?def (test_\w+)", (ROOT / path).read_text("utf-8"), re.M))
            assert name in functions[path], f"{number}: {path} has no {name}"


class Database(BaseHTTPRequestHandler):
    """Answers as OSV does, and knows one weakness: of Django."""

    def do_POST(self) -> None:
        """Answer a batch of queries."""
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        weak = {"vulns": [{"id": "GHSA-test", "modified": "2026-01-01T00:00:00Z"}]}
        self.say({"results": [weak if query["package"]["name"] == "django" else {} for query in queries]})

    def do_GET(self) -> None:
        """Tell about the weakness."""
        day = "2026-01-01T00:00:00Z"
        events = [{"introduced": "0"}, {"fixed": "99"}]
        affected = {"package": {"name": "django", "ecosystem": "PyPI"}, "ranges": [{"type": "ECOSYSTEM"}]}
        affected["ranges"] = [{"type": "ECOSYSTEM", "events": events}]
        self.say({"id": "GHSA-test", "modified": day, "published": day, "summary": "Planted", "affected": [affected]})

    def say(self, plain: Any) -> None:
        """Send JSON."""
        body = json.dumps(plain).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing in the tests' output."""


@pytest.fixture
def database() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Database) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_known_weakness_of_a_locked_version_fails_the_audit(database: str):
    locked = audit.pins(sorted(ROOT.glob("requirements*.lock")))

    status, said = audit.audit(locked, database)
    others, _said = audit.audit([one for one in locked if one[0] != "django"], database)

    assert status == 1 and "GHSA-test" in said and f"in {len(locked)} packages" in said
    assert others == 0
    assert {"django", "uvicorn", "kingfisher-bin", "zensical"} <= {name for name, _version in locked}


def test_a_database_that_cannot_be_reached_is_said_and_fails_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(checks, "CI", True)
    runner = checks.Runner(dict(os.environ, CARROM_AUDIT_URL="http://127.0.0.1:9"))  # nobody listens there

    (step,) = checks.audit_dependencies(runner, [], [])

    assert step.ended == "skipped" and "were NOT audited" in capfd.readouterr().out


def test_a_secret_that_would_be_committed_fails_the_lint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("private/\n")
    (tmp_path / "settings.py").write_text("DEBUG = False\n")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    runner = checks.Runner(dict(os.environ))
    key, secret = "AKIA" + "QYLPMN5HHHFPZAM2", "1tUm636uS1yOEcfP5pvfqJ" + "/ml36mF7AkyHsEU0IU"
    (tmp_path / "private").mkdir()
    written = f'aws_access_key_id = "{key}"\naws_secret_access_key = "{secret}"\n'
    (tmp_path / "private" / "ignored.py").write_text(written)

    before = checks.check_for_secrets(runner)
    (tmp_path / "settings.py").write_text(written)
    after = checks.check_for_secrets(runner)

    assert (before.ended, after.ended) == ("passed", "failed"), capfd.readouterr()


SHOWN = """
import json
from carrom_web.config import settings
print(json.dumps({name: value for name, value in vars(settings).items() if name.startswith(
    ("SECURE_", "SESSION_", "CSRF_", "LANGUAGE_COOKIE", "AUTH_PASS")) and isinstance(value, int | str | list)}))
"""


def settings_with(folder: Path, **environment: str) -> dict[str, Any]:
    """The settings as a site reads them that is started with these variables."""
    other = {name: value for name, value in os.environ.items() if not name.startswith("CARROM_")}
    command = [sys.executable, "-c", SHOWN]
    said = subprocess.run(
        command, env=other | {"CARROM_DATA": str(folder)} | environment, check=True, capture_output=True, text=True
    )
    return dict(json.loads(said.stdout))


@pytest.fixture(scope="module")
def of_https(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return settings_with(tmp_path_factory.mktemp("https"), CARROM_HTTPS="1")


def test_https_is_asked_for_and_may_be_preloaded(of_https: dict[str, Any], tmp_path: Path):
    preloaded = settings_with(tmp_path, CARROM_HTTPS="1", CARROM_HSTS_PRELOAD="1")
    without = settings_with(tmp_path, CARROM_HSTS_PRELOAD="1")

    assert of_https["SECURE_SSL_REDIRECT"] and of_https["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert not of_https["SECURE_HSTS_PRELOAD"] and not of_https["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert preloaded["SECURE_HSTS_PRELOAD"] and preloaded["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert "SECURE_HSTS_SECONDS" not in without and "SECURE_SSL_REDIRECT" not in without  # a club's own network


def test_cookies_are_for_https_alone_and_no_script_where_the_site_has_https(of_https: dict[str, Any]):
    assert of_https["SESSION_COOKIE_SECURE"] and of_https["CSRF_COOKIE_SECURE"] and of_https["LANGUAGE_COOKIE_SECURE"]
    assert of_https["CSRF_COOKIE_HTTPONLY"] and of_https.get("SESSION_COOKIE_HTTPONLY", True)  # Django's default
    assert of_https["CSRF_COOKIE_SAMESITE"] == "Lax" == of_https.get("SESSION_COOKIE_SAMESITE", "Lax")


def test_a_password_has_at_least_twelve_characters(of_https: dict[str, Any]):
    (length,) = (one for one in of_https["AUTH_PASSWORD_VALIDATORS"] if "MinimumLength" in one["NAME"])

    assert length["OPTIONS"]["min_length"] >= 12


def test_a_password_has_at_most_128_characters():
    MaximumLengthValidator().validate("x" * 128)
    with pytest.raises(ValidationError, match="128"):
        MaximumLengthValidator().validate("x" * 129)


def test_a_code_by_letter_is_good_for_ten_minutes_at_most():
    assert app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT <= 600 >= app_settings.PASSWORD_RESET_BY_CODE_TIMEOUT


def test_the_bill_of_materials_has_each_locked_package_with_its_hashes():
    lock = ROOT / "requirements.lock"

    made = bill_of_materials.bill([lock])

    assert {(one["name"], one["version"]) for one in made["components"]} == set(audit.pins([lock]))
    assert {len(one["content"]) for part in made["components"] for one in part["hashes"]} == {64}
    assert all(part["hashes"] for part in made["components"])

"""`carrom doctor`: each thing that can be wrong is made wrong, and found."""

import json
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from carrom_web import command
from carrom_web.operations import doctor
from carrom_web.operations.doctor import Finding, State
from tests.support.web.command_site import Site
from tests.support.web.databases import free_port
from tests.support.web.mail_server import mail_server

pytestmark = pytest.mark.django_db


def finding(about: str) -> Finding:
    """The most serious of what was found about something."""
    order = [State.PROBLEM, State.NOTICE, State.OK]
    return min((one for one in doctor.examine() if one.about == about), key=lambda one: order.index(one.state))


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are others there")
def test_a_key_that_others_can_read_is_a_problem_with_its_remedy(capsys: pytest.CaptureFixture[str]):
    key = Path(settings.DATA) / "secret-key"
    key.chmod(0o644)
    try:
        assert command.main(["doctor"]) == 1
        printed = capsys.readouterr().out
    finally:
        key.chmod(0o600)

    remedy = next(line for line in printed.splitlines() if "chmod go=" in line)
    assert "problem  data folder" in printed and str(key) in remedy.split()
    assert "ok       versions     carrom " in printed  # what is well is printed too


def test_a_full_disk_is_a_problem_and_a_small_one_too(monkeypatch: pytest.MonkeyPatch, settings: Any):
    monkeypatch.setattr(doctor, "LOW_BYTES", 10**18)
    assert finding("disk").state == State.PROBLEM

    settings.DATA = Path("/proc/nowhere")
    assert finding("disk").state == State.PROBLEM


def test_the_mail_server_is_asked(settings: Any):
    settings.LETTERS_ARRIVE = True
    settings.OUTBOX_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = ""
    assert finding("e-mail").state == State.PROBLEM

    with mail_server() as (_server, port):
        settings.EMAIL_PORT = port
        assert finding("e-mail").state == State.OK


def test_redis_is_asked_and_missed_where_it_is_needed(monkeypatch: pytest.MonkeyPatch, settings: Any):
    assert finding("redis").state == State.OK
    settings.WORKERS = 4
    assert finding("redis").state == State.PROBLEM

    monkeypatch.setenv("CARROM_CHANNEL_URL", f"redis://127.0.0.1:{free_port()}/0")
    assert "does not answer" in finding("redis").text


def test_what_goes_to_another_machine_unencrypted_is_reported(monkeypatch: pytest.MonkeyPatch, settings: Any):
    assert finding("connections").state == State.OK
    settings.OUTBOX_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    for host, encrypted, state in (("127.0.0.1", False, "ok"), ("mail.example", False, "notice"), ("mail", True, "ok")):
        settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = host, encrypted, False
        assert finding("connections").state == state, host

    for url, state in {"redis://cache:6379/0": "notice", "rediss://:secret@cache:6379/0": "ok"}.items():
        monkeypatch.setenv("CARROM_CHANNEL_URL", url)
        assert finding("connections").state == state, url
    monkeypatch.delenv("CARROM_CHANNEL_URL")

    monkeypatch.setattr(doctor, "is_sqlite", lambda: False)
    other = {"HOST": "database.example", "PASSWORD": "secret", "OPTIONS": {}}
    monkeypatch.setattr(doctor, "connections", {doctor.SITE: SimpleNamespace(settings_dict=other)})
    assert "PostgreSQL at database.example" in finding("connections").text
    other["OPTIONS"] = {"sslmode": "verify-full"}
    assert finding("connections").state == State.OK


def test_a_backup_that_is_missing_or_old_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "carrom.zip"
    monkeypatch.setattr(doctor, "latest_backup", lambda: file if file.exists() else None)
    assert finding("backups").state == State.NOTICE

    file.touch()
    assert finding("backups").state == State.OK
    long_ago = time.time() - 20 * 86_400
    os.utime(file, (long_ago, long_ago))
    assert "20 days old" in finding("backups").text


def test_what_cannot_be_examined_is_a_problem_and_the_rest_is_examined_all_the_same(monkeypatch: pytest.MonkeyPatch):
    def broken() -> doctor.Found:
        raise OSError("no such device")
        yield

    monkeypatch.setitem(doctor.CHECKS, "disk", broken)

    assert "no such device" in finding("disk").text
    assert {one.about for one in doctor.examine()} == set(doctor.CHECKS)


def test_the_doctor_of_a_real_site_finds_it_well_then_late_letters_a_clock_that_went_back_and_damage(tmp_path: Path):
    site = Site(tmp_path / "site")
    assert found_at(site)["database"] == ("notice", "There is no database yet.")
    site.does("upgrade")

    well = found_at(site)

    assert set(well) == set(doctor.CHECKS)
    assert well["database"] == ("ok", "SQLite answers, can be written and is undamaged")
    assert {state for state, _text in well.values()} == {"ok", "notice"}

    for status in ("failed", "queued"):
        site.sql(EMAIL.format(status=status))
    site.sql(ENTRY)
    found = found_at(site)
    assert "Emails failed: 1; waiting for over an hour: 1." in found["e-mail"][1]
    assert found["clock"][0] == "problem" and "2999-01-01" in found["clock"][1]

    site.sql("PRAGMA journal_mode=DELETE")  # all of it is in the one file
    data = bytearray(site.database.read_bytes())
    data[4096 * 3 : 4096 * 6] = bytes(4096 * 3)
    site.database.write_bytes(data)
    assert found_at(site)["database"][0] == "problem"


EMAIL = """INSERT INTO outbox_outboxemail (recipient, content, status, created_at, due_at, attempts, last_error)
VALUES ('a@example.org', '{{}}', '{status}', '2026-01-01', '2026-01-01', 1, '')"""
ENTRY = """INSERT INTO audit_auditentry (subject_id, at, by, role, kind, reason, detail, subject_type_id)
VALUES ('1', '2999-01-01', '', 'site', '', '', '{}', (SELECT min(id) FROM django_content_type))"""


def found_at(site: Site) -> dict[str, tuple[str, str]]:
    """State and text of the most serious finding on each thing, as the command prints them."""
    order = list(State)
    found: dict[str, tuple[str, str]] = {}
    for one in json.loads(site.carrom("doctor", "--json").stdout):
        state, text = found.get(one["about"], (State.OK, ""))
        if not text or order.index(one["state"]) >= order.index(state):  # of two the later
            found[one["about"]] = (one["state"], one["text"])
        assert one["advice"] or one["state"] == "ok"
    return found

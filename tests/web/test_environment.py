"""Settings that come from the environment, and the checks of what must not be combined."""

import sys
from pathlib import Path

import pytest
from django.db import connection

from carrom_web.config import environment
from carrom_web.config.checks import every_host_is_named, memory_layer_serves_one_process
from carrom_web.config.environment import SettingError


def test_this_machine_is_always_answered():
    assert environment.hosts({}) == ["localhost", "127.0.0.1", "[::1]"]


def test_the_site_speaks_the_pseudo_locale_alone_where_one_was_written(tmp_path: Path):
    assert environment.languages({}, tmp_path) == ("en", [("en", "English")], [tmp_path])
    with pytest.raises(SettingError, match="contains no catalogue"):
        environment.languages({"CARROM_PSEUDO_LOCALE": str(tmp_path)}, tmp_path)
    file = tmp_path / "en_XA" / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.touch()

    code, languages, paths = environment.languages({"CARROM_PSEUDO_LOCALE": str(tmp_path)}, Path("elsewhere"))

    assert (code, [one for one, _name in languages], paths) == ("en-xa", ["en-xa"], [tmp_path])


def test_a_language_is_there_once_its_catalogue_is(tmp_path: Path):
    for locale in ("pl", "pt_BR"):
        file = tmp_path / locale / "LC_MESSAGES" / "django.mo"
        file.parent.mkdir(parents=True)
        file.touch()

    _code, languages, _paths = environment.languages({}, tmp_path)

    assert languages == [("en", "English"), ("pl", "polski"), ("pt-br", "Português Brasileiro")]


def test_hosts_are_added_by_name():
    assert environment.hosts({"CARROM_HOSTS": "club.example, 192.168.1.7,"})[3:] == ["club.example", "192.168.1.7"]


@pytest.mark.parametrize("text", ["*", "club.example,*", "*.example"])
def test_a_wildcard_host_is_refused(text: str):
    with pytest.raises(SettingError):
        environment.hosts({"CARROM_HOSTS": text})


def test_sqlite_is_the_default_and_waits_instead_of_failing(tmp_path: Path):
    database = environment.database({}, tmp_path)

    assert database["NAME"] == str(tmp_path / "carrom.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


@pytest.mark.django_db
def test_what_is_acknowledged_is_on_the_disk():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (2,)  # FULL


def test_sqlite_can_lie_elsewhere(tmp_path: Path):
    database = environment.database({"CARROM_DATABASE_URL": "sqlite:////srv/a%20b.sqlite3"}, tmp_path)

    assert database["NAME"] == "//srv/a b.sqlite3".replace("//", "/")


def test_a_postgresql_url_is_taken_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: object())
    url = "postgresql://me:s%40crt@db.example:5433/carrom?sslmode=require"

    database = environment.database({"CARROM_DATABASE_URL": url}, tmp_path)

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("me", "s@crt")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "carrom")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["CONN_MAX_AGE"] == 0


@pytest.mark.parametrize("url", ["mysql://a/b", "postgresql://host", "nonsense", "sqlite://"])
def test_another_database_is_refused_with_a_code(url: str, tmp_path: Path):
    with pytest.raises(SettingError) as caught:
        environment.database({"CARROM_DATABASE_URL": url}, tmp_path)

    assert caught.value.code == "bad-setting"


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(SettingError, match="scale"):
        environment.database({"CARROM_DATABASE_URL": "postgresql://h/n"}, tmp_path)
    with pytest.raises(SettingError, match="scale"):
        environment.channel_layer({"CARROM_CHANNEL_URL": "redis://localhost:6379/0"})


def test_messages_stay_in_memory_unless_redis_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: object())

    assert environment.channel_layer({})["BACKEND"].endswith("MemoryLayer")
    redis = environment.channel_layer({"CARROM_CHANNEL_URL": "redis://localhost:6379/0"})
    assert redis["BACKEND"] == "carrom_web.core.redis_layer.RedisLayer"
    with pytest.raises(SettingError):
        environment.channel_layer({"CARROM_CHANNEL_URL": "amqp://x"})


@pytest.mark.parametrize("text", ["0", "-1", "two"])
def test_a_number_of_workers_that_cannot_be_is_refused(text: str):
    with pytest.raises(SettingError):
        environment.workers({"WEB_CONCURRENCY": text})


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5"])
def test_a_number_of_computers_processes_that_cannot_be_is_refused(text: str):
    with pytest.raises(SettingError):
        environment.computer_processes({"CARROM_COMPUTER_PROCESSES": text})


def test_computers_think_in_as_many_processes_as_there_are_processors_shared_out_among_the_servers(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(environment, "_processors", lambda: 8)

    assert environment.computer_processes({}) == 8
    assert environment.computer_processes({"WEB_CONCURRENCY": "3"}) == 2
    assert environment.computer_processes({"WEB_CONCURRENCY": "20"}) == 1
    assert environment.computer_processes({"CARROM_COMPUTER_PROCESSES": "5", "WEB_CONCURRENCY": "3"}) == 5


def test_several_processes_without_a_shared_layer_are_an_error(settings):
    settings.WORKERS = 2

    assert [found.id for found in memory_layer_serves_one_process()] == ["carrom.E001"]

    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "carrom_web.core.redis_layer.RedisLayer"}}
    assert memory_layer_serves_one_process() == []


def test_a_wildcard_among_the_hosts_is_an_error(settings):
    settings.ALLOWED_HOSTS = ["*"]

    assert [found.id for found in every_host_is_named()] == ["carrom.E002"]


def test_the_sites_own_settings_pass_djangos_checks():
    from django.core.checks import run_checks

    assert run_checks() == []


def test_a_command_loads_no_arrays_and_no_process_loads_at_its_start_what_few_need():
    import subprocess

    program = """
import sys
import django
django.setup()
seldom = "httpx", "redis"
print(*(name for name in ("carrom.physics.simulate", "numpy", *seldom) if name in sys.modules))
from django.urls import get_resolver
import carrom_web.config.asgi
get_resolver().url_patterns
print(*(name for name in seldom if name in sys.modules))
"""

    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert out.stdout.splitlines() == ["", ""]

"""The site in tests: its own data folder, a real database file, the real kernel."""

import atexit
import os
import random
import shutil
import tempfile
from collections.abc import Iterator

_FOLDER = tempfile.mkdtemp(prefix="carrom-web-tests-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ["CARROM_DATA"] = _FOLDER
os.environ["DJANGO_SETTINGS_MODULE"] = "carrom_web.config.settings"
for name in ("CARROM_HOSTS", "CARROM_DATABASE_URL", "CARROM_CHANNEL_URL", "CARROM_SECRET_KEY", "CARROM_HTTPS"):
    os.environ.pop(name, None)

import django  # noqa: E402

django.setup()

import pytest  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management.color import no_style  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import TransactionTestCase, override_settings  # noqa: E402

from carrom_web.competitions import page_cache  # noqa: E402
from tests.support.static_files import have_static_files  # noqa: E402
from tests.support.web.stored_once import UNTOUCHED  # noqa: E402
from tests.support.web.taken_back import forget  # noqa: E402


@pytest.fixture(scope="session", autouse=True)
def collected_static() -> None:
    """Pages name hashed files; without them no page can be made."""
    have_static_files()


@pytest.fixture(scope="session")
def django_db_use_migrations() -> bool:
    """Tables come from the models. That migrations make the same is checked by `makemigrations` and by each server."""
    return False


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """A password is stored without the tenths of a second that the site takes for it on purpose."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """After a test with its own transactions, delete its rows but keep those that Django creates with the tables.

    Creating them again took longer than most of these tests.
    """

    def empty(test: TransactionTestCase) -> None:
        tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - UNTOUCHED
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), sorted(tables)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True)
def same_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws, lots and tosses come out the same each time that a test runs: no test fails by chance."""
    chances = random.Random(request.node.nodeid)
    for name in ("random", "getrandbits"):
        monkeypatch.setattr(random.SystemRandom, name, getattr(chances, name))


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process remembers does not go from one test to the next."""
    monkeypatch.setattr(settings, "OUTBOX_EAGER", True)  # no thread delivers here
    forget()  # a test before this one may have let pages live longer
    monkeypatch.setattr(page_cache, "LIFETIME_S", 0.0)  # a test changes rows that nobody announces

"""A database file that is damaged: what the site answers, what the commands say, and the way back from a backup."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.support.browser.live_server import LiveServer
from tests.support.web.command_site import Site, tables_of
from tests.support.web.filled_site import filled_of_run

PAGE = 4096


@pytest.fixture(scope="module")
def filled() -> Site:
    """A site with one of everything and a backup; tests copy it."""
    return Site(filled_of_run())


def damage(site: Site, table: str) -> None:
    """Overwrite the first page of a table with what never was one."""
    ((page,),) = site.sql(f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")
    with site.database.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def asked(url: str) -> tuple[int, str]:
    """Status and text of an answer."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.slow
def test_a_site_with_a_damaged_database_says_so_stores_nothing_by_half_and_comes_back_from_a_backup(
    filled: Site, tmp_path: Path
):
    live = LiveServer(tmp_path, ready=filled.folder)
    site = Site(live.data)
    match = site.sql("SELECT id FROM matches_match")[0][0]
    path = f"/matches/{match[:8]}-{match[8:12]}-{match[12:16]}-{match[16:20]}-{match[20:]}/"
    damage(site, "matches_match")

    live.start()
    try:
        assert asked(f"{live.url}/rules/")[0] in (200, 404)  # what needs nothing of it is served
        status, page = asked(live.url + path)
        assert status == 500 and "<main" in page and "malformed" not in page and "Traceback" not in page
        status, health = asked(f"{live.url}/healthz")
        assert status == 503 and json.loads(health)["database"] == "damaged"
        assert "the database is damaged" in (site.folder / "carrom.log").read_text()
    finally:
        live.stop()

    assert "The database is damaged" in site.carrom("doctor").stdout
    code, sentence = site.refuses("backup", tmp_path / "half.zip")
    assert code == "backup" and "malformed" in sentence
    assert not list(tmp_path.glob("half*"))
    assert site.refuses("restore", site.folder / "site.zip")[0] == "restore"
    before = site.database.read_bytes()
    said = site.does("restore", "--replace", "--keys", site.folder / "site.zip")
    (aside,) = (site.folder / "backups").glob("damaged-*.sqlite3")
    assert str(aside) in said and aside.read_bytes() == before and aside.stat().st_mode & 0o777 == 0o600

    site.does("backup", tmp_path / "again.zip")
    assert tables_of(tmp_path / "again.zip") == tables_of(filled.folder / "site.zip")
    assert "can be written and is undamaged" in site.does("doctor")


def test_a_file_that_is_no_database_any_more_is_put_aside_and_restored(filled: Site, tmp_path: Path):
    """Of three kinds, each of which is found; what comes then is the same for all of them."""
    site = Site(tmp_path / "data")
    site.folder.mkdir()
    whole = filled.database.read_bytes()
    for left in (b"\0" * PAGE, b"not a database at all" * 300, b""):
        site.database.write_bytes(left + whole[len(left) :] if left else whole[: len(whole) // 2])
        assert "damaged" in site.carrom("doctor").stdout, left[:20]
        assert site.refuses("restore", filled.folder / "site.zip")[0] == "restore", left[:20]

    site.does("restore", "--replace", filled.folder / "site.zip")

    site.does("backup", tmp_path / "again.zip")
    assert tables_of(tmp_path / "again.zip") == tables_of(filled.folder / "site.zip")
    assert len(list((site.folder / "backups").glob("damaged-*.sqlite3"))) == 1

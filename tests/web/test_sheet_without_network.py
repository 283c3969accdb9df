"""A sheet without a network: its page rules as the server does, gets what it needs, and nothing it sends is lost."""

import base64
import hashlib
import io
import json
import random
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from carrom_web.config import pyodide
from carrom_web.core.bundle import bundle
from carrom_web.core.middleware import CONTENT_SECURITY_POLICY, POLICY_WITH_WASM
from carrom_web.core.static_files import add_headers, is_immutable
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.web.matches import new_id
from tests.support.web.umpire import ScorerClient, begin_request, new_client

BARE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from carrom_web.umpire.offline_engine import answer_page
for line in sys.stdin:
    if line.strip():
        print(answer_page(line), flush=True)
    else:
        loaded = {name.split(".")[0] for name in sys.modules} & {"django", "numpy", "numba", "asgiref"}
        print(json.dumps(sorted(loaded)), flush=True)
"""


@pytest.fixture(autouse=True)
def no_limit():
    NEW_SHEETS.forget_all()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bundle") / "carrom.zip"
    file.write_bytes(bundle("en").content)
    return file


class Phone:
    """A Python with nothing but its standard library and the archive, as the page's is; a sheet replaces the last."""

    def __init__(self, archive: Path) -> None:
        command = [sys.executable, "-I", "-S", "-c", BARE, str(archive)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, kind: str, **more: object) -> dict:
        return self._answer_to(json.dumps({"kind": kind, **more}))

    def follow(self, reported: object) -> dict:
        """What follows from all that the page has recorded."""
        return self.ask("follow", pending=reported)

    def open(self, sheet: ScorerClient) -> None:
        said = self.ask("open", match=str(sheet.match_id), language="en", record=record_of(sheet))
        assert said == {"version": sheet.version}

    def foreign_modules(self) -> list[str]:
        """The modules that a page does not have and that were loaded all the same."""
        return self._answer_to("")

    def end(self) -> None:
        self.process.communicate()

    def _answer_to(self, line: str) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def phone(archive: Path) -> Iterator[Phone]:
    """One for all tests: its start takes as long as fifty strokes."""
    phone = Phone(archive)
    yield phone
    phone.end()


def record_of(sheet: ScorerClient, first: int = 0) -> list[dict]:
    return json.loads(sheet.client.get(f"{sheet.url}record/?from={first}").content)["entries"]


def waiting(requests: list[dict], after: int) -> list[dict]:
    return [
        {"id": new_id(), "after": after + i, "request": request, "words": "", "at": "2026-01-01T10:00:00.000Z"}
        for i, request in enumerate(requests)
    ]


def any_stroke(rng: random.Random) -> dict:
    """A stroke as umpires see them: mostly nothing or a coin, sometimes the striker or worse."""
    fell = rng.choices(
        ([], ["white"], ["black"], ["white", "black"], ["queen"], ["queen", "white"]), (6, 5, 5, 2, 1, 1)
    )[0]
    facts: dict = {"pocketed": fell, "striker_pocketed": rng.random() < 0.15, "improper": rng.random() < 0.05}
    return {"kind": "facts", "facts": facts}


def answer_to(awaiting: dict, rng: random.Random) -> dict:
    """What an umpire tells next."""
    match awaiting["kind"]:
        case "ready":
            return {"kind": "ready"}
        case "claim":
            return {"kind": "claim", "points": awaiting["domain"]["most"]}
        case "stroke":
            return any_stroke(rng)
    raise AssertionError(awaiting)


def without_times(situation: dict) -> dict:
    """A situation without what only the server knows: when it stored something, and who signed it."""
    log = [{name: value for name, value in line.items() if name not in ("time", "by")} for line in situation["log"]]
    protest = situation["protest"] and {**situation["protest"], "until": None}
    view = {**situation["view"], "wait": None}
    return {**situation, "view": view, "log": log, "interval": None, "clocks": None, "protest": protest}


@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "strokes"), [("icf", 30), ("common", 12)])  # there the first coin decides colours
def test_strokes_reported_without_a_network_stand_as_the_server_has_them_afterwards(
    phone: Phone, ruleset: str, strokes: int
):
    sheet = ScorerClient(ruleset=ruleset, length="match")
    rng = random.Random(f"offline {ruleset}")
    phone.open(sheet)
    reported: list[dict] = []
    awaiting = phone.follow(reported)["situation"]["view"]["awaiting"]
    while len(reported) < strokes:
        request = answer_to(awaiting, rng)
        if "refused" in phone.ask("draft", draft={"request": request}):
            continue  # such a stroke could not be now
        reported += waiting([request], len(reported))
        stands = phone.follow(reported)
        assert stands["refused"] is None
        awaiting = stands["situation"]["view"]["awaiting"]
    assert stands["count"] == len(reported) and stands["stored"] == 0

    differences = []
    for each in reported:
        body = {"id": each["id"], "after": each["after"], "request": each["request"], "ago": 3600}
        answer = sheet.post("entries/", body)
        assert answer.status_code == 200, answer.content
        said = json.loads(answer.content)
        differences += phone.ask("store", record=[said["entry"]])["differences"]

    assert differences == []
    assert without_times(stands["situation"]) == without_times(said["situation"])
    last = phone.follow(reported)  # the answer to the last one may have been lost: it counts once
    assert (last["count"], last["stored"]) == (len(reported), len(reported))
    assert phone.foreign_modules() == []


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ["icf", "kagw", "classic", "polish", "common", "baca19"])
def test_a_draft_is_the_same_here_and_there(phone: Phone, ruleset: str):
    sheet = ScorerClient(ruleset=ruleset)
    while (
        json.loads(sheet.client.get(f"{sheet.url}entries/").content)["situation"]["view"]["awaiting"]["kind"] == "ready"
    ):
        sheet.tell("ready")
    sheet.stroke("white")
    phone.open(sheet)
    for request in (
        {"kind": "facts", "facts": {"striker_pocketed": True}},
        {"kind": "facts", "facts": {"pocketed": ["white"] * 9}},  # more than there are: refused in the same words
        {"kind": "take_back"},
    ):
        here = phone.ask("draft", draft={"request": request})
        there = sheet.draft(**request)

        assert here == there


@pytest.mark.django_db
def test_an_older_entry_is_corrected_here_as_there_also_with_entries_that_wait(phone: Phone):
    sheet = ScorerClient()
    for pocketed in (["white"], ["white"], ["white", "black"], [], ["black"]):
        sheet.stroke(*pocketed)
    phone.open(sheet)
    amend = {"kind": "amend", "number": 2, "facts": {}, "turns": "keep", "why": "seen on film"}

    assert phone.ask("correctable", entry=2)["entry"] == json.loads(sheet.client.get(f"{sheet.url}history/2/").content)
    assert phone.ask("correctable", entry=0)["entry"] is None
    here, there = phone.ask("draft", draft={"request": amend}), sheet.draft(**amend)
    assert here == there and there["changes"]["lapsed"]

    before = sheet.version
    waits = waiting([amend, {"kind": "note", "text": "by the umpire", "side": None}], before)
    assert phone.follow(waits)["count"] == 2
    shown = phone.ask("lines")
    assert shown["stored"] == before and shown["undo"] is None  # a note came after it
    assert shown["now"] == phone.follow(waits)["situation"]["view"]["awaiting"]["text"]
    corrected = next(line for line in shown["lines"] if line["number"] == 2)
    assert corrected["now"] and corrected["struck_by"] == before + 1
    said = [
        json.loads(
            sheet.post("entries/", {"id": each["id"], "after": each["after"], "request": each["request"]}).content
        )["entry"]
        for each in waits
    ]
    assert phone.ask("store", record=said)["differences"] == []
    assert phone.ask("lines")["stored"] == before + 2
    assert phone.foreign_modules() == []


@pytest.mark.django_db
@pytest.mark.parametrize("sides", ["singles", "doubles"])
@pytest.mark.parametrize("ruleset", ["icf", "kagw", "classic", "polish", "common"])
def test_all_before_the_first_stroke_is_done_here_as_there(phone: Phone, ruleset: str, sides: str):
    sheet = ScorerClient(
        ruleset=ruleset, sides=sides, name_a2="Chitra", name_b2="Dev", breaks="toss", ceremony="whole", length="match"
    )
    phone.open(sheet)
    [each] = waiting([begin_request(phone.follow([])["situation"]["opening"], toss=1)[0]], 0)
    drafted = phone.ask("draft", draft={"request": each["request"]})["entry"]
    stands = phone.follow([each])
    assert stands["refused"] is None and stands["situation"]["opening"] is None
    assert drafted["next"] == "Tomasz breaks" or drafted["next"].startswith("Tomasz")

    said = json.loads(sheet.post("entries/", {key: each[key] for key in ("id", "after", "request")}).content)
    assert phone.ask("store", record=[said["entry"]])["differences"] == []
    assert without_times(stands["situation"]) == without_times(said["situation"])


@pytest.mark.django_db
def test_what_the_server_rules_otherwise_is_reported_with_both(phone: Phone):
    sheet = ScorerClient()
    phone.open(sheet)
    reported = waiting(
        [{"kind": "facts", "facts": {"pocketed": ["white"]}}, {"kind": "facts", "facts": {"pocketed": ["black"]}}], 0
    )
    assert phone.follow(reported)["count"] == 2
    # laws that the server has and this page does not: the same stroke, judged otherwise
    body = {
        "id": reported[0]["id"],
        "after": 0,
        "request": {"kind": "facts", "facts": {"pocketed": ["white"], "improper": True}},
    }
    stored = json.loads(sheet.post("entries/", body).content)["entry"]

    [difference] = phone.ask("store", record=[stored])["differences"]

    assert difference["number"] == 1
    assert "Asha plays on" in difference["here"] and "Tomasz plays" in difference["server"]
    stands = phone.follow(reported)
    assert stands["count"] == 2 and "black" in stands["situation"]["log"][0]["text"]
    assert stands["situation"]["view"]["sides"][1]["down"] == 1


@pytest.mark.django_db
def test_what_only_the_server_can_say_is_not_said_here(phone: Phone):
    sheet = ScorerClient(breaks="toss")
    phone.open(sheet)
    rng = waiting([{"kind": "toss", "winner": None}], 0)
    gap = waiting([{"kind": "toss", "winner": "a"}], 7)

    assert phone.follow(rng)["refused"]["code"] == "not-known-here"
    assert phone.follow(gap)["count"] == 0
    assert phone.follow(waiting([{"kind": "toss", "winner": "b"}], 0))["count"] == 1
    assert phone.ask("store", record=[{**record_of(sheet)[0], "number": 4}])["error"]["code"] == "not-known-here"


@pytest.mark.django_db
def test_what_waited_on_a_phone_is_stored_with_the_time_at_which_it_was_reported():
    sheet = ScorerClient()
    began = datetime.fromisoformat(sheet.entries[0].time)
    for after, ago in ((0, 3600.0), (1, 0.0)):
        request = {"kind": "facts", "facts": {"pocketed": ["white"]}}
        assert (
            sheet.post("entries/", {"id": new_id(), "after": after, "request": request, "ago": ago}).status_code == 200
        )

    first, second = (datetime.fromisoformat(entry.time) for entry in sheet.entries[1:])

    assert first == began  # not before the sheet was started
    assert first < second
    assert (
        sheet.post("entries/", {"id": new_id(), "after": 2, "request": {"kind": "take_back"}, "ago": -1}).status_code
        == 400
    )


@pytest.mark.django_db
def test_the_record_is_given_to_its_scorer_alone_from_any_entry_on():
    sheet = ScorerClient()
    sheet.stroke("white")

    assert [entry["number"] for entry in record_of(sheet)] == [0, 1]
    assert [entry["number"] for entry in record_of(sheet, 1)] == [1]
    assert record_of(sheet, 2) == []
    assert sheet.client.get(f"{sheet.url}record/?from=-1").status_code == 400
    assert new_client().get(f"{sheet.url}record/").status_code == 403


@pytest.mark.django_db
def test_a_sheet_may_run_webassembly_as_pages_that_simulate_may_and_so_may_its_worker():
    sheet = ScorerClient()
    headers: dict[str, str] = {}
    other: dict[str, str] = {}
    add_headers(headers, "", "/static/umpire/laws_worker.0123456789ab.js")
    add_headers(other, "", "/static/umpire/main.0123456789ab.js")

    assert sheet.client.get(sheet.url)["Content-Security-Policy"] == POLICY_WITH_WASM
    assert headers["Content-Security-Policy"] == POLICY_WITH_WASM and "Content-Security-Policy" not in other
    assert (
        headers["Cross-Origin-Embedder-Policy"]
        == "require-corp"
        == sheet.client.get(sheet.url).headers["Cross-Origin-Embedder-Policy"]
    )  # else the browser does not start the worker of such a page
    assert other == {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}
    for page in ("/", "/umpire/", "/laws/", "/umpire/worker.js", f"/matches/{sheet.match_id}/"):
        assert sheet.client.get(page)["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    for page in ("/practice/", "/analysis/", "/matches/import/"):
        assert sheet.client.get(page)["Content-Security-Policy"] == POLICY_WITH_WASM
    assert "wasm" not in CONTENT_SECURITY_POLICY and "unsafe-inline" not in POLICY_WITH_WASM


@pytest.mark.django_db
def test_a_phone_without_a_network_rules_in_its_language(tmp_path: Path):
    language, letters = "pl", "gra|Nic|Jeden|Jedna"  # with plurals of its own
    archive = tmp_path / "carrom.zip"
    archive.write_bytes(bundle(language).content)
    phone, sheet = Phone(archive), ScorerClient(ruleset="icf", length="board")
    phone.ask("open", match=str(sheet.match_id), language=language, record=record_of(sheet))
    rng, reported = random.Random(language), []
    awaiting = phone.follow(reported)["situation"]["view"]["awaiting"]
    while len(reported) < 8:
        reported = waiting([*(one["request"] for one in reported), answer_to(awaiting, rng)], sheet.version)
        situation = phone.follow(reported)["situation"]
        awaiting = situation["view"]["awaiting"]

    words = [line["text"] for line in situation["log"]]
    assert len(words) == 8
    assert sum(bool(re.search(letters, line)) for line in words) > 5
    assert phone.foreign_modules() == []
    phone.end()


@pytest.mark.django_db
def test_the_package_has_an_address_of_its_own_for_each_content():
    held = bundle("en")
    answer = Client(HTTP_HOST="127.0.0.1:8000").get(f"/umpire/python/en/{held.digest}.zip")

    assert answer.content == held.content and "immutable" in answer["Cache-Control"]
    assert hashlib.sha256(held.content).hexdigest().startswith(held.digest)
    assert len(held.content) < 400_000
    assert new_client().get("/umpire/python/en/0123456789ab.zip").status_code == 404
    assert new_client().get(f"/umpire/python/tlh/{held.digest}.zip").status_code == 404
    assert is_immutable("", "/static/umpire/pyodide/314.0.7/pyodide.asm.wasm")
    assert not is_immutable("", "/static/umpire/pyodide.asm.wasm")


@pytest.mark.django_db
def test_the_service_worker_keeps_files_whose_names_hold_their_hash_and_the_manifest_names_pictures_that_exist():
    client = new_client()
    worker = client.get("/umpire/worker.js")
    reported = json.loads(worker.content.decode().split("\n")[0].removeprefix("self.CARROM = ").rstrip(";"))
    manifest = json.loads(client.get("/umpire/app.webmanifest").content)

    assert worker["Cache-Control"] == "no-cache" and worker["Content-Type"].startswith("text/javascript")
    assert all(is_immutable("", file) for file in reported["files"]) and len(reported["files"]) > 30
    assert any("/umpire/main." in file for file in reported["files"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/umpire/", "/umpire/", "standalone")
    for icon in manifest["icons"]:
        assert icon["src"] in reported["files"], icon


class TestFetching:
    """`carrom offline`: the package that the lock names, whole or not at all."""

    @pytest.fixture
    def package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A small package with all that is looked for, locked."""
        file = tmp_path / "pyodide-1.2.3.tgz"
        with tarfile.open(file, "w:gz") as archive:
            for name in (*pyodide.FILES, "package.json"):
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(name)
                archive.addfile(entry, io.BytesIO(name.encode()))
        digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
        monkeypatch.setattr(pyodide, "locked", lambda: pyodide.Locked("1.2.3", f"sha512-{digest}"))
        monkeypatch.setenv("CARROM_PYODIDE", str(tmp_path / "there"))
        return file

    def test_a_package_file_is_unpacked_once_and_only_what_a_browser_needs(self, package: Path, tmp_path: Path):
        assert pyodide.ready_folder() is None
        assert pyodide.offline(package=package) == 0

        folder = pyodide.ready_folder()
        assert folder == tmp_path / "there" / "1.2.3"
        assert {file.name for file in folder.iterdir() if file.suffix != ".gz"} == set(pyodide.FILES)
        package.unlink()
        assert pyodide.offline(package=package) == 0  # it is there: nothing is read

    def test_another_file_is_refused_and_nothing_is_left(
        self, package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ):
        package.write_bytes(package.read_bytes() + b"\0")

        assert pyodide.offline(package=package) == 2
        assert capsys.readouterr().err.startswith("error: wrong-pyodide: ")
        assert pyodide.ready_folder() is None and not (tmp_path / "there").exists()

    def test_without_npm_it_says_what_to_do(
        self, package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        monkeypatch.setattr(pyodide.shutil, "which", lambda name: None)

        assert pyodide.offline() == 2
        assert "carrom offline --from pyodide-1.2.3.tgz" in capsys.readouterr().err

    def test_the_lock_names_a_version_and_a_hash(self):
        locked = pyodide.locked()

        assert locked.version.count(".") == 2
        assert len(base64.b64decode(locked.integrity.removeprefix("sha512-"))) == 64

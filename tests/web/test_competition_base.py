"""What every kind of competition has from the base: shown by one that only the tests have, a folder of its own."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.competitions.errors import CompetitionFileError, StaleCompetitionError, TooManyCompetitionsError
from carrom_web.competitions.models import Competition
from carrom_web.people.models import Player
from tests.support.web.clients import as_guest
from tests.support.web.events import NOW, official, with_account
from tests.support.web.installed_apps import installed

FOLDER = Path(__file__).parents[1] / "support" / "web" / "knock_out_evening"
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def evenings(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The app, installed."""
    with django_db_blocker.unblock(), installed("tests.support.web.knock_out_evening"):
        yield


@pytest.fixture
def club() -> Club:
    return clubs.found_club(with_account("Olive Owner").pk, name="Carrom Club")


def owner_of(club: Club) -> Guest:
    return Guest.objects.get(memberships__club=club, memberships__role=Role.OWNER)


def start(club: Club, *names: str, agree: bool = True) -> Any:
    """An evening of a club, started on its page."""
    from tests.support.web.knock_out_evening.models import Evening

    given = {"club": club.slug, "title": "Friday", "players": "\n".join(names), "do": "start"}
    answer = as_guest(owner_of(club)).post("/evenings/new/", given | ({"shows_names": "on"} if agree else {}))
    assert answer.status_code == 303, answer.content.decode()
    return Evening.objects.get(slug=answer.headers["Location"].split("/")[2])


def win(row: Any, name: str) -> int:
    """The owner says who won the board."""
    winner = row.players.get(name=name).key
    return as_guest(owner_of(row.club)).post(f"/evenings/{row.slug}/", {"winner": winner}).status_code


def queue(row: Any) -> list[str]:
    from tests.support.web.knock_out_evening.kind import STORE

    row.refresh_from_db()
    return [row.players.get(key=key).name for key in STORE.state(row)]


def test_a_kind_of_competition_is_a_folder_of_less_than_150_lines():
    files = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".html")]

    assert 0 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 150


def test_it_has_its_page_with_head_and_tabs(club: Club):
    row = start(club, "Anu Rao", "Bo Lind", "Cy Marsh")

    everybody = as_guest(Guest.objects.create(name="Vera")).get(f"/evenings/{row.slug}/").content.decode()
    organiser = as_guest(owner_of(club)).get(f"/evenings/{row.slug}/").content.decode()
    assert '<h1 class="event-title">Friday</h1>' in everybody and "Anu Rao" in everybody and "running" in everybody
    assert "/evenings/friday/log/" in organiser and "/evenings/friday/log/" not in everybody
    assert as_guest(owner_of(club)).get("/evenings/nothing/").status_code == 404


def test_people_who_did_not_agree_are_shown_by_initials(club: Club):
    row = start(club, "Anu Rao", "Bo Lind", agree=False)

    page = as_guest(owner_of(club)).get(f"/evenings/{row.slug}/").content.decode()
    assert "A. R." in page and "Anu Rao" not in page


def test_what_is_done_follows_the_fold_and_nothing_else(club: Club):
    row = start(club, "Anu", "Bo", "Cy")

    assert win(row, "Cy") == 403
    assert win(row, "Bo") == 303
    assert queue(row) == ["Cy", "Bo"]
    assert win(row, "Cy") == 303
    assert queue(row) == ["Cy"]
    assert row.state == Competition.State.CLOSED
    assert win(row, "Cy") == 403


def test_its_log_says_who_did_what_is_filtered_and_goes_out_as_csv(club: Club):
    row = start(club, "Anu", "Bo", "Cy")
    win(row, "Bo")
    owner, log = as_guest(owner_of(club)), f"/evenings/{row.slug}/log/"

    everything = owner.get(log).content.decode()
    boards = owner.get(f"{log}?what=win").content.decode()
    file = owner.get(f"{log}?file=csv")
    assert "<b>Started</b>" in everything and "Anu, Bo, Cy" in everything and "Olive Owner" in everything
    assert "Board won" in boards and "Anu, Bo, Cy" not in boards
    assert file.headers["Content-Disposition"] == 'attachment; filename="friday-log.csv"'
    assert [line.split(",")[1:3] for line in file.content.decode().splitlines()[1:]] == [
        ["Olive Owner", "start"],
        ["Olive Owner", "win"],
    ]


def test_it_is_reverted_after_a_question_and_so_is_the_undoing(club: Club):
    row = start(club, "Anu", "Bo", "Cy")
    win(row, "Bo")
    owner, log, undo = as_guest(owner_of(club)), f"/evenings/{row.slug}/log/", f"/evenings/{row.slug}/undo/"

    assert 'href="?undo=2"' in owner.get(log).content.decode()
    question = owner.get(f"{log}?undo=2").content.decode()
    assert "Undo this?" in question and f'action="{undo}"' in question
    assert owner.post(undo, {"line": "2"}).headers["Location"] == log
    assert queue(row) == ["Anu", "Bo", "Cy"]
    again = owner.post(undo, {"line": "2"})
    assert again.status_code == 409 and "already undone" in again.content.decode()
    assert "Undo this?" not in owner.get(f"{log}?undo=2").content.decode()
    assert owner.post(undo, {"line": "3"}).status_code == 303
    assert queue(row) == ["Cy", "Bo"]
    win(row, "Cy")
    assert owner.post(undo, {"line": "2"}).status_code == 409  # who won there has lost since
    assert owner.post(undo, {"line": "1"}).status_code == 409  # the start stays
    assert owner.post(undo, {"line": "x"}).status_code == 409


def test_two_who_write_at_once_do_not_both(club: Club):
    from tests.support.web.knock_out_evening.kind import STORE, Win
    from tests.support.web.knock_out_evening.models import Evening

    row = start(club, "Anu", "Bo", "Cy")
    other = Evening.objects.get(pk=row.pk)
    win(row, "Bo")

    with pytest.raises(StaleCompetitionError, match="Somebody else"):
        STORE.do(other, None, Win(winner=STORE.state(other)[0]), now=NOW)


def test_the_whole_of_it_goes_out_as_a_file_and_comes_back_with_its_log(club: Club):
    row = start(club, "Anu", "Bo", "Cy")
    win(row, "Bo")
    owner = as_guest(owner_of(club))
    file = owner.get(f"/evenings/{row.slug}/whole.json")

    def bring(content: bytes) -> Any:
        given = {"do": "import", "club": club.slug, "whole-file": SimpleUploadedFile("friday.json", content)}
        return owner.post("/evenings/new/", given)

    assert bring(file.content).headers["Location"] == "/evenings/friday-2/"
    back = type(row).objects.get(slug="friday-2")
    assert queue(back) == ["Cy", "Bo"] and back.title == "Friday" and back.state == row.state
    assert Player.objects.count() == 3  # the same people
    again = json.loads(owner.get("/evenings/friday-2/whole.json").content)
    assert again == json.loads(file.content) | {"slug": "friday-2"}
    assert owner.post("/evenings/friday-2/undo/", {"line": "2"}).status_code == 303
    assert queue(back) == ["Anu", "Bo", "Cy"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: b"[1, 2",
        lambda file: b"[]",
        lambda file: json.dumps(file | {"kind": "championship"}).encode(),
        lambda file: json.dumps(file | {"format": 99}).encode(),
        lambda file: json.dumps({name: value for name, value in file.items() if name != "log"}).encode(),
        lambda file: json.dumps(file | {"state": "anything"}).encode(),
        lambda file: json.dumps(file | {"log": [file["log"][1], file["log"][0]]}).encode(),
        lambda file: json.dumps(file | {"log": file["log"] + [{"act": {"kind": "x"}, "at": "", "audit": 0}]}).encode(),
        lambda file: json.dumps(file | {"audit": [1]}).encode(),
        lambda file: b" " * 9_000_000,
        lambda file: gzip.compress(b" " * 9_000_000),
        lambda file: gzip.compress(json.dumps(file).encode())[:-9],
        lambda file: b"\x1f\x8b" + json.dumps(file).encode(),
        lambda file: json.dumps(
            file | {"participants": [one | {"player": {}} for one in file["participants"]]}
        ).encode(),
        lambda file: json.dumps(file | {"participants": file["participants"] * 2}).encode(),
    ],
)
def test_a_damaged_file_is_refused_and_nothing_is_stored(club: Club, damage: Any):
    from tests.support.web.knock_out_evening.kind import KIND
    from tests.support.web.knock_out_evening.models import Evening

    row = start(club, "Anu", "Bo")
    win(row, "Bo")

    with pytest.raises(CompetitionFileError):
        KIND.stored(club, owner_of(club).pk, damage(json.loads(KIND.written(row))), now=NOW)
    assert Evening.objects.count() == 1


ACTIONS = {
    ("GET", ""): None,
    ("POST", ""): (Action.ORGANISE,),
    ("GET", "log/"): (Action.ORGANISE,),
    ("POST", "undo/"): (Action.ORGANISE,),
    ("GET", "whole.json"): (Action.ORGANISE, Action.SEE_PERSONS),
}


def test_each_page_is_for_the_roles_that_its_kind_says_and_for_nobody_else(club: Club):
    row = start(club, "Anu", "Bo")
    people = {role: official(club, role) for role in Role if role is not Role.OWNER}
    people |= {Role.OWNER: owner_of(club), None: Guest.objects.create(name="Vera")}
    faults = []
    for (method, page), actions in ACTIONS.items():
        for role, guest in people.items():
            may = actions is None or (role is not None and set(actions) <= set(actions_of([role])))
            answer = as_guest(guest).generic(method, f"/evenings/{row.slug}/{page}")
            if getattr(answer.wsgi_request, "admitted", False) is not may or (not may and answer.status_code != 403):
                faults.append(f"{method} {page} {role}: {answer.status_code}")

    assert faults == []


def test_only_organisers_of_a_club_begin_one_there(club: Club):
    foreign = with_account("Otto")
    assert as_guest(foreign).get("/evenings/new/").status_code == 403
    clubs.found_club(foreign.pk, name="Other Club")

    given = {"club": club.slug, "title": "Friday", "players": "Anu\nBo", "do": "start"}
    assert as_guest(foreign).post("/evenings/new/", given).status_code == 303
    assert club.knock_out_evening.count() == 0  # type: ignore[attr-defined]  # of an app of the tests


def test_a_draft_is_there_for_its_organisers_alone(club: Club):
    row = start(club, "Anu", "Bo")
    type(row).objects.update(state=Competition.State.DRAFT)

    assert as_guest(Guest.objects.create(name="Vera")).get(f"/evenings/{row.slug}/").status_code == 404
    assert as_guest(owner_of(club)).get(f"/evenings/{row.slug}/").status_code == 200


def test_a_club_cannot_have_any_number_of_them(club: Club):
    from carrom_web.competitions import services
    from tests.support.web.knock_out_evening.models import Evening

    services.new_row(Evening, club, owner_of(club).pk, "One", most=1)
    with pytest.raises(TooManyCompetitionsError, match="at most 1"):
        services.new_row(Evening, club, owner_of(club).pk, "Two", most=1)


def test_addresses_are_free_and_never_a_page_of_the_base(club: Club):
    from carrom_web.competitions import services
    from tests.support.web.knock_out_evening.models import Evening

    def slug(title: str, **more: str) -> str:
        return services.new_row(Evening, club, owner_of(club).pk, title, **more).slug

    assert [slug("Friday"), slug("Friday"), slug("New"), slug("…"), slug("Cup", year="2026")] == [
        "friday", "friday-2", "new-2", "evening", "cup-2026",
    ]  # fmt: skip


def test_who_takes_part_gets_what_is_stored_of_them_and_is_erased(club: Club):
    row = start(club, "Anu", "Bo")
    anu = with_account("Anu")
    Player.objects.filter(name="Anu").update(guest=anu)
    win(row, "Bo")

    [stored] = privacy.export(anu)["knock_out_evening"]
    assert stored == {"competition": "friday", "key": row.players.get(name="Anu").key, "name": "Anu"}
    privacy.erase(anu)
    assert not row.players.filter(name="Anu").exists() and not Player.objects.filter(name="Anu").exists()
    assert queue(row) == ["Bo"]
    assert "(deleted)" in as_guest(owner_of(club)).get(f"/evenings/{row.slug}/log/").content.decode()


def test_an_entry_of_the_log_that_cannot_be_reverted_has_a_reason(club: Club):
    row = start(club, "Anu", "Bo", "Cy")
    win(row, "Bo")
    owner, log = as_guest(owner_of(club)), f"/evenings/{row.slug}/log/"
    owner.post(f"/evenings/{row.slug}/undo/", {"line": "2"})

    entries = {entry["what"]: entry for entry in owner.get(log).context["entries"]}

    assert entries["Started"]["why_not"] == "everything else depends on it" and not entries["Started"]["url"]
    assert entries["Board won"]["why_not"] == "undone or changed since" and not entries["Board won"]["url"]
    assert entries["Undone"]["url"] and not entries["Undone"]["why_not"]
    assert "everything else depends on it" in owner.get(log).content.decode()

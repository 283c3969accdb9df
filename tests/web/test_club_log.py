"""The page of a club's log: filtered, as CSV, by the one log page; roles are for the owner."""

import csv
import io
from datetime import date

import pytest
from django.utils import timezone

from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Role
from carrom_web.people import services as people
from carrom_web.people.models import AuditKind
from carrom_web.people.services import Details
from tests.support.web.clients import as_guest
from tests.support.web.events import official, with_account
from tests.support.web.markup import without_layout

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    owner = with_account("Omar Owner")
    made = clubs.found_club(owner.pk, name="Carrom Club Pune")
    clubs.invite(made, owner.pk, role=Role.UMPIRE, days=7, places=1)
    asha, rao = (
        people.player_for(made.pk, Details(name=name, email=f"{number}@example.org", born=date(1990, 5, number)))
        for number, name in enumerate(("Asha Rao", "Rao, A."), 1)
    )
    people.merge(made, owner.pk, player_id=rao.pk, into_id=asha.pk, now=timezone.now())
    return made


def shown(club: Club, guest, query: str = "") -> str:
    answer = as_guest(guest).get(f"/clubs/{club.slug}/log/{query}")
    assert answer.status_code == 200
    return without_layout(answer.content.decode())


def test_the_owner_reads_all_and_filters_it(club: Club):
    owner = club.members.get(role=Role.OWNER).guest
    made_link, merged = "Omar Owner created a link: Umpire", "Rao, A. was merged into Asha Rao"

    assert made_link in shown(club, owner) and merged in shown(club, owner)
    only_merges = shown(club, owner, f"?what={AuditKind.MERGED}")
    assert merged in only_merges and made_link not in only_merges
    assert merged not in shown(club, owner, "?by=Nobody")
    assert f'href="/clubs/{club.slug}/players/#log"' in only_merges
    assert f'href="/clubs/{club.slug}/log/"' in as_guest(owner).get(f"/clubs/{club.slug}/").content.decode()


def test_the_whole_log_is_a_csv(club: Club):
    answer = as_guest(club.members.get(role=Role.OWNER).guest).get(f"/clubs/{club.slug}/log/?file=csv")

    assert answer.headers["Content-Disposition"] == f'attachment; filename="{club.slug}-log.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["by"], row["what"]) for row in rows] == [
        ("Omar Owner", "waived"),
        ("Omar Owner", "invited"),
        ("Omar Owner", "players-merged"),
    ]


def test_an_organiser_reads_what_was_done_with_players_and_nothing_of_roles(club: Club):
    organiser = official(club, Role.ORGANISER)

    page = shown(club, organiser)

    assert "Rao, A. was merged into Asha Rao" in page
    assert "Link created" not in page and "created a link" not in page
    csv_of = as_guest(organiser).get(f"/clubs/{club.slug}/log/?file=csv").content.decode()
    assert "players-merged" in csv_of and "invited" not in csv_of


def test_nobody_else_reads_it(club: Club):
    for role in (Role.REGISTRAR, Role.PLAYER):
        assert as_guest(official(club, role)).get(f"/clubs/{club.slug}/log/").status_code == 403

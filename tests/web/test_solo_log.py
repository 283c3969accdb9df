"""The log of a season of 19-coin sets: who did what, and as what."""

import pytest

from carrom_web.clubs.rights import Role
from carrom_web.competitions.solo_leagues.models import AuditEntry, SoloSet
from carrom_web.competitions.solo_leagues.services import audit, set_reviews, sets
from tests.support.web.clients import as_guest
from tests.support.web.events import official
from tests.support.web.solo_seasons import NOW, joined_player, new_season, organiser_of, set_report

pytestmark = pytest.mark.django_db


def test_every_line_of_the_log_says_who_did_it_and_as_what():
    season = new_season()
    owner, player = organiser_of(season), joined_player(season)
    other = official(season, Role.ORGANISER)
    report = set_report(film="https://films.example/1")
    row = sets.report(player, report, guest_id=player.guest_id, now=NOW)
    set_reviews.strike(season, other.pk, SoloSet.objects.get(pk=row.pk), why="not his board", now=NOW)
    audit.undo(season, owner.pk, AuditEntry.objects.latest("pk").pk, now=NOW)

    lines = [(line.what, line.guest_id, line.by, line.role) for line in AuditEntry.objects.order_by("pk")]
    by_owner, by_player = (owner.pk, "Olive Owner", "organiser"), (player.guest_id, "Anu Nair", "player")

    assert [line[1:] for line in lines if line[0] == "announced as a draft"] == [by_owner]
    assert {line[1:] for line in lines if line[0] in ("joined", "reported")} == {by_player}
    assert [line[1:] for line in lines[-2:]] == [(other.pk, other.name, "organiser"), by_owner]
    page = as_guest(owner).get(f"/leagues/solo/{season.slug}/organise/").content.decode()
    assert other.name in page and "Anu Nair" in page

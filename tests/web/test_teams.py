"""Teams at an event: entered by a captain, confirmed by their members, changed until the deadline, then by the desk."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from carrom_web.clubs.rights import Role
from carrom_web.tournaments import queries
from carrom_web.tournaments.actions import drawing, entering, organising, teams
from carrom_web.tournaments.actions.entering import AlreadyInCategoryError, CategoryClosedError, Partner, TeamNameError
from carrom_web.tournaments.models import Entry, Event, Member
from carrom_web.tournaments.state_store import terms_of
from tests.web.events import NOW, new_event, official, organiser_of
from tests.web.teams import TEAMS, application, drawn_tie, entered, shown, team_event
from tests.web.test_event_pages import as_guest

pytestmark = pytest.mark.django_db


def coming_teams(**changes: object) -> Event:
    """The event of teams, in six weeks from now."""
    terms = terms_of(team_event(**changes))
    day = timezone.localdate() + timedelta(weeks=6)
    return new_event(organising.copy_of(terms, first_day=day, deadline=day, title="Team Cup"))


def filled(**changes: str) -> dict[str, str]:
    form = {"name": "Rita Red", "email": "rita@example.org", "shows_name": "on", f"in_{TEAMS}": "on"}
    form |= {f"team_{TEAMS}": "Reds", f"mate_{TEAMS}_1": "Rob Red", f"mail_{TEAMS}_1": "rob@example.org"}
    return {name: value for name, value in (form | changes).items() if value}


def test_a_captain_enters_his_team_changes_it_by_his_link_and_it_counts_once_enough_have_confirmed(client):
    event = coming_teams()
    address = f"/events/{event.slug}/register/"
    for name, says in (
        (f"team_{TEAMS}", "Give your team a name"),
        (f"mate_{TEAMS}_1", "Your team needs this member"),
        (f"mail_{TEAMS}_1", "Your team needs this member"),
    ):
        refused = client.post(address, filled(**{name: ""}))
        assert refused.status_code == 422
        assert says in refused.content.decode()

    own = client.post(address, filled()).headers["Location"]
    page = f"{own}teams/{TEAMS}/"
    entry = Entry.objects.get()
    assert (entry.team, entry.standing) == ("Reds", "held")
    assert page in client.get(own).content.decode()
    link = f"/partners/{queries.partner_token(Member.objects.get(position=1))}/"
    assert "in the team Reds" in client.get(link).content.decode()
    client.post(link, {"do": "agree", "shows_name": "on"})
    entry.refresh_from_db()
    assert entry.standing == "confirmed"

    assert client.post(page, {"do": "add", "mate_new": "Rosa", "mail_new": "x"}).status_code == 422
    assert client.post(page, {"do": "add", "mate_new": "Rosa Red", "mail_new": "rosa@example.org"}).status_code == 303
    entry.refresh_from_db()
    assert entry.standing == "confirmed"  # two have said yes, and two are enough
    rob = Member.objects.get(name="Rob Red")
    client.post(page, {"do": "remove", "member": str(rob.pk)})
    entry.refresh_from_db()
    assert entry.standing == "held"
    assert client.post(page, {"do": "rename", "team": ""}).status_code == 409
    client.post(page, {"do": "rename", "team": "Scarlets"})
    assert "Scarlets" in client.get(f"/events/{event.slug}/entries/").content.decode()


def test_a_team_that_loses_a_member_goes_on_and_names_are_not_taken_twice():
    event = team_event()
    entry = entered(event, "Reds", 3)
    with pytest.raises(TeamNameError):
        entering.hand_in(event, application("reds"), now=NOW)
    with pytest.raises(AlreadyInCategoryError):
        teams.add(entered(event, "Blues", 2), _same(entry, 1), guest_id=None, now=NOW)

    entering.decline(entry.members.get(position=2), now=NOW)
    entry.refresh_from_db()
    assert (entry.standing, entry.members.count()) == ("confirmed", 2)
    entering.decline(entry.members.get(position=1), now=NOW)
    entry.refresh_from_db()
    assert entry.standing == "held"


def _same(entry: Entry, position: int) -> Partner:
    member = entry.members.get(position=position)
    return Partner(name=member.name, email=member.email, born=member.born)


def test_age_and_gender_are_asked_of_every_member_and_a_team_pays_once():
    event = team_event(oldest=60, fee=1500)
    form = entering.hand_in(event, application("Reds"), now=NOW)
    assert queries.account_of(form).charged == 1500

    old = Partner(name="Old Hand", email="o@example.org", born=date(1950, 1, 1))
    with pytest.raises(ValueError, match="Old Hand is 72"):
        teams.add(form.entries.get(), old, guest_id=None, now=NOW)
    assert form.entries.get().members.count() == 3


def test_once_drawn_the_desk_alone_changes_a_team_and_the_draw_follows():
    event, a, _b = drawn_tie()
    late = timezone.now()  # long after the deadline
    somebody_new = Partner(name="Sub Stitute", email="s@example.org")
    with pytest.raises(ValueError, match="Entries closed"):
        teams.add(a, somebody_new, guest_id=None, now=late)
    with pytest.raises(CategoryClosedError):
        entering.decline(a.members.get(position=1), now=NOW)

    desk = official(event, Role.REGISTRAR).pk
    teams.add(a, somebody_new, guest_id=desk, now=late)
    teams.remove(a, a.members.get(position=1), guest_id=desk, now=late)

    players = shown(event).contest.entrant(a.key).players
    assert len(players) == 3
    assert shown(event).persons(players)[-1] == "S. S."
    assert [deed.what for deed in event.deeds.order_by("pk")][-2:] == ["member added", "member taken out"]


def test_teams_of_a_category_are_drawn_with_those_who_confirmed_alone():
    event = team_event()
    form = entering.hand_in(event, application("Reds", 4), now=NOW)
    for member in form.entries.get().members.filter(position__in=(1, 2)):
        entering.agree(member, shows_name=True, now=NOW)
    entered(event, "Blues", 2)

    drawing.draw(event, organiser_of(event).pk, TEAMS, now=NOW)

    assert len(shown(event).contest.entrant(form.entries.get().key).players) == 3
    assert as_guest(organiser_of(event)).get(f"/events/{event.slug}/draws/{TEAMS}/").status_code == 200

"""Teams at an event: entered by a captain, confirmed by their members, changed until the deadline, then by the desk."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from carrom_web.clubs.rights import Role
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import contests, entry_files, event_file, following, link_tokens, selectors
from carrom_web.competitions.events.models import Entry, Event, Member
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws, organising, registration, teams, ties
from carrom_web.competitions.events.services.applications import Partner
from carrom_web.competitions.events.services.registration import (
    AlreadyInCategoryError,
    CategoryClosedError,
    TeamNameError,
)
from carrom_web.core.files import as_csv
from tests.support.web.clients import as_guest
from tests.support.web.events import LATE, NOW, new_event, official, organiser_of
from tests.support.web.teams import TEAMS, drawn_tie, entered_team, line_up, team_application, team_contest, team_event

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
        (f"team_{TEAMS}", "Enter a name for your team"),
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
    link = f"/partners/{link_tokens.partner_token(Member.objects.get(position=1))}/"
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
    entry = entered_team(event, "Reds", 3)
    with pytest.raises(TeamNameError):
        registration.hand_in(event, team_application("reds"), now=NOW)
    with pytest.raises(AlreadyInCategoryError):
        teams.add(entered_team(event, "Blues", 2), _same(entry, 1), guest_id=None, now=NOW)

    registration.decline(entry.members.get(position=2), now=NOW)
    entry.refresh_from_db()
    assert (entry.standing, entry.members.count()) == ("confirmed", 2)
    registration.decline(entry.members.get(position=1), now=NOW)
    entry.refresh_from_db()
    assert entry.standing == "held"


def _same(entry: Entry, position: int) -> Partner:
    member = entry.members.get(position=position)
    return Partner(name=member.name, email=member.email, born=member.born)


def test_a_team_that_waits_may_be_changed_and_one_that_has_withdrawn_may_not():
    event = team_event(most=2)
    plays, _other, waits = (entered_team(event, name) for name in ("Reds", "Blues", "Greens"))

    assert waits.standing == "waiting"
    assert teams.may_change(plays, None, NOW) and teams.may_change(waits, None, NOW)
    assert not teams.may_change(plays, None, LATE) and not teams.may_change(waits, None, LATE)
    registration.withdraw(plays.form, now=NOW)
    plays.refresh_from_db()
    assert not teams.may_change(plays, None, NOW)


def test_age_and_gender_are_asked_of_every_member_and_a_team_pays_once():
    event = team_event(oldest=60, fee=1500)
    form = registration.hand_in(event, team_application("Reds"), now=NOW)
    assert selectors.account_of(form).charged == 1500

    old = Partner(name="Old Hand", email="o@example.org", born=date(1950, 1, 1))
    with pytest.raises(ValueError, match="Old Hand will be 72"):
        teams.add(form.entries.get(), old, guest_id=None, now=NOW)
    assert form.entries.get().members.count() == 3


def test_once_drawn_the_desk_alone_changes_a_team_and_the_draw_follows():
    event, a, _b = drawn_tie()
    late = timezone.now()  # long after the deadline
    somebody_new = Partner(name="Sub Stitute", email="s@example.org")
    with pytest.raises(ValueError, match="Entries closed"):
        teams.add(a, somebody_new, guest_id=None, now=late)
    with pytest.raises(CategoryClosedError):
        registration.decline(a.members.get(position=1), now=NOW)

    desk = official(event, Role.REGISTRAR).pk
    teams.add(a, somebody_new, guest_id=desk, now=late)
    teams.remove(a, a.members.get(position=1), guest_id=desk, now=late)

    players = team_contest(event).contest.entrant(a.key).players
    assert len(players) == 3
    assert team_contest(event).persons(players)[-1] == "S. S."
    assert [entry.kind for entry in event.audit_entries.order_by("pk")][-2:] == ["member-added", "member-removed"]


def test_teams_of_a_category_are_drawn_with_those_who_confirmed_alone():
    event = team_event()
    form = registration.hand_in(event, team_application("Reds", 4), now=NOW)
    for member in form.entries.get().members.filter(position__in=(1, 2)):
        registration.agree(member, shows_name=True, now=NOW)
    entered_team(event, "Blues", 2)

    draws.draw(event, organiser_of(event).pk, TEAMS, now=NOW)

    assert len(team_contest(event).contest.entrant(form.entries.get().key).players) == 3
    assert as_guest(organiser_of(event)).get(f"/events/{event.slug}/draws/{TEAMS}/").status_code == 200


def test_a_captain_who_does_not_play_leads_a_team_whose_players_are_the_others(client):
    event = coming_teams(most_members=3)
    address = f"/events/{event.slug}/register/"
    four = {f"mate_{TEAMS}_{n}": f"Player {n}" for n in (1, 2, 3)} | {
        f"mail_{TEAMS}_{n}": "p@example.org" for n in (1, 2, 3)
    }
    too_few = client.post(address, filled(**{f"leads_{TEAMS}": "on"}))
    too_many = client.post(address, filled(**four))
    assert (too_few.status_code, too_many.status_code) == (422, 422)
    assert "Your team needs this member" in too_few.content.decode()
    assert "The team is full" in too_many.content.decode()

    page = f"{client.post(address, filled(**four, **{f'leads_{TEAMS}': 'on'})).headers['Location']}teams/{TEAMS}/"
    entry = Entry.objects.get()
    assert [member.name for member in entry.players] == ["Player 1", "Player 2", "Player 3"]
    for number, standing in ((1, "held"), (2, "confirmed")):  # the captain's own word does not count
        registration.agree(entry.members.get(position=number), shows_name=True, now=timezone.now())
        entry.refresh_from_db()
        assert entry.standing == standing
    shown_to_all = client.get(f"/events/{event.slug}/entries/").content.decode()
    assert (
        "captain Rita Red" in shown_to_all
        and f"players/{following.key_of(entry.members.get(position=0), event.pk)}/" not in shown_to_all
    )

    assert "at most 3" in client.post(page, {"do": "play"}).content.decode()
    client.post(page, {"do": "remove", "member": str(entry.members.get(position=3).pk)})
    assert client.post(page, {"do": "play"}).status_code == 303
    assert "Lead only" in client.get(page).content.decode()
    assert Member.objects.get(position=0).plays


def test_the_players_of_a_draw_are_without_a_captain_who_leads_only_until_he_plays_or_while_a_line_up_has_him():
    event = team_event()
    form = registration.hand_in(event, team_application("Reds", 4, leads=(TEAMS,)), now=NOW)
    for member in form.entries.get().members.filter(agreed_at=None):
        registration.agree(member, shows_name=True, now=NOW)
    entered_team(event, "Blues")
    desk = organiser_of(event).pk
    draws.draw(event, desk, TEAMS, now=NOW)
    reds = form.entries.get()
    of_reds = team_contest(event).contest.entrant(reds.key).players
    assert len(of_reds) == 3 and contests.person_key(reds.members.get(position=0)) not in of_reds

    teams.captain_plays(reds, True, guest_id=desk, now=NOW)
    assert len(team_contest(event).contest.entrant(reds.key).players) == 4
    ties.hand_in(event, TEAMS, "1.1", reds.key, line_up(event, reds), guest_id=None, is_captain=True, now=NOW)
    assert not team_contest(event).contest.line_ups  # closed until both are in
    with pytest.raises(teams.TeamError, match="line-up"):
        teams.captain_plays(reds, False, guest_id=desk, now=NOW)
    copy = event_file.read(event.club, desk, packed(event_file.write(event)), now=NOW)
    rows = as_csv(entry_files.rows_of(copy, terms_of(copy)))
    assert rows.decode().count(",yes\r\n") == 0


def test_a_list_of_entries_shows_who_only_leads():
    event = team_event()
    registration.hand_in(event, team_application("Reds", 3, leads=(TEAMS,)), now=NOW)
    rows = as_csv(entry_files.rows_of(event, terms_of(event)))
    other = team_event()

    entry_files.take(other, terms_of(other), rows, now=NOW, site="")

    assert [(one.name, one.plays) for one in Member.objects.filter(category__event=other).order_by("position")] == [
        ("Reds Captain", False),
        ("Reds Mate 1", True),
        ("Reds Mate 2", True),
    ]

"""What officials of an event see and are asked: whole names, why nothing can be drawn, seeds by hand, cancelling."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from carrom.tournament.fixtures import Known
from carrom.tournament.registration import EntryStatus
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import draws, organising, registration, undersubscribed
from tests.support.web.clients import as_guest
from tests.support.web.draws import (
    BEST_OF_THREE,
    contest_of,
    draw_address,
    event_with_entries,
    owner_id,
    ready_fixtures,
    text_without_token,
)
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    PAIRS,
    application,
    new_event,
    official,
    organiser_of,
    pair_application,
    pairs_terms,
    small_event_terms,
    upcoming_terms,
)
from tests.support.web.people import say_consent

pytestmark = pytest.mark.django_db


def test_officials_see_whole_names_on_every_page_of_play_and_the_public_sees_initials():
    event = event_with_entries(2)
    say_consent([event.forms.get(name="Player B")], shows_name=False)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    root = f"/events/{event.slug}/"
    pages = [
        draw_address(event),
        f"{draw_address(event)}fixtures/1.1/",
        *(root + page for page in ("play/", "entries/", "results/")),
    ]
    owner, umpire, player = (
        as_guest(one) for one in (organiser_of(event), official(event, Role.UMPIRE), official(event, Role.PLAYER))
    )

    for page in pages:
        for reader in (owner, umpire):
            assert "Player B" in text_without_token(reader, page), page
        for reader in (player, Client()):
            assert "Player B" not in text_without_token(reader, page) and "P. B." in text_without_token(reader, page), (
                page
            )
    assert "Player B" not in text_without_token(owner, root + "screen/")  # everybody sees a projector


def test_a_category_that_cannot_be_drawn_says_in_what_state_its_entries_are_and_what_to_do():
    event = new_event(upcoming_terms(small_event_terms(2)))
    for name in ("Anu Nair", "Binu Rao", "Cleo Das"):
        registration.hand_in(event, application(name), now=NOW)

    page = text_without_token(as_guest(organiser_of(event)), draw_address(event))

    assert "Draw 0 entries" not in page and 'value="draw"' not in page
    assert "2 entries have not been paid: record the payments at the desk." in page
    assert "1 entry is on the waiting list" in page and f"/events/{event.slug}/desk/" in page
    assert "not been paid" not in text_without_token(Client(), draw_address(event))


def test_pairs_that_wait_for_a_partner_are_distinguished_from_those_that_owe():
    event = new_event(upcoming_terms(pairs_terms()))
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)

    page = text_without_token(as_guest(organiser_of(event)), f"/events/{event.slug}/draws/{PAIRS}/")

    assert "1 entry is waiting for a partner or players to confirm" in page and "not been paid" not in page


def test_seeds_are_typed_by_hand_and_stand_where_seeds_stand():
    event = event_with_entries(4)
    keys = {one.form.name: one.key for one in event.categories.get(key=ADULTS).entries.select_related("form")}
    owner = as_guest(organiser_of(event))
    assert text_without_token(owner, draw_address(event)).count('name="seed-') == 4
    typed = {f"seed-{keys['Player C']}": "1", f"seed-{keys['Player A']}": " 3 "}

    assert owner.post(draw_address(event), {"do": "draw", **typed}).status_code == 303

    found = contest_of(event)
    assert {one.key: one.seed for one in found.contest.entrants if one.seed} == {
        keys["Player C"]: 1,
        keys["Player A"]: 2,
    }
    first, second = (one.fixture for one in found.meetings[:2])
    assert first.a == Known(keys["Player C"]) and Known(keys["Player A"]) in (second.a, second.b)


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ("1", "1", "both have seed 1"),
        ("0", "", "a number from 1 to 3"),
        ("x", "2", "not “x”"),
        ("4", "", "from 1 to 3"),
    ],
)
def test_seeds_that_cannot_be_are_refused_and_stay_in_their_fields(one: str, other: str, says: str):
    event = event_with_entries(3)
    keys = [entry.key for entry in event.categories.get(key=ADULTS).entries.order_by("pk")]
    typed = {f"seed-{keys[0]}": one, f"seed-{keys[1]}": other}

    answer = as_guest(organiser_of(event)).post(draw_address(event), {"do": "draw", **typed})

    page = answer.content.decode()
    assert answer.status_code == 409 and says in page and f'value="{one}"' in page
    assert not event.categories.filter(key=ADULTS, contest__isnull=False).exists()


def test_teams_and_partners_of_a_registrars_own_list_need_no_click():
    event = new_event(upcoming_terms(pairs_terms()))
    listed = f"registration,category,name,partner,email,born,names_shown\n1,{PAIRS},Anu Nair,,a@x.org,1991-04-02,yes\n"
    listed += f"1,{PAIRS},Binu Rao,yes,b@x.org,1990-01-01,yes\n"
    registrar = as_guest(official(event, Role.REGISTRAR))

    upload = SimpleUploadedFile("list.csv", listed.encode())
    assert registrar.post(f"/events/{event.slug}/desk/", {"do": "list", "list": upload}).status_code == 303

    entry = event.categories.get(key=PAIRS).entries.get()
    assert selectors.has_agreed(entry)
    assert [(one.name, one.shows_name) for one in entry.players] == [("Anu Nair", True), ("Binu Rao", True)]
    assert entry.standing == EntryStatus.HELD  # only its fee is missing


def played_event() -> Event:
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], BEST_OF_THREE, time_up=False, now=NOW)
    return event


def test_an_event_with_results_is_cancelled_only_by_its_title():
    event = played_event()
    owner, page = as_guest(organiser_of(event)), f"/events/{event.slug}/organise/"

    assert "1 result has been entered; it would no longer count." in text_without_token(owner, page)
    refused = owner.post(page, {"do": "cancel-event", "why": "Snow"})
    assert refused.status_code == 409 and "Nothing was cancelled" in refused.content.decode()
    wrong = owner.post(page, {"do": "cancel-event", "confirmed": "yes"})
    assert wrong.status_code == 409
    event.refresh_from_db()
    assert event.state == Event.State.OPEN and contest_of(event).is_over

    title = selectors.repository.terms_of(event).title
    assert owner.post(page, {"do": "cancel-event", "confirmed": f" {title.upper()}  "}).status_code == 303
    event.refresh_from_db()
    assert event.state == Event.State.CANCELLED


def test_a_category_with_results_is_cancelled_only_by_its_title():
    event = played_event()

    with pytest.raises(organising.NotConfirmedError, match="Type “Singles”"):
        undersubscribed.cancel(event, owner_id(event), ADULTS, now=LATE)
    assert undersubscribed.cancel(event, owner_id(event), ADULTS, confirmed="singles", now=LATE) == 2

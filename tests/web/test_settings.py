"""Settings of an event and of its categories: each is in the form, in the file and, where it is public, shown.

Every setting is tested because it is declared; tests/test_new_setting.py declares one more.
"""

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, replace
from functools import partial
from html import unescape
from typing import Any

import pypdf
import pytest
from django.test import Client

from carrom.league.match_terms import MatchLeagueTerms
from carrom.league.solo_terms import Division, SeasonTerms
from carrom.rating.history import Terms as RatingTerms
from carrom.settings import Setting, plain, settings_of, with_values
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.event_faults import faults_of
from carrom.tournament.teams import TieTerms
from carrom_web.competitions.championships.state import Counting
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import event_file
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import organising
from carrom_web.core.setting_fields import field_of, initial_of, value_label, value_of
from tests.support.in_one_test import every
from tests.support.web.clients import as_guest
from tests.support.web.event_forms import terms_form
from tests.support.web.events import NOW, new_event, organiser_of, small_event_terms, upcoming_terms
from tests.support.web.setting_groups import together
from tests.support.web.taken_back import taken_back

pytestmark = pytest.mark.django_db
EVENT, CATEGORY = "event", "category"
OWNERS: Mapping[str, type] = {EVENT: EventTerms, CATEGORY: CategoryTerms}
DECLARING = (EventTerms, CategoryTerms, TieTerms, Counting, RatingTerms, MatchLeagueTerms, SeasonTerms, Division)
BY_FORMAT = "tie_breaks"  # asked where a format has them (test_tie_break_field.py)
EVERY_OWNER = pytest.mark.parametrize("owner", OWNERS)
# what an event of this kind cannot have alone: another zone, currency or account, an age class, teams
OTHER: Mapping[str, Any] = {"time_zone": "Asia/Kolkata", "currency": "EUR", "transfer_iban": "", "transfer_bic": ""}
WITH_OTHERS = {"deadline", "pays", "members", "most_members", "format", "gender", "kind", "least"}
WITH_OTHERS |= {"one_match"}  # of teams alone


def declared(owner: str, name: str) -> Setting:
    return settings_of(OWNERS[owner])[name]


def of(terms: EventTerms, owner: str) -> EventTerms | CategoryTerms:
    return terms if owner == EVENT else terms.categories[0]


def another(one: Setting, value: Any) -> Any:
    """Another value that the setting takes."""
    if one.ordered:
        return value[::-1]
    if one.type is bool:
        return not value
    if one.choices:
        choice = next(choice for choice in one.choices if choice != plain(value) and (choice,) != value)
        return (one.type(choice),) if one.several else one.type(choice)
    if one.type is int:
        return (value or one.least or 0) + (100 if one.input == "money" else 1)
    return one.example or "Something else"


def with_settings(terms: EventTerms, owner: str, values: Mapping[str, Any]) -> EventTerms:
    """The terms of an event with other values of settings, its own or those of its first category."""
    if owner == EVENT:
        return with_values(terms, values)
    return replace(terms, categories=(with_values(terms.categories[0], values), *terms.categories[1:]))


def other_values(terms: EventTerms, owner: str, name: str) -> dict[str, Any]:
    """Another value of a setting, and what it needs beside it."""
    one = declared(owner, name)
    value = OTHER[name] if name in OTHER else another(one, one.of(of(terms, owner)))
    ways = ("transfer_upi", "transfer_account", "transfer_zelle", "transfer_venmo")
    holder = {"transfer_holder": "Carrom Club"} if owner == EVENT and name in ways else {}
    return holder | {name: value}


def groups(event: Event, owner: str, names: Iterable[str]) -> list[tuple[list[str], EventTerms]]:
    """Settings whose other values go together, with the terms that have them."""
    terms = terms_of(event)

    def are_all_in_use(found: EventTerms, of_group: list[str]) -> bool:
        return not faults_of(found) and all(declared(owner, name).matters(of(found, owner)) for name in of_group)

    values = {name: other_values(terms, owner, name) for name in names}
    return together(values, partial(with_settings, terms, owner), are_all_in_use)


def names_of(owner: str) -> list[str]:
    return [name for name in settings_of(OWNERS[owner]) if name != BY_FORMAT]


@pytest.mark.parametrize("kind", DECLARING)
def test_its_default_goes_through_its_field_and_is_one_that_it_takes(kind: type):
    for name, case in every(known := settings_of(kind)):
        with case:
            one = known[name]
            assert one.label[0].isupper() and one.group and (not one.says or one.says[-1] != ".")
            if one.default is not MISSING and (one.default or not one.required):
                assert one.refusal(name, one.default) is None
                assert value_of(one, field_of(one).clean(initial_of(one, one.default))) == one.default


@EVERY_OWNER
def test_it_is_in_the_form_with_its_label_and_help_and_what_is_sent_is_stored(owner: str):
    event = new_event(upcoming_terms(small_event_terms(8)))
    client = as_guest(organiser_of(event))
    address = f"/events/{event.slug}/edit/"
    page = unescape(client.get(address).content.decode())

    for name in names_of(owner):
        one, html_name = declared(owner, name), name if owner == EVENT else f"c-0-{name}"
        assert f'name="{html_name}"' in page and one.label in page, name
        assert not one.says or f"{one.says[0].upper()}{one.says[1:]}." in page, name
    for names, terms in groups(event, owner, alone_in(owner)):
        with taken_back():
            answer = client.post(address, terms_form(terms))

            assert answer.status_code == 303, (names, answer.context["errors"])
            for name in names:
                one = declared(owner, name)
                assert one.of(of(terms_of(stored(event)), owner)) == one.of(of(terms, owner)), name


def alone_in(owner: str) -> list[str]:
    """Those settings that can be another value without more."""
    return [name for name in names_of(owner) if name not in WITH_OTHERS]


def stored(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


@EVERY_OWNER
def test_a_file_brings_it_and_is_refused_with_a_value_that_the_form_refuses(owner: str):
    event = new_event(upcoming_terms(small_event_terms(8)))
    organiser = organiser_of(event).pk

    for names, terms in groups(event, owner, alone_in(owner)):
        with taken_back():
            organising.change_event(stored(event), organiser, terms, now=NOW)

            made = event_file.read(event.club, organiser, packed(event_file.write(stored(event))), now=NOW)

            for name in names_of(owner):
                one = declared(owner, name)
                assert one.of(of(terms_of(made), owner)) == one.of(of(terms, owner)), (name, names)

    for name, case in every(names_of(owner)):
        with case:
            one = declared(owner, name)
            if one.type is int and one.least is not None:
                low = with_settings(terms_of(event), owner, {name: int(one.least) - 1})
                assert any("must be at least" in str(fault) for fault in faults_of(low))


@EVERY_OWNER
def test_where_it_is_public_the_events_page_and_the_printed_announcement_show_it(client: Client, owner: str):
    event = new_event(upcoming_terms(small_event_terms(8)))
    organiser = organiser_of(event).pk
    public = [name for name in names_of(owner) if declared(owner, name).shown_as]

    for names, terms in groups(event, owner, public):
        with taken_back():
            known = [one for one in map(partial(declared, owner), names) if one.matters(of(terms, owner))]
            if not known:
                continue
            organising.change_event(stored(event), organiser, terms, now=NOW)

            page = unescape(client.get(f"/events/{event.slug}/").content.decode())
            paper = client.get(f"/events/{event.slug}/prints/announcement.pdf").content

            seen = " ".join(re.sub(r"<[^>]*>", " ", page).split())
            sheets = pypdf.PdfReader(io.BytesIO(paper)).pages
            text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
            for one in known:
                shown = value_label(one, one.of(of(terms, owner)))
                assert re.search(rf"{re.escape(one.label)}:? {re.escape(shown)}", seen), one.label
                assert one.label in text and shown in text, one.label

"""Settings of match leagues: each is in the form, in the whole file and, where it is public, on page and paper.

Every setting is tested because it is declared; tests/test_new_setting.py declares one more.
"""

import io
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carrom.league.match_terms import MatchLeagueTerms, PlayOffTerms, faults_of
from carrom.settings import Setting, plain, settings_of, with_values
from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club
from carrom_web.competitions.match_leagues import exports, league_file
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.repository import terms_of
from carrom_web.competitions.match_leagues.services import organising
from carrom_web.core.setting_fields import value_label
from tests.support.web.match_leagues import CLUB_TEAMS, club_owner, league_form

pytestmark = pytest.mark.django_db
DECLARED = settings_of(MatchLeagueTerms)
TERMS = replace(CLUB_TEAMS, least=4, playoffs=PlayOffTerms(kind="knockout", places=2))  # pools may be added
EVERY = pytest.mark.parametrize("name", DECLARED)
# what is not any other value of its type
OTHER: Mapping[str, Any] = {
    "time_zone": "Asia/Kolkata", "first_day": "2031-09-08", "last_day": "2032-05-01", "entries_until": "2031-08-30",
    "time": "18:15", "free_days": ("2031-12-24", "2031-12-31"), "tie_order": "SD", "playoffs_best_of": 5,
    "least": 5, "regulation_order": ("points", "lots", "net_points"),
}  # fmt: skip


def another(one: Setting, value: Any) -> Any:
    """Another value that the setting takes."""
    if one.type is bool:
        return not value
    if one.choices:
        return one.type(next(choice for choice in one.choices if choice != plain(value)))
    if one.type is int:
        return value + 1 if value is not None else one.least
    return "Something else"


def with_another(terms: MatchLeagueTerms, name: str) -> MatchLeagueTerms:
    """Terms with another value of a setting, under which it matters."""
    one = DECLARED[name]
    terms = with_values(terms, {other: DECLARED[other].type(values[0]) for other, values in one.only_if.items()})
    return with_values(terms, {name: OTHER[name] if name in OTHER else another(one, one.of(terms))})


def league_of(terms: MatchLeagueTerms) -> tuple[League, Guest, Client]:
    """A draft of a league with its organiser."""
    guest, owner = club_owner()
    league = organising.start_league(Club.objects.get(), guest.pk, terms, now=timezone.now())
    return league, guest, owner


@EVERY
def test_it_is_in_the_form_with_its_label_and_help_and_what_is_sent_is_stored(name: str):
    league, _guest, owner = league_of(TERMS)
    address, one, wanted = (
        reverse("match-league-edit", args=[league.slug]),
        DECLARED[name],
        with_another(TERMS, name),
    )

    page = unescape(owner.get(address).content.decode())
    answer = owner.post(address, league_form(wanted))

    assert f'name="{name}"' in page and one.label in page
    assert not one.says or f"{one.says[0].upper()}{one.says[1:]}." in page
    assert answer.status_code == 303, answer.context["errors"]
    assert terms_of(League.objects.get()) == wanted != TERMS


@EVERY
def test_a_file_brings_it_and_is_refused_with_a_value_that_the_form_refuses(name: str):
    one, wanted = DECLARED[name], with_another(TERMS, name)
    league, guest, _owner = league_of(wanted)

    made = league_file.store(league.club, guest.pk, exports.whole_file(league).encode(), now=timezone.now())

    assert terms_of(made) == wanted
    if one.type is int and one.least is not None:
        (fault,) = (
            fault for fault in faults_of(with_values(wanted, {name: int(one.least) - 1})) if fault.field == name
        )
        assert "must be at least" in str(fault)


@EVERY
def test_where_it_is_public_the_page_of_the_league_and_its_printed_table_show_it(name: str):
    one, wanted = DECLARED[name], with_another(TERMS, name)
    league, _guest, owner = league_of(wanted)
    if not one.shown_as:
        return
    shown = value_label(one, one.of(wanted))

    page = unescape(owner.get(reverse("match-league", args=[league.slug])).content.decode())
    paper = owner.get(reverse("match-league-print", args=[league.slug, "table"])).content

    assert f"<dt>{one.label}</dt>" in page and f"<dd>{shown}</dd>" in page
    text = " ".join(" ".join(sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(paper)).pages).split())
    assert one.label in text and shown in text

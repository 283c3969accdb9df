"""Settings of match leagues and of seasons: each is in the form, in the whole file and, where it is public, shown.

Every setting is tested because it is declared; tests/test_new_setting.py declares one more.
"""

import io
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.utils import timezone

from carrom.errors import CarromError
from carrom.league.match_terms import PlayOffTerms, check_terms
from carrom.league.solo_terms import SeasonTerms
from carrom.settings import Setting, choice_of, settings_of, with_values
from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club
from carrom_web.competitions.match_leagues import exports, league_file
from carrom_web.competitions.match_leagues import repository as leagues
from carrom_web.competitions.match_leagues.services import organising as leagues_organising
from carrom_web.competitions.models import Competition
from carrom_web.competitions.solo_leagues import repository as seasons
from carrom_web.competitions.solo_leagues import season_file
from carrom_web.competitions.solo_leagues.forms import EditedForms
from carrom_web.competitions.solo_leagues.services import organising as seasons_organising
from carrom_web.core.setting_fields import initial_values, value_label
from tests.support.in_one_test import every
from tests.support.web.match_leagues import CLUB_TEAMS, club_owner, league_form
from tests.support.web.setting_groups import together
from tests.support.web.solo_seasons import TERMS as WEEKS
from tests.support.web.taken_back import taken_back

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Kind:
    """A kind of league: terms to begin with, values that are not any other of their type, how it is stored and sent.

    Its page and its `paper`, an address below that, show public settings.
    """

    path: str
    paper: str
    terms: Any
    other: Mapping[str, Any]
    start: Callable[..., Any]
    terms_of: Callable[[Any], Any]
    form: Callable[[Any], dict[str, Any]]
    write: Callable[[Any], str]
    read: Callable[..., Any]
    check: Callable[[Any], object]


def season_form(terms: SeasonTerms) -> dict[str, Any]:
    """The form of a season as a browser sends it."""
    edited = EditedForms(terms)
    known = {**edited.form.initial, **initial_values(terms)}
    sent = {name: value for name, value in known.items() if value is not None}
    return sent | {field.html_name: field.value() for field in edited.rows.management_form}


MATCH = Kind(
    path="/leagues/matches/",
    paper="prints/table.pdf",
    terms=replace(CLUB_TEAMS, least=4, playoffs=PlayOffTerms(kind="knockout", places=2)),  # pools may be added
    other={
        "time_zone": "Asia/Kolkata", "first_day": "2031-09-08", "last_day": "2032-05-01", "time": "18:15",
        "entries_until": "2031-08-30", "free_days": ("2031-12-24", "2031-12-31"), "tie_order": "SD",
        "playoffs_best_of": 5, "least": 5, "regulation_order": ("points", "lots", "net_points"),
    },
    start=leagues_organising.start_league,
    terms_of=leagues.terms_of,
    form=league_form,
    write=exports.whole_file,
    read=lambda club, guest, file: league_file.store(club, guest, file, now=timezone.now()),
    check=check_terms,
)  # fmt: skip
SOLO = Kind(
    path="/leagues/solo/",
    paper="prints/report.pdf",
    terms=replace(WEEKS, sets_per_week=3, weeks=()),
    other={
        "time_zone": "Asia/Kolkata", "first_day": "2026-02-03", "last_day": "2026-03-08", "order": ("average", "lots"),
        "ruleset": "baca19", "evidence_played": (), "evidence_recorded": ("witness", "film"),
        "evidence_reported": ("film",),
    },
    start=seasons_organising.start_season,
    terms_of=seasons.terms_of,
    form=season_form,
    write=season_file.write,
    read=lambda club, guest, file: season_file.read(club, guest, file, now=timezone.now()),
    check=lambda terms: None,  # terms that cannot be are not made
)  # fmt: skip
EVERY_KIND = pytest.mark.parametrize("kind", [MATCH, SOLO], ids=["match", "solo"])


def setting_of(kind: Kind, name: str) -> Setting:
    return settings_of(type(kind.terms))[name]


def another(one: Setting, value: Any) -> Any:
    """Another value that the setting takes."""
    if one.type is bool:
        return not value
    if one.choices:
        return one.type(next(choice for choice in one.choices if choice != choice_of(value)))
    if one.type is int:
        return value + 1 if value is not None else one.least
    return "Something else"


def other_values(kind: Kind, name: str) -> dict[str, Any]:
    """Another value of a setting, and values under which it matters."""
    known, one = settings_of(type(kind.terms)), setting_of(kind, name)
    conditions = {other: known[other].type(values[0]) for other, values in one.only_if.items()}
    return {**conditions, name: kind.other[name] if name in kind.other else another(one, one.of(kind.terms))}


def groups(kind: Kind, names: Iterable[str]) -> list[tuple[list[str], Any]]:
    """Settings whose other values go together, with the terms that have them."""

    def are_all_in_use(terms: Any, of_group: list[str]) -> bool:
        try:
            kind.check(terms)
        except CarromError:
            return False
        return all(setting_of(kind, name).matters(terms) for name in of_group)

    values = {name: other_values(kind, name) for name in names}
    return together(values, partial(with_values, kind.terms), are_all_in_use)


def draft_of(kind: Kind, terms: Any) -> tuple[Competition, Guest, Client]:
    """A draft of a league with its organiser."""
    guest, owner = club_owner()
    return kind.start(Club.objects.get(), guest.pk, terms, now=timezone.now()), guest, owner


@EVERY_KIND
def test_it_is_in_the_form_with_its_label_and_help_and_what_is_sent_is_stored(kind: Kind):
    row, _guest, owner = draft_of(kind, kind.terms)
    address = f"{kind.path}{row.slug}/edit/"
    page = unescape(owner.get(address).content.decode())

    for name, one in settings_of(type(kind.terms)).items():
        assert f'name="{name}"' in page and one.label in page, name
        assert not one.says or f"{one.says[0].upper()}{one.says[1:]}." in page, name
    for names, wanted in groups(kind, settings_of(type(kind.terms))):
        with taken_back():
            answer = owner.post(address, kind.form(wanted))

            assert answer.status_code == 303, (names, answer.context["errors"])
            assert kind.terms_of(type(row).objects.get()) == wanted, names


@EVERY_KIND
def test_a_file_brings_it_and_is_refused_with_a_value_that_the_form_refuses(kind: Kind):
    for names, wanted in groups(kind, settings_of(type(kind.terms))):
        with taken_back():
            row, guest, _owner = draft_of(kind, wanted)

            made = kind.read(row.club, guest.pk, kind.write(row).encode())

            assert kind.terms_of(made) == wanted, names

    for name, case in every(settings_of(type(kind.terms))):
        with case:
            one = setting_of(kind, name)
            if one.type is int and one.least is not None:
                with pytest.raises(Exception, match="must be at least") as refused:
                    kind.check(with_values(kind.terms, {**other_values(kind, name), name: int(one.least) - 1}))
                assert refused.value.field == name


@EVERY_KIND
def test_where_it_is_public_the_page_of_the_league_and_a_paper_show_it(kind: Kind):
    public = [name for name, one in settings_of(type(kind.terms)).items() if one.shown_as]
    for names, wanted in groups(kind, public):
        with taken_back():
            row, _guest, owner = draft_of(kind, wanted)

            page = unescape(owner.get(f"{kind.path}{row.slug}/").content.decode())
            paper = owner.get(f"{kind.path}{row.slug}/{kind.paper}").content

            sheets = pypdf.PdfReader(io.BytesIO(paper)).pages
            text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
            for name in names:
                one = setting_of(kind, name)
                shown = value_label(one, one.of(wanted))
                assert re.search(rf"<dt>{re.escape(one.label)}</dt>\s*<dd>{re.escape(shown)}</dd>", page), name
                assert one.label in text and shown in text, name

"""An evening that begins with a list of names: an event of today, entered, drawn and called in one go.

It is an event like any other. Where no club holds it, it belongs to a club that holds its starter's evenings, and
only they find it; a club keeps it by taking it over.
"""

import random
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, time
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import formats
from django.utils.translation import gettext as _

from carrom.errors import NotAllowedError
from carrom.tournament import record as records
from carrom.tournament.category import CategoryTerms, MatchTerms
from carrom.tournament.evening import EveningPlan, Way, plan, read_names
from carrom.tournament.event import EventTerms, Venue
from carrom.tournament.event_faults import check_terms
from carrom.tournament.play_days import Day
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs import services as club_services
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import repository
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Event, Member, Registration
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.events.services.applications import Application
from carrom_web.competitions.events.services.draws import changing
from carrom_web.competitions.events.services.organising import NotOfficialError, check_may, record_audit
from carrom_web.competitions.models import free_slug
from carrom_web.people import services as people

KEY = "all"  # of the one category
TIE_BREAKS = ("points", "head_to_head", "buchholz", "lots")  # none needs more than who has won
_RNG = random.SystemRandom()


class TooManyEveningsError(NotAllowedError):
    """Somebody who begins one evening after another."""

    code = "too-many-evenings"


class AlreadyClaimedError(NotAllowedError):
    """An evening that a club holds already."""

    code = "already-claimed"


def begin(
    guest_id: UUID,
    names: Sequence[str],
    way: Way,
    *,
    boards: int,
    minutes: int,
    time_zone: str,
    club: Club | None = None,
    now: datetime,
) -> Event:
    """Store an evening of today with all who play, draw it, and call the first matches.

    Args:
        names: whole ones, each once.
        club: that holds it; none: the club of its starter's evenings.

    Raises:
        EveningError: too few or too many names, figures that no evening has.
        NotOfficialError: they are not organisers of this club.
    """
    found = plan(way, players=len(names), boards=boards, minutes=minutes)
    if club is not None and not clubs.may(club.pk, guest_id, Action.ORGANISE):
        raise NotOfficialError("organiser")
    terms = _terms(found, boards=boards, minutes=minutes, time_zone=time_zone, club=club, now=now)
    check_terms(terms)
    with transaction.atomic():
        holder = club or club_services.evenings_club_for(guest_id)
        slug = _slug(terms, is_own=club is None)
        event = Event.objects.create(
            club=holder, slug=slug, state=Event.State.OPEN, runs_itself=True, **repository.columns(terms)
        )
        Category.objects.create(event=event, key=KEY)
        record_audit(event, guest_id, AuditKind.CREATED, now, title=terms.title)
        for name in names:
            enter(event, name, now=now)
        with changing(event, guest_id, KEY, AuditKind.DRAWN, now) as change:
            everybody = frozenset(one.key for one in records.contest_of(change.record).entrants)
            change.record = records.draw_lots(change.record, everybody, _RNG, at=change.at)
            change.record = records.draw(change.record, _RNG, at=change.at)
    return event


def enter(event: Event, name: str, *, now: datetime) -> Registration:
    """Enter somebody by their name alone. Raises what `registration.hand_in` raises."""
    application = Application(name=name, email="", categories=(KEY,), by_registrar=True)
    return registration.hand_in(event, application, now=now)


def names_of(name: str, *, beside: Iterable[str]) -> str:
    """The name of one more person, with a number where somebody has it already; empty: there is none."""
    found = read_names(name).names
    return read_names("\n".join([*beside, found[0]])).names[-1] if found else ""


def keep(event: Event, guest_id: UUID | None, club: Club, *, now: datetime) -> None:
    """Let a club keep an evening that none holds: its players become the club's own. The address stays.

    Raises:
        NotOfficialError: the evening is not theirs, or they are not organisers of this club.
        AlreadyClaimedError: a club holds it.
    """
    check_may(event, guest_id, Action.ORGANISE)
    if not clubs.may(club.pk, guest_id, Action.ORGANISE):
        raise NotOfficialError("organiser")
    if not event.club.for_evenings or club.for_evenings:
        raise AlreadyClaimedError()
    with transaction.atomic():
        Event.objects.filter(pk=event.pk).update(club=club)
        for form in Registration.objects.filter(event=event):
            player = people.player_for(club.pk, people.Details(name=form.name), by_official=True)
            Registration.objects.filter(pk=form.pk).update(person=player)
            Member.objects.filter(entry__form=form, position=0).update(person=player)
        event.refresh_from_db()
        record_audit(event, guest_id, AuditKind.CLAIMED, now)


def _terms(
    found: EveningPlan, *, boards: int, minutes: int, time_zone: str, club: Club | None, now: datetime
) -> EventTerms:
    local = now.astimezone(ZoneInfo(time_zone))
    today = local.date()
    title = _("Evening of %(day)s") % {"day": formats.date_format(today, "j E")}
    category = CategoryTerms(
        key=KEY,
        title=_("Everybody"),
        least=2,
        format=found.format,
        format_values=found.options,
        tie_breaks=TIE_BREAKS,
        match=MatchTerms(length="game", expected_minutes=minutes, reported_as="games"),
    )
    return EventTerms(
        title=title,
        venue=Venue(club.name if club is not None else _("Here")),
        days=(_hours(local),),
        time_zone=time_zone,
        deadline=today,
        categories=(category,),
        least=2,
        boards=boards,
        rest_minutes=0,
        players_report=True,
    )


def _hours(local: datetime) -> Day:
    """The whole day, or from noon on half a day from this hour, so that what begins late may last past midnight."""
    if local.hour < 12:
        return Day(local.date(), time(0), time(23, 59))
    return Day(local.date(), time(local.hour), time(local.hour - 12))


def _slug(terms: EventTerms, *, is_own: bool) -> str:
    """The address: of an evening that no club holds one that nobody guesses."""
    if is_own:
        return f"evening-{secrets.token_hex(6)}"
    return free_slug(Event, terms.title, otherwise="evening", year=str(terms.days[0].date.year))

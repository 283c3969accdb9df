"""Results entered by players and not confirmed yet, as rows of pages."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.day_rows import pad_fields, result_sentence
from carrom_web.competitions.events.models import Event, Registration, ReportedResult
from carrom_web.competitions.events.services import reports


def reports_to_officials(event: Event) -> list[dict[str, Any]]:
    """Return players' reports on open matches: {id, by, says, other}, those of a match together."""
    rows = ReportedResult.objects.filter(category__event=event).select_related("category")
    found = []
    for row in rows.order_by("category", "fixture", "pk"):
        shown = contests.shown(row.category, whole_names=True)
        if shown is not None and (says := _sentence(event, shown, row)):
            found.append({"id": row.pk, "by": shown.name(row.by), "says": says})
    return found


def own_reports(
    form: Registration, terms: EventTerms, token: str, matches: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The matches of somebody with what can be entered of each.

    `report` is what the pad needs, `own` what they said and `other` what the opponent said, each {id, says}.
    """
    return [one | _reporting(form, terms, token, one["key"], one["fixture"]) for one in matches]


def _reporting(form: Registration, terms: EventTerms, token: str, key: str, fixture: str) -> dict[str, Any]:
    event, entry = form.event, reports.entry_in(form, key)
    if entry is None or not terms.players_report:
        return {}
    shown = contests.shown(entry.category, whole_names=event.club.for_evenings)
    meeting = shown.followed.by_fixture.get(fixture) if shown is not None else None
    if shown is None or meeting is None or not reports.takes_reports(event, shown, meeting):
        return {}
    url = reverse("event-report", args=[token, key, fixture])
    other = shown.name(meeting.b if meeting.a == entry.key else meeting.a)
    pad = pad_fields(terms, key, shown, meeting) | {
        "pad": url,
        "page": url,
        "sends": _("Send to %(name)s") % {"name": other},
        "title": terms.category(key).title,
    }
    found: dict[str, Any] = {"report": pad, "report_url": url, "opponent": other}
    for row in ReportedResult.objects.filter(category=entry.category, fixture=fixture, a=meeting.a, b=meeting.b):
        if says := _sentence(event, shown, row):
            found["own" if row.by == entry.key else "other"] = {"id": row.pk, "says": says}
    return found


def _sentence(event: Event, shown: contests.ContestView, row: ReportedResult) -> str:
    """Return a report as a sentence; empty where it does not fit any more."""
    meeting = shown.followed.by_fixture.get(row.fixture)
    if meeting is None or (meeting.a, meeting.b) != (row.a, row.b) or not reports.takes_reports(event, shown, meeting):
        return ""
    try:
        result = reports.reported(event, shown, row.category.key, row)
    except CarromError:
        return ""
    return result_sentence(shown, meeting, result)

"""Reminders of a competition: open matters as a text for a chat, and the emails of the last days; for officials.

Template `competitions/pages/reminders/page.html` gets what `CompetitionKind.context` gives, and:
    text      what is open, to paste; empty: nothing is
    settings  list of (label, value): when emails go
    edit      address of the settings
    sent      list of {at, what, about, count}: emails that went, the newest first
"""

from typing import Any

from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route

NEWEST = 40


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's reminders."""
    if kind.reminders is None:
        return None
    reader = kind.official(Action.ORGANISE)
    return Route(f"{kind.path}<slug:slug>/reminders/", name=f"{kind.prefix}-reminders", audience=reader)


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show it."""
    row, now = kind.at(slug, guest_id_of(request)), timezone.now()
    if kind.reminders is None:
        raise Http404
    emails = row.reminders.exclude(kind="report-push")  # which is a notification alone
    sent = emails.values("kind", "about").annotate(count=Count("pk"), at=Max("at")).order_by("-at")
    context = kind.context(request, row, kind.view(row), here=f"{kind.prefix}-reminders") | {
        "text": kind.reminders.text(row, now),
        "settings": kind.reminders.settings(row),
        "edit": kind.url(row, "edit"),
        "sent": [
            {"at": one["at"], "what": _words()[one["kind"]], "about": one["about"], "count": one["count"]}
            for one in sent[:NEWEST]
        ],
    }
    return render(request, "competitions/pages/reminders/page.html", context)


def _words() -> dict[str, str]:
    """Return the label of each kind of email."""
    return {
        "missing-set": _("A set is missing"),
        "witness": _("Witness asked again"),
        "match-soon": _("A match is near"),
        "result-missing": _("A result is missing"),
        "unconfirmed": _("A result is not confirmed"),
        "fee": _("A fee is not paid"),
        "report": _("Report"),
    }

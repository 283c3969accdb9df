"""Show operators their work: appeals, people and clubs that were reported; and what was decided lately.

Template `moderation/pages/moderation/page.html` gets:
    appeals    list of {about, url, appeal, at}
    people     list of `selectors.ReportedPerson`
    clubs      list of `selectors.ReportedClub`
    decisions  list of {text, at, by, about, url}: the newest 50 entries of the audit log of restrictions
    nav        "account"
"""

from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.audit.models import AuditEntry
from carrom_web.core.pages import Route
from carrom_web.core.permissions import OPERATOR
from carrom_web.moderation import selectors
from carrom_web.moderation.models import AuditKind, Restriction

ROUTE = Route("moderation/", name="moderation", audience=OPERATOR)
SHOWN = 50


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what waits and what was decided."""
    appeals = [
        {"about": about(one), "url": address(one), "appeal": one.appeal, "at": one.appealed_at}
        for one in selectors.waiting_appeals()
    ]
    context = {
        "appeals": appeals,
        "people": selectors.reported_people(),
        "clubs": selectors.reported_clubs(),
        "decisions": _decisions(),
        "nav": "account",
    }
    return render(request, "moderation/pages/moderation/page.html", context)


def about(restriction: Restriction) -> str:
    """Whom or what a restriction concerns, by name."""
    return str(restriction.club or restriction.name or restriction.guest)


def address(restriction: Restriction) -> str:
    """The page of whom or what it concerns."""
    if restriction.club is not None:
        return reverse("moderated-club", args=[restriction.club.slug])
    return reverse("moderated-person", args=[restriction.guest_id])


def _decisions() -> list[dict[str, object]]:
    subject_type = ContentType.objects.get_for_model(Restriction)
    entries = list(AuditEntry.objects.filter(subject_type=subject_type).order_by("-pk")[:SHOWN])
    rows = Restriction.objects.select_related("guest", "club").in_bulk([entry.subject_id for entry in entries])
    found = []
    for entry in entries:
        row = rows.get(entry.subject_id)
        if row is not None:
            text = f"{Restriction.Kind(row.kind).label}: {AuditKind(entry.kind).label}"
            found.append({"text": text, "at": entry.at, "by": entry.by, "about": about(row), "url": address(row)})
    return found

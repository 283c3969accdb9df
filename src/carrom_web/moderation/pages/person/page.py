"""One player for operators: what they are reported for, what was decided about them, and what to decide.

Template `moderation/pages/person/page.html` gets:
    person        the guest; has_account: whether they have an account
    reports       list of {reason, match, reporter, at, is_open}
    restrictions  list of `models.Restriction` with `holds`, the newest first
    kinds         list of (value, label) of what can be decided
    refused       a sentence about what was refused, or ""
    nav           "account"

POST `do=restrict` with `kind`, `days` (0: until it is lifted), `why` and `note`; `do=close`; `do=lift` or `do=answer`
with `restriction`, the latter with `text` and `lifts=1` or without. Answers: 303 here; 409 with `refused`.
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Account, Guest
from carrom_web.core.pages import Route
from carrom_web.core.permissions import OPERATOR
from carrom_web.core.translation import localized
from carrom_web.matches.models import Report
from carrom_web.moderation import selectors, services
from carrom_web.moderation.models import Restriction

ROUTE = Route("moderation/players/<uuid:guest_id>/", name="moderated-person", audience=OPERATOR)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, guest_id: UUID) -> HttpResponse:
    """Show somebody; with POST decide."""
    guest = get_object_or_404(Guest, pk=guest_id)
    refused = ""
    if request.method == "POST":
        try:
            _decide(request, guest)
        except NotAllowedError as error:
            refused = localized(error)
        else:
            return redirect("moderated-person", guest_id)
    now = timezone.now()
    holding = set(selectors.in_force(now).filter(guest=guest).values_list("pk", flat=True))
    restrictions = list(Restriction.objects.filter(guest=guest).order_by("-made_at", "-pk"))
    context = {
        "person": guest,
        "has_account": Account.objects.filter(guest=guest).exists(),
        "reports": [
            {
                "reason": Report.Reason(report.reason).label,
                "match": report.match_id,
                "reporter": report.reporter,
                "at": report.made_at,
                "is_open": report.closed_at is None,
            }
            for report in Report.objects.filter(reported=guest).select_related("reporter").order_by("-made_at")
        ],
        "restrictions": [{"row": row, "holds": row.pk in holding} for row in restrictions],
        "kinds": [
            (Restriction.Kind.NAME.value, _("Take the name away")),
            (Restriction.Kind.WORDS.value, _("No messages to other players")),
            (Restriction.Kind.BAN.value, _("Ban: look, but change nothing on the site")),
        ],
        "refused": refused,
        "nav": "account",
    }
    return render(request, "moderation/pages/person/page.html", context, status=409 if refused else 200)


def _decide(request: HttpRequest, guest: Guest) -> None:
    sent, now, operator = request.POST, timezone.now(), request.user
    assert isinstance(operator, Account)  # noqa: S101  # the audience
    site = request.build_absolute_uri("/")
    match sent.get("do"):
        case "restrict" if sent.get("kind") in services.OF_PEOPLE:
            days = sent.get("days", "")
            services.restrict(
                operator,
                guest,
                Restriction.Kind(sent["kind"]),
                why=sent.get("why", ""),
                note=sent.get("note", ""),
                days=int(days) if days.isdecimal() and len(days) < 4 else -1,
                now=now,
                site=site,
            )
        case "close":
            services.close_reports(operator, guest, now=now)
        case "lift":
            services.lift(operator, _restriction(request, guest), now=now, site=site)
        case "answer":
            lifts = sent.get("lifts") == "1"
            services.answer(
                operator, _restriction(request, guest), sent.get("text", ""), lifts=lifts, now=now, site=site
            )
        case _:
            raise Http404


def _restriction(request: HttpRequest, guest: Guest) -> Restriction:
    number = request.POST.get("restriction", "")
    return get_object_or_404(Restriction, guest=guest, pk=int(number) if number.isdecimal() and len(number) < 18 else 0)

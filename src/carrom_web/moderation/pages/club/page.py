"""One club for operators: what it is reported for, what was decided about it, and what to decide.

Template `moderation/pages/club/page.html` gets:
    club          the club, with `is_hidden`
    reports       list of `models.ClubReport`
    restrictions  list of {row, holds}, as on the page of a person
    refused       a sentence about what was refused, or ""
    nav           "account"

POST `do=hide` with `why` and `note`; `do=close`; `do=lift` or `do=answer` as on the page of a person. Answers: 303
here; 409 with `refused`.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Account
from carrom_web.clubs.models import Club
from carrom_web.core.pages import Route
from carrom_web.core.permissions import OPERATOR
from carrom_web.core.translation import localized
from carrom_web.moderation import selectors, services
from carrom_web.moderation.models import ClubReport, Restriction

ROUTE = Route("moderation/clubs/<slug:slug>/", name="moderated-club", audience=OPERATOR)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club; with POST decide."""
    club = get_object_or_404(Club, slug=slug)
    refused = ""
    if request.method == "POST":
        try:
            _decide(request, club)
        except NotAllowedError as error:
            refused = localized(error)
        else:
            return redirect("moderated-club", slug)
    holding = set(selectors.in_force().filter(club=club).values_list("pk", flat=True))
    restrictions = Restriction.objects.filter(club=club).order_by("-made_at", "-pk")
    context = {
        "club": club,
        "reports": ClubReport.objects.filter(club=club).select_related("reporter").order_by("-made_at"),
        "restrictions": [{"row": row, "holds": row.pk in holding} for row in restrictions],
        "refused": refused,
        "nav": "account",
    }
    return render(request, "moderation/pages/club/page.html", context, status=409 if refused else 200)


def _decide(request: HttpRequest, club: Club) -> None:
    sent, now, operator = request.POST, timezone.now(), request.user
    assert isinstance(operator, Account)  # noqa: S101  # the audience
    site = request.build_absolute_uri("/")
    number = sent.get("restriction", "")
    if sent.get("do") == "hide":
        services.hide(operator, club, why=sent.get("why", ""), note=sent.get("note", ""), now=now, site=site)
    elif sent.get("do") == "close":
        services.close_club_reports(operator, club, now=now)
    elif sent.get("do") in ("lift", "answer"):
        row = get_object_or_404(
            Restriction, club=club, pk=int(number) if number.isdecimal() and len(number) < 18 else 0
        )
        if sent["do"] == "lift":
            services.lift(operator, row, now=now, site=site)
        else:
            services.answer(operator, row, sent.get("text", ""), lifts=sent.get("lifts") == "1", now=now, site=site)
    else:
        raise Http404

"""The decisions of the site's operators about the reader and their clubs, and the way to appeal.

Template `moderation/pages/decisions/page.html` gets:
    decisions  list of {row, about, holds, may_appeal}, the newest first
    refused    a sentence about what was refused, or ""
    most       the greatest length of an appeal
    nav        "account"

POST `restriction` and `text` appeals once. Answers: 303 here; 409 with `refused`.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.permissions import KNOWN_GUEST
from carrom_web.accounts.selectors import guest_of
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.moderation import selectors, services
from carrom_web.moderation.models import APPEAL_LENGTH

ROUTE = Route("moderation/decisions/", name="decisions", audience=KNOWN_GUEST, for_banned=True)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show what was decided; with POST appeal."""
    guest, refused = guest_of(request), ""
    if guest is None:
        raise Http404
    if request.method == "POST":
        number = request.POST.get("restriction", "")
        restriction_id = int(number) if number.isdecimal() and len(number) < 18 else 0
        try:
            services.appeal(guest.pk, restriction_id, request.POST.get("text", ""), now=timezone.now())
        except NotAllowedError as error:
            refused = localized(error)
        else:
            return redirect("decisions")
    found = selectors.of_guest(guest.pk)
    holding = set(selectors.in_force().filter(pk__in=[row.pk for row in found]).values_list("pk", flat=True))
    context = {
        "decisions": [
            {
                "row": row,
                "about": str(row.club or row.name),
                "holds": row.pk in holding,
                "may_appeal": row.pk in holding and row.appealed_at is None,
            }
            for row in found
        ],
        "refused": refused,
        "most": APPEAL_LENGTH,
        "nav": "account",
    }
    return render(request, "moderation/pages/decisions/page.html", context, status=409 if refused else 200)

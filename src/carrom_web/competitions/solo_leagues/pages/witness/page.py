"""A witness's confirmation of a set, by the link from the email or from the player.

Template `competitions/solo_leagues/pages/witness/page.html` gets:
    season, title  of the set
    name, day, strokes, average  what is to be confirmed
    witness  the name that the player gave
    asks     whether the confirmation is still open
    said     what became of the set, otherwise
    problem  a sentence about what was tried last; "" if nothing
    nav      "leagues"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats, timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues import labels, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import NAME_LENGTH, SoloSet
from carrom_web.competitions.solo_leagues.permissions import WITNESS
from carrom_web.competitions.solo_leagues.repository import average_of, terms_of
from carrom_web.competitions.solo_leagues.services import set_reviews
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/witness/<str:token>/", name="solo-witness", audience=WITNESS)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; with POST take the word."""
    row, problem, status = selectors.set_with_token(token), "", 200
    if request.method == "POST":
        name = tidy_name(request.POST.get("name", ""), NAME_LENGTH)
        why = tidy_name(request.POST.get("why", ""), 200)
        try:
            set_reviews.witness_says(
                row,
                saw=request.POST.get("saw") == "yes",
                name=name,
                why=why,
                guest_id=guest_id_of(request),
                now=timezone.now(),
            )
            return HttpResponse(status=303, headers={"Location": request.path})
        except CarromError as error:
            problem, status = localized(error), 409
            row.refresh_from_db()
    terms = terms_of(row.season)
    context = {
        "nav": "leagues",
        "season": row.season,
        "title": terms.title,
        "name": row.player.name,
        "day": formats.date_format(row.day, "DATE_FORMAT"),
        "strokes": row.strokes,
        "average": average_of(terms, row.strokes),
        "witness": row.witness,
        "asks": row.status == SoloSet.Status.PENDING and row.witnessed_at is None,
        "witnessed": row.witnessed_at is not None,
        "said": labels.set_label(row),
        "problem": problem,
    }
    return render(request, "competitions/solo_leagues/pages/witness/page.html", context, status=status)

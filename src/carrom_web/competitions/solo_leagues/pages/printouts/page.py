"""The prints of a season, for everybody: `standings.pdf`, `report.pdf`; `?paper=letter` on US Letter; no template."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.printing.listing import listing_pdf
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import printouts, repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/prints/<slug:name>.pdf", name="solo-print", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one paper."""
    season, now = KIND.at(slug, guest_id_of(request)), timezone.now()
    state, today, tables = repository.standings_of(season, now)
    link = request.build_absolute_uri(reverse("solo-season", args=[slug]))
    if name == "standings":
        listing = printouts.standings_printout(season, tables, link, now=now)
    elif name == "report":
        listing = printouts.report_printout(season, state, tables, link, now=now, today=today)
    else:
        raise Http404
    made = listing_pdf(listing, paper="us-letter" if request.GET.get("paper") == "letter" else "a4")
    answer = HttpResponse(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{slug}-{name}.pdf"'
    return answer

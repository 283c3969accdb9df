"""The results of an event, or of one category, as files for everybody (docs/results.md).

`standings.csv`, `fixtures.csv`, `boards.csv`, `results.json`, `results.pdf`; with `?category=` of that one alone, with
`?paper=letter` the PDF on US Letter.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.printing.listing import listing_pdf
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import printouts, results_files
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.files import as_csv
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/results/<str:name>", name="event-results-file", audience=KIND.viewer)
ROWS = {
    "standings.csv": results_files.standings_rows,
    "fixtures.csv": results_files.fixture_rows,
    "boards.csv": results_files.board_rows,
}
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json", "pdf": "application/pdf"}


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one file."""
    event = KIND.at(slug, guest_id_of(request))
    terms, now, key = terms_of(event), timezone.now(), request.GET.get("category", "")
    found = results_files.result_rows(event, terms, only=key)
    if not found or name not in (*ROWS, "results.json", "results.pdf"):
        raise Http404
    if name == "results.pdf":
        link = request.build_absolute_uri(reverse("event-results", args=[slug]))
        made = listing_pdf(
            printouts.results_printout(found, terms, link), paper=printouts.paper_of(request.GET.get("paper"))
        )
    elif name == "results.json":
        made = results_files.as_json(event, terms, found, now=now).encode()
    else:
        made = as_csv(ROWS[name](found))
    answer = HttpResponse(made, content_type=KINDS[name.rpartition(".")[2]])
    shown = "inline" if name.endswith(".pdf") else "attachment"
    parts = "-".join(part for part in (slug, key, name) if part)
    answer.headers["Content-Disposition"] = f'{shown}; filename="{parts}"'
    if not name.endswith(".pdf"):
        answer.headers["Access-Control-Allow-Origin"] = "*"  # public data, for other clubs' pages
    return answer

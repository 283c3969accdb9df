"""Everything that was done with a championship: who, when, what; filtered, and as CSV (`?file=csv`).

Template `competitions/championships/pages/log/page.html` gets what `presenters.head` and `LogView.context` give, and:
    file     address of the whole log as CSV
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.competitions.championships import audit_labels, event_results, repository, selectors
from carrom_web.competitions.championships.permissions import CHAMPIONSHIP_ORGANISER
from carrom_web.competitions.championships.presenters import handle_domain_errors, head
from carrom_web.competitions.events.entry_files import as_csv
from carrom_web.core.pages import Route

ROUTE = Route("championships/<slug:slug>/log/", name="championship-log", audience=CHAMPIONSHIP_ORGANISER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    championship = selectors.championship_at(slug)
    book = repository.state(championship)
    names = event_results.names_in(event_results.told(championship, book))
    view = audit_labels.log_view(championship, names)
    if request.GET.get("file") == "csv":
        answer = HttpResponse(as_csv(view.csv_rows()), content_type="text/csv; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-log.csv"'
        return answer
    context = head(request, championship, book, here="championship-log") | view.context(request) | {"file": "?file=csv"}
    return render(request, "competitions/championships/pages/log/page.html", context)

"""Everything that was done with a rating list: who, when, what; filtered, and as CSV (`?file=csv`).

Template `competitions/ratings/pages/log/page.html` gets what `presenters.head` and `LogView.context` give, and:
    file     address of the whole log as CSV
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.competitions.events.entry_files import as_csv
from carrom_web.competitions.ratings import audit_labels, repository, selectors
from carrom_web.competitions.ratings.permissions import RATING_ORGANISER
from carrom_web.competitions.ratings.presenters import handle_domain_errors, head
from carrom_web.core.pages import Route

ROUTE = Route("ratings/<slug:slug>/log/", name="rating-log", audience=RATING_ORGANISER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    rating_list = selectors.rating_list_at(slug)
    book = repository.state(rating_list)
    names = selectors.names_of(rating_list, book)
    view = audit_labels.log_view(rating_list, names)
    if request.GET.get("file") == "csv":
        answer = HttpResponse(as_csv(view.csv_rows()), content_type="text/csv; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-log.csv"'
        return answer
    context = head(request, rating_list, book, here="rating-log") | view.context(request) | {"file": "?file=csv"}
    return render(request, "competitions/ratings/pages/log/page.html", context)

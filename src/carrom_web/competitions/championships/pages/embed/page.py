"""The standings alone, for a frame on a club's own site.

Template `competitions/championships/pages/embed/page.html` gets title, url (the whole page), tables as the
championship's page.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.competitions.championships import event_results, repository, selectors
from carrom_web.competitions.championships.permissions import CHAMPIONSHIP_VIEWER
from carrom_web.competitions.championships.presenters import handle_domain_errors, tables_of
from carrom_web.core.embedding import may_be_framed
from carrom_web.core.pages import Route

ROUTE = Route("championships/<slug:slug>/embed/", name="championship-embed", audience=CHAMPIONSHIP_VIEWER)


@require_safe
@may_be_framed
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings."""
    championship = selectors.championship_at(slug)
    book = repository.state(championship)
    tables = tables_of(championship, book, event_results.told(championship, book), with_running=False)
    for table in tables:
        for column in table["columns"]:  # a frame leads nowhere but to the page
            column["url"] = ""
    url = request.build_absolute_uri(reverse("championship", args=[slug]))
    context = {"title": book.title, "url": url, "tables": tables}
    return render(request, "competitions/championships/pages/embed/page.html", context)

"""The standings alone, for a frame on a club's own site.

Template `competitions/championships/pages/embed/page.html` gets title, url (the whole page), tables as the
championship's page.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.presenters import tables_of
from carrom_web.core.embedding import may_be_framed
from carrom_web.core.pages import Route

ROUTE = Route("championships/<slug:slug>/embed/", name="championship-embed", audience=KIND.viewer)


@require_safe
@may_be_framed
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings."""
    championship = KIND.at(slug, guest_id_of(request))
    book = repository.state(championship)
    tables = tables_of(championship, book, event_results.told(championship, book), with_running=False)
    for table in tables:
        for column in table["columns"]:  # a frame leads nowhere but to the page
            column["url"] = ""
    url = request.build_absolute_uri(reverse("championship", args=[slug]))
    context = {"title": book.title, "url": url, "tables": tables}
    return render(request, "competitions/championships/pages/embed/page.html", context)

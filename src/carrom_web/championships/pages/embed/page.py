"""The standings alone, for a frame on a club's own site.

Template `championships/pages/embed/page.html` gets title, url (the whole page), tables as the championship's page.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.championships import queries, reading, state_store
from carrom_web.championships.showing import tables_of, told_kindly
from carrom_web.common.embedding import may_be_framed
from carrom_web.common.pages import Route

ROUTE = Route("championships/<slug:slug>/embed/", name="championship-embed")


@require_safe
@may_be_framed
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings."""
    championship = queries.championship_at(slug)
    book = state_store.book(championship)
    tables = tables_of(championship, book, reading.told(championship, book), with_running=False)
    for table in tables:
        for column in table["columns"]:  # a frame leads nowhere but to the page
            column["url"] = ""
    url = request.build_absolute_uri(reverse("championship", args=[slug]))
    context = {"title": book.title, "url": url, "tables": tables}
    return render(request, "championships/pages/embed/page.html", context)

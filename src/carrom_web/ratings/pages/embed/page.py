"""The list alone, for a frame on a club's own site; `?group=` as on the list's page.

Template `ratings/pages/embed/page.html` gets title, group, period, rows, url.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.common.embedding import may_be_framed
from carrom_web.common.pages import Route
from carrom_web.ratings import queries, state_store
from carrom_web.ratings.showing import chosen_group, group_words, list_rows, told_kindly

ROUTE = Route("ratings/<slug:slug>/embed/", name="rating-embed")


@require_safe
@may_be_framed
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lines."""
    rating_list = queries.rating_list_at(slug)
    book = state_store.book(rating_list)
    group, _groups = chosen_group(rating_list, request.GET.get("group"))
    rows, period = list_rows(rating_list, book, group)
    context = {
        "title": book.title,
        "group": group_words(group),
        "period": period,
        "rows": rows,
        "url": request.build_absolute_uri(reverse("rating-list", args=[slug])),
    }
    return render(request, "ratings/pages/embed/page.html", context)

"""The list alone, for a frame on a club's own site; `?group=` as on the list's page.

Template `competitions/ratings/pages/embed/page.html` gets title, group, period, rows, url.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.ratings import repository
from carrom_web.competitions.ratings.kind import KIND
from carrom_web.competitions.ratings.presenters import chosen_group, group_label, list_rows
from carrom_web.core.embedding import may_be_framed
from carrom_web.core.pages import Route

ROUTE = Route("ratings/<slug:slug>/embed/", name="rating-embed", audience=KIND.viewer)


@require_safe
@may_be_framed
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lines."""
    rating_list = KIND.at(slug, guest_id_of(request))
    book = repository.state(rating_list)
    group, _groups = chosen_group(rating_list, request.GET.get("group"))
    rows, period = list_rows(rating_list, book, group)
    context = {
        "title": book.title,
        "group": group_label(group),
        "period": period,
        "rows": rows,
        "url": request.build_absolute_uri(reverse("rating-list", args=[slug])),
    }
    return render(request, "competitions/ratings/pages/embed/page.html", context)

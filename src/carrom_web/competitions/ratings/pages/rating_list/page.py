"""A rating list: everybody by rating, found by name.

`?group=` names the family and kind, `?find=` a part of a name. Template
`competitions/ratings/pages/rating_list/page.html` gets what
`presenters.head` gives, and groups (list of {url, title, here}), group, rows, period, find, files, embed, sources
(titles
of what counts), left_out (list of {about, why}).
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.competitions.ratings import rating_sources, repository, selectors
from carrom_web.competitions.ratings.models import Result
from carrom_web.competitions.ratings.permissions import RATING_VIEWER
from carrom_web.competitions.ratings.presenters import chosen_group, group_label, handle_domain_errors, head, list_rows
from carrom_web.core.pages import Route

ROUTE = Route("ratings/<slug:slug>/", name="rating-list", audience=RATING_VIEWER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list."""
    rating_list = selectors.rating_list_at(slug)
    book = repository.state(rating_list)
    group, groups = chosen_group(rating_list, request.GET.get("group"))
    find = request.GET.get("find", "").strip()[:80]
    rows, period = list_rows(rating_list, book, group, find=find)
    left_out = {(row.source, row.key): row for row in Result.objects.filter(rating_list=rating_list) if book.left_out}
    context = head(request, rating_list, book, here="rating-list") | {
        "groups": [
            {"url": "?" + urlencode({"group": one}), "title": group_label(one), "here": one == group} for one in groups
        ],
        "group": group,
        "rows": rows,
        "period": period,
        "find": find,
        "files": {
            kind: reverse("rating-file", args=[slug, f"{group.replace(' ', '-')}.{kind}"])
            for kind in ("csv", "json", "pdf")
        }
        if group
        else {},
        "embed": request.build_absolute_uri(reverse("rating-embed", args=[slug])),
        "sources": list(rating_sources.titles_of(rating_list.club, book.sources).values()),
        "left_out": [
            {"about": left_out[place].about, "why": why} for place, why in book.left_out.items() if place in left_out
        ],
    }
    return render(request, "competitions/ratings/pages/rating_list/page.html", context)

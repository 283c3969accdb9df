"""A rating list: everybody by rating, found by name.

`?group=` names the family and kind, `?find=` a part of a name. Template `ratings/pages/rating_list/page.html` gets what
`showing.head` gives, and groups (list of {url, title, here}), group, rows, period, find, files, embed, sources (titles
of what counts), left_out (list of {about, why}).
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.common.pages import Route
from carrom_web.ratings import queries, sources, state_store
from carrom_web.ratings.models import Result
from carrom_web.ratings.showing import chosen_group, group_words, head, list_rows, told_kindly

ROUTE = Route("ratings/<slug:slug>/", name="rating-list")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list."""
    rating_list = queries.rating_list_at(slug)
    book = state_store.book(rating_list)
    group, groups = chosen_group(rating_list, request.GET.get("group"))
    find = request.GET.get("find", "").strip()[:80]
    rows, period = list_rows(rating_list, book, group, find=find)
    left_out = {(row.source, row.key): row for row in Result.objects.filter(rating_list=rating_list) if book.left_out}
    context = head(request, rating_list, book, here="rating-list") | {
        "groups": [
            {"url": "?" + urlencode({"group": one}), "title": group_words(one), "here": one == group} for one in groups
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
        "sources": list(sources.titles_of(rating_list.club, book.sources).values()),
        "left_out": [
            {"about": left_out[place].about, "why": why} for place, why in book.left_out.items() if place in left_out
        ],
    }
    return render(request, "ratings/pages/rating_list/page.html", context)

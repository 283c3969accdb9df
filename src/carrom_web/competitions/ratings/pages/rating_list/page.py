"""A rating list: everybody by rating, found by name.

`?group=` names the family and kind, `?find=` a part of a name. Template
`competitions/ratings/pages/rating_list/page.html` gets what
`CompetitionKind.context` gives, and groups (list of {url, title, here}), group, rows, period, why (sentences), find,
files, sources (titles of what counts), left_out (list of {about, why}).
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.ratings import rating_sources, repository
from carrom_web.competitions.ratings.kind import KIND
from carrom_web.competitions.ratings.models import Result
from carrom_web.competitions.ratings.presenters import chosen_group, group_label, list_rows, order_sentences
from carrom_web.core.pages import Route

ROUTE = Route("ratings/<slug:slug>/", name="rating-list", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list."""
    rating_list = KIND.at(slug, guest_id_of(request))
    book = repository.state(rating_list)
    group, groups = chosen_group(rating_list, request.GET.get("group"))
    find = request.GET.get("find", "").strip()[:80]
    rows, period = list_rows(rating_list, book, group, find=find)
    results = Result.objects.filter(rating_list=rating_list) if book.left_out else ()
    left_out = {(row.source, row.key): row for row in results}
    context = KIND.context(request, rating_list, book, here="rating-list") | {
        "groups": [
            {"url": "?" + urlencode({"group": one}), "title": group_label(one), "here": one == group} for one in groups
        ],
        "group": group,
        "rows": rows,
        "period": period,
        "why": [] if find else order_sentences(rating_list, book, group),
        "find": find,
        "files": {
            kind: reverse("rating-file", args=[slug, f"{group.replace(' ', '-')}.{kind}"])
            for kind in ("csv", "json", "pdf")
        }
        if group
        else {},
        "sources": list(rating_sources.titles_of(rating_list.club, book.sources, book.titles_from_files).values()),
        "left_out": [
            {"about": left_out[place].about, "why": why} for place, why in book.left_out.items() if place in left_out
        ],
    }
    return render(request, "competitions/ratings/pages/rating_list/page.html", context)

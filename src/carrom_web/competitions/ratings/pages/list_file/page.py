"""A rating list as a file: CSV that can be brought along elsewhere, JSON for a program, PDF for the wall."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.printing.listing import Listing, Part, listing_pdf
from carrom.rating.families import GROUPS
from carrom.rating.lists import write_list
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events.printouts import order_parts
from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.exports import group_values
from carrom_web.competitions.ratings.kind import KIND
from carrom_web.competitions.ratings.presenters import group_label, list_rows, order_sentences
from carrom_web.core.pages import Route

ROUTE = Route("ratings/<slug:slug>/files/<str:name>", name="rating-file", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return the file."""
    rating_list = KIND.at(slug, guest_id_of(request))
    book = repository.state(rating_list)
    stem, _dot, kind = name.rpartition(".")
    group = next((one for one in GROUPS if one.replace(" ", "-") == stem), "")
    newest, _before = selectors.last_two(rating_list, group)
    if newest is None or kind not in ("csv", "json", "pdf"):
        raise Http404
    names = selectors.names_of(rating_list, book)
    seen = {person: one for person, one in newest.standings.items() if person in names}
    rows, period = list_rows(rating_list, book, group)
    if kind == "json":
        answer = JsonResponse(group_values(rating_list, book, group), json_dumps_params={"indent": 1})
        if rating_list.state != rating_list.State.DRAFT:
            answer.headers["Access-Control-Allow-Origin"] = "*"  # public data, for a club's own pages
        return answer
    if kind == "csv":
        text = "\ufeff" + write_list(book.terms, seen, names, newest.first_day)
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    else:
        columns = (_("Place"), _("Name"), _("Rating"), "±", pgettext("of a rating", "Change"), _("Results"), "")
        cells = [
            (
                *(str(row["place"]), row["name"], str(row["value"]), str(row["deviation"]), row["change"]),
                *(str(row["results"]), _("provisional") if row["is_provisional"] else ""),
            )
            for row in rows
        ]
        listing = Listing(
            title=book.title,
            lines=[rating_list.club.name, f"{group_label(group)}, {period}"],
            parts=[
                Part(columns=columns, rows=cells, wide=(1,), numbers=(0, 2, 3, 4, 5)),
                *order_parts(order_sentences(rating_list, book, group)),
            ],
            link=request.build_absolute_uri(reverse("rating-list", args=[slug])),
            lang=(get_language() or "en").split("-")[0],
        )
        response = HttpResponse(listing_pdf(listing), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{stem}.{kind}"'
    return response

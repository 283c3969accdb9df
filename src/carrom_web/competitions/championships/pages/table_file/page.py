"""One of the standings as a file: CSV for a spreadsheet, JSON for a program, PDF for the wall."""

import csv
import io
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.printing.listing import Listing, Part, listing_pdf
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.exports import table_values
from carrom_web.competitions.championships.forms import table_label
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.presenters import order_sentences, rules_of, standing_rows
from carrom_web.competitions.events.printouts import order_parts
from carrom_web.core.pages import Route

ROUTE = Route("championships/<slug:slug>/tables/<str:name>", name="championship-file", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return the file."""
    championship = KIND.at(slug, guest_id_of(request))
    book = repository.state(championship)
    number, _dot, kind = name.partition(".")
    if not number.isdecimal() or not 1 <= int(number[:4]) <= len(book.tables) or kind not in ("csv", "json", "pdf"):
        raise Http404
    table = book.tables[int(number) - 1]
    legs = event_results.leg_results(championship, book)
    counted, lines = event_results.table_of(book, legs, table)
    rows = standing_rows(lines, event_results.names_in(legs), counted, 0)
    titles = [one.leg.title for one in counted]
    if kind == "json":
        answer = JsonResponse(table_values(championship, book, table), json_dumps_params={"indent": 1})
        if championship.state != championship.State.DRAFT:
            answer.headers["Access-Control-Allow-Origin"] = "*"  # public data, for a club's own pages
        return answer
    header = [_("Place"), _("Name"), _("Points"), *titles]
    cells = [[str(row["place"]), row["name"], row["total"], *_results(row, kind)] for row in rows]
    if kind == "csv":
        response = HttpResponse(_csv(header, cells), content_type="text/csv; charset=utf-8")
    else:
        listing = Listing(
            title=book.title,
            lines=[championship.club.name, *rules_of(book, table_label(book.counting.table))],
            parts=[
                Part(heading=table, columns=header, rows=cells, wide=(1,), numbers=(0, *range(2, len(header)))),
                *order_parts(order_sentences(lines, event_results.names_in(legs))),
            ],
            link=request.build_absolute_uri(reverse("championship", args=[slug])),
            lang=(get_language() or "en").split("-")[0],
        )
        response = HttpResponse(listing_pdf(listing), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{number}.{kind}"'
    return response


def _results(row: dict[str, Any], kind: str) -> list[str]:
    dropped = "({})" if kind == "pdf" else "{}"
    return [dropped.format(one["points"]) if one["dropped"] else one["points"] for one in row["results"]]


def _csv(header: list[str], cells: list[list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for line in (header, *cells):
        writer.writerow([f"'{text}" if text[:1] in "=+-@\t\r" else text for text in line])
    return "\ufeff" + out.getvalue()

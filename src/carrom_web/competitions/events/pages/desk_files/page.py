"""Files from the desk: entries as CSV and XLSX, the ledger and the list for an engraver as CSV, a category for SoL."""

from collections.abc import Iterator, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.tournament.event import EventTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import award_printouts, entry_files, selectors, sol_files
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.permissions import FILE_READER
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.files import as_csv
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/files/<str:name>", name="event-file", audience=FILE_READER)
KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "sol": "application/yaml",
    "gz": "application/gzip",
}


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one file."""
    event = KIND.at(slug, guest_id_of(request))
    terms, made = terms_of(event), b""
    if name in ("entries.csv", "entries.xlsx"):
        rows = entry_files.rows_of(event, terms)
        made = as_csv(rows) if name.endswith("csv") else entry_files.as_xlsx(rows, terms.title)
    elif name == "ledger.csv":
        made = as_csv(ledger(event, terms))
    elif name == "engraving.csv":
        made = as_csv(award_printouts.engraving_rows(event, terms))
    elif name.endswith((".sol", ".sol.gz")):
        category = event.categories.filter(key=name.partition(".")[0]).first()
        if category is None:
            raise Http404
        exported = sol_files.sol_export_of(event, terms, category, now=timezone.now())
        made = sol_files.as_file(exported, compressed=name.endswith(".gz"))
    else:
        raise Http404
    answer = HttpResponse(made, content_type=KINDS[name.rpartition(".")[2]])
    day = timezone.now().astimezone(terms.zone).date().isoformat()
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-{day}-{name}"'
    return answer


def ledger(event: Event, terms: EventTerms) -> Iterator[Sequence[object]]:
    """One line a movement; the amounts, without prize money, add up to what is still open."""
    yield (
        "at",
        "registration",
        "name",
        "what",
        "category",
        "amount",
        "currency",
        "method",
        "receipt",
        "reference",
        "note",
    )
    for line in selectors.ledger_of(event):
        yield (
            line.at.astimezone(terms.zone).isoformat(timespec="seconds"),
            line.form.number,
            line.form.name,
            line.kind,
            terms.category(line.entry.category.key).title if line.entry else "",
            f"{line.amount / 100:.2f}",
            terms.currency,
            line.method,
            line.receipt or "",
            line.reference,
            line.note,
        )

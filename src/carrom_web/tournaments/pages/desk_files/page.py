"""What the desk hands out as files: the entries and the ledger as CSV.

A spreadsheet takes a cell that begins with "=" for a formula: such cells get an apostrophe in front.
"""

import csv
import io
from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.tournament.event import EventTerms
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Audience, Route
from carrom_web.tournaments import queries
from carrom_web.tournaments.actions.organising import check_may
from carrom_web.tournaments.models import Event
from carrom_web.tournaments.showing import told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/files/<str:name>", name="event-file", audience=Audience.ORGANISER)
Rows = Iterable[Iterable[object]]


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Give one file, to whoever may see what is in it."""
    guest_id = guest_id_of(request)
    event = queries.event_at(slug, guest_id)
    if name == "entries.csv":
        check_may(event, guest_id, Action.SEE_PERSONS)
        rows = entries(event, terms_of(event))
    elif name == "ledger.csv":
        check_may(event, guest_id, Action.TAKE_PAYMENTS)
        rows = ledger(event, terms_of(event))
    else:
        raise Http404
    answer = HttpResponse(as_csv(rows), content_type="text/csv; charset=utf-8")
    day = timezone.localdate().isoformat()
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-{day}-{name}"'
    return answer


def entries(event: Event, terms: EventTerms) -> Rows:
    """One line a person of an entry."""
    yield ("registration", "category", "standing", "name", "partner", "email", "born", "gender", "club", "here")
    for form in queries.forms_of(event):
        for entry in form.entries.all():
            for member in entry.members.all():
                yield (
                    form.number,
                    terms.category(entry.category.key).title,
                    entry.standing,
                    member.name,
                    "yes" if member.position else "",
                    member.email,
                    member.born or "",
                    member.gender,
                    form.club_name,
                    "yes" if form.came_at else "",
                )


def ledger(event: Event, terms: EventTerms) -> Rows:
    """One line a movement; the amounts add up to what is still open."""
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
    for line in queries.ledger_of(event):
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


def as_csv(rows: Rows) -> str:
    """Rows as CSV with a byte order mark, which spreadsheets want."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
    return "\ufeff" + text.getvalue()


def _harmless(cell: object) -> object:
    text = str(cell)
    is_number = text.lstrip("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if text[:1] in "=+-@\t\r" and text and not is_number else cell

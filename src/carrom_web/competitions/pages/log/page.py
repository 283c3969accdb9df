"""The log of a competition: who, when, what; with filters, as CSV (`?file=csv`), and undo after a question.

Template `competitions/pages/log/page.html` gets what `CompetitionKind.context` and `LogView.context` give, and:
    file      address of the whole log as CSV
    whole_file  address of the file of the competition, for those who may have it
    undo      {number, what, part, about, reason, when, by, correct_url, preview}: what `?undo=` would undo; None.
              `preview` is an `UndoPreview` or None
    problem   a sentence: why it cannot be, or was not (`pages/undo`)
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.presenters import number_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.pages.export import page as export
from carrom_web.core.files import csv_answer
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized


def route(kind: CompetitionKind[Any, Any]) -> Route:
    """The address of a kind's log."""
    reader = kind.official(*kind.log_reader)
    return Route(f"{kind.path}<slug:slug>/log/", name=f"{kind.prefix}-log", audience=reader)


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show it."""
    return shown(request, kind, slug, undo=number_of(request.GET.get("undo", "")))


def shown(
    request: HttpRequest, kind: CompetitionKind[Any, Any], slug: str, *, undo: int = 0, problem: str = ""
) -> HttpResponse:
    """The log with a question about the entry `undo`, or with why that could not be undone."""
    guest_id = guest_id_of(request)
    row = kind.at(slug, guest_id)
    view = kind.view(row)
    log = kind.log(row, view, guest_id)
    if request.GET.get("file") == "csv":
        return csv_answer(log.csv_rows(), f"{slug}-log.csv")
    question = None if problem else log.question(undo)
    if question is not None:
        try:
            question["preview"] = kind.undo_preview(row, undo) if kind.undo_preview is not None else None
        except CarromError as error:
            question, problem = None, localized(error)
    context = kind.context(request, row, view, here=f"{kind.prefix}-log") | log.context(request)
    gets_file = kind.takes_files and export.reader_of(kind).admits(row, guest_id)
    whole_file = f"{kind.url(row, 'export')}?packed" if gets_file else ""
    context |= {"file": "?file=csv", "whole_file": whole_file, "undo": question, "problem": problem}
    return render(request, "competitions/pages/log/page.html", context, status=409 if problem else 200)

"""The acts of organisers in a list: what is rated, lists from elsewhere, who is one; every act can be undone.

POST with do=terms, mark, unmark, bring, hide, forget, leave-out, close or take. Template
`competitions/ratings/pages/organise/page.html` gets what `CompetitionKind.context` gives, and: form, mark_form,
bring_form, leave_out_form, sources (list of {name, title, count}), people, log, errors, problem, taken_at.
"""

import re
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.rating.lists import read_list_file
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.presenters import log_rows
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.ratings import audit_labels, rating_sources, repository, selectors
from carrom_web.competitions.ratings.forms import (
    MOST_BYTES,
    BringForm,
    LeaveOutForm,
    MarkForm,
    TermsForm,
    initial_of,
)
from carrom_web.competitions.ratings.kind import KIND
from carrom_web.competitions.ratings.models import RatingList, Result
from carrom_web.competitions.ratings.services import organising, recalculation
from carrom_web.competitions.ratings.state import (
    Act,
    Announce,
    Hide,
    LeaveOut,
    Mark,
    RatingListChangeError,
    RatingListState,
    Unmark,
)
from carrom_web.competitions.repository import Close
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("ratings/<slug:slug>/organise/", name="rating-organise", audience=KIND.organiser)
_MATCH = re.compile(r"/matches/([0-9a-f-]{36})")
MOST_RESULTS = 300  # to choose from


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    guest_id = guest_id_of(request)
    rating_list = KIND.at(slug, guest_id)
    book = repository.state(rating_list)
    names = selectors.names_of(rating_list, book)
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    found = _forms(request, rating_list, book, names, asked)
    problem, status = "", 200
    if asked:
        try:
            if _did(request, rating_list, guest_id, found.get(asked)):
                return HttpResponse(status=303, headers={"Location": request.path})
            status = 422
        except CarromError as error:
            problem, status = localized(error), 409
            rating_list.refresh_from_db()
            book = repository.state(rating_list)
    used = found.get(asked)
    counts = dict(Result.objects.filter(rating_list=rating_list).values_list("source").annotate(Count("pk")).order_by())
    context = KIND.context(request, rating_list, book, here="rating-organise") | {
        "form": found["terms"],
        "mark_form": found["mark"],
        "bring_form": found["bring"],
        "leave_out_form": found["leave-out"],
        "sources": [
            {"name": one, "title": title, "count": counts.get(one, 0)}
            for one, title in rating_sources.titles_of(rating_list.club, book.sources, book.titles_from_files).items()
        ],
        "players_url": reverse("club-players", args=[rating_list.club.slug]),
        "people": sorted(names.items(), key=lambda one: one[1].casefold()),
        "log": log_rows(rating_list, repository.STORE.log(rating_list), audit_labels.labels(rating_list, names)),
        "errors": error_list(used) if used is not None and not problem else [],
        "problem": problem,
        "taken_at": rating_list.taken_at,
    }
    return render(request, "competitions/ratings/pages/organise/page.html", context, status=status)


def _forms(
    request: HttpRequest, rating_list: RatingList, book: RatingListState, names: dict[str, str], asked: str
) -> dict[str, forms.Form]:
    sent = {asked: request.POST}
    open_sources = [one for one in rating_sources.choices(rating_list.club) if one[0] not in book.sources]
    rows = Result.objects.filter(rating_list=rating_list).order_by("-day", "-pk")[:MOST_RESULTS]
    results = [
        (f"{row.source} {row.key}", f"{row.day:%Y-%m-%d} {_sides(row, book, names)}")
        for row in rows
        if (row.source, row.key) not in book.left_out
    ]
    files = request.FILES if asked == "bring" else None
    return {
        "terms": TermsForm(sent.get("terms"), initial=initial_of(book.title, book.terms), prefix="terms"),
        "mark": MarkForm(sent.get("mark"), prefix="mark", sources=open_sources),
        "bring": BringForm(sent.get("bring"), files, prefix="bring"),
        "leave-out": LeaveOutForm(sent.get("leave-out"), prefix="leave-out", results=results),
    }


def _sides(row: Result, book: RatingListState, names: dict[str, str]) -> str:
    a, b = (" & ".join(names.get(book.who(one)) or _("somebody") for one in side) for side in (row.a, row.b))
    return f"{a} - {b} {row.points_a}-{row.points_b}"


def _did(request: HttpRequest, rating_list: RatingList, guest_id: UUID | None, form: forms.Form | None) -> bool:
    """Do what was asked; False: a field tells what is wrong."""
    asked, now = request.POST["do"], timezone.now()
    if form is not None and not form.is_valid():
        return False
    if asked == "forget":
        organising.forget(rating_list, guest_id, request.POST.get("person", ""))
    elif asked == "take":
        recalculation.take(rating_list, now=now)
    elif asked == "bring" and form is not None:
        cleaned = form.cleaned_data
        if cleaned["file"].size > MOST_BYTES:
            form.add_error("file", _("The file is too large."))
            return False
        try:
            title, lines = read_list_file(cleaned["file"].name or "", cleaned["file"].read(), cleaned["number"])
        except CarromError as error:
            form.add_error("file", localized(error))
            return False
        organising.bring(rating_list, guest_id, title, cleaned["group"], lines, now=now)
    else:
        organising.do(rating_list, guest_id, _act(request, form), now=now)
    return True


def _act(request: HttpRequest, form: forms.Form | None) -> Act:
    cleaned: dict[str, Any] = form.cleaned_data if form is not None else {}
    sent = request.POST
    match sent["do"]:
        case "terms" if isinstance(form, TermsForm):
            return Announce(title=cleaned["title"], terms=form.terms)
        case "mark":
            found = _MATCH.search(cleaned["match"])
            if cleaned["match"] and found is None:
                raise RatingListChangeError("not-a-match-address")
            return Mark(source=f"match:{UUID(found[1])}" if found else cleaned["source"])
        case "unmark":
            return Unmark(source=sent.get("source", ""))
        case "hide":
            return Hide(person=sent.get("person", ""))
        case "leave-out":
            source, _space, key = cleaned["result"].partition(" ")
            return LeaveOut(source=source, key=key, why=cleaned["why"])
        case "close":
            return Close()
    raise CompetitionChangeError("unknown-request")

"""The form of a new sheet, and the list of sheets that wait for their scorer.

Template `umpire/pages/new/page.html` gets:
    form           a Django form (`umpire.forms.NewSheet`); POST it to this same address
    errors         list of {field, id, text} for the list on top; empty at first
    names          fields for the players' names
    scorer         fields for the scorer's name and role
    rulesets       list of {slug, title, solo, chosen}
    option_groups  list of {title, fields}
    options_open   whether one of them was changed
    open           cards of sheets that go on (`matches.cards.card`, with the address of the sheet)
    called         list of {url, title, about, board}: matches of events at boards, which nobody keeps yet
    has_boards     whether there are boards of clubs to choose from
    nav            "umpire"
"""

import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.match.rules import shipped
from carrom_web.accounts.selectors import device_of, guest_id_of, guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.events import board_calls
from carrom_web.competitions.events import selectors as events
from carrom_web.competitions.events.models import BoardCall
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized, ruleset_title
from carrom_web.matches import cards, option_fields
from carrom_web.umpire import selectors, services
from carrom_web.umpire.forms import SCORE_ONLY, NewSheet

ROUTE = Route("umpire/", name="umpire", audience=ANYONE)
NEW_SHEETS = RateLimit(burst=60, per_second=0.2)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST begin the sheet."""
    boards = clubs.boards_to_begin_on(guest_id_of(request))
    if request.method != "POST":
        guest = guest_of(request)
        known = {"scorer_name": guest.name if guest else "", "board": request.GET.get("board", "")}
        return _form(request, NewSheet(initial=known, boards=boards))
    if not NEW_SHEETS.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return error_page(
            request,
            status=429,
            code="too-many-matches",
            title=_("Too many new sheets"),
            what=_("Too many sheets were started from this address in a short time."),
            safe=_("Your earlier sheets are saved."),
            todo=_("Wait a minute, then try again."),
        )
    form = NewSheet(request.POST, request.FILES, boards=boards)
    if not form.is_valid():
        return _form(request, form, status=422)
    guest = guest_for(request, name=form.signs_as)
    try:
        match_id = services.start_sheet(
            form.sheet_head(), guest.pk, role=form.scorer_role, board=form.chosen_board, device=device_of(request)
        )
    except services.BoardTakenError as error:
        form.add_error("board", localized(error))
        return _form(request, form, status=422)
    way = f"#{SCORE_ONLY}" if form.cleaned_data["ceremony"] == SCORE_ONLY else ""
    response = HttpResponse(status=303, headers={"Location": reverse("sheet", args=[match_id]) + way})
    return remember(response, guest, request)


def _form(request: HttpRequest, form: NewSheet, *, status: int = 200) -> HttpResponse:
    guest_id = guest_id_of(request)
    errors = [
        {"field": name, "id": form[name].id_for_label if name in form.fields else "", "text": text}
        for name, texts in form.errors.items()
        for text in texts
    ]
    groups = option_fields.groups()
    context = {
        "called": [_called(row) for row in events.called_to_keep(guest_id)],
        "nav": "umpire",
        "form": form,
        "errors": errors,
        "names": [form[name] for name in ("name", "name_a2", "other_name", "name_b2")],
        "has_boards": bool(form.boards),
        "scorer": [form[name] for name in ("scorer_name", "scorer_is")],
        "rulesets": [
            {
                "slug": ruleset.slug,
                "title": ruleset_title(ruleset),
                "solo": ruleset.side_count == 1,
                "chosen": str(form["ruleset"].value()) == ruleset.slug,
            }
            for ruleset in shipped().values()
        ],
        "option_groups": [{"title": group.title, "fields": [form[name] for name in group.names]} for group in groups],
        "options_open": any(name.startswith(option_fields.PREFIX) for name in form.errors)
        or any(form[name].value() for group in groups for name in group.names),
        "open": [
            cards.card(loaded) | {"url": reverse("sheet", args=[loaded.match_id])}
            for loaded in (selectors.open_sheets(guest_id) if guest_id else [])
        ],
    }
    return render(request, "umpire/pages/new/page.html", context, status=status)


def _called(row: BoardCall) -> dict[str, Any]:
    """A match of an event that waits at its board."""
    event = row.category.event
    match = board_calls.called(event, row.category.key, row.fixture)
    return {
        "url": reverse("umpire-fixture", args=[event.slug, row.category.key, row.fixture]),
        "title": f"{' & '.join(match.a)} – {' & '.join(match.b)}",
        "about": match.terms.title,
        "board": row.board,
    }

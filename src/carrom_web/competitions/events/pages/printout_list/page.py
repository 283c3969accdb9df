"""All papers of an event on one page, with the size of paper that they are set on.

Template `competitions/events/pages/printout_list/page.html` gets what `CompetitionKind.context` gives, and:
    papers      list of {title, says, url}: of the whole event
    categories  list of {title, papers, rounds}; rounds: list of {number, url} of score sheets
    sizes       list of {value, title, chosen}
    designs     address of the design of certificates, for organisers; else ""
    warning     a sentence about characters of names that no font here has; "" if there are none
"""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.tournament.format import Layout, find
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, draw_printouts, printouts, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/prints/", name="event-prints", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    terms = terms_of(event)
    chosen = request.GET.get("paper", "")
    size = chosen if chosen in printouts.PAPERS else "a4"
    rows = {row.key: row for row in event.categories.all()}
    at_boards = selectors.may_any(event, guest_id, (Action.DRAW, Action.UMPIRE))
    draws = selectors.may(event, guest_id, Action.DRAW)
    found = [
        (_("Announcement"), _("the announcement, for the notice board"), "announcement"),
        (_("Programme"), _("days, categories, prizes and sponsors"), "programme"),
        (_("Entries"), _("with a box to tick on the day"), "entries"),
        (_("Order of play"), _("as currently planned"), "order"),
        (_("Results"), _("of all categories"), "results"),
    ]
    if selectors.may(event, guest_id, Action.REGISTER):
        found.append((_("Badges"), _("for everybody with a place"), "badges"))
    if at_boards:
        found.append((_("Board labels"), _("scan the code to open the match at the board"), "boards"))
    papers = [{"title": title, "says": says, "url": _url(event, name, size)} for title, says, name in found]
    if draws:
        papers += [
            {
                "title": _("Labels for medals"),
                "says": _("round, of 40 mm, in the design of the club"),
                "url": _url(event, "medals", size),
            },
            {
                "title": _("For the engraver"),
                "says": _("the words for each medal and trophy"),
                "url": _url(event, "engraving", size),
            },
            {
                "title": _("For the engraver, CSV"),
                "says": _("the same for a spreadsheet"),
                "url": reverse("event-file", args=[slug, "engraving.csv"]),
            },
        ]
    organises = selectors.may(event, guest_id, Action.ORGANISE)
    context = KIND.context(request, event, terms, here="event-prints") | {
        "warning": printouts.warning(event, terms),
        "papers": papers,
        "designs": reverse("club-designs", args=[event.club.slug]) if organises else "",
        "categories": [
            _category(event, rows[one.key], one.title, size, at_boards=at_boards, draws=draws)
            for one in terms.categories
            if one.key in rows
        ],
        "sizes": [
            {"value": value, "title": title, "chosen": value == size}
            for value, title in (
                ("a4", "A4"),
                ("letter", _("US Letter")),
                ("a3", _("A3 for brackets, A4 for the rest")),
            )
        ],
    }
    return render(request, "competitions/events/pages/printout_list/page.html", context)


def _category(event: Event, row: Category, title: str, size: str, *, at_boards: bool, draws: bool) -> dict[str, Any]:
    shown = contests.shown(row)
    if shown is None or not shown.contest.draws:
        return {"title": title, "papers": [], "rounds": []}
    layouts = find(shown.record.format).layouts
    has_bracket = Layout.BRACKET in layouts
    found = [
        (_("Bracket") if has_bracket else _("Draw"), f"draw-{row.key}", {"part": "bracket"} if has_bracket else {})
    ]
    if has_bracket and len(layouts) > 1:
        found.insert(0, (_("Groups"), f"draw-{row.key}", {}))
    found.append((_("Standings"), f"standings-{row.key}", {}))
    if draws and shown.is_over:
        found.append((_("Certificates"), f"certificates-{row.key}", {}))
    return {
        "title": title,
        "papers": [{"title": name, "url": _url(event, paper, size, **more)} for name, paper, more in found],
        "rounds": [
            {"number": number, "url": _url(event, f"sheets-{row.key}", size, round=str(number))}
            for number in (draw_printouts.rounds_of(shown) if at_boards else ())
        ],
    }


def _url(event: Event, name: str, size: str, **more: str) -> str:
    query = urlencode(more | ({"paper": size} if size != "a4" else {}))
    return reverse("event-print", args=[event.slug, name]) + (f"?{query}" if query else "")

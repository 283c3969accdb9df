"""The entries of a sheet: content, time and author, rulings and corrections; second sheets, figures.

Everybody may read it; who keeps the sheet corrects here (`static/umpire/history.js`, docs/wire.md).

Template `umpire/pages/history/page.html` gets:
    match_id   the UUID as text
    title      "Asha and Tomasz"
    place      table or round, may be empty
    laws       the ruleset and how long the match is
    now        how the match stands
    version    the number of the last entry
    lines      `umpire.correcting.lines`: the newest first
    keeps      whether the one who asks may correct
    undo       number of the newest entry, if it is a correction that can be taken back; else none
    verifies   whether the reader may hand in a second sheet
    papers     list of {name, time, agrees, later, differences: [{name, paper, sheet}]}
    figures    `matches.chart.figures`
    sides, facts   for the form: names and colours of the sides, what may be declared
    offline    for its scorer: `offline.addresses`, how it goes on without a network
    nav        "umpire"
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from carrom.match.requests import Amend
from carrom.play.record import Record
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.pages import Route
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import cards, chart, phrases, wire
from carrom_web.matches import selectors as matches
from carrom_web.matches.declaration_phrases import facts_json
from carrom_web.umpire import corrections, offline, scorer_lock, second_sheets, selectors
from carrom_web.umpire.permissions import FOLLOWER
from carrom_web.umpire.rights import Action

ROUTE = Route("umpire/<uuid:match_id>/history/", name="sheet-history", audience=FOLLOWER)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the entries of a sheet."""
    who = scorer_lock.sheet_access(match_id, guest_id_of(request))
    loaded = matches.load(match_id)
    match, record = loaded.state.match, matches.record(match_id)
    newest = record[-1]
    context = {
        "nav": "umpire",
        "match_id": str(match_id),
        "title": cards.title(loaded),
        "place": dict(match.head.tags).get("place", ""),
        "laws": f"{ruleset_title(match.ruleset)} · {phrases.format_phrase(match.ruleset)}",
        "now": phrases.awaiting_text(match) if match.result is None else phrases.result_text(match),
        "version": loaded.state.version,
        "lines": corrections.entry_rows(record, match, selectors.stored(loaded)),
        "keeps": who.writes,
        "undo": newest.number if isinstance(newest.asked, Amend) and who.writes else None,
        "verifies": Action.VERIFY in who.actions and not who.has_lock,
        "papers": second_sheets.second_sheets_json(Record(tuple(record))),
        "figures": chart.figures(Record(tuple(record))),
        "sides": wire.view(loaded)["sides"],
        "facts": facts_json(match.ruleset, by_official=True),
        "offline": offline.addresses(match_id) if who.writes else None,
    }
    answer = render(request, "umpire/pages/history/page.html", context)
    return may_run_wasm(answer) if who.writes else answer

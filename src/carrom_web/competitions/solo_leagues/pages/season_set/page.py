"""One set in public: its boards, evidence and corrections; and the actions of an organiser.

Template `competitions/solo_leagues/pages/season_set/page.html` gets what `CompetitionKind.context` gives, and:
    set       `presenters.set_row`; name, player_url: whose it is
    trace     list of {at, by, what, was, now, why}: how it came to be as it is
    form      `set_forms.SetForm` for a correction; may_correct: whether the set has no record
    late_says what coming late means for it now; "" if it came in time
    takes_word  whether the organiser's word is evidence for it
    sheet_url  where a set scored at home is corrected; "" for others
    note, handed_in   for organisers alone; asked: the correction that its player asks for
    problems  sentences about what was tried last
    errors    list of {field, id, text}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_table import Judged
from carrom.league.solo_violations import RefusedSetError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import CorrectionRequest, SoloSet
from carrom_web.competitions.solo_leagues.presenters import judged_of, player_url, set_row
from carrom_web.competitions.solo_leagues.services import corrections, set_reviews
from carrom_web.competitions.solo_leagues.set_forms import SetForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "leagues/solo/<slug:slug>/sets/<slug:key>/", name="solo-season-set", audience=KIND.viewer, post=KIND.organiser
)
LATE = {"take-late": True, "refuse-late": False, "late-as-terms": None}


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show it; with POST decide about it."""
    guest_id, now = guest_id_of(request), timezone.now()
    season = KIND.at(slug, guest_id)
    row = selectors.set_of(season, key)
    row.season = row.player.season = season
    if request.method != "POST":
        return _show(request, row)
    asked, why = request.POST.get("do", ""), tidy_name(request.POST.get("why", ""), 200)
    form = None
    try:
        if asked == "word":
            set_reviews.give_word(season, guest_id, row, why=why, now=now)
        elif asked == "refuse":
            set_reviews.refuse(season, guest_id, row, why=why, now=now)
        elif asked == "strike":
            set_reviews.strike(season, guest_id, row, why=why, now=now)
        elif asked in ("accept-correction", "refuse-correction"):
            accepts = asked == "accept-correction"
            corrections.decide(season, guest_id, row, accepts=accepts, why=why, now=now)
        elif asked in LATE:
            set_reviews.judge_late(season, guest_id, row, takes=LATE[asked], why=why, now=now)
        elif asked == "correct":
            form = SetForm(repository.terms_of(season), request.POST)
            if not form.is_valid():
                return _show(request, row, form=form, status=422)
            given = form.cleaned_data
            set_reviews.correct(
                season,
                guest_id,
                row,
                strokes=form.strokes(),
                day=given["day"],
                why=why,
                now=now,
                is_sure=given["is_sure"],
            )
        else:
            raise CompetitionChangeError("unknown-request")
    except RefusedSetError as error:
        if form is None:
            return _show(request, row, problems=labels.faults_label(error.faults), status=409)
        form.show_faults(error.faults)
        return _show(request, row, form=form, status=422)
    except CarromError as error:
        return _show(request, row, problems=[localized(error)], status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _show(
    request: HttpRequest, row: SoloSet, *, form: SetForm | None = None, problems: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    season, now = row.season, timezone.now()
    terms = repository.terms_of(season)
    judged: Judged | None = judged_of(repository.tables(season, now)).get(row.key)
    context = KIND.context(request, season, terms, here="")
    organises = context["organises"]
    context |= {
        "set": set_row(row, terms, judged),
        "name": repository.shown_name(row.player),
        "player_url": player_url(season, row.player),
        "trace": _trace(row, whole=organises),
        "form": form or SetForm(terms, row=row),
        "errors": error_list(form) if form else [],
        "may_correct": not row.source and row.status in repository.HANDED_IN,
        "is_late": judged is not None and judged.is_late,
        "takes_word": row.status in ("pending", "refused") and "organiser" in terms.evidence.of(row.origin),  # type: ignore[arg-type]
        "may_refuse": row.status in ("pending", "counts"),
        "sheet_url": reverse("sheet", args=[row.match_id]) if row.origin == "recorded" and row.match_id else "",
        "handed_in": labels.moment_label(row.handed_in_at, repository.zone_of(terms)) if row.handed_in_at else "",
        "note": row.note,
        "asked": selectors.open_request(row),
        "problems": problems,
    }
    return render(request, "competitions/solo_leagues/pages/season_set/page.html", context, status=status)


def _trace(row: SoloSet, *, whole: bool) -> list[dict[str, Any]]:
    """The log of this set: what the boards were and are. Who is behind it, organisers see by name."""
    zone = repository.zone_of(repository.terms_of(row.season))
    requests = {one.key: one for one in row.correction_requests.all()}
    return [
        {
            "at": labels.moment_label(entry.at, zone),
            "by": (entry.by if whole else "") or labels.role_label(entry),
            "what": labels.kind_label(entry),
            "why": entry.reason,
            **_boards(entry, row, requests),
        }
        for entry in repository.entries_about(row)
    ]


def _boards(entry: AuditEntry, row: SoloSet, requests: Mapping[str, CorrectionRequest]) -> dict[str, Any]:
    """Return the boards before and after an entry, and the request."""
    boards: dict[str, Any] = {"was": None, "now": None, "asked": None}
    for of, key, what, was, now in entry.detail.get("changes", ()):
        if (of, key, what) == ("set", row.key, "strokes") and was:
            boards |= {"was": was, "now": now}
        elif (of, what, now) == ("request", "status", CorrectionRequest.Status.OPEN) and key in requests:
            boards["asked"] = requests[key].strokes
    return boards

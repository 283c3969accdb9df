"""The player's season, by the link from the email: hand in sets in three ways, standing, equipment, withdrawal.

Template `competitions/solo_leagues/pages/own/page.html` gets what `CompetitionKind.context` gives, and:
    player    the row; name; division; status in words
    asked     whether they are asked if they play
    row       their line of the standings, or none
    week      {title, deadline, left}: the week that runs and how many sets it still takes; none outside
    sets      rows (`presenters.set_row`), the newest first
    form      `forms.EquipmentForm`; declared: whether they have declared what is asked for
    evidence  sentences about what each way needs
    problems  sentences about what was tried last
    log       list of {at, what, by}
"""

from datetime import date

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError, UnreadableError
from carrom.league.solo_terms import SeasonTerms
from carrom.league.solo_violations import RefusedSetError, equipment_faults
from carrom_web.accounts.selectors import device_of, guest_id_of
from carrom_web.accounts.services import guest_for, remember, tidy_name
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.solo_leagues import labels, privacy, repository, selectors
from carrom_web.competitions.solo_leagues.forms import EquipmentForm
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import NAME_LENGTH, Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.permissions import SOLO_PLAYER
from carrom_web.competitions.solo_leagues.presenters import (
    judged_of,
    match_url,
    set_row,
    site_of,
)
from carrom_web.competitions.solo_leagues.services import registration, set_reviews, sets
from carrom_web.competitions.solo_leagues.set_forms import EvidenceForm
from carrom_web.core.confirmation import confirmation
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.people.services import listen

ROUTE = Route("leagues/solo/own/<str:token>/", name="solo-own", audience=SOLO_PLAYER)


class BadEvidenceError(UnreadableError):
    """An address that is none."""

    code = "bad-evidence"


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    player = selectors.player_with_token(token)
    if request.method != "POST":
        return _show(request, player)
    asked, now = request.POST.get("do", ""), timezone.now()
    try:
        if asked in ("play", "keep"):
            return _begin(request, player, on_site=asked == "play")
        if asked == "declare":
            form = EquipmentForm(repository.terms_of(player.season).ruleset, request.POST)
            if not form.is_valid():
                return _show(request, player, form=form, status=422)
            registration.declare(player, form.equipment() or {}, now=now)
        elif asked in ("yes", "no"):
            registration.answer(player, plays=asked == "yes", now=now)
        elif asked == "letters":
            player.choose_letters(request.POST)
        elif asked == "notify":
            guest = guest_for(request)
            listen(player.person, guest.pk)
            return remember(JsonResponse({}), guest, request)
        elif asked == "withdraw":
            registration.withdraw(player, now=now)
        elif asked == "give-up":
            sets.give_up(selectors.own_set(player, request.POST.get("set", "")), now=now)
        elif asked in ("witness", "film"):
            _evidence(selectors.own_set(player, request.POST.get("set", "")), request, is_film=asked == "film")
        elif asked == "data":
            answer = JsonResponse(privacy.export_player(player), json_dumps_params={"indent": 2, "ensure_ascii": False})
            answer.headers["Content-Disposition"] = 'attachment; filename="solo-season.json"'
            return answer
        elif asked == "forget":
            question = confirmation(
                request,
                title=_("Delete my data?"),
                says=_("You are withdrawn, and the name %(name)s is removed everywhere.") % {"name": player.name},
                button=_("Delete my data"),
                back=request.path,
            )
            if question is not None:
                return question
            privacy.erase_player(player, now=now)
            return HttpResponse(status=303, headers={"Location": reverse("solo-season", args=[player.season.slug])})
        else:
            raise CompetitionChangeError("unknown-request")
    except RefusedSetError as error:
        return _show(request, player, problems=labels.faults_label(error.faults), status=409)
    except CarromError as error:
        return _show(request, player, problems=[localized(error)], status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _evidence(row: SoloSet, request: HttpRequest, *, is_film: bool) -> None:
    """Return the evidence for a set. Raises BadEvidenceError, NothingToSayError."""
    form = EvidenceForm(request.POST, own_email=row.player.email)
    if not form.is_valid():
        raise BadEvidenceError(details=" ".join(str(text) for texts in form.errors.values() for text in texts))
    if is_film:
        set_reviews.add_film(row, form.cleaned_data["film"], now=timezone.now())
    else:
        given = form.cleaned_data
        witness = tidy_name(given["witness"], NAME_LENGTH)
        set_reviews.ask_witness(row, witness=witness, email=given["witness_email"], now=timezone.now())


def _begin(request: HttpRequest, player: Player, *, on_site: bool) -> HttpResponse:
    """Start a set and go where it is played. The player's link makes this device the player's, too."""
    guest, now = guest_for(request), timezone.now()
    if player.guest_id is None:
        Player.objects.filter(pk=player.pk, guest=None).update(guest_id=guest.pk)
    if on_site:
        row = sets.start_on_site(player, guest.pk, now=now)
    else:
        row = sets.start_at_home(player, guest.pk, device=device_of(request), now=now)
    return remember(HttpResponse(status=303, headers={"Location": match_url(row)}), guest, request)


def _show(
    request: HttpRequest,
    player: Player,
    *,
    form: EquipmentForm | None = None,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    season, now = player.season, timezone.now()
    terms = repository.terms_of(season)
    tables = repository.tables(season, now, whole_names=True)
    judged = judged_of(tables)
    rows = list(player.sets.select_related("match").order_by("-pk"))
    for row in rows:
        row.season = season
    asking = {one.set_id for one in selectors.open_requests(season)}
    value = repository.player_value(player, whole_name=True)
    context = KIND.context(request, season, terms, here="solo-own")
    context["tabs"] = _with_own(context["tabs"], player)
    context |= {
        "player": player,
        "name": player.name,
        "division": repository.division_title(season, player.division),
        "status": labels.status_label(player),
        "asked": player.status == Player.Status.INVITED,
        "plays": player.status == Player.Status.PLAYING and season.state == Season.State.OPEN,
        "row": next((row for table in tables for row in table.rows if row.key == player.key), None),
        "week": _week(season, player, repository.today_in(season, now)),
        "sets": [
            set_row(row, terms, judged.get(row.key), is_own=True)
            | _asks_evidence(request, row, terms)
            | {
                "correct_url": reverse("solo-correct", args=[selectors.token_of(player), row.key])
                if season.state == Season.State.OPEN and row.status in ("pending", "counts")
                else "",
                "asks_correction": row.pk in asking,
            }
            for row in rows
        ],
        "form": form or EquipmentForm(terms.ruleset, player=player),
        "declared": not equipment_faults(value, terms.ruleset),
        "evidence": {origin: labels.evidence_asked(terms, origin) for origin in ("played", "recorded", "reported")},
        "report_url": reverse("solo-report", args=[selectors.token_of(player)]),
        "problems": problems or [],
        "is_guest": player.guest_id is not None and player.guest_id == guest_id_of(request),
    }
    return render(request, "competitions/solo_leagues/pages/own/page.html", context, status=status)


def _asks_evidence(request: HttpRequest, row: SoloSet, terms: SeasonTerms) -> dict[str, object]:
    """Return the possible evidence for a set, and the link that its player sends where no email went."""
    if row.status != SoloSet.Status.PENDING:
        return {}
    asked = terms.evidence.of(row.origin)  # type: ignore[arg-type]  # the column's choices
    link = ""
    if "witness" in asked and not row.witness_email:
        link = site_of(request) + reverse("solo-witness", args=[selectors.witness_token(row)])
    return {"asks_witness": "witness" in asked, "asks_film": "film" in asked, "witness_link": link}


def _with_own(tabs: list[dict[str, object]], player: Player) -> list[dict[str, object]]:
    """The tabs with that of one's own sets, also where the link alone says who one is."""
    url = reverse("solo-own", args=[selectors.token_of(player)])
    others = [tab for tab in tabs if not str(tab["url"]).startswith(reverse("solo-own", args=["x"])[:-2])]
    return [*others[:2], {"url": url, "title": _("My sets"), "here": True}, *others[2:]]


def _week(season: Season, player: Player, today: str) -> dict[str, object] | None:
    terms = repository.terms_of(season)
    week = terms.week_of(today)
    if week is None:
        return None
    held = player.sets.filter(week=week.number, status__in=selectors.IN_PLAY).count()
    return {
        "title": labels.week_label(terms, week.number),
        "deadline": formats.date_format(date.fromisoformat(terms.deadline(week)), "DATE_FORMAT"),
        "left": max(0, terms.sets_per_week - held) if terms.sets_per_week else None,
        "going_on": player.sets.filter(status=SoloSet.Status.STARTED).exists(),
    }

"""The links of a sheet for scoring, verifying or following: their hours, and who has used them.

Template `umpire/pages/links/page.html` gets:
    match_id   the UUID as text
    title      "Asha and Tomasz"
    scorer     {name, role, since}: who keeps the sheet now
    form       `umpire.forms.NewLink`; POST it here with do=make
    errors     as in the form of a new sheet
    links      list of {id, role, state, for, by, until, accepted, may_revoke, is_new, url, qr}; the newest first. `url`
               and `qr` (`common.qr`) only while it is open; POST do=revoke, link=<id> takes it back
    people     list of {id, name, role, may_end, is_me}: who is something here without a link; POST do=end, person=<id>
    board      {name, club, url, may_leave}: the board whose label leads here, or none; POST do=leave takes it off
    nav        "umpire"

Answers: 303 here again after a POST; 403 for readers who may not make links.
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.links import LinkState, qr_of
from carrom_web.core.pages import Route
from carrom_web.matches import scorekeeping_phrases
from carrom_web.matches import selectors as matches
from carrom_web.matches.cards import title
from carrom_web.umpire import scorer_lock, services
from carrom_web.umpire.forms import NewLink, role_choices
from carrom_web.umpire.models import Link
from carrom_web.umpire.permissions import SHARER, refuse_page
from carrom_web.umpire.rights import Action, Role
from carrom_web.umpire.scorer_lock import Handover, SheetAccess

ROUTE = Route("umpire/<uuid:match_id>/links/", name="sheet-links", audience=SHARER)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the links of a sheet; with POST make one, take one back, or end what somebody is."""
    guest_id = guest_id_of(request)
    who = scorer_lock.sheet_access(match_id, guest_id)
    form = NewLink(request.POST if request.POST.get("do") == "make" else None)
    if request.method == "POST":
        try:
            answer = _do(request, match_id, guest_id, form)
        except CarromError as error:
            return refuse_page(request, error)
        if answer is not None:
            return answer
    status = 422 if request.method == "POST" else 200
    return render(request, "umpire/pages/links/page.html", _context(request, who, form), status=status)


def _do(request: HttpRequest, match_id: UUID, guest_id: UUID | None, form: NewLink) -> HttpResponse | None:
    """Do what was asked for and lead back here; None: it is implausible."""
    wanted, here = request.POST.get("do"), reverse("sheet-links", args=[match_id])
    if wanted == "make" and form.is_valid():
        asked = form.cleaned_data
        made = services.make_link(
            match_id, guest_id, role=Role(asked["role"]), hours=asked["hours"], meant_for=asked["meant_for"]
        )
        return _to(f"{here}?new={made.pk}#link-{made.pk}")
    if wanted == "revoke":
        link = Link.objects.filter(sheet_id=match_id, pk=_number(request, "link")).first()
        if link is None:
            return None
        services.revoke_link(link, guest_id)
        return _to(here)
    if wanted == "leave":
        services.take_off_board(match_id, guest_id)
        return _to(here)
    if wanted == "end" and _number(request, "person"):
        services.dismiss(match_id, guest_id, _number(request, "person"))
        may_stay = scorer_lock.sheet_access(match_id, guest_id).refusal(Action.SHARE) is None
        return _to(here if may_stay else reverse("sheet", args=[match_id]))
    return None


def _number(request: HttpRequest, name: str) -> int:
    """The number of a row; 0, which none has, for what is no number."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _to(address: str) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": address})


def _context(request: HttpRequest, who: SheetAccess, form: NewLink) -> dict[str, object]:
    sheet = who.sheet
    loaded = matches.load(sheet.pk)
    words = dict(role_choices())
    new = request.GET.get("new", "")
    given = scorer_lock.links_of(sheet, timezone.now())
    return {
        "nav": "umpire",
        "match_id": str(sheet.pk),
        "title": title(loaded),
        "scorer": {
            "name": sheet.scorer.name if sheet.scorer else "",
            "role": scorekeeping_phrases.role_word(who.scorer_role or ""),
            "since": sheet.scoring_since,
        },
        "form": form,
        "errors": [
            {"id": form[name].id_for_label, "text": text}
            for name, texts in form.errors.items()
            for text in texts
            if name in form.fields
        ],
        "links": [_link(request, who, one, words, is_new=str(one.link.pk) == new) for one in given],
        "board": {
            "name": sheet.board.name,
            "club": sheet.board.club.name,
            "url": reverse("club", args=[sheet.board.club.slug]),
            "may_leave": Action.MOVE in who.actions,
        }
        if sheet.board is not None and sheet.is_on_board
        else None,
        "people": [
            {
                "id": row.pk,
                "name": row.guest.name,
                "role": scorekeeping_phrases.role_word(row.role),
                "is_me": row.guest_id == who.guest_id,
                "may_end": row.guest_id == who.guest_id or Action.REVOKE in who.actions,
            }
            for row in scorer_lock.appointed(sheet)
        ],
    }


def _link(
    request: HttpRequest, who: SheetAccess, given: Handover, words: dict[str, str], *, is_new: bool
) -> dict[str, object]:
    link, is_open = given.link, given.state is LinkState.OPEN
    url = request.build_absolute_uri(reverse("sheet-link", args=[scorer_lock.token_for(link)])) if is_open else ""
    return {
        "id": link.pk,
        "role": words[link.role],
        "state": given.state,
        "for": link.meant_for,
        "by": link.made_by.name if link.made_by else "",
        "until": link.revoked_at or link.expires_at,
        "accepted": [name or _("somebody") for name in given.accepted],
        "may_revoke": is_open and (link.made_by_id == who.guest_id or Action.REVOKE in who.actions),
        "is_new": is_new,
        "url": url,
        "qr": qr_of(url) if is_open else None,
    }

"""A club: its boards and current matches; its members, for members; changes, for its officers.

Template `clubs/pages/club/page.html` gets:
    club         {name, place, slug}
    may          names of actions (`clubs.rights.Action`) that the one who asks may do
    is_member    whether the reader belongs to the club
    boards       list of {id, name, laws, url, match: {title, score, url} or none}
    people       list of {id, name, is_me, roles: [{role, text, may_end}], may_own, may_get}; only for members
    invitations  list of {id, role, by, until, left, needs_account, url, qr, is_new}; only for those who may invite
    log          list of {id, at, text, may_undo}: who gave and took which role; only for the owner
    holdings     list of {heading, rows: [{title, when, state, url}], begin: {url, title} or none}
    lacks_protection  whether roles of the reader wait until their account is protected
    asks_protection   whether who sees persons or money needs a protected account; may_waive: do=protection changes it
    quiet        whether nobody plays and the reader can do nothing with the boards: their names are enough
    glyphs       a sentence about characters that the labels would show as boxes; "" if there are none
    label_host   the address that labels would lead to, if no phone could reach it; else empty
    about, new_board, new_invitation  forms; POST here with do=rename, board, invite
    errors       list of {id, text}
    nav          "umpire"

POST here also do=put_away (board), take_back (invitation), end, give (person, role), hand_over (person),
undo (change). Answers: 303 here.
"""

from uuid import UUID

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.match.rules import shipped
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors, services
from carrom_web.clubs.forms import AboutClub, NewBoard, NewInvitation, names_of_boards
from carrom_web.clubs.labels import role_change_label, role_labels
from carrom_web.clubs.models import Club, Equipment, Invitation
from carrom_web.clubs.permissions import ClubMember, refuse
from carrom_web.clubs.rights import Action, Role, actions_of, needs_account, roles_given_by
from carrom_web.clubs.selectors import Person
from carrom_web.core.files import glyph_warning
from carrom_web.core.form_errors import error_list
from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized, ruleset_title

ROUTE = Route("clubs/<slug:slug>/", name="club", audience=ANYONE, post=ClubMember())
ONLY_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club; with POST change it."""
    guest_id = guest_id_of(request)
    try:
        club = selectors.visible_club(slug, guest_id)
    except selectors.UnknownClubError:
        raise Http404 from None
    roles = selectors.roles_in(club.pk, guest_id)
    sent, wanted = request.POST, request.POST.get("do", "")
    named = {"name": club.name, "place": club.place}
    about = AboutClub(sent, prefix="about") if wanted == "rename" else AboutClub(initial=named, prefix="about")
    board = NewBoard(sent if wanted == "board" else None, prefix="board")
    invitation = NewInvitation(sent if wanted == "invite" else None, prefix="invite", roles=roles_given_by(roles))
    asked: dict[str, forms.Form] = {"rename": about, "board": board, "invite": invitation}
    status = 200
    if request.method == "POST":
        try:
            leads_to = _do(request, club, guest_id, asked.get(wanted))
        except (services.BoardNameTakenError, services.ClubFullError) as error:
            board.add_error("name", localized(error))
            leads_to = None
        except CarromError as error:
            return refuse(request, error)
        if leads_to is not None:
            return HttpResponse(status=303, headers={"Location": leads_to})
        status = 422
    used = asked.get(wanted)
    context = _context(request, club, guest_id, roles) | {
        "about": about,
        "new_board": board,
        "new_invitation": invitation,
        "errors": error_list(used) if used is not None else [],
    }
    return render(request, "clubs/pages/club/page.html", context, status=status)


def _do(request: HttpRequest, club: Club, guest_id: UUID | None, form: forms.Form | None) -> str | None:
    """Do what was asked for and give where to go on; None: it is implausible."""
    sent, here = request.POST, reverse("club", args=[club.slug])
    if form is not None:
        if not form.is_valid():
            return None
        asked = form.cleaned_data
        if sent["do"] == "rename":
            services.rename_club(club, guest_id, name=asked["name"], place=asked["place"])
        elif sent["do"] == "board":
            services.add_boards(club, guest_id, names=names_of_boards(asked["name"]), ruleset=asked["ruleset"])
        else:
            made = services.invite(club, guest_id, role=Role(asked["role"]), days=asked["days"], places=asked["places"])
            return f"{here}?new={made.pk}#invitation-{made.pk}"
        return here
    match sent.get("do"):
        case "put_away":
            board = Equipment.objects.filter(club=club, pk=_number(sent.get("board"))).first()
            if board is None:
                return None
            services.put_away(board, guest_id)
        case "take_back":
            invitation = Invitation.objects.filter(club=club, pk=_number(sent.get("invitation"))).first()
            if invitation is None:
                return None
            services.withdraw_invitation(invitation, guest_id)
        case "protection":
            services.ask_protection(club, guest_id, asks=sent.get("asks") == "on")
        case "undo":
            services.undo(club, guest_id, _number(sent.get("change")))
        case "end" | "give" | "hand_over" as what:
            person = _person(sent.get("person"))
            if person is None or (what != "hand_over" and sent.get("role") not in set(Role)):
                return None
            if what == "hand_over":
                services.hand_over(club, guest_id, member_id=person)
            elif what == "give":
                services.give_role(club, guest_id, member_id=person, role=Role(sent["role"]))
            else:
                services.end_role(club, guest_id, member_id=person, role=Role(sent["role"]))
        case _:
            return None
    return here


def _number(text: str | None) -> int:
    """The number of a row; 0, which none has, for what is no number."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _person(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


def _context(request: HttpRequest, club: Club, guest_id: UUID | None, roles: frozenset[Role]) -> dict[str, object]:
    may, now = selectors.actions_in(club.pk, guest_id), timezone.now()
    boards = list(selectors.boards(club))
    playing = selectors.boards_in_use([board.pk for board in boards])
    titles = {ruleset.slug: ruleset_title(ruleset) for ruleset in shipped().values()}
    host = request.get_host().rsplit(":", 1)[0]
    return {
        "nav": "events",
        "club": {"name": club.name, "place": club.place, "slug": club.slug},
        "may": [action.value for action in may],
        "is_member": bool(roles),
        "boards": [
            {
                "id": board.pk,
                "name": board.name,
                "laws": titles.get(board.ruleset, ""),
                "url": selectors.address_of(board),
                "match": playing.get(board.pk),
            }
            for board in boards
        ],
        "sections": [
            section for section in selectors.sections(club, guest_id) if section.rows or Action.ORGANISE in may
        ],
        "people": [_member(person, guest_id, roles) for person in selectors.people(club)] if roles else [],
        "invitations": [_invitation(request, row) for row in selectors.open_invitations(club, now)]
        if Action.INVITE in may
        else [],
        "log": _log(club) if Action.HAND_OVER in may else [],
        "lacks_protection": selectors.lack_in(club.pk, guest_id) is not None,
        "asks_protection": selectors.asks_protection(club),
        "may_waive": Action.HAND_OVER in may and not settings.LETTERS_ARRIVE,
        "quiet": not playing and not {Action.BEGIN, Action.KEEP_BOARDS} & may,
        "glyphs": glyph_warning(club.name, [board.name for board in boards]) if Action.KEEP_BOARDS in may else "",
        "label_host": request.build_absolute_uri("/") if host in ONLY_THIS_MACHINE else "",
    }


def _member(person: Person, guest_id: UUID | None, roles: frozenset[Role]) -> dict[str, object]:
    words, given = role_labels(), roles_given_by(roles)
    is_me = person.guest_id == guest_id
    return {
        "id": str(person.guest_id),
        "name": person.name,
        "is_me": is_me,
        "roles": [
            {
                "role": role.value,
                "text": words[role],
                "may_end": role is not Role.OWNER and (is_me or role in given),
            }
            for role in person.roles
        ],
        "may_get": [
            {"role": role.value, "text": words[role]}
            for role in reversed(Role)
            if role in given and role not in person.roles
        ],
        "may_own": Action.HAND_OVER in actions_of(roles) and not is_me,
    }


def _log(club: Club) -> list[dict[str, object]]:
    changes = selectors.role_changes(club)
    names = selectors.names_of(changes)
    undoable = selectors.revertible(club, changes)
    return [
        {"id": one.pk, "at": one.at, "text": role_change_label(one, names), "may_undo": one.pk in undoable}
        for one in changes
    ]


def _invitation(request: HttpRequest, row: Invitation) -> dict[str, object]:
    url = request.build_absolute_uri(reverse("club-invitation", args=[selectors.token_for(row)]))
    return {
        "id": row.pk,
        "role": role_labels()[Role(row.role)],
        "by": row.made_by.name if row.made_by else "",
        "until": row.expires_at,
        "left": row.places - row.used,
        "needs_account": needs_account(Role(row.role)),
        "url": url,
        "qr": qr_of(url),
        "is_new": request.GET.get("new") == str(row.pk),
    }

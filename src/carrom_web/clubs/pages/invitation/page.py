"""An invitation to a club: the person who opens the link gives their name and is a member in its role.

Template `clubs/pages/invitation/page.html` gets:
    club    name of the club
    host    who made the invitation, may be empty
    role    as what, in words
    lacks_account  whether they have to sign in first, since the role sees personal data
    next    this address, to come back to
    until   when it expires
    form    `clubs.forms.Join`; POST it here
    errors  list of {id, text}
    nav     "umpire"

Answers: 303 to the club for its members, 404 for a forged link, 410 for one that is used, expired or revoked.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import account_of, guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.clubs import selectors, services
from carrom_web.clubs.forms import Join
from carrom_web.clubs.labels import role_labels
from carrom_web.clubs.permissions import INVITATION_HOLDER
from carrom_web.clubs.rights import Role, needs_account
from carrom_web.core.error_page import error_page
from carrom_web.core.links import LinkExpiredError, LinkRevokedError, LinkState, LinkUsedError
from carrom_web.core.pages import Route

ROUTE = Route("clubs/invitations/<str:token>/", name="club-invitation", audience=INVITATION_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the invitation gives; with POST take it."""
    invitation = selectors.invitation_in(token)
    if invitation is None:
        raise Http404
    guest, role = guest_of(request), Role(invitation.role)
    if guest is not None and role in selectors.roles_in(invitation.club_id, guest.pk):
        return HttpResponse(status=303, headers={"Location": reverse("club", args=[invitation.club.slug])})
    state = invitation.state(timezone.now())
    if state is not LinkState.OPEN:
        return _too_late(request, state)
    lacks_account = needs_account(role) and account_of(request) is None
    if lacks_account and request.method == "POST":
        return HttpResponse(status=303, headers={"Location": request.get_full_path()})  # the page says what to do
    form = Join(request.POST or None, initial={"name": guest.name if guest else ""})
    if request.method == "POST" and form.is_valid():
        guest = guest_for(request, name=form.cleaned_data["name"])
        try:
            services.join(invitation, guest.pk, site=request.build_absolute_uri("/"))
        except (LinkUsedError, LinkExpiredError, LinkRevokedError):  # while they typed their name
            invitation.refresh_from_db()
            return _too_late(request, invitation.state(timezone.now()))
        answer = HttpResponse(status=303, headers={"Location": reverse("club", args=[invitation.club.slug])})
        return remember(answer, guest, request)
    context = {
        "nav": "events",
        "club": invitation.club.name,
        "host": invitation.made_by.name if invitation.made_by else "",
        "role": role_labels()[role],
        "lacks_account": lacks_account,
        "next": request.get_full_path(),
        "until": invitation.expires_at,
        "form": form,
        "errors": [{"id": form["name"].id_for_label, "text": text} for texts in form.errors.values() for text in texts],
    }
    return render(request, "clubs/pages/invitation/page.html", context, status=422 if form.errors else 200)


def _too_late(request: HttpRequest, state: LinkState) -> HttpResponse:
    titles = {
        LinkState.USED: _("This invitation has already been used"),
        LinkState.EXPIRED: _("This invitation has expired"),
        LinkState.REVOKED: _("This invitation was cancelled"),
    }
    return error_page(
        request,
        status=410,
        code=f"link-{state}",
        title=titles[state],
        what=_("Nobody can join the club with it any more."),
        safe=_("Everybody who joined with it stays a member."),
        todo=_("Ask the person who sent it for a new one."),
    )

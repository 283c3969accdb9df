"""An invitation to a club: whoever has the link says his name and is a member in its role.

Template `clubs/pages/invitation/page.html` gets:
    club    name of the club
    host    who made the invitation, may be empty
    role    as what, in words
    until   when it expires
    form    `clubs.forms.Join`; POST it here
    errors  list of {id, text}
    nav     "umpire"

Answers: 303 to the club once he has joined, 404 for a forged one, 410 for one that has expired or was taken back.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.actions import guest_for, remember
from carrom_web.accounts.queries import guest_of
from carrom_web.clubs import actions, queries
from carrom_web.clubs.forms import Join, role_words
from carrom_web.clubs.rights import Role
from carrom_web.common.error_page import error_page
from carrom_web.common.links import LinkState
from carrom_web.common.pages import Route

ROUTE = Route("clubs/invitations/<str:token>/", name="club-invitation")


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the invitation gives; with POST take it."""
    invitation = queries.invitation_in(token)
    if invitation is None:
        raise Http404
    state = invitation.state(timezone.now())
    if state is not LinkState.OPEN:
        is_expired = state is LinkState.EXPIRED
        return error_page(
            request,
            status=410,
            code="link-expired" if is_expired else "link-revoked",
            title=_("This invitation has expired") if is_expired else _("This invitation was taken back"),
            what=_("Nobody joins the club by it any more."),
            safe=_("Whoever has joined by it stays a member."),
            todo=_("Ask whoever sent it for a new one."),
        )
    guest = guest_of(request)
    form = Join(request.POST or None, initial={"name": guest.name if guest else ""})
    if request.method == "POST" and form.is_valid():
        guest = guest_for(request, name=form.cleaned_data["name"])
        actions.join(invitation, guest.pk)
        answer = HttpResponse(status=303, headers={"Location": reverse("club", args=[invitation.club.slug])})
        return remember(answer, guest, request)
    context = {
        "nav": "umpire",
        "club": invitation.club.name,
        "host": invitation.made_by.name if invitation.made_by else "",
        "role": role_words()[Role(invitation.role)],
        "until": invitation.expires_at,
        "form": form,
        "errors": [{"id": form["name"].id_for_label, "text": text} for texts in form.errors.values() for text in texts],
    }
    return render(request, "clubs/pages/invitation/page.html", context, status=422 if form.errors else 200)

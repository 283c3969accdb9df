"""The design of a club's certificates and labels, with its logo and a preview.

Template `competitions/events/pages/designs/page.html` gets:
    club     {name, slug}
    form     the fields of a design, by their parts (`titled_sections`)
    preview  address of the picture of a certificate as the form is filled in; "" while something is wrong
    unsaved  whether the preview shows what is not stored yet
    has_logo whether there is a logo; logo_error: what was wrong with a file for it
    warning  a sentence about characters that no font here has; "" if there are none
    done     a sentence about what was just done
    errors   everything that is wrong, for the list on top
    nav      "events"

POST: do=store or do=preview with the fields, do=logo with the file `logo`, do=remove-logo. Answers: 303 here.
"""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.printing.uploads import LARGEST_LOGO, UploadedPictureError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubMember, refuse
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.award_printouts import design_of
from carrom_web.competitions.events.design_form import DesignForm
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.models import ClubLogo
from carrom_web.competitions.events.picture_answers import sent_picture
from carrom_web.competitions.events.services import designs
from carrom_web.core.files import glyph_warning
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("clubs/<slug:slug>/designs/", name="club-designs", audience=ClubMember(Action.ORGANISE))


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST store the design or the logo, or show a preview of what is not stored."""
    club, guest_id, now = clubs.club_named(slug), guest_id_of(request), timezone.now()
    do = request.POST.get("do", "")
    if request.method != "POST":
        return _show(request, club, _stored_form(club))
    if do not in ("remove-logo", "logo", "preview", "store"):
        return refuse(request, FormError("unknown-action"))
    if do == "remove-logo":
        designs.remove_logo(club, guest_id, now=now)
        return _done(slug, "logo-removed")
    if do == "logo":
        try:
            designs.store_logo(club, guest_id, sent_picture(request, "logo", LARGEST_LOGO), now=now)
        except UploadedPictureError as error:
            return _show(request, club, _stored_form(club), status=422, logo_error=localized(error))
        return _done(slug, "logo")
    form = DesignForm(request.POST)
    if not form.is_valid():
        return _show(request, club, form, status=422)
    if do == "preview":
        return _show(request, club, form, unsaved=True)
    designs.store_design(club, guest_id, form.made, now=now)
    return _done(slug, "stored")


def _stored_form(club: Club) -> DesignForm:
    return DesignForm(DesignForm.initial_of(design_of(club.pk)))


def _done(slug: str, what: str) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": f"{reverse('club-designs', args=[slug])}?done={what}"})


def _show(request: HttpRequest, club: Club, form: DesignForm, *, status: int = 200, **more: Any) -> HttpResponse:
    done = {
        "stored": _("The design is stored. All events of the club print with it."),
        "logo": _("The logo is stored."),
        "logo-removed": _("The logo is removed."),
    }
    valid = form.is_valid()
    made = DesignForm.initial_of(form.made)
    context = {
        "nav": "events",
        "club": {"name": club.name, "slug": club.slug},
        "form": form,
        "preview": f"{reverse('club-design-preview', args=[club.slug])}?{urlencode(made)}" if valid else "",
        "warning": glyph_warning(form.made) if valid else "",
        "has_logo": ClubLogo.objects.filter(club=club).exists(),
        "done": done.get(request.GET.get("done", ""), ""),
        "errors": error_list(form),
    }
    return render(request, "competitions/events/pages/designs/page.html", context | more, status=status)

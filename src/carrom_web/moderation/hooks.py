"""The answers of moderation to hooks between apps (core/hooks.py)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.error_page import error_page
from carrom_web.core.hooks import hookimpl
from carrom_web.moderation import selectors
from carrom_web.moderation.models import Restriction


@hookimpl
def is_name_taken_away(likeness: str) -> bool:
    """Whether operators have taken away a name that looks like this one."""
    return selectors.is_name_taken_away(likeness)


@hookimpl
def is_banned(guest_id: UUID) -> bool:
    """Whether somebody is banned now."""
    return selectors.restriction_of(guest_id, Restriction.Kind.BAN) is not None


@hookimpl
def is_silenced(guest_id: UUID) -> bool:
    """Whether somebody may not write to others now."""
    return selectors.restriction_of(guest_id, Restriction.Kind.WORDS) is not None


@hookimpl
def refusal_of_change(request: HttpRequest) -> HttpResponse | None:
    """Answer anyone who is banned, with the reason and the way to appeal."""
    ban = selectors.restriction_of(guest_id_of(request), Restriction.Kind.BAN)
    if ban is None:
        return None
    return error_page(
        request,
        status=403,
        code="banned",
        title=_("You are banned"),
        what=ban.why,
        safe=_("Nothing has changed."),
        todo=_("You can look at everything that is public, and appeal against this decision."),
        onward=(reverse("decisions"), _("Read the decision")),
    )


@hookimpl
def account_notice(guest_id: UUID) -> tuple[str, str] | None:
    """Point to the decisions about somebody, where there are any."""
    if not selectors.of_guest(guest_id):
        return None
    return reverse("decisions"), _("The site's operators have made a decision about you or your club. Read it.")

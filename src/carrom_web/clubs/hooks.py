"""The answers of clubs to hooks between apps (core/hooks.py)."""

from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.clubs import selectors, services
from carrom_web.core.hooks import hookimpl


@hookimpl
def check_erasure(guest_id: UUID) -> None:
    """No club with other members may be left without an owner."""
    services.check_leaves_no_club(guest_id)


@hookimpl
def account_notice(guest_id: UUID) -> tuple[str, str] | None:
    """Say that a role waits for a protected account."""
    lack = selectors.lack_of_member(guest_id)
    if lack is None:
        return None
    return reverse("account-protect"), _(
        "Protect your account: your role in a club shows other people's data or money."
    )


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete the clubs to which they belong alone."""
    services.erase_person(guest_id)

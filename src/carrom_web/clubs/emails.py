"""Emails about a club."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.accounts.models import Guest
from carrom_web.clubs import selectors
from carrom_web.clubs.labels import role_labels
from carrom_web.clubs.models import Invitation
from carrom_web.clubs.rights import Role
from carrom_web.core import mail


def member_joined(invitation: Invitation, guest_id: UUID, *, site: str) -> None:
    """Tell the owner of a club who joined it, as what, and by whose invitation."""
    address = selectors.owners_address(invitation.club_id)
    if not address:
        return  # the log on the club's page says it
    club, role = invitation.club, role_labels()[Role(invitation.role)]
    member = Guest.objects.get(pk=guest_id)
    values = {
        "name": member.name or _("Somebody"),
        "club": club.name,
        "role": role,
        "by": (invitation.made_by.name if invitation.made_by else "") or _("somebody"),
    }
    page = (settings.SITE_URL or site).rstrip("/") + reverse("club", args=[club.slug])
    mail.send(
        subject=_("%(club)s: %(name)s joined as %(role)s") % values,
        paragraphs=[
            _("%(name)s has joined %(club)s as %(role)s, with an invitation from %(by)s.") % values,
            _("If you did not expect this, end the role on the club's page:"),
            page,
        ],
        footer=club.name,
        to=address,
    )

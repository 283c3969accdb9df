"""The emails of moderation, to those who have an account with a confirmed address."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from carrom_web.accounts.models import Account
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Role
from carrom_web.core import mail
from carrom_web.moderation.models import Restriction


def restricted(restriction_id: int, site: str) -> None:
    """Tell somebody what was decided about them, why, and how they appeal."""
    row = Restriction.objects.select_related("club").get(pk=restriction_id)
    lines = [_what(row), row.why]
    if row.until is not None:
        day = formats.date_format(timezone.localtime(row.until), "DATETIME_FORMAT")
        lines.append(_("This ends by itself on %(day)s.") % {"day": day})
    _send(
        row,
        site,
        _("A decision about you"),
        [*lines, _("If you think that this is wrong, you can appeal here:"), _address(site)],
    )


def lifted(restriction_id: int, site: str) -> None:
    """Tell somebody that a restriction has been lifted."""
    row = Restriction.objects.select_related("club").get(pk=restriction_id)
    _send(row, site, _("A decision was taken back"), [_("This no longer holds:"), _what(row)])


def answered(restriction_id: int, site: str) -> None:
    """Send the answer to an appeal."""
    row = Restriction.objects.select_related("club").get(pk=restriction_id)
    ended = _("The decision was taken back.") if row.lifted_at else _("The decision stands.")
    _send(row, site, _("Your appeal"), [ended, row.answer, _address(site)])


def _what(row: Restriction) -> str:
    """Return a sentence that says what was decided."""
    match row.kind:
        case Restriction.Kind.NAME:
            return _("The operators of this site have taken away your name “%(name)s”.") % {"name": row.name}
        case Restriction.Kind.WORDS:
            return _("The operators of this site no longer let you write to other players.")
        case Restriction.Kind.BAN:
            return _("The operators of this site have banned you.")
        case _:
            return _("The operators of this site have hidden your club “%(club)s”.") % {"club": row.club}


def _address(site: str) -> str:
    return (settings.SITE_URL or site).rstrip("/") + reverse("decisions")


def _send(row: Restriction, site: str, subject: str, paragraphs: list[str]) -> None:
    """Send it to the person, or to the owner of the club, if they have an account."""
    guest_id = row.guest_id
    if row.club_id is not None:
        owner = Member.objects.filter(club=row.club_id, role=Role.OWNER).values_list("guest", flat=True)
        guest_id = owner.first()
    account = Account.objects.filter(guest=guest_id, is_active=True).first()
    if account is None or not EmailAddress.objects.filter(user=account, email=account.email, verified=True).exists():
        return
    footer = _("You get this because you have an account at %(address)s.") % {"address": settings.SITE_URL or site}
    mail.send(subject=subject, paragraphs=paragraphs, footer=footer, to=account.email)

"""The parts of links that stand for a registration, a group, a partner, a line-up or a player of a ladder, signed."""

from uuid import UUID

from django.core import signing

from carrom.errors import UnreadableError
from carrom_web.competitions.events.models import Entry, Group, Member, Registration
from carrom_web.core.rows import only_row

FORM_SALT = "carrom.registration"
PARTNER_SALT = "carrom.partner"
GROUP_SALT = "carrom.registration-group"
LINE_UP_SALT = "carrom.line-up"
CHALLENGER_SALT = "carrom.challenger"


class UnknownFormError(UnreadableError):
    """No registration stands behind this link."""

    code = "unknown-registration"


def form_with_token(token: str) -> Registration:
    """Return the registration that a link stands for. Raises UnknownFormError."""
    try:
        key, _dash, holder = signing.Signer(salt=FORM_SALT, sep=".").unsign(token).partition("-")
        pk, number = UUID(hex=key), int(holder or 0)
    except (signing.BadSignature, ValueError):
        raise UnknownFormError("registration-link") from None
    form = only_row(Registration.objects.select_related("event__club", "group").filter(pk=pk))
    if form is not None and form.holder != number:
        raise UnknownFormError("registration-given-away")
    if form is None:
        raise UnknownFormError("registration-gone")
    return form


def token_of(form: Registration) -> str:
    """The part of an address that stands for a registration and its owner; who gave it away has another one."""
    key = f"{form.pk.hex}-{form.holder}" if form.holder else form.pk.hex
    return signing.Signer(salt=FORM_SALT, sep=".").sign(key)


def group_with_token(token: str) -> Group:
    """Return the group of registrations that a link stands for. Raises UnknownFormError."""
    try:
        pk = UUID(hex=signing.Signer(salt=GROUP_SALT, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        raise UnknownFormError("registration-link") from None
    group = only_row(Group.objects.select_related("event__club").filter(pk=pk))
    if group is None:
        raise UnknownFormError("registration-gone")
    return group


def group_token(group: Group) -> str:
    """The part of an address that stands for a group of registrations."""
    return signing.Signer(salt=GROUP_SALT, sep=".").sign(group.pk.hex)


def member_with_token(token: str) -> Member:
    """Return the partner that a link was sent to. Raises UnknownFormError."""
    try:
        pk = int(signing.Signer(salt=PARTNER_SALT, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        raise UnknownFormError("entry-link") from None
    member = only_row(Member.objects.select_related("entry__form__event__club", "entry__category").filter(pk=pk))
    if member is None or not member.name:
        raise UnknownFormError("entry-gone")
    return member


def partner_token(member: Member) -> str:
    """The part of an address that asks a partner to confirm."""
    return signing.Signer(salt=PARTNER_SALT, sep=".").sign(str(member.pk))


def line_up_with_token(token: str) -> tuple[Entry, str]:
    """Return the team and the fixture that a captain's link stands for. Raises UnknownFormError."""
    try:
        pk, fixture = signing.Signer(salt=LINE_UP_SALT, sep=".").unsign(token).split(":", 1)
        entry = only_row(Entry.objects.select_related("form__event__club", "category").filter(pk=int(pk)))
    except (signing.BadSignature, ValueError):
        raise UnknownFormError("line-up-link") from None
    if entry is None:
        raise UnknownFormError("team-gone")
    return entry, fixture


def line_up_token(entry: Entry, fixture: str) -> str:
    """The part of an address by which a captain hands in their line-up."""
    return signing.Signer(salt=LINE_UP_SALT, sep=".").sign(f"{entry.pk}:{fixture}")


def entry_of_challenger(token: str) -> Entry:
    """Return the entry of a ladder that a player's link stands for. Raises UnknownFormError."""
    try:
        pk = int(signing.Signer(salt=CHALLENGER_SALT, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        raise UnknownFormError("ladder-link") from None
    entry = only_row(Entry.objects.select_related("form__event__club", "category").filter(pk=pk))
    if entry is None:
        raise UnknownFormError("entry-gone")
    return entry


def challenger_token(entry: Entry) -> str:
    """The part of an address by which a player of a ladder challenges and answers."""
    return signing.Signer(salt=CHALLENGER_SALT, sep=".").sign(str(entry.pk))

"""The record of processing of a club, as data protection law asks for one: made from settings and rights alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.settings import settings_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.labels import role_labels
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import MAY, SENSITIVE, Action
from carrom_web.core.hooks import registry
from carrom_web.core.setting_fields import value_label
from carrom_web.people.retention import RetentionTerms, terms_of

PURPOSES = {
    "birth_days": gettext_lazy("age classes of categories; whether a guardian has to agree"),
    "address_days": gettext_lazy("confirmations, links, reminders, results"),
    "answer_days": gettext_lazy("what the event prepares for its players"),
    "consent_days": gettext_lazy("proof that a guardian agreed for a minor"),
    "payment_days": gettext_lazy("to find the payment of a fee"),
}
SEEN = {
    Action.SEE_PERSONS: gettext_lazy("addresses, ages, answers, consents"),
    Action.TAKE_PAYMENTS: gettext_lazy("fees and payments"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPart:
    """A table of the record: heading, titles of columns, rows."""

    heading: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def record_of(club: Club) -> list[RecordPart]:
    """Return the record of a club as it is now."""
    parts: tuple[Callable[[Club], RecordPart], ...] = (_responsible, _data, _readers, _recipients)
    return [part(club) for part in parts]


def _responsible(club: Club) -> RecordPart:
    owner = clubs.people(club)[0]
    address = clubs.owners_address(club.pk)
    rows = [(_("Club"), ", ".join(filter(None, (club.name, club.place))))]
    rows += [(_("Owner"), ", ".join(filter(None, (owner.name, address))))]
    if settings.SITE_URL:
        rows += [(_("Site"), settings.SITE_URL)]
    return RecordPart(heading=_("Who is responsible"), columns=("", ""), rows=rows)


def _data(club: Club) -> RecordPart:
    terms = terms_of(club)
    rows = [
        (_(one.label), str(PURPOSES[name]), value_label(one, one.of(terms)))
        for name, one in settings_of(RetentionTerms).items()
    ]
    rows += [
        (_("Names and clubs"), _("draws, results and tables"), _("until the player deletes them")),
        (_("Photos of winners"), _("results, while everybody on it agrees"), _("until the organiser deletes them")),
        (_("Ledger: sums, days, receipts"), _("book-keeping"), _("as long as the event is stored")),
        (_("Log: who changed what"), _("to find and undo mistakes"), _("until they delete their account")),
    ]
    columns = (_("Data of players"), _("What for"), _("How long"))
    return RecordPart(heading=_("Which data, and why"), columns=columns, rows=rows)


def _readers(club: Club) -> RecordPart:
    names, people = role_labels(), clubs.people(club)
    rows = [
        (
            names[role],
            ", ".join(str(SEEN[action]) for action in SEEN if action in MAY[role]),
            _("people now: %(count)d") % {"count": sum(role in person.roles for person in people)},
        )
        for role in MAY
        if MAY[role] & SENSITIVE
    ]
    rows.append((_("Everybody"), _("names as each player agreed, results"), "-"))
    heading = (
        _("Who sees them: with a passkey or codes from an app")
        if clubs.asks_protection(club)
        else _("Who sees them: with a password")
    )
    return RecordPart(heading=heading, columns=(_("Role"), _("Sees"), _("People now")), rows=rows)


def _recipients(club: Club) -> RecordPart:
    rows = [one for answer in registry.hook.data_recipients(club_id=club.pk) for one in answer]
    if settings.LETTERS_ARRIVE:
        rows.append((_("Mail server %(host)s") % {"host": settings.EMAIL_HOST}, _("addresses and emails")))
    if not rows:
        rows.append((_("Nobody"), "-"))
    return RecordPart(heading=_("Who else gets them"), columns=(_("Recipient"), _("Gets")), rows=rows)

"""Automatic reminders of an event: fees that are due soon."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom.settings import settings_of
from carrom.tournament.event import EventTerms, Method, is_due_on_day, last_day_of_entry
from carrom_web.competitions.events import emails, notifications, repository, selectors
from carrom_web.competitions.events.models import Event, Registration
from carrom_web.competitions.reminders import Occasion, Reminder, Reminders
from carrom_web.core.setting_fields import value_label

SETTING = "fee_reminder_days"
JUST_ENTERED = timedelta(days=1)  # the letter that said what is to be paid is not older than this


def due(event: Event, now: datetime) -> list[Reminder]:
    """The emails that are due at a moment: to those who owe a fee whose last day is near."""
    terms = repository.terms_of(event)
    if not terms.fee_reminder_days or not any(one.fee for one in terms.categories):
        return []
    today = now.astimezone(terms.zone).date()
    return [
        Reminder(
            occasion=Occasion("fee", form.pk.hex, last.isoformat()),
            letter=emails.fee_due,
            push=notifications.fee_due,
            arguments=(form.pk,),
        )
        for form, last in _owing(event, terms)
        if last - timedelta(days=terms.fee_reminder_days) <= today <= last
        and form.email
        and form.made_at + JUST_ENTERED <= now
    ]


def text(event: Event, now: datetime) -> str:
    """How many fees are open, as a text for a chat; it names nobody, since what somebody owes is theirs alone."""
    terms = repository.terms_of(event)
    open_now = [last for _form, last in _owing(event, terms) if last >= now.astimezone(terms.zone).date()]
    if not open_now:
        return ""
    day = formats.date_format(min(open_now), "DATE_FORMAT")
    lines = [
        terms.title,
        _("Some fees are not paid yet (%(n)s). Please pay by the end of %(day)s.") % {"n": len(open_now), "day": day},
        _("The link in your email shows what you owe, and how to pay."),
    ]
    site = settings.SITE_URL.rstrip("/")
    return "\n".join([*lines, *([site + reverse("event", args=[event.slug])] if site else [])])


def _settings(event: Event) -> Sequence[tuple[str, str]]:
    one = settings_of(EventTerms)[SETTING]
    return [(_(one.label), value_label(one, one.of(repository.terms_of(event))))]


REMINDERS: Reminders[Event] = Reminders(due=due, text=text, settings=_settings)


def _owing(event: Event, terms: EventTerms) -> list[tuple[Registration, date]]:
    """The registrations that owe something, each with the last day on which it is to be paid."""
    owed = {form for form, account in selectors.accounts_of(event).items() if account.balance > 0}
    rows = event.forms.filter(pk__in=owed, withdrawn_at=None).order_by("number")
    return [
        (form, terms.days[0].date if is_due_on_day(terms, Method(form.method)) else last_day_of_entry(terms))
        for form in rows
    ]

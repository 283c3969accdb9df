"""Labels of an event's values on its pages."""

import re
from collections.abc import Sequence
from datetime import datetime

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from carrom.match.rules import shipped
from carrom.settings import settings_of
from carrom.tournament.category import CategoryTerms, Gender, Kind, MatchTerms
from carrom.tournament.event import EventTerms, Method
from carrom.tournament.format import find
from carrom.tournament.play_days import Day
from carrom.tournament.registration import EntryStatus
from carrom_web.clubs.rights import Role
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import phrases

STANDING_LABELS = {
    EntryStatus.HELD: gettext_noop("place held"),
    EntryStatus.CONFIRMED: gettext_noop("certain"),
    EntryStatus.WAITING: gettext_noop("on the waiting list"),
    EntryStatus.EXPIRED: gettext_noop("expired"),
    EntryStatus.WITHDRAWN: gettext_noop("withdrawn"),
    EntryStatus.CANCELLED: gettext_noop("cancelled"),
}
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}


def local(moment: datetime, terms: EventTerms) -> datetime:
    """A moment by the clocks of the event's venue, for templates.

    It has no zone: Django would put an aware one into the site's own when a template shows it.
    """
    return moment.astimezone(terms.zone).replace(tzinfo=None)


def moment_label(moment: datetime, terms: EventTerms) -> str:
    """A moment by the clocks of the venue, with the name of their zone."""
    there = moment.astimezone(terms.zone)
    return f"{formats.date_format(local(moment, terms), 'DATE_FORMAT')}, {there:%H:%M} {there:%Z}"


def method_label(method: Method) -> str:
    """How a fee is paid."""
    return _(settings_of(EventTerms)["pays"].choices[method])


def role_label(role: Role) -> str:
    """An official's post (C-085 to C-088)."""
    return {
        Role.OWNER: _("Owner"),
        Role.ORGANISER: _("Organiser"),
        Role.TECHNICAL_DIRECTOR: _("Technical Director"),
        Role.CHIEF_REFEREE: _("Chief referee"),
        Role.ASSISTANT_CHIEF_REFEREE: _("Assistant chief referee"),
        Role.UMPIRE: _("Umpire"),
        Role.REGISTRAR: _("Registrar"),
        Role.PLAYER: _("Player"),
    }[role]


def detail_label(name: str) -> str:
    """Return the label of a changed part of a registration (`services.changing.Details`)."""
    return {
        "name": _("Name"),
        "email": _("Email"),
        "born": _("Date of birth"),
        "gender": _("Draw"),
        "club_name": _("Club"),
        "shows_name": _("Show the name"),
        "method": _("Payment method"),
        "categories": _("Categories"),
        "partners": _("Partner"),
    }[name]


def standing_label(standing: EntryStatus) -> str:
    """How an entry stands."""
    return _(STANDING_LABELS[standing])


def kind_label(kind: Kind) -> str:
    """Return the label of a kind of entry."""
    return _(settings_of(CategoryTerms)["kind"].choices[kind])


def length_label(length: str) -> str:
    """How long a match is."""
    return _(settings_of(MatchTerms)["length"].choices[length])


def format_label(slug: str) -> str:
    """How a category is played."""
    return _(find(slug).title)


def money(cents: int, currency: str) -> str:
    """An amount: "$17.50", "30 €" as the language writes numbers."""
    places = 0 if cents % 100 == 0 else 2
    number = formats.number_format(cents / 100, decimal_pos=places, force_grouping=False)
    sign = SIGNS.get(currency)
    if sign is None:
        return f"{number} {currency}"
    return f"{number} {sign}" if currency == "EUR" else f"{sign}{number}"


def days_label(days: Sequence[Day]) -> str:
    """When it is played: the day or days, and the hours where they are the same on all."""
    first, last = days[0], days[-1]
    words = formats.date_format(first.date, "DATE_FORMAT")
    if last.date != first.date:
        words = _("%(first)s to %(last)s") % {"first": words, "last": formats.date_format(last.date, "DATE_FORMAT")}
    if len({(day.opens, day.closes) for day in days}) == 1:
        hours = {"from": formats.time_format(first.opens, "H:i"), "to": formats.time_format(first.closes, "H:i")}
        words += ", " + _("%(from)s to %(to)s") % hours
    return words


def who_may(category: CategoryTerms) -> str:
    """Whom a category admits."""
    return ", ".join(_who_parts(category))


def who_else(category: CategoryTerms) -> str:
    """Whom a category admits, as far as its title does not say so already."""
    title = set(re.findall(r"\w+", category.title.casefold()))
    return ", ".join(one for one in _who_parts(category) if not set(re.findall(r"\w+", one.casefold())) <= title)


def _who_parts(category: CategoryTerms) -> list[str]:
    parts = [kind_label(category.kind)]
    genders = {Gender.WOMEN: _("women"), Gender.MEN: _("men"), Gender.MIXED: _("mixed")}
    if category.gender in genders:
        parts.append(genders[category.gender])
    if category.youngest is not None and category.oldest is not None:
        parts.append(_("%(a)s to %(b)s years") % {"a": category.youngest, "b": category.oldest})
    elif category.oldest is not None:
        parts.append(_("%(age)s and below") % {"age": category.oldest})
    elif category.youngest is not None:
        parts.append(_("%(age)s and above") % {"age": category.youngest})
    if category.level:
        parts.append(category.level)
    return parts


def how_played(category: CategoryTerms, ruleset: str) -> str:
    """Format and length of a category's matches: "Knock-out. Best of 3 boards"."""
    length = category.match.length
    whole = phrases.format_phrase(shipped()[ruleset]) if length == "match" else length_label(length)
    return f"{format_label(category.format)}. {whole}"


def fee_label(terms: EventTerms) -> list[str]:
    """The fees, each once: "$10 singles"."""
    seen: dict[str, None] = {}
    for category in terms.categories:
        if category.fee:
            seen.setdefault(f"{money(category.fee, terms.currency)} {kind_label(category.kind)}")
    return list(seen)


def laws_title(terms: EventTerms) -> str:
    """The title of the laws in force."""
    return ruleset_title(shipped()[terms.ruleset])


def count_label(taken: int, most: int | None, waiting: int) -> str:
    """How full a category is."""
    if not taken and not waiting:
        return _("no entries yet") if most is None else _("%(most)s places, no entries yet") % {"most": most}
    if most is None:
        words = ngettext("%(n)s entries", "%(n)s entries", taken) % {"n": taken}
    else:
        words = _("%(n)s of %(most)s places taken") % {"n": taken, "most": most}
    if waiting:
        words += ", " + ngettext("%(n)s waiting", "%(n)s waiting", waiting) % {"n": waiting}
    return words


def waiting_rule(terms: EventTerms) -> str:
    """Return the rule of the waiting list, as pages and emails say it."""
    rules = {
        "coming": _("A place that becomes free goes to those registered first, until entries close."),
        "unplaced": _(
            "A place that becomes free goes first to those who have no place in any category, then to those "
            "registered first, until entries close."
        ),
    }
    return f"{rules[terms.waiting]} {_('The fee is due only then.')}"

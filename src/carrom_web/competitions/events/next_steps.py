"""The next steps of an organiser, given the state of the event, each with its page."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament.event import ONLINE, EventTerms, Method, is_open
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.payment_accounts import taken_online

Step = dict[str, str]


def next_steps(event: Event, terms: EventTerms, now: datetime) -> list[Step]:
    """Give {says, title, url} of what is to be done now, the first thing first; nothing for a cancelled event."""
    if event.state == Event.State.CANCELLED:
        return []
    if event.state == Event.State.DRAFT:
        return _before(event, terms)
    if is_open(terms, now):
        return [*_before(event, terms), *_entries(event)]
    return _draws(event, terms) + _play(event, terms)


def _before(event: Event, terms: EventTerms) -> list[Step]:
    steps = []
    online = {one for one in terms.pays if one in ONLINE}
    missing = online - set(taken_online(event.club_id)) if online else set()
    lacks = {
        Method.PAYPAL: _("You chose PayPal, but the club has no account there. Its owner can store one."),
        Method.STRIPE: _("You chose cards by Stripe, but the club has no account there. Its owner can store one."),
    }
    for one in sorted(missing):
        url = reverse("club-payments", args=[event.club.slug])
        steps.append(_step(lacks[one], _("Payments of the club"), url))
    if len(clubs.people(event.club)) > 1 and clubs.boards(event.club).exists():
        return steps
    return [
        *steps,
        _step(
            _("Invite your team: registrar, umpires, referees. Add the boards and print their labels."),
            _("The club"),
            reverse("club", args=[event.club.slug]),
        ),
    ]


def _entries(event: Event) -> list[Step]:
    count = event.forms.filter(withdrawn_at=None).count()
    says = ngettext("%(n)d registration received.", "%(n)d registrations received.", count) % {"n": count}
    return [_step(says, _("Desk"), reverse("event-desk", args=[event.slug]))]


def _draws(event: Event, terms: EventTerms) -> list[Step]:
    steps = []
    for one in selectors.categories_of(event, terms):
        shown = contests.shown(one.row)
        certain = one.row.entries.filter(standing="confirmed").count()
        if one.is_open and certain >= 2 and (shown is None or not shown.contest.draws):
            says = ngettext("%(title)s: %(n)d confirmed entry.", "%(title)s: %(n)d confirmed entries.", certain) % {
                "title": one.terms.title,
                "n": certain,
            }
            steps.append(_step(says, _("Draw"), reverse("event-draw", args=[event.slug, one.terms.key])))
    return steps


def _play(event: Event, terms: EventTerms) -> list[Step]:
    found = [contests.shown(one.row) for one in selectors.categories_of(event, terms) if one.is_open]
    drawn = [one for one in found if one is not None and one.contest.draws]
    if not drawn:
        return []
    prints = reverse("event-prints", args=[event.slug])
    if all(one.is_over for one in drawn):
        return [
            _step(_("All drawn matches have been played."), _("Results"), reverse("event-results", args=[event.slug])),
            _step(_("Print certificates for the winners."), _("Prints"), prints),
        ]
    return [
        _step(_("Call the matches to their boards."), _("Order of play"), reverse("event-play", args=[event.slug])),
        _step(_("Print score sheets, brackets and board labels."), _("Prints"), prints),
    ]


def _step(says: str, title: str, url: str) -> Step:
    return {"says": says, "title": title, "url": url}

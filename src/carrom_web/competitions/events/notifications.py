"""Notifications of an event: a match is called to a board or does not count any more, a fee is due soon.

None says more than a page for everybody. They go to the devices of those whom it concerns: who claimed the player, has
opened their link and asked for them, or sits at the match.
"""

from datetime import timedelta
from functools import partial
from uuid import UUID

from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms, last_day_of_entry
from carrom_web.competitions.events import contests, email_parts, link_tokens, repository, selectors
from carrom_web.competitions.events.models import BoardCall, Member, Registration
from carrom_web.competitions.events.services import line_ups
from carrom_web.outbox.backend import queue
from carrom_web.people.selectors import guests_to_notify
from carrom_web.push import services as push
from carrom_web.push.services import Text

CALL_IS_NEWS = timedelta(minutes=30)
A_DAY = timedelta(days=1)


def announce(call: BoardCall) -> None:
    """Have the players of a call notified once it is stored, and emailed where they want that."""
    keys = (call.a, call.b)
    wanted = Registration.objects.filter(entries__category=call.category_id, entries__key__in=keys, wants_calls=True)
    if push.is_used() or wanted.exists():
        queue(called, call.pk)


def called(call_id: int) -> None:
    """Notify and email the players of a match that is at a board now."""
    call = BoardCall.objects.select_related("category__event").get(pk=call_id, ended_at=None)
    shown = contests.shown(call.category)
    if shown is None:
        return
    terms = repository.terms_of(call.category.event)
    for own, other in ((call.a, call.b), (call.b, call.a)):
        for member in line_ups.players_called(call, shown.contest, own):
            text = partial(_text_of_call, call, terms, shown, other, member)
            guests = guests_to_notify([member.person])
            tag = f"call-{call.category.event.slug}"
            push.notify(guests, text, tag=tag, lifetime=CALL_IS_NEWS, is_urgent=True)
            _email(member, call, terms, text)


def announce_withdrawn(call: BoardCall) -> None:
    """Have the players of a match online notified, once it is stored, that its line-ups were taken back."""
    if call.match_id is not None and push.is_used():
        queue(withdrawn, call.pk)


def withdrawn(call_id: int) -> None:
    """Notify the players of a match online that the line-ups with which it began were taken back."""
    call = BoardCall.objects.select_related("category__event", "match").get(pk=call_id)
    shown = contests.shown(call.category)
    if shown is None or call.match is None:
        return
    event, match, names = call.category.event, call.match, f"{shown.name(call.a)} – {shown.name(call.b)}"

    def text() -> Text:
        title = _("Your match does not count any more: its line-ups were taken back")
        return Text(title, f"{names}\n{repository.terms_of(event).title}", reverse("match", args=[match.pk]))

    guests = match.seats.exclude(guest=None).values_list("guest", flat=True)
    push.notify(guests, text, tag=f"call-{event.slug}", lifetime=CALL_IS_NEWS, is_urgent=True)


def fee_due(form_id: UUID) -> None:
    """Notify somebody that a fee is due soon; how much is said in the email and on their own page."""
    form, terms = email_parts.form_of(form_id)
    if selectors.account_of(form).balance <= 0:
        return

    def text() -> Text:
        day = formats.date_format(last_day_of_entry(terms), "DATE_FORMAT")
        body = _("Please pay by the end of %(day)s.") % {"day": day}
        return Text(f"{terms.title}: {_('your fee is due soon')}", body, _own_page(form))

    push.notify(guests_to_notify([form.person]), text, tag=f"fee-{form.event.slug}", lifetime=A_DAY)


def _text_of_call(call: BoardCall, terms: EventTerms, shown: contests.ContestView, other: str, member: Member) -> Text:
    title = _("Board %(board)s: your match is called") % {"board": call.board}
    if terms.is_online and call.match_id is not None:
        title = _("Your match has started")
    against = _("Against %(name)s") % {"name": shown.name(other)}
    about = f"{terms.title}, {terms.category(call.category.key).title}"
    own = member.position == 0  # the others cannot open the page of who entered them
    url = _own_page(member.entry.form) if own else reverse("event", args=[call.category.event.slug])
    if terms.is_online and call.match_id is not None:
        url = reverse("match", args=[call.match_id])
    return Text(title, f"{against}\n{about}", url)


def _email(member: Member, call: BoardCall, terms: EventTerms, text: partial[Text]) -> None:
    form = member.entry.form
    if not form.wants_calls or member.position:
        return
    with translation.override(form.language):
        said = text()
        lines = [f"{said.title}.", *said.body.splitlines()[:1], *email_parts.own_link(form)]
        email_parts.send(form, said.title, [*lines, _("You can stop these emails there.")])


def _own_page(form: Registration) -> str:
    return reverse("event-registration", args=[link_tokens.token_of(form)])

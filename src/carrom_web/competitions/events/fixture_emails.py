"""Emails about matches: line-ups of ties, challenges of a ladder."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms
from carrom_web.competitions.events import contests, labels, link_tokens, repository, selectors
from carrom_web.competitions.events.email_parts import (
    address_of,
    category_title,
    own_link,
    send,
)
from carrom_web.competitions.events.models import (
    Category,
    Challenge,
    Entry,
)


def ties_drawn(category_id: int, fixtures: Sequence[str]) -> None:
    """Send every captain of a team the links by which they hand in their line-ups for these ties."""
    category = Category.objects.get(pk=category_id)
    found = contests.shown(category)
    if found is None:
        return
    entries = {entry.key: entry for entry in category.entries.select_related("form__event")}
    met = [one for one in found.meetings if one.fixture.id in fixtures and one.a and one.b and not one.is_settled]
    for key, entry in entries.items():
        own = [one for one in met if key in one.keys]
        if not own:
            continue
        with translation.override(entry.form.language):
            lines = [_("Your team %(team)s is in the draw. Hand in its line-ups here:") % {"team": entry.team}]
            for one in own:
                against = found.name(one.b if one.a == key else one.a)
                link = address_of(
                    entry.form, reverse("event-line-up", args=[link_tokens.line_up_token(entry, one.fixture.id)])
                )
                lines.append(
                    _("%(fixture)s, against %(team)s:") % {"fixture": one.fixture.id, "team": against} + "\n" + link
                )
            lines.append(_("Nobody sees a line-up until both are in. These links are only for you."))
            send(entry.form, _("Your line-up"), lines)


def line_up_taken(category_id: int, fixture: str, team: str) -> None:
    """Confirm to a captain that their team's line-up has arrived, without its content."""
    entry = Entry.objects.select_related("form__event").get(category_id=category_id, key=team)
    with translation.override(entry.form.language):
        lines = [
            _("We received a line-up of %(team)s for %(fixture)s.") % {"team": entry.team, "fixture": fixture},
            _("It stays closed until both are in; until then you can replace it."),
            _("If this was not you, contact the organiser."),
        ]
        send(entry.form, _("Line-up received"), [*lines, *own_link(entry.form)])


def challenged(challenge_id: int) -> None:
    """Tell that somebody challenges, and until when to answer."""
    made, by, to, terms = _challenge(challenge_id)
    with translation.override(to.form.language):
        values = {"name": _entry_name(by), **category_title(to, terms)}
        lines = [_("%(name)s challenges you: %(category)s.") % values]
        if made.until is not None:
            lines.append(_("Answer by %(until)s.") % {"until": labels.moment_label(made.until, terms)})
        send(to.form, _("A challenge"), [*lines, *_ladder_link(to)])


def challenge_answered(challenge_id: int) -> None:
    """Notify the challenger of the outcome of their challenge."""
    made, by, to, _terms = _challenge(challenge_id)
    with translation.override(by.form.language):
        name = {"name": _entry_name(to)}
        says = {
            "accepted": _("%(name)s accepts your challenge. Agree on a time to play."),
            "declined": _("%(name)s declines your challenge."),
            "lapsed": _("%(name)s did not answer your challenge in time."),
        }
        if made.state in says:
            lines = [says[made.state] % name]
            if made.fixture and made.state != "accepted":
                lines.append(_("It counts as a win for you."))
            send(by.form, _("Your challenge"), [*lines, *_ladder_link(by)])


def challenge_reported(challenge_id: int) -> None:
    """Ask the other of the two to confirm the boards that one has reported."""
    made, by, to, _terms = _challenge(challenge_id)
    asked, hook = (to, by) if made.reported_by == made.by else (by, to)
    with translation.override(asked.form.language):
        values = {"name": _entry_name(hook), "boards": made.boards}
        lines = [_("%(name)s has reported the boards of your match: %(boards)s. Is this correct?") % values]
        send(asked.form, _("Confirm the result"), [*lines, *_ladder_link(asked)])


def _challenge(challenge_id: int) -> tuple[Challenge, Entry, Entry, EventTerms]:
    made = Challenge.objects.select_related("category__event").get(pk=challenge_id)
    rows = Entry.objects.filter(category=made.category, key__in=(made.by, made.to))
    entries = {one.key: one for one in rows.select_related("form__event", "category").prefetch_related("members")}
    return made, entries[made.by], entries[made.to], repository.terms_of(made.category.event)


def _entry_name(entry: Entry) -> str:
    members = sorted(entry.members.all(), key=lambda one: one.position)
    return entry.team or " & ".join(selectors.shown_name(one) for one in members)


def _ladder_link(entry: Entry) -> list[str]:
    address = address_of(entry.form, reverse("event-challenges", args=[link_tokens.challenger_token(entry)]))
    return [_("Your challenges; this link is only for you:"), address]

"""Events as a kind of competition: each category has a log of its own, and public pages are made once for all."""

from functools import partial
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from carrom.tournament.event import EventTerms
from carrom.tournament.presets.every import PRESETS
from carrom_web.audit.log_view import LogView
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import (
    audit_labels,
    event_file,
    following,
    form_rows,
    places,
    presenters,
    quick_start,
    reminders,
    repository,
    results_files,
    selectors,
)
from carrom_web.competitions.events.consequence_rows import consequence_rows
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import organising, undoing
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.competitions.events.tools import MANAGE
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import Embed, ListPage, Published, Tab, TermsPage, UndoPreview


def _log_view(event: Event, terms: EventTerms, guest_id: UUID | None) -> LogView:
    return audit_labels.log_view(event, terms, may_undo=selectors.may(event, guest_id, Action.DRAW))


def _undo_preview(event: Event, number: int) -> UndoPreview:
    found = undoing.preview(event, number)
    changes = consequence_rows(found.found, found.changes)
    return UndoPreview("competitions/events/consequences.html", changes, found.found.row.version)


KIND = CompetitionKind[Event, EventTerms](
    name="event",
    prefix="event",
    path="events/",
    title=_("The event"),
    store=repository.STORE,
    view=repository.terms_of,
    head=presenters.head,
    tabs=(
        Tab("event", _("The event")),
        Tab("event-entries", _("Entries"), is_managed=True),
        Tab("event-draws", _("Draws")),
        Tab("event-play", _("Order of play")),
        Tab("event-results", _("Results")),
    ),
    manage=MANAGE,
    log_view=_log_view,
    undo=undoing.undo,
    undo_preview=_undo_preview,
    write=event_file.write,
    read=event_file.read,
    terms=TermsPage(
        title=_("Announce an event"),
        edit_title=_("Change the event"),
        template="competitions/events/terms.html",
        presets={"knock-out-evening": PRESETS["knock-out-evening"], **PRESETS},
        begin_with=form_rows.begin_with,
        of=repository.terms_of,
        copy=form_rows.a_year_later,
        edit=form_rows.EditedForms,
        quick=quick_start.QuickStart,
        start=lambda club, guest_id, terms, after, now: organising.start_event(club, guest_id, terms, now=now),
        change=lambda row, guest_id, terms, now: organising.change_event(row, guest_id, terms, now=now),
    ),
    list_page=ListPage(
        name="events",
        title=_("Events"),
        says=_("Clubs announce events here, accept entries and fees, make draws and show results."),
        new=_("Announce an event"),
        none=_("No events yet. If you organise in a club, announce the first one."),
        more=(("tonight", _("Tonight: a club evening")), ("leagues", _("Leagues")), ("clubs", _("Clubs"))),
    ),
    index=presenters.index_rows,
    published=Published(values=results_files.published, standings=results_files.standings_in),
    embed=Embed(template="competitions/events/embed.html", context=places.places_to_embed),
    followed=following.followed,
    reminders=reminders.REMINDERS,
    remembers_pages=True,
    not_found=("unknown-competition", "unknown-registration", "unknown-club", "unknown-player"),
    elsewhere=_("See all events"),
    nav="events",
    not_official=partial(NotOfficialError, "missing-role"),
)

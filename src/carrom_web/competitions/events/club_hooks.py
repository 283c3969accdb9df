"""The events of a club, for the club's own page."""

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom_web.clubs.hooks import ClubSection
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import labels, selectors
from carrom_web.competitions.events.presenters import state_label
from carrom_web.competitions.events.repository import terms_of


def heading() -> str:
    """What they are called."""
    return _("Events")


def rows(club: Club, guest_id: UUID | None) -> list[ClubSection]:
    """Give the events of a club that somebody may see, the latest first."""
    now, found = timezone.now(), []
    for event in selectors.events_to_show(guest_id, club=club):
        terms = terms_of(event)
        found.append(
            ClubSection(
                title=terms.title,
                when=labels.days_label(terms.days),
                state=state_label(event, terms, now),
                url=reverse("event", args=[event.slug]),
            )
        )
    return found


def new(club: Club) -> tuple[str, str]:
    """Where a new one is announced, and in which words."""
    return f"{reverse('event-new')}?club={club.slug}", _("Announce an event")

"""The events of a club, for the club's own page."""

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom_web.clubs.holdings import Held
from carrom_web.clubs.models import Club
from carrom_web.tournaments import queries, words
from carrom_web.tournaments.showing import state_words
from carrom_web.tournaments.state_store import terms_of


def heading() -> str:
    """What they are called."""
    return _("Events")


def tell(club: Club, guest_id: UUID | None) -> list[Held]:
    """Give the events of a club that somebody may see, the latest first."""
    now, found = timezone.now(), []
    for event in queries.events_to_show(guest_id, club=club):
        terms = terms_of(event)
        found.append(
            Held(
                title=terms.title,
                when=words.days_words(terms.days),
                state=state_words(event, terms, now),
                url=reverse("event", args=[event.slug]),
            )
        )
    return found


def begin(club: Club) -> tuple[str, str]:
    """Where a new one is announced, and in which words."""
    return f"{reverse('event-new')}?club={club.slug}", _("Announce an event")

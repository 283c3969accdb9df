"""What is asked about championships. Reads, never writes."""

from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.repository import terms_of


def categories_to_count(championship: Championship) -> list[tuple[int, str]]:
    """Give the categories of the club's events that a championship can count, with their titles, the latest first."""
    found = []
    events = Event.objects.filter(club=championship.club).exclude(state=Event.State.CANCELLED)
    for event in events.prefetch_related("categories").order_by("-first_day", "-pk"):
        terms = terms_of(event)
        titles = {one.key: one.title for one in terms.categories}
        found += [
            (row.pk, f"{terms.title}: {titles[row.key]}")
            for row in event.categories.all()
            if row.state == Category.State.OPEN and row.key in titles
        ]
    return found

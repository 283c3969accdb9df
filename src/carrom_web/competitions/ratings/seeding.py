"""Seeding draws by rating lists: the newest ratings of a group, of people whom a list knows and may show."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.competitions.ratings.presenters import group_label
from carrom_web.core.hooks import Candidate, hookimpl

PREFIX = "ratings"


@hookimpl
def seed_sources(club_id: int) -> list[tuple[str, str]]:
    """Every rating list, the club's own first, group by group."""
    lists = list(RatingList.objects.filter(state=RatingList.State.OPEN).order_by("-changed_at", "-pk"))
    lists.sort(key=lambda row: row.club_id != club_id)
    return [
        (f"{PREFIX}:{row.pk}:{group}", _("%(title)s: %(group)s") % {"title": row.title, "group": group_label(group)})
        for row in lists
        for group in selectors.groups_of(row)
    ]


@hookimpl
def seed_strengths(source: str, people: Iterable[Candidate]) -> Mapping[str, float] | None:
    """The newest ratings of these people, known as players, by account, or by a name only they have."""
    if not source.startswith(f"{PREFIX}:"):
        return None
    _prefix, number, group = source.split(":", 2)
    row = RatingList.objects.filter(pk=int(number)).first()
    newest = selectors.last_two(row, group)[0] if row is not None else None
    if row is None or newest is None:
        return {}
    book = repository.state(row)
    names = selectors.names_of(row, book)
    people_here = Participant.objects.filter(competition=row)
    by_player = {root: book.who(key) for key, root in people_here.values_list("key", "person__root_id")}
    claimed = people_here.exclude(person__root__branch__guest=None)
    by_guest = {guest: book.who(key) for key, guest in claimed.values_list("key", "person__root__branch__guest_id")}
    plain = {key: _plain(name) for key, name in names.items()}
    count = Counter(plain.values())
    by_name = {name: key for key, name in plain.items() if count[name] == 1}
    found = {}
    for one in people:
        guest_key = by_guest.get(one.guest) if one.guest else None
        tries = (by_player.get(one.player), guest_key, by_name.get(_plain(one.name)))
        key = next((key for key in tries if key in names and key in newest.standings), None)
        if key is not None:
            found[one.key] = newest.standings[key].rating.value
    return found


def _plain(name: str) -> str:
    """A name whatever its case, spaces and order."""
    return " ".join(sorted(name.casefold().split()))

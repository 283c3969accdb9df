"""Taking a scorer's name out of the entries of sheets, when they delete their account: the entries stay."""

from dataclasses import replace
from uuid import UUID

from django.db.models import Q

from carrom.match.entries import Entry, Head
from carrom_web.accounts.models import Guest
from carrom_web.matches.privacy import rewrite
from carrom_web.umpire import selectors
from carrom_web.umpire.models import Sheet


def erase_person(guest_id: UUID) -> None:
    """Take the name of a guest out of every sheet that they scored."""
    name = Guest.objects.filter(pk=guest_id).values_list("name", flat=True).first()
    if not name:
        return
    his = Q(owner_id=guest_id) | Q(scorer_id=guest_id) | Q(appointments__guest_id=guest_id)
    for match_id in Sheet.objects.filter(his).distinct().values_list("pk", flat=True):
        rewrite(match_id, lambda entry: _without(entry, name))
        selectors.drop(match_id)


def _without(entry: Entry, name: str) -> Entry:
    """An entry that does not name a person; those that it holds instead of others neither."""
    instead = tuple(_without(one, name) for one in entry.followed.instead)
    if instead != entry.followed.instead:
        entry = replace(entry, followed=replace(entry.followed, instead=instead))
    if entry.by == name:
        entry = replace(entry, by="")
    if isinstance(entry.asked, Head):
        tags = tuple(tag for tag in entry.asked.tags if tag != ("umpire", name))
        entry = replace(entry, asked=replace(entry.asked, tags=tags))
    return entry

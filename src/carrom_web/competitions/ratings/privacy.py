"""What rating lists keep of a person, given to him and deleted. His results stay, as of nobody: others met him."""

from typing import Any
from uuid import UUID

from carrom_web.competitions.ratings.models import Person


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """Under which name and in which lists somebody is rated."""
    rows = Person.objects.filter(guest_id=guest_id).select_related("rating_list")
    return [{"list": row.rating_list.slug, "name": row.name, "key": row.key} for row in rows]


def erase_guest(guest_id: UUID) -> None:
    """Take a person's name from all lists."""
    Person.objects.filter(guest_id=guest_id).update(name="", guest=None, forgotten=True)

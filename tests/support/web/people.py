"""What tests say of the people of a club."""

from collections.abc import Iterable

from carrom_web.people import services
from carrom_web.people.models import PlayerRow


def say_consent(rows: Iterable[PlayerRow], *, shows_name: bool) -> None:
    """Have the players of these rows say whether they may be named in public."""
    for row in rows:
        services.set_consent(row.person, shows_name=shows_name)

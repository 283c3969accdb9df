"""Changes of a club's players, as rating lists hear of them."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.services import recalculation
from carrom_web.people.services import players_changed


@receiver(players_changed)
def take_again(sender: object, club_id: int, who: bool, **more: Any) -> None:
    """Work the lists of a club out again, at once where players were merged or taken apart, else when it is due."""
    lists = RatingList.objects.filter(club_id=club_id, state=RatingList.State.OPEN)
    if who:
        for rating_list in lists:
            recalculation.take(rating_list, now=timezone.now())
    else:
        lists.update(taken_at=None)

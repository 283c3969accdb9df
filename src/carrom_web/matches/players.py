"""The single matches of a club's player, played by guests who claimed players of that club."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from carrom_web.core.hooks import MatchPlayer, PlayedMatch
from carrom_web.matches import selectors
from carrom_web.matches.models import Match
from carrom_web.matches.results import match_of_people
from carrom_web.people.models import Player

MOST = 100  # the newest


def matches_of(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """Return what the guests who claimed these players have played, people against people, outside competitions."""
    own = list(Player.objects.filter(pk__in=player_ids).exclude(guest=None))
    guests = {one.guest_id for one in own}
    rows = Match.objects.filter(seats__guest__in=guests, phase="over").distinct().order_by("-changed_at", "pk")
    known = {
        one.guest_id: one
        for one in Player.objects.filter(
            club__in={one.club_id for one in own}, guest__seats__match__in=rows
        ).select_related("root")
    }
    found = []
    for match_id in rows.values_list("pk", flat=True)[:MOST]:
        match = match_of_people(match_id)
        if match is not None and selectors.parent_of(match_id) is None:
            sides = [tuple(named(one, known.get(one.guest)) for one in side) for side in (match[0].a, match[0].b)]
            found.append(replace(match[0], key=f"match {match_id}", a=sides[0], b=sides[1], about=_("Single match")))
    return found


def named(one: MatchPlayer, player: Player | None) -> MatchPlayer:
    """Return somebody in a match as the club's player that they are; whole names only of those who agreed."""
    if player is not None and player.root.shows_name:
        return replace(one, player=player.pk)
    initials = " ".join(f"{word[0].upper()}." for word in one.name.split())
    return replace(one, player=player.pk if player else None, name=initials or _("somebody"))

"""The matches on a club's boards of wood that their sheets name a player of the club for.

A sheet that somebody begins by hand has names only. On a board of a club, a name that one player of the club alone has
is that player.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from carrom.terms import Side
from carrom_web.core.hooks import MatchPlayer, PlayedMatch
from carrom_web.matches import selectors as matches
from carrom_web.matches.players import MOST, named
from carrom_web.matches.results import played_match
from carrom_web.people.models import Player, name_key
from carrom_web.umpire.models import Sheet


def matches_of(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """Return what these players have played on their clubs' boards, outside competitions."""
    found: list[PlayedMatch] = []
    own = Player.objects.filter(pk__in=player_ids, erased_at=None)
    for club_id in own.values_list("club", flat=True).distinct():
        names = [name for one in own.filter(club=club_id) for name in (one.name, *one.aliases) if name]
        is_named = Q()
        for name in names:  # whatever else stands in the text of a match, these words do; what they mean follows below
            is_named |= Q(*(Q(match__snapshot__icontains=word) for word in name.split()))
        if is_named:
            found += _on_boards(club_id, is_named, set(player_ids))
    return found


def _on_boards(club_id: int, is_named: Q, own: set[UUID]) -> list[PlayedMatch]:
    sheets = Sheet.objects.filter(is_named, board__club=club_id, match__phase="over", is_solo=False)
    known = _players_by_name(club_id)
    found = []
    for sheet in sheets.select_related("match").order_by("-match__changed_at", "pk")[:MOST]:
        match = matches.load(sheet.pk).state.match
        sides = [
            tuple(
                named(MatchPlayer(None, one.name), known.get(name_key(one.name)))
                for one in match.head.players
                if one.side is side
            )
            for side in Side
        ]
        if not own & {one.player for side in sides for one in side} or matches.parent_of(sheet.pk) is not None:
            continue
        played = played_match(sheet.pk, match, sheet.match.made_at.date(), *sides)
        if played is not None:
            found.append(replace(played, key=f"match {sheet.pk}", about=_("Match on a board")))
    return found


def _players_by_name(club_id: int) -> Mapping[str, Player]:
    """The players of a club by the names that one person alone has."""
    bearers: dict[str, dict[UUID, Player]] = defaultdict(dict)
    for one in Player.objects.filter(club=club_id, erased_at=None).select_related("root"):
        for name in (one.name, *one.aliases):
            if name:
                bearers[name_key(name)].setdefault(one.root_id, one)
    return {name: next(iter(found.values())) for name, found in bearers.items() if len(found) == 1}

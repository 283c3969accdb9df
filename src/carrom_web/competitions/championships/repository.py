"""Stored championships, and the keys of people and teams in them."""

import hashlib
from dataclasses import replace
from uuid import UUID

from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import TEAM, Act, ChampionshipFold, ChampionshipState
from carrom_web.competitions.repository import CompetitionStore, titled
from carrom_web.people.models import Player

STORE = CompetitionStore[Championship, ChampionshipState, Act](
    Championship, Act, fold=lambda row: ChampionshipFold(), columns=titled
)


def state(championship: Championship) -> ChampionshipState:
    """How it stands, with whom the club merged by now."""
    merged = Player.objects.filter(club=championship.club_id).exclude(merged_into=None).values_list("pk", "root")
    same = {person_key(championship, one): person_key(championship, root) for one, root in merged}
    return replace(STORE.state(championship), same=same)


def person_key(championship: Championship, player_id: UUID) -> str:
    """The key of a player: the same in all events of a series, and it tells nothing about them."""
    return _digest(championship, str(player_id))


def team_key(championship: Championship, name: str) -> str:
    """The key of a team, which its name identifies, no matter who plays for it."""
    return TEAM + _digest(championship, f"team {name.casefold()}")


def _digest(championship: Championship, text: str) -> str:
    return hashlib.sha256(f"{championship.pk} {text}".encode()).hexdigest()[:12]

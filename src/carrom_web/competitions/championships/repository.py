"""Stored championships, and the keys of people and teams in them."""

import hashlib
from dataclasses import replace
from uuid import UUID

from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.state import TEAM, Act, ChampionshipFold, ChampionshipState
from carrom_web.competitions.repository import CompetitionStore, titled
from carrom_web.people.models import Player

STORE = CompetitionStore[Championship, ChampionshipState, Act](
    Championship, Act, fold=lambda row: ChampionshipFold(), columns=titled
)


def state(championship: Championship) -> ChampionshipState:
    """How it stands, with whom the club merged by now."""
    book = STORE.state(championship)
    return replace(book, same=_same(championship, book))


def _same(championship: Championship, book: ChampionshipState) -> dict[str, str]:
    """The keys of players and teams that are counted under another one: that one.

    These are keys of merged players; and where a file brought somebody along under a key of its own, the key that they
    have here.
    """
    rows = list(
        Participant.objects.filter(competition=championship)
        .order_by("pk")
        .values_list("key", "person_id", "person__root_id")
    )
    merged = Player.objects.filter(club=championship.club_id).exclude(merged_into=None).values_list("pk", "root")
    own: dict[UUID, str] = {}
    for key, person, root in rows:
        if person == root:
            own.setdefault(root, key)
    known = [(person_key(championship, one), root) for one, root in merged]
    known += [(person_key(championship, root), root) for _key, _person, root in rows]
    known += [(key, root) for key, _person, root in rows]
    same = {key: own.get(root) or person_key(championship, root) for key, root in known}
    for leg in book.legs.values():
        same |= {team_key(championship, one.team): one.people[0] for one in leg.results if one.team and one.people}
    return {key: who for key, who in same.items() if key != who}


def person_key(championship: Championship, player_id: UUID) -> str:
    """The key of a player: the same in all events of a series, and it tells nothing about them."""
    return _digest(championship, str(player_id))


def team_key(championship: Championship, name: str) -> str:
    """The key of a team, which its name identifies, no matter who plays for it."""
    return TEAM + _digest(championship, f"team {name.casefold()}")


def _digest(championship: Championship, text: str) -> str:
    return hashlib.sha256(f"{championship.pk} {text}".encode()).hexdigest()[:12]

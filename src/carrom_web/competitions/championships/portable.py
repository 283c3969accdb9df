"""A championship as its file has it: complete on its own, without the events and leagues that it counts here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from carrom.log import Revert
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.league_results import LeaguePlaces, league_places
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.repository import STORE
from carrom_web.competitions.championships.state import Act, PutLeg, check_values
from carrom_web.competitions.competition_file import FilePerson, Portable
from carrom_web.competitions.events.models import Category
from carrom_web.people.models import Player


def portable(championship: Championship) -> Portable[Act]:
    """Return what the file has in place of categories: the results of each as they are now, and the people in them."""
    book, log = repository.state(championship), STORE.log(championship)
    legs = [*(one.act for one in log.entries if isinstance(one.act, PutLeg)), *book.in_order]  # the latest event last
    numbers = dict.fromkeys(leg.category for leg in legs if leg.category is not None)
    rows = Category.objects.filter(pk__in=numbers).select_related("event", "contest")
    categories = {row.pk: row for row in rows}
    results = {number: event_results.results_in(championship, row) for number, row in categories.items()}
    leagues = {one: league_places(championship, one, book) for one in dict.fromkeys(leg.source for leg in legs)}
    people = _people_of_leagues(list(leagues.values()))
    for leg in legs:
        if leg.category in categories and results[leg.category][0]:
            named = event_results.people_of(championship, categories[leg.category])
            people |= {key: FilePerson(key=key, name=name, player=player) for key, (name, player) in named.items()}
    for row in Participant.objects.filter(competition=championship).order_by("pk"):
        if row.key not in people or not row.name:  # a name that was removed does not come back
            people[row.key] = FilePerson(key=row.key, name=row.name, player=row.person)
    for one in list(people.values()):  # the key of a merged player's line, also where the survivor did not play
        who = book.who(one.key)
        people.setdefault(who, FilePerson(key=who, name=one.name, player=one.player.root))

    def written(act: Act) -> Act:
        if isinstance(act, PutLeg) and act.source:
            found = leagues[act.source]
            lines = found.results if found is not None else ()
            return replace(act, source="", results=lines, is_over=found is None or found.is_over or not lines)
        if not isinstance(act, PutLeg) or act.category is None:
            return act
        if act.placed:  # they count, not the places in the event
            return replace(act, category=None)
        lines, is_over = results.get(act.category, ((), False))
        return replace(act, category=None, results=lines, is_over=is_over or not lines)

    return Portable(people=list(people.values()), act=written)


def _people_of_leagues(leagues: Sequence[LeaguePlaces | None]) -> dict[str, FilePerson]:
    """Return those with a place in leagues and seasons, by their keys in the championship."""
    keys = {key: pk for one in leagues if one is not None for key, pk in one.players.items()}
    players = Player.objects.in_bulk(list(keys.values()))
    return {key: FilePerson(key=key, name=players[pk].name, player=players[pk]) for key, pk in keys.items()}


def check_read(championship: Championship, more: Mapping[str, Any], now: datetime) -> None:
    """Pass if what a file holds can be counted. Raises ChampionshipError, SettingError."""
    for entry in STORE.log(championship).entries:
        if not isinstance(entry.act, Revert):
            check_values(entry.act)

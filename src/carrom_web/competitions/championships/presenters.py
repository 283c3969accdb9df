"""Shared by pages of a championship: a table as rows, its rules as sentences."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament.championship import NOTHING, StandingsRow
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.event_results import LegResult
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import ChampionshipState
from carrom_web.core.hooks import PlayerCompetition
from carrom_web.people.models import Player


def number(value: Decimal) -> str:
    """Points as one writes them: 12, 12.5, 12.25."""
    places = 0 if value == value.to_integral_value() else -value.normalize().as_tuple().exponent  # type: ignore[operator]
    return formats.number_format(value, decimal_pos=int(places), use_l10n=True)


def leg_rows(legs: Sequence[LegResult]) -> list[dict[str, Any]]:
    """The events as rows."""
    words = {"coming": _("to come"), "running": _("running"), "over": _("counted")}
    return [
        {
            "key": one.leg.key,
            "title": one.leg.title,
            "day": one.leg.day,
            "table": one.leg.table,
            "weight": one.leg.weight if one.leg.weight not in ("", "1") else "",
            "state": words[one.state],
            "is_over": one.state == "over",
            "count": len(one.event.places) if one.event else 0,
            "url": reverse("event-draw", args=[one.category.event.slug, one.category.key])
            if one.category is not None and one.category.event.state == "open"
            else "",
        }
        for one in legs
    ]


def standing_rows(
    lines: Sequence[StandingsRow], names: Mapping[str, str], shown_legs: Sequence[LegResult], coming: int
) -> list[dict[str, Any]]:
    """The lines of a table: place, name, points event by event, what is dropped, the total."""
    bonus = [one.event.bonus if one.event else {} for one in shown_legs]
    return [
        {
            "place": line.place,
            "key": line.key,
            "name": names.get(line.key) or _("(deleted)"),
            "results": [
                {
                    "points": "" if result is None else number(result),
                    "dropped": index in line.dropped and result is not None,
                    "bonus": number(more)
                    if result is not None and (more := bonus[index].get(line.key, NOTHING))
                    else "",
                }
                for index, result in enumerate(line.results)
            ]
            + [{"points": "", "dropped": False, "bonus": ""}] * coming,
            "events": line.events,
            "total": number(line.total),
        }
        for line in lines
    ]


def tables_of(
    championship: Championship, book: ChampionshipState, legs: list[LegResult], *, with_running: bool
) -> list[dict[str, Any]]:
    """All standings of a championship as a page shows them."""
    names = event_results.names_in(legs)
    found = []
    for number, name in enumerate(book.tables, 1):
        counted, lines = event_results.table_of(book, legs, name, with_running=with_running)
        shown = {one.leg.key for one in counted}
        coming = [one for one in legs if one.leg.table == name and one.leg.key not in shown]
        columns = leg_rows([*counted, *coming])
        for column in columns:
            column["note"] = "" if column["is_over"] else column["state"]
        found.append(
            {
                "name": name,
                "columns": columns,
                "rows": standing_rows(lines, names, counted, len(coming)),
                "files": {
                    kind: reverse("championship-file", args=[championship.slug, f"{number}.{kind}"])
                    for kind in ("csv", "json", "pdf")
                },
            }
        )
    return found


def rules_of(book: ChampionshipState, table_words: str) -> list[str]:
    """How it is counted, sentence by sentence."""
    counting = book.counting
    rules = [table_words]
    if counting.own:
        rules[0] = _("Points: %(points)s.") % {"points": ", ".join(counting.own)}
    if counting.drop_worst:
        rules.append(
            ngettext("The worst event is dropped.", "The %(n)s worst events are dropped.", counting.drop_worst)
            % {"n": counting.drop_worst}
        )
    for text, points in (
        (_("Points for coming: %(n)s."), counting.attendance),
        (_("Points for each match won: %(n)s."), counting.won),
        (_("Points for each slam: %(n)s."), counting.slam),
    ):
        if points.strip("0.,"):
            rules.append(text % {"n": points})
    if counting.won.strip("0.,") or counting.slam.strip("0.,") or book.given:
        rules.append(_('What is added for wins, slams and by hand stands below the points as "incl.".'))
    return rules


def competitions_of_players(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The championships in whose standings one person is, alone or in a pair, with place and points."""
    found = []
    clubs = Player.objects.filter(pk__in=player_ids).values("club")
    for championship in Championship.objects.filter(club__in=clubs).exclude(state=Championship.State.DRAFT):
        book = repository.state(championship)
        own = {book.who(repository.person_key(championship, one)) for one in player_ids}
        legs = event_results.leg_results(championship, book)
        for table in book.tables:
            counted, lines = event_results.table_of(book, legs, table)
            for line in lines:
                if own & set(line.key.split("+")):
                    points = {"place": line.place, "points": number(line.total)}
                    found.append(
                        PlayerCompetition(
                            kind=_("Championships"),
                            title=f"{book.title}: {table}" if table else book.title,
                            url=reverse("championship", args=[championship.slug]),
                            day=max(leg.leg.day for leg in counted),
                            detail=_("place %(place)s, %(points)s points") % points,
                        )
                    )
    return found

"""Shared by pages of a championship: a table as rows, its rules as sentences."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament.championship import NOTHING, StandingsRow, apart
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.event_results import LegResult
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import ChampionshipState
from carrom_web.competitions.following import Followed
from carrom_web.competitions.page_values import Slide, slides_of
from carrom_web.core.addresses import Addresses
from carrom_web.core.hooks import PlayerCompetition
from carrom_web.people.models import Player


def number(value: Decimal) -> str:
    """Points as one writes them: 12, 12.5, 12.25."""
    places = 0 if value == value.to_integral_value() else -value.normalize().as_tuple().exponent  # type: ignore[operator]
    return formats.number_format(value, decimal_pos=int(places), use_l10n=True)


def leg_rows(legs: Sequence[LegResult]) -> list[dict[str, Any]]:
    """The events as rows."""
    words = {"coming": _("upcoming"), "running": _("running"), "over": _("counted")}
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
            else one.url,
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
            "people": [],
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


def order_sentences(lines: Sequence[StandingsRow], names: Mapping[str, str]) -> list[str]:
    """For neighbours with the same total: what separated them."""
    return [
        _("%(above)s is above %(below)s: the same total, then more events, %(better)s to %(worse)s")
        % {
            "above": names.get(why.above) or _("(deleted)"),
            "below": names.get(why.below) or _("(deleted)"),
            "better": why.better,
            "worse": why.worse,
        }
        for why in apart(lines)
    ]


def tables_of(
    championship: Championship, book: ChampionshipState, legs: list[LegResult], *, with_running: bool
) -> list[dict[str, Any]]:
    """All standings of a championship as a page shows them."""
    names, people = event_results.names_in(legs), event_results.people_in(legs)
    addresses = Addresses(championship.slug)
    pages = {key: addresses.of("championship-player", key) for key in people}
    found = []
    for number, name in enumerate(book.tables, 1):
        counted, lines = event_results.table_of(book, legs, name, with_running=with_running)
        shown = {one.leg.key for one in counted}
        coming = [one for one in legs if one.leg.table == name and one.leg.key not in shown]
        columns = leg_rows([*counted, *coming])
        for column in columns:
            column["note"] = "" if column["is_over"] else column["state"]
        rows = standing_rows(lines, names, counted, len(coming))
        for row in rows:  # a line with somebody who has no page is a name without links
            parts = row["key"].split("+")
            if all(part in people for part in parts):
                row["people"] = [{"name": people[part].name, "url": pages[part]} for part in parts]
        found.append(
            {
                "name": name,
                "columns": columns,
                "rows": rows,
                "why": order_sentences(lines, names),
                "files": {
                    kind: reverse("championship-file", args=[championship.slug, f"{number}.{kind}"])
                    for kind in ("csv", "json", "pdf")
                },
            }
        )
    return found


def slides(championship: Championship, book: ChampionshipState, now: datetime) -> list[Slide]:
    """A championship on a television: each of its standings, why in this order, what comes next."""
    legs = event_results.leg_results(championship, book)
    names, found = event_results.names_in(legs), []
    for name in book.tables:
        _counted, lines = event_results.table_of(book, legs, name)
        rows = [(str(line.place), names.get(line.key) or _("(deleted)"), number(line.total)) for line in lines]
        found += slides_of(name or _("Standings"), rows, order_sentences(lines, names))
    coming = [one for one in legs if one.state != "over"]
    days = [(formats.date_format(one.leg.day, "j N"), one.leg.title, "") for one in coming]
    return [*found, *slides_of(_("Next"), days)]


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
        (_("Points for taking part: %(n)s."), counting.attendance),
        (_("Points for each match won: %(n)s."), counting.won),
        (_("Points for each slam: %(n)s."), counting.slam),
    ):
        if points.strip("0.,"):
            rules.append(text % {"n": points})
    if counting.won.strip("0.,") or counting.slam.strip("0.,") or book.given:
        rules.append(_('Points for wins, for slams and by hand are shown below as "incl.".'))
    return rules


def player_url(championship: Championship, key: str) -> str:
    """The page of a player or a team in a championship."""
    return reverse("championship-player", args=[championship.slug, key])


def lines_of(book: ChampionshipState, legs: list[LegResult], key: str) -> list[dict[str, Any]]:
    """The lines of somebody, alone or in a pair: {table, name, place, total, events}; no place before an event is over.

    events: rows of `leg_rows` with the place there, and with points, dropped and bonus where they count.
    """
    names, found = event_results.names_in(legs), []
    for table in book.tables:
        counted, standings = event_results.table_of(book, legs, table)
        rows = {row["key"]: row for row in standing_rows(standings, names, counted, 0)}
        own: dict[str, list[tuple[LegResult, int]]] = {}
        for leg in legs:
            for line, place in leg.event.places.items() if leg.event is not None and leg.leg.table == table else ():
                if key in line.split("+"):
                    own.setdefault(line, []).append((leg, place))
        for line, events in own.items():
            row = rows.get(line, {"place": None, "total": "", "results": []})
            points = {one.leg.key: result for one, result in zip(counted, row["results"], strict=False)}
            shown = leg_rows([leg for leg, _place in events])
            for (leg, place), one in zip(events, shown, strict=True):
                one |= {"place": place} | points.get(leg.leg.key, {})
            found.append(
                {"table": table, "name": names[line], "place": row["place"], "total": row["total"], "events": shown}
            )
    return found


def followed(championship: Championship, book: ChampionshipState, keys: Sequence[str]) -> list[Followed]:
    """Those of these keys who have a page, each with places and points."""
    legs = event_results.leg_results(championship, book)
    people = event_results.people_in(legs)
    found = []
    for key in keys:
        if key in people:
            says = []
            for line in lines_of(book, legs, key):
                if line["place"]:
                    words = _("place %(place)s, %(total)s points") % line
                    says.append(f"{line['table']}: {words}" if line["table"] else words)
            url = player_url(championship, key)
            found.append(Followed(key=key, name=people[key].name, url=url, says="; ".join(says) or _("no place yet")))
    return found


def socket_of(legs: Sequence[LegResult]) -> str:
    """The socket of the event whose results will change the standings next; empty without one."""
    for state in ("running", "coming"):
        for leg in legs:
            if leg.state == state and leg.category is not None and leg.category.event.state == "open":
                return f"/ws/events/{leg.category.event.slug}/"
    return ""


def competitions_of_players(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The championships in whose standings one person is, alone or in a pair, with place and points."""
    found = []
    clubs = Player.objects.filter(pk__in=player_ids).values("club")
    for championship in Championship.objects.filter(club__in=clubs).exclude(state=Championship.State.DRAFT):
        book = repository.state(championship)
        own = {book.who(repository.person_key(championship, one)) for one in player_ids}
        legs = event_results.leg_results(championship, book)
        page = next(
            (player_url(championship, key) for key in own & event_results.people_in(legs).keys()),
            reverse("championship", args=[championship.slug]),
        )
        for table in book.tables:
            counted, lines = event_results.table_of(book, legs, table)
            for line in lines:
                if own & set(line.key.split("+")):
                    points = {"place": line.place, "total": number(line.total)}
                    found.append(
                        PlayerCompetition(
                            kind=_("Championships"),
                            title=f"{book.title}: {table}" if table else book.title,
                            url=page,
                            day=max(leg.leg.day for leg in counted),
                            detail=_("place %(place)s, %(total)s points") % points,
                        )
                    )
    return found

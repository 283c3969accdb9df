"""Shared by pages of a rating list: its lines and words."""

from collections.abc import Sequence
from datetime import date, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom.rating.history import PeriodLength
from carrom.rating.lists import ranked
from carrom_web.competitions.following import Followed
from carrom_web.competitions.page_values import Slide, slides_of
from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.competitions.ratings.state import RatingListState
from carrom_web.core.addresses import Addresses
from carrom_web.core.hooks import PlayerCompetition
from carrom_web.matches.phrases import rating_group_text

BEST = 20  # of a group, on a television
group_label = rating_group_text  # what a group is called


def period_label(first_day: date, length: PeriodLength) -> str:
    """Return the label of a period: "March 2026", "week of 2 March 2026"."""
    if length == "month":
        return formats.date_format(first_day, "YEAR_MONTH_FORMAT")
    if length == "quarter":
        return _("quarter %(n)s of %(year)s") % {"n": (first_day.month + 2) // 3, "year": first_day.year}
    return _("week of %(day)s") % {"day": formats.date_format(first_day, "DATE_FORMAT")}


def chosen_group(rating_list: RatingList, asked: str | None) -> tuple[str, list[str]]:
    """The group that an address names, or the first; and all in which somebody is rated."""
    groups = selectors.groups_of(rating_list)
    return (asked if asked in groups else groups[0] if groups else ""), groups


def list_rows(
    rating_list: RatingList, book: RatingListState, group: str, *, find: str = ""
) -> tuple[list[dict[str, Any]], str]:
    """The lines of a group, the best first, and what the period is called; nobody hidden is among them."""
    newest, before = selectors.last_two(rating_list, group)
    if newest is None:
        return [], ""
    names = selectors.names_of(rating_list, book)
    seen = {person: one for person, one in newest.standings.items() if person in names}
    rows, addresses = [], Addresses(rating_list.slug)
    for place, person, one in ranked(seen):
        if find and find.casefold() not in names[person].casefold():
            continue
        was = before.standings.get(person) if before else None
        rows.append(
            {
                "place": place,
                "key": person,
                "name": names[person],
                "url": addresses.of("rating-player", person),
                "value": round(one.rating.value),
                "deviation": round(one.rating.deviation),
                "is_provisional": book.terms.is_provisional(one.rating),
                "results": one.results,
                "change": f"{round(one.rating.value) - round(was.rating.value):+d}" if was else "",
            }
        )
    return rows, period_label(newest.first_day, book.terms.period)


def order_sentences(rating_list: RatingList, book: RatingListState, group: str) -> list[str]:
    """For neighbours whose ratings are the same as they are shown: what separated them."""
    newest, _before = selectors.last_two(rating_list, group)
    names = selectors.names_of(rating_list, book)
    seen = {person: one for person, one in newest.standings.items() if person in names} if newest else {}
    return [
        _("%(above)s is above %(below)s: the same rating as it is shown, then %(better)s to %(worse)s")
        % {
            "above": names[above],
            "below": names[below],
            "better": formats.number_format(round(better.rating.value, 2), 2),
            "worse": formats.number_format(round(worse.rating.value, 2), 2),
        }
        for (place, above, better), (next_place, below, worse) in pairwise(ranked(seen))
        if place != next_place and round(better.rating.value) == round(worse.rating.value)
    ]


def slides(rating_list: RatingList, book: RatingListState, now: datetime) -> list[Slide]:
    """A rating list on a television: the best of each group."""
    found = []
    for group in selectors.groups_of(rating_list):
        rows, _period = list_rows(rating_list, book, group)
        best = [(str(row["place"]), row["name"], f"{row['value']} ± {row['deviation']}") for row in rows[:BEST]]
        found += slides_of(group_label(group), best)
    return found


def followed(rating_list: RatingList, book: RatingListState, keys: Sequence[str]) -> list[Followed]:
    """Those of these keys whom the list shows, each with their newest ratings."""
    ratings: dict[str, Followed] = {}
    for group in selectors.groups_of(rating_list):
        for row in list_rows(rating_list, book, group)[0]:
            if row["key"] in keys:
                before = ratings.get(row["key"])
                says = f"{group_label(group)}: {row['value']} ± {row['deviation']}"
                ratings[row["key"]] = Followed(
                    key=row["key"],
                    name=row["name"],
                    url=row["url"],
                    says=f"{before.says}, {says}" if before is not None else says,
                )
    return list(ratings.values())


def competitions_of_players(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The lists in which one person is rated and to be seen, with the newest rating of each group."""
    found = []
    rows = Participant.objects.filter(person__in=player_ids, forgotten=False).select_related("competition")
    rows = rows.exclude(competition__state=RatingList.State.DRAFT)
    for rating_list in {row.competition_id: row.competition for row in rows}.values():
        book = repository.state(rating_list)
        names = selectors.names_of(rating_list, book)
        key = next(book.who(row.key) for row in rows if row.competition_id == rating_list.pk)
        for group in selectors.groups_of(rating_list) if key in names else ():
            newest = selectors.last_two(rating_list, group)[0]
            if newest is None or key not in newest.standings:
                continue
            rating = newest.standings[key].rating
            values = {"value": round(rating.value), "deviation": round(rating.deviation)}
            found.append(
                PlayerCompetition(
                    kind=_("Ratings"),
                    title=f"{book.title}: {group_label(group)}",
                    url=reverse("rating-player", args=[rating_list.slug, key]),
                    day=newest.first_day,
                    detail=_("%(value)s ± %(deviation)s") % values,
                )
            )
    return found

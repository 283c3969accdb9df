"""What pages of a rating list share: its head, its lines, words, errors as a page."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.rating.history import PeriodLength
from carrom.rating.lists import ranked
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.services import NotAllowedInClubError
from carrom_web.competitions.ratings import selectors
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.state import RatingListState
from carrom_web.core.error_page import DomainErrorPages

handle_domain_errors = DomainErrorPages(
    not_found=("unknown-rating-list",), elsewhere=gettext_lazy("Look at all rating lists.")
)


class NotRatingOrganiserError(NotAllowedInClubError):
    """Somebody who does not organise in a club wants to start or change its rating lists."""


def group_label(group: str) -> str:
    """What a group is called."""
    return {
        "points-25 singles": _("Singles (queen 3, to 25)"),
        "points-25 doubles": _("Doubles (queen 3, to 25)"),
        "points-29 singles": _("Singles (queen 5, to 29)"),
        "points-29 doubles": _("Doubles (queen 5, to 29)"),
    }.get(group, group)


def period_label(first_day: date, length: PeriodLength) -> str:
    """What a period is called: "March 2026", "week of 2 March 2026"."""
    if length == "month":
        return formats.date_format(first_day, "YEAR_MONTH_FORMAT")
    if length == "quarter":
        return _("quarter %(n)s of %(year)s") % {"n": (first_day.month + 2) // 3, "year": first_day.year}
    return _("week of %(day)s") % {"day": formats.date_format(first_day, "DATE_FORMAT")}


def head(request: HttpRequest, rating_list: RatingList, book: RatingListState, *, here: str) -> dict[str, Any]:
    """What the top of every page of a list shows, and who may go where."""
    tabs = [("rating-list", _("Ratings"))]
    if selectors.may(rating_list, guest_id_of(request)):
        tabs += [("rating-organise", _("Organise")), ("rating-log", _("Log"))]
    return {
        "nav": "leagues",
        "rating_list": rating_list,
        "title": book.title,
        "club": rating_list.club.name,
        "state": _("closed") if book.closed else _("kept"),
        "is_open": not book.closed,
        "tabs": [
            {"url": reverse(name, args=[rating_list.slug]), "title": title, "here": name == here}
            for name, title in tabs
        ],
    }


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
    rows = []
    for place, person, one in ranked(seen):
        if find and find.casefold() not in names[person].casefold():
            continue
        was = before.standings.get(person) if before else None
        rows.append(
            {
                "place": place,
                "key": person,
                "name": names[person],
                "url": reverse("rating-player", args=[rating_list.slug, person]),
                "value": round(one.rating.value),
                "deviation": round(one.rating.deviation),
                "is_provisional": book.terms.is_provisional(one.rating),
                "results": one.results,
                "change": f"{round(one.rating.value) - round(was.rating.value):+d}" if was else "",
            }
        )
    return rows, period_label(newest.first_day, book.terms.period)


def error_list(form: Any) -> list[dict[str, str]]:
    """The errors of a form for the list on top: its field's id, the sentence."""
    return [
        {"id": form[name].id_for_label if name in form.fields else "", "text": text}
        for name, texts in form.errors.items()
        for text in texts
    ]

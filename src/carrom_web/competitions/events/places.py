"""The places of the categories of an event as rows, for its page of results and for frames on other sites."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms
from carrom_web.competitions.events import draw_labels, printouts, results_files
from carrom_web.competitions.events.models import Category, Event


def category_places(one: results_files.ResultRow) -> dict[str, Any]:
    """The places of a category: {key, title, is_open, is_over, columns, standings, why}; no columns before its draw."""
    part = printouts.standings_part(one.shown, one.terms) if one.shown else None
    return {
        "key": one.terms.key,
        "title": one.terms.title,
        "is_open": one.state == Category.State.OPEN,
        "is_over": one.shown is not None and one.shown.is_over,
        "columns": _marked(part.columns, part.columns) if part else [],
        "why": draw_labels.order_label(one.shown.standings, one.shown.name) if one.shown else [],
        "standings": [{"place": row[0], "name": row[1], "cells": _cells(row, part.columns)} for row in part.rows]
        if part
        else [],
    }


def places_to_embed(request: HttpRequest, event: Event, terms: EventTerms) -> dict[str, Any]:
    """The places of all categories, with public names."""
    categories = [category_places(one) for one in results_files.result_rows(event, terms)]
    return {"categories": categories, "socket": f"/ws/events/{event.slug}/"}


def _cells(row: Sequence[str], columns: Sequence[str]) -> SafeString:
    """The cells of a row as HTML: a template takes three times as long for a thousand of them."""
    marked = (("n wide" if is_wide else "n", cell) for cell, is_wide in _marked(row, columns))
    return format_html_join("", '<td class="{}">{}</td>', marked)


def _marked(cells: Sequence[str], columns: Sequence[str]) -> list[tuple[str, bool]]:
    """The cells after place and name, each with whether a phone has no room for its column."""
    wide = {_("Played"), _("Tied"), _("Lost")}
    return [(cell, column in wide) for cell, column in zip(cells[2:], columns[2:], strict=True)]

"""The places of the categories of an event as rows, for its page of results and for frames on other sites."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms
from carrom_web.competitions.events import draw_labels, draw_parts, printouts, results_files
from carrom_web.competitions.events.models import Category, Event


def category_places(one: results_files.ResultRow) -> dict[str, Any]:
    """The places of a category: {key, title, is_open, is_over, columns, standings, why}; no columns before its draw."""
    part = printouts.standings_part(one.shown, one.terms) if one.shown else None
    wide = _wide(part.columns) if part else []
    return {
        "key": one.terms.key,
        "title": one.terms.title,
        "is_open": one.state == Category.State.OPEN,
        "is_over": one.shown is not None and one.shown.is_over,
        "columns": list(zip(part.columns[2:], wide, strict=True)) if part else [],
        "why": draw_labels.order_label(one.shown.standings, one.shown.name) if one.shown else [],
        "standings": [
            {
                "place": row[0],
                "name": row[1],
                "cells": draw_parts.number_cells(zip(row[2:], wide, strict=True)),
            }
            for row in (part.rows if part else ())
        ],
    }


def places_to_embed(request: HttpRequest, event: Event, terms: EventTerms) -> dict[str, Any]:
    """The places of all categories, with public names."""
    categories = [category_places(one) for one in results_files.result_rows(event, terms)]
    return {"categories": categories, "socket": f"/ws/events/{event.slug}/"}


def _wide(columns: Sequence[str]) -> list[bool]:
    """Whether a phone has no room for a column, of each after place and name."""
    wide = {_("Played"), _("Tied"), _("Lost")}
    return [column in wide for column in columns[2:]]

"""The consequences of a change of a draw, as rows of a page: fixtures, results, places."""

from typing import Any

from django.utils.translation import gettext as _

from carrom.tournament.bracket_resolution import NOBODY
from carrom.tournament.record import Consequences
from carrom.tournament.results import Result
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.contests import ContestView


def consequence_rows(shown: ContestView, changes: Consequences) -> dict[str, Any]:
    """Return what changes, with names.

    fixtures, a list of {id, before, after}; no_more and again, results as sentences; places, a list of {name, before,
    after}; any: whether anything changes.
    """
    return {
        "any": bool(changes),
        "fixtures": [
            {"id": one.fixture, "before": _pair(shown, one.before), "after": _pair(shown, one.after)}
            for one in changes.fixtures
        ],
        "no_more": [_result(shown, one) for one in changes.count_no_more],
        "again": [_result(shown, one) for one in changes.count_again],
        "places": [
            {"name": shown.name(key), "before": before or "-", "after": after or "-"}
            for key, before, after in changes.places
        ],
    }


def _pair(shown: ContestView, pair: tuple[str | None, str | None] | None) -> str:
    if pair is None:
        return _("no such match")
    return " – ".join(_("bye") if key == NOBODY else shown.name(key) if key else "?" for key in pair)


def _result(shown: ContestView, result: Result) -> str:
    label = draw_labels.total_label(result) if result.is_played else draw_labels.result_label(result)
    return f"{result.fixture}: {shown.name(result.a)} – {shown.name(result.b)}, {label}"

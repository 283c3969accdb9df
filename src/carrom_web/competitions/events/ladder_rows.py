"""A ladder as rows of pages: its rungs, the challenges that run, and those that are over."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.formats import ladder
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.contests import ContestView
from carrom_web.competitions.events.models import Category, Challenge

MOST_PAST = 30


def ladder_rows(
    category: Category, found: ContestView, terms: EventTerms, now: datetime, *, own: str = ""
) -> dict[str, Any]:
    """Return what a page of a ladder shows; `own` is the key of the reader's entry.

    rungs: list of {place, key, name, won, lost, meets (a sentence; "" if free), is_own}; running and past: challenges,
    the newest first, as {challenge, by, to, state (in words), until, is_late, fixture, score, is_own, is_to_own}.
    """
    met = {one.fixture.id: one for one in found.meetings}
    rows = list(category.challenges.order_by("-pk"))
    running: list[dict[str, Any]] = []
    past: list[dict[str, Any]] = []
    for made in rows:
        meeting = met.get(made.fixture)
        is_open = made.state == Challenge.State.OPEN
        is_played = made.state == Challenge.State.ACCEPTED and meeting is not None and not meeting.is_settled
        row = {
            "challenge": made,
            "by": found.name(made.by),
            "to": found.name(made.to),
            "state": _state(made, is_settled=meeting is not None and meeting.is_settled),
            "until": made.until.astimezone(terms.zone) if made.until and (is_open or is_played) else None,
            "is_late": made.until is not None and made.until < now,
            "score": _score(meeting),
            "winner": found.name(meeting.winner) if meeting is not None and meeting.winner else "",
            "is_own": bool(own) and made.by == own,
            "is_to_own": bool(own) and made.to == own,
        }
        (running if is_open or is_played else past).append(row)
    busy = {row["challenge"].by: _("challenges %(name)s") % {"name": row["to"]} for row in running}
    busy |= {row["challenge"].to: _("challenged by %(name)s") % {"name": row["by"]} for row in running}
    return {
        "rungs": [
            {
                "place": row.place,
                "key": row.key,
                "name": found.name(row.key),
                "won": row.won,
                "lost": row.lost,
                "meets": busy.get(row.key, ""),
                "is_own": bool(own) and row.key == own,
            }
            for row in found.standings
        ],
        "running": running,
        "past": past[:MOST_PAST],
    }


def rules_of(category: CategoryTerms) -> list[str]:
    """The rules of a ladder, a sentence each."""
    values = dict(category.format_values)

    def value(name: str) -> int:
        return int(str(values.get(name, ladder.OPTIONS[name].default)))

    reach, answer, play = value("reach"), value("answer_days"), value("play_days")
    rules = [
        ngettext(
            "You may challenge the player on the next rung above.",
            "You may challenge players up to %(n)s rungs above you.",
            reach,
        )
        % {"n": reach}
    ]
    if values.get("winner_takes", "rung") == "rung":
        rules.append(_("If you win, you take that rung; those between move down by one."))
    else:
        rules.append(_("If you win, the two of you swap rungs."))
    if answer:
        rules.append(
            ngettext("Answer a challenge within %(n)s day.", "Answer a challenge within %(n)s days.", answer)
            % {"n": answer}
        )
    if values.get("refused", "loses") == "loses":
        rules.append(_("Declining or not answering counts as a loss."))
    if play:
        rules.append(
            ngettext("Play the match within %(n)s day.", "Play the match within %(n)s days.", play) % {"n": play}
        )
    return rules


def _state(made: Challenge, *, is_settled: bool) -> str:
    if made.state == Challenge.State.ACCEPTED and is_settled:
        return _("played")
    return {
        "open": _("waiting for an answer"),
        "accepted": _("to be played"),
        "declined": _("declined"),
        "lapsed": _("not answered"),
        "withdrawn": _("withdrawn"),
        "over": _("played"),
    }[made.state]


def _score(meeting: Any) -> str:
    result = meeting.result if meeting is not None else None
    if result is None:
        return ""
    if not result.is_played:
        return draw_labels.result_label(result)
    return draw_labels.scores_label(result) or draw_labels.total_label(result)

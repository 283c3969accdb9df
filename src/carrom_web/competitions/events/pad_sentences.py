"""The consequences of a result, in sentences, before it is stored."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import NOBODY, Meeting, State
from carrom.tournament.commands import Tell
from carrom.tournament.contest import Contest
from carrom.tournament.results import Result
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.contests import ContestView
from carrom_web.competitions.events.day_rows import result_sentence
from carrom_web.competitions.events.models import BoardCall, Event


def what_it_decides(event: Event, found: ContestView, result: Result) -> dict[str, Any]:
    """Describe the effects of a result: {says, notes: list of {text, warn}}. Raises CarromError: it is not allowed."""
    changes = found.record.log.preview(Tell(result))
    form = formats.find(found.record.format)
    before = {one.fixture.id: one for one in form.meetings(changes.before)}
    met = {one.fixture.id: one for one in form.meetings(changes.after)}
    meeting, was = met[result.fixture], before[result.fixture]
    rows: list[dict[str, Any]] = []

    def say(text: str, *, warn: bool = False) -> None:
        rows.append({"text": text, "warn": warn})

    for key in (meeting.winner, meeting.loser):
        if key:
            say(_next_of(found, changes.after, met, key, is_winner=key == meeting.winner))
    if was.result is None:
        _say_of_round(event, found, changes.after, met, meeting, say)
    elif was.winner != meeting.winner:
        touched = [
            one for one in met.values() if before[one.fixture.id].keys != one.keys and one.fixture.id != result.fixture
        ]
        for one in touched:
            say(_touches(found, before[one.fixture.id], one), warn=True)
        if not touched and form.takes_late_entries:
            say(_("The table changes. Rounds already drawn stay as they are."), warn=True)
        elif not touched:
            say(_("The table changes. Nothing else changes."), warn=True)
    return {"says": result_sentence(found, meeting), "notes": [one for one in rows if one["text"]]}


def _next_of(found: ContestView, after: Contest, met: dict[str, Meeting], key: str, *, is_winner: bool) -> str:
    """Describe the next match of one of the two."""
    form = formats.find(after.format)
    name = found.name(key)
    coming = next((one for one in met.values() if key in one.keys and not one.is_settled), None)
    if coming is not None:
        other = next((one for one in (coming.a, coming.b) if one != key), None)
        if other and other != NOBODY:
            return _("%(name)s plays %(other)s next.") % {"name": name, "other": found.name(other)}
        slot = coming.fixture.b if coming.a == key else coming.fixture.a
        return _("%(name)s plays next: %(slot)s.") % {"name": name, "slot": draw_labels.side_label(found, slot, other)}
    if form.is_over(after):
        first = form.standings(after)[0].key
        return _("%(name)s wins the event.") % {"name": name} if first == key else ""
    if form.takes_late_entries:
        return ""  # the next round may have them again
    if is_winner or any(key in one.keys and one.fixture.stage == "group" for one in met.values()):
        return ""
    return _("%(name)s is out.") % {"name": name}


def _say_of_round(
    event: Event, found: ContestView, after: Contest, met: dict[str, Meeting], meeting: Meeting, say: Any
) -> None:
    """Describe the rest of the round, and the call to the free board."""
    form = formats.find(after.format)
    left = sum(one.fixture.round == meeting.fixture.round and one.state is State.READY for one in met.values())
    if form.takes_late_entries and not form.draws_one_match:
        most = int(after.options.get("rounds", 0) or 0)
        if left:
            text = ngettext("%(n)s match of this round is left.", "%(n)s matches of this round are left.", left)
            say(text % {"n": left})
        elif event.runs_itself and (not most or after.rounds < most):
            say(_("Round %(round)s is drawn and called.") % {"round": after.rounds + 1})
    calls = BoardCall.objects.filter(category__event=event, ended_at=None)
    call = calls.filter(category=found.row.category_id, fixture=meeting.fixture.id).first()
    if call is not None and event.runs_itself and not form.draws_one_match:
        called = set(calls.filter(category=found.row.category_id).values_list("fixture", flat=True))
        busy = {side for one in calls.exclude(pk=call.pk) for side in (one.a, one.b)}
        waiting = (one for one in met.values() if one.state is State.READY and one.fixture.id not in called)
        following = next((one for one in waiting if not busy.intersection(one.keys)), None)
        if following is not None:
            names = {"board": call.board, "a": found.name(following.a), "b": found.name(following.b)}
            say(_("Board %(board)s: %(a)s – %(b)s is called.") % names)


def _touches(found: ContestView, before: Meeting, after: Meeting) -> str:
    """A later match whose sides change with a correction."""

    def pair(one: Meeting) -> str:
        return " – ".join(
            draw_labels.side_label(found, *side) for side in ((one.fixture.a, one.a), (one.fixture.b, one.b))
        )

    named = {"fixture": after.fixture.id, "before": pair(before), "after": pair(after)}
    if before.result is not None:
        return _("%(fixture)s: the result of %(before)s no longer counts; now it is %(after)s.") % named
    return _("%(fixture)s: %(before)s becomes %(after)s.") % named

"""How a sheet leads its umpire: the next step and its buttons, running clocks, and what else may be entered.

Reads values, decides nothing; sentences are made in the language that is active. No database, no Django: the page's own
Python runs it as well.
"""

from typing import Any

from carrom.laws.facts import StrokeFacts
from carrom.laws.ruleset import effect_of
from carrom.match import ceremony, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry
from carrom.match.state import MatchState
from carrom.play import clocks, rearrangement
from carrom.play.pre_break import is_untouched
from carrom.play.slams import Slam, slams
from carrom.terms import Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext
from carrom_web.matches import declaration_phrases, phrases
from carrom_web.matches.law_texts import what_if_url
from carrom_web.umpire.opening import after, opening, step

Json = dict[str, Any]
MOST_STROKES = 6  # that may be named in an appeal


def leading(match: MatchState, counting: list[Entry], *, placing: bool) -> Json:
    """All that leads: `counting` are the newest entries that count, `placing`: coins that came back may be given up."""
    return {
        "ceremony": match.head.ceremony,
        "step": match.awaiting.why if match.awaiting.kind is Decision.READY else "",
        "steps": steps(match),
        "opening": opening(match),
        "clocks": _clocks(match, placing=placing),
        "beside": beside(match),
        "hint": _hint(match, counting),
        "strokes": _strokes(match, counting),
        "protest": _protest(match),
        "substitutes": _substitutes(match),
        "notes": _notes(match),
        "what_if": _what_if(match),
        "counts_settings": effect_of(match.ruleset, "delay") is not None,
    }


def slam_lines(counting: list[Entry]) -> dict[int, str]:
    """The boards that were slams, in words, by the number of the entry that ended each."""
    words: dict[Slam, str] = {"white": _("A white slam."), "black": _("A black slam.")}
    return {number: words[slam] for number, slam in slams(counting).items()}


def waits(match: MatchState) -> Json | None:
    """Until when the players may report, rest or take their time-out; None: nothing of it runs."""
    wait = clocks.wait(match)
    if wait is None:
        return None
    return {"until": after(wait.since, wait.seconds), "text": phrases.wait_text(wait.kind)}


def steps(match: MatchState) -> list[Json]:
    """The buttons of the decision that is awaited, the main one first; none where a stroke is entered.

    What is done before the first stroke of a board is `opening`.
    """
    awaiting = match.awaiting
    match awaiting.kind:
        case Decision.CAP:
            return [step(phrases.option_text(match, each), requests.AtCap(each)) for each in awaiting.options]  # type: ignore[arg-type]
        case Decision.CLAIM:
            return [step(_points(points), requests.Claim(points)) for points in range(awaiting.most, -1, -1)]
        case Decision.APPEAL:
            return [
                step(_("Granted, or corrected: play on"), requests.Decide(granted=True)),
                step(_("Refused: play on"), requests.Decide(granted=False)),
            ]
        case Decision.READY if ceremony.is_step(match.awaiting, ceremony.TIME_OUT):
            return [step(_("The time-out is over"), requests.Ready(), main=True)]
        case _:
            return []


def beside(match: MatchState) -> list[Json]:
    """Return the umpire's possible reports beside the awaited decision: time-outs, coins laid again."""
    rules, standing = match.ruleset, match.standing
    found: list[Json] = []
    between = match.awaiting.kind is Decision.STROKE or ceremony.is_step(match.awaiting, ceremony.PLAY)
    if rules.time_outs and between and match.head.men > 1:
        for side in Side:
            left = rules.time_outs - standing.time_outs.of(side)
            text = ngettext("Time-out of %(name)s (%(count)d left)", "Time-out of %(name)s (%(count)d left)", left)
            values = {"name": phrases.side_called(match, side), "count": left}
            found += [step(text % values, requests.TimeOut(side))] if left > 0 else []
    if _may_rearrange(match):
        words = {
            "neutral": _("Lay the coins around the centre, colours in turn"),
            "shuffle": _("Shuffle the coins around the centre"),
            "rack": _("Set the coins up again as at the break"),
        }
        found += [step(text, requests.Rearrange(how)) for how, text in words.items()]  # type: ignore[arg-type]
    return found


def warned(match: MatchState, penalties: list[Entry]) -> list[str]:
    """Describe the warnings, and the cost of the next time: by these laws, then by the umpire."""
    said = []
    for side, fact, times in match.board.warnings if match.board else match.standing.warnings:
        values = {
            "name": phrases.side_called(match, side),
            "fact": declaration_phrases.fact_text(fact),
            "count": times,
            "next": declaration_phrases.next_text(match.ruleset, fact),
        }
        text = ngettext(
            "%(name)s, %(fact)s: %(count)d warning; the next time: %(next)s",
            "%(name)s, %(fact)s: %(count)d warnings; the next time: %(next)s",
            times,
        )
        said.append(text % values)
    for entry in penalties:
        asked = entry.asked
        if isinstance(asked, requests.Penalise) and asked.what == "warning":
            said.append(declaration_phrases.penalty_text(_named(match, asked), asked))
    return said


def _named(match: MatchState, asked: requests.Penalise) -> str:
    if asked.player is None:
        return phrases.side_called(match, asked.side)
    return match.players_of(asked.side)[asked.player].name


def _points(points: int) -> str:
    said = ngettext("Takes %(count)d extra point", "Takes %(count)d extra points", points)
    return said % {"count": points}


def _clocks(match: MatchState, *, placing: bool) -> list[Json]:
    """The clocks of the next stroke in order, each with the entry it makes when it runs out."""
    words = {"placing": _("Placing"), "break": _("Break"), "stroke": _("Stroke")}
    over = {"placing": _("Not placed in time: they stay down"), "break": _("Declare: time exceeded")}
    return [
        {
            "kind": span.kind,
            "text": words[span.kind],
            "seconds": span.seconds,
            "lapse": None if span.lapse is None else step(over.get(span.kind, over["break"]), span.lapse),
        }
        for span in clocks.spans(match, placing=placing)
    ]


def _may_rearrange(match: MatchState) -> bool:
    board = match.board
    known = match.ruleset.rearranged_after is not None
    return known and match.awaiting.kind is Decision.STROKE and board is not None and board.broken


def _hint(match: MatchState, counting: list[Entry]) -> str:
    """Return a hint for the umpire; empty for none."""
    after = match.ruleset.rearranged_after
    if after is None or not _may_rearrange(match):
        return ""
    turns = rearrangement.turns_without_a_coin(counting)
    if turns < after:
        return ""
    return _("%(count)d turns without a pocketed coin: you may have the coins rearranged (menu).") % {"count": turns}


def _strokes(match: MatchState, counting: list[Entry]) -> list[Json]:
    """The strokes of the board in play that a side may appeal against, the last one first; the laws say until when."""
    found: list[Json] = []
    for entry in reversed(counting):
        if entry.followed.board_results or len(found) >= MOST_STROKES:
            break
        facts = entry.followed.facts
        if facts is not None and facts.made and entry.followed.ruling is not None:
            text = (
                _("the last stroke")
                if not found
                else _("an earlier stroke (entry %(number)d)") % {"number": entry.number}
            )
            found.append({"number": entry.number, "text": text})
            if match.ruleset.appeal_until == "next_stroke":
                break
    return found


def _protest(match: MatchState) -> Json:
    """About which boards a protest may be made, and until when about the last one."""
    minutes, ended = match.ruleset.protest_minutes, match.standing.board_ended
    until = after(ended, 60 * minutes) if minutes is not None and ended else None
    return {"now": match.result is None, "last": bool(match.boards), "until": until}


def _substitutes(match: MatchState) -> list[Json]:
    """The players who may be replaced now; none where these laws or the moment do not let anybody."""
    waits_for = (Decision.READY, Decision.TOSS, Decision.CHOICE)
    if not match.ruleset.substitution or not (is_untouched(match) or match.awaiting.kind in waits_for):
        return []
    return [
        {"side": side, "player": number, "name": player.name}
        for side in Side
        for number, player in enumerate(match.players_of(side))
    ]


def _notes(match: MatchState) -> list[str]:
    """Frequent notes under these laws, to choose instead of typing."""
    said = [_("A spectator interfered"), _("Coaching during play")]
    flat = match.ruleset.upright_coin == "referee_flat"
    said.append(_("A standing coin was laid flat at its place") if flat else _("A standing coin was left as it is"))
    return said


def _what_if(match: MatchState) -> str:
    """The present situation on the page that rules by hand, to try what a stroke would bring."""
    if match.board is None:
        return ""
    return what_if_url(match.board, StrokeFacts(), match.ruleset)

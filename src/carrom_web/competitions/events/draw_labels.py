"""Draws, fixtures and standings in words, with the names of those who play."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from carrom.match.score import DecidedBy
from carrom.terms import Side
from carrom.tournament.bracket_resolution import NOBODY, Meeting, State
from carrom.tournament.fixtures import Bye, Fixture, Known, LoserOf, PairingReason, PlaceOf, Slot, WinnerOf
from carrom.tournament.format import Layout, find
from carrom.tournament.ranking import Row, apart
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.tie_breaks import TIE_BREAKS, Number
from carrom_web.competitions.events.contests import ContestView
from carrom_web.core.translation import filled

Part = tuple[str, str, int]  # stage, group, round
HOW_LABELS: Mapping[str, str] = {
    "time": gettext_noop("time was up"),
    "walk-over": gettext_noop("walk-over"),
    "no-show": gettext_noop("did not come"),
    "disqualified": gettext_noop("disqualified"),
    "withdrawn": gettext_noop("withdrawn"),
    "conceded": gettext_noop("conceded"),
    "agreed": gettext_noop("agreed"),
}
"""How a fixture ended otherwise than by being played to its end; translated one by one, for pages have hundreds."""
DECIDED_LABELS: Mapping[DecidedBy, str] = {
    "points": gettext_noop("decided by total points, %(points)s to %(less)s"),
    "games_at_level_points": gettext_noop("points level at %(points)s, decided by games won, %(won)s to %(lost)s"),
    "points_at_level_games": gettext_noop("games level, decided by total points, %(points)s to %(less)s"),
}
SHORT_DECIDED_LABELS: Mapping[DecidedBy, str] = {
    "points": gettext_noop("on points"),
    "games_at_level_points": gettext_noop("on games"),
    "points_at_level_games": gettext_noop("on points"),
}
STATE_LABELS: Mapping[State, str] = {
    State.WAITING: gettext_noop("sides not known yet"),
    State.READY: gettext_noop("to be played"),
    State.DECIDED: gettext_noop("played"),
    State.BYE: gettext_noop("goes on without playing"),
    State.EMPTY: gettext_noop("nobody"),
    State.NOT_NEEDED: gettext_noop("not needed"),
}


class Named(Protocol):
    """Anything that knows the players' names: an event's contest, a league."""

    def name(self, key: str) -> str:
        """Return the name that may be shown."""


def side_label(shown: Named, slot: Slot, key: str | None) -> str:
    """Return the name on a side, or the fixture that decides it."""
    if key:
        return shown.name(key)
    if key == NOBODY:
        return _("Bye")
    match slot:
        case Known(name):
            return shown.name(name)
        case Bye():
            return _("Bye")
        case WinnerOf(fixture):
            return _("Winner of %(fixture)s") % {"fixture": fixture}
        case LoserOf(fixture):
            return _("Loser of %(fixture)s") % {"fixture": fixture}
        case PlaceOf(group, place):
            return _("Place %(place)s of group %(group)s") % {"place": place, "group": group}


def why_label(shown: ContestView, reason: PairingReason) -> str:
    """A reason of a draw as a sentence."""
    about = {name: shown.name(value) if isinstance(value, str) else value for name, value in reason.about}
    sentence = filled(find(shown.record.format).reasons[reason.code], about)
    return sentence[:1].upper() + sentence[1:] + "."


def result_label(result: Result) -> str:
    """How a fixture ended, beside its score: what decided it where the score does not say; empty where it does."""
    return _(HOW_LABELS[result.how]) if result.how in HOW_LABELS else _decided_words(result)


def _decided_words(result: Result) -> str:
    """Return what decided a match if games won do not show it; empty elsewhere."""
    if result.decided_by not in DECIDED_LABELS:
        return ""
    numbers = {"points": max(result.points), "less": min(result.points), "won": max(result.games)}
    numbers["lost"] = min(result.games)
    return _(DECIDED_LABELS[result.decided_by]) % numbers


def short_decided_label(result: Result) -> str:
    """Return what decided a match if games won do not show it, in two words."""
    label = SHORT_DECIDED_LABELS.get(result.decided_by)
    return _(label) if label else ""


def score_with_points(result: Result, side: Side) -> str:
    """Return a side's score, with the points of all games beside it where they decided or were level: "2 (8)"."""
    if not short_decided_label(result):
        return score_label(result, side)
    return f"{score_label(result, side)} ({result.points.of(side)})"


def score_label(result: Result, side: Side) -> str:
    """Return a side's score: games won if there are several, else points; a sign if nothing is known."""
    if _names_winner_alone(result):
        return "=" if result.winner is None else "+" if result.winner is side else "–"
    if len(result.scores) > 1 or result.detail == "winner":
        return str(result.games.a if side is Side.A else result.games.b)
    return str(result.points.a if side is Side.A else result.points.b)


def _names_winner_alone(result: Result) -> bool:
    return result.detail == "winner" and not any(result.games)


def scores_label(result: Result) -> str:
    """The games one by one: "25-10, 12-25"."""
    return ", ".join(f"{one.a}-{one.b}" for one in result.scores) if len(result.scores) > 1 else ""


def is_bye(slot: Slot, key: str | None) -> bool:
    """Whether nobody plays on a side."""
    return key == NOBODY or (key is None and isinstance(slot, Bye))


def total_label(result: Result) -> str:
    """Return the score of both sides: "2-1", "25-12"; "+/–" where only the winner is known."""
    return ("/" if _names_winner_alone(result) else "-").join(score_label(result, side) for side in Side)


def state_label(meeting: Meeting) -> str:
    """How far a fixture is."""
    return _(STATE_LABELS[meeting.state])


def stage_label(format_: str, stage: str, group: str, round_number: int) -> str:
    """The heading of a part of a draw, in the words of its format."""
    stages = find(format_).stages
    if stage in stages:
        return filled(stages[stage], {"group": group, "round": round_number})
    words = _("Round %(round)s") % {"round": round_number}
    return f"{stage}: {words}" if stage else words


def part_of(fixture: Fixture) -> Part:
    """The part of a draw that a fixture stands in: its stage, group and round; a group has all its rounds in one."""
    return fixture.stage, fixture.group, 0 if fixture.stage == "group" else fixture.round


def headings(fixtures: Iterable[Fixture], format_: str) -> dict[Part, str]:
    """The headings of all parts of a draw: rounds of brackets by their own names, flights where there are several."""
    counts = Counter(part_of(one) for one in fixtures)
    flights = {group for stage, group, _number in counts if stage and stage == group}
    first = {name: min(number for stage, _group, number in counts if stage == name) for name in flights}
    is_bracket = find(format_).layouts == (Layout.BRACKET,)
    found = {}
    for (stage, group, number), count in counts.items():
        if stage in flights:
            words = bracket_label(count, number - first[stage] + 1, is_bracket=True)
            found[stage, group, number] = (
                f"{stage_label(format_, stage, group, number)}: {words}" if len(flights) > 1 else words
            )
        elif not stage and not group:
            found[stage, group, number] = bracket_label(count, number, is_bracket=is_bracket)
        else:
            found[stage, group, number] = stage_label(format_, stage, group, number)
    return found


def bracket_label(fixtures: int, round_number: int, *, is_bracket: bool) -> str:
    """A round of a knock-out by its own name."""
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    if is_bracket and fixtures in names:
        return names[fixtures]
    return _("Round %(round)s") % {"round": round_number}


def tie_break_label(name: str) -> str:
    """The heading of a tie-break's column."""
    known = TIE_BREAKS.get(name)
    return name.replace("_", " ").capitalize() if known is None else _(known.label)


def order_label(rows: Sequence[Row], name: Callable[[str], str]) -> list[str]:
    """For neighbours that are level on points: what separated them, with the figure of each."""
    return [
        _("%(above)s is above %(below)s: level on points, then %(by)s, %(better)s to %(worse)s")
        % {
            "above": name(why.above),
            "below": name(why.below),
            "by": tie_break_sentence(why.by),
            "better": f"{_figure(why.by, why.better):g}",
            "worse": f"{_figure(why.by, why.worse):g}",
        }
        if why.by not in ("lots", "seed") and why.better > why.worse
        else _("%(above)s is above %(below)s: level on points, then %(by)s")
        % {"above": name(why.above), "below": name(why.below), "by": tie_break_sentence(why.by)}
        for why in apart(rows)
    ]


def tie_break_sentence(name: str) -> str:
    """A tie-break within a sentence."""
    if name == "absences":
        return _("matches lost without playing")
    return tie_break_label(name)


def figure_of(row: Row, name: str) -> Number | None:
    """Return a row's value of a tie-break as its column shows it."""
    value = row.value(name)
    return None if value is None else _figure(name, value)


def _figure(name: str, value: Number) -> Number:
    """Absences are counted, and fewer are better."""
    return -value if name == "absences" else value


def walk_over_label(regulation: Regulation) -> str:
    """Describe the value of a match that nobody played, in a sentence (docs/walk-overs.md)."""
    score, games = regulation.walk_over_score, regulation.walk_over_games
    counts = _("A match that is not played counts in every column: %(points)s in points, %(games)s in games") % {
        "points": f"{score.a}-{score.b}",
        "games": f"{games.a}-{games.b}",
    }
    if not regulation.absent_last:
        return counts
    return _("%(counts)s; sides that did not come are below everyone with the same points who came") % {
        "counts": counts
    }

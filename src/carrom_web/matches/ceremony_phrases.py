"""The ceremony of a match on a real board in words: what is awaited, and what the umpire entered."""

from collections.abc import Callable, Iterator

from carrom.match import ceremony, requests
from carrom.match.awaiting import BREAK, Decision
from carrom.match.entries import Entry
from carrom.match.state import MatchState
from carrom.play.beginning import steps_left
from carrom.terms import Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext

SideName = Callable[[MatchState, Side], str]


def step_text(match: MatchState, who: str, breaks: str) -> str:
    """Describe a step before the first stroke; `who` is asked, `breaks` is the name of the one who breaks."""
    awaiting = match.awaiting
    names: dict[str, object] = {"name": who}
    match awaiting.why:
        case ceremony.REPORT if match.standing.waits_since:
            return _("The match is called: players report at the board")
        case ceremony.REPORT:
            return _("Players report at the board")
        case ceremony.CHECKS:
            return _("The umpire checks the equipment")
        case ceremony.TRIAL:
            side, number = trial_of(match)
            names |= {"name": _side(match, side), "number": number, "count": match.ruleset.trial_boards}
            return _("Trial board %(number)d of %(count)d, %(name)s breaks: it does not count") % names
        case ceremony.SIDES if match.head.men == 4:
            return _("The sides change: everybody moves one seat to the right")
        case ceremony.SIDES:
            return _("%(name)s change sides") % names
        case ceremony.PLAY:
            return _("%(name)s breaks when the umpire calls “Play”") % {"name": breaks}
        case ceremony.TIME_OUT:
            return _("Time-out of %(name)s") % names
        case _:
            return _("%(name)s: ready?") % names


def done_text(name: str) -> str:
    """A step of the ceremony as a line that is ticked once it is done."""
    words: dict[str, str] = {
        ceremony.REPORT: _("Both sides are here"),
        ceremony.SIDES: _("The sides have changed"),
        ceremony.BOTH_READY: _("Both sides are ready"),
    }
    return words[name]


def trial_of(match: MatchState) -> tuple[Side, int]:
    """Describe the offered trial board and its breaker: the side that breaks the match comes first."""
    number = match.ruleset.trial_boards - match.awaiting.options.count(ceremony.TRIAL)
    breaker = match.standing.breaker
    first = Side.A if breaker is None else match.side_at(breaker)
    return (first if number % 2 else first.other), number


def ready_text(why: str) -> str:
    """Return the umpire's words when a step is done."""
    words: dict[str, str] = {
        ceremony.REPORT: _("The players are at the board"),
        ceremony.CHECKS: _("The equipment is checked"),
        ceremony.TRIAL: _("A trial board has been played"),
        ceremony.SIDES: _("The sides have changed"),
        ceremony.PLAY: _("“Play”"),
        ceremony.TIME_OUT: _("The time-out is over"),
    }
    return words.get(why, _("Both sides are ready"))


def entry_text(match: MatchState, entry: Entry, side_name: SideName) -> str:
    """One sentence for what an umpire who leads has reported; empty for everything else. `match` is before it."""
    match entry.asked:
        case requests.Ready():
            return ready_text(match.awaiting.why)
        case requests.CallMatch():
            minutes = match.ruleset.reporting_minutes or 0
            return ngettext(
                "The match is called: %(count)d minute to report",
                "The match is called: %(count)d minutes to report",
                minutes,
            ) % {"count": minutes}
        case requests.Late(side=Side() as side):
            return _("%(name)s did not come in time") % {"name": side_name(match, side)}
        case requests.Late():
            return _("Neither side came in time")
        case requests.Trial(played=played):
            return _("A trial board has been played") if played else _("No trial board is played")
        case requests.Begin():
            return " · ".join(_opening_parts(match, entry.asked, side_name))
        case requests.TimeOut(side=side):
            return _("Time-out of %(name)s") % {"name": side_name(match, side)}
        case requests.Substitute(side=side, player=player, name=name):
            return _("%(name)s plays for %(other)s") % {"name": name, "other": match.players_of(side)[player].name}
        case requests.Rename(side=side, player=player, name=name):
            return _("%(other)s is now called %(name)s") % {"name": name, "other": match.players_of(side)[player].name}
        case requests.Rearrange(how=how):
            return rearranged_text(how)
        case requests.Protest(side=side, text=text):
            return _("%(name)s protests: %(text)s") % {"name": side_name(match, side), "text": text}
        case _:
            return ""


def _opening_parts(match: MatchState, asked: requests.Begin, side_name: SideName) -> Iterator[str]:
    """Yield each step that was done before the first stroke, in the order of the laws."""
    awaiting, left = match.awaiting, steps_left(match)
    chooser = match.side_at(awaiting.seats[0]) if awaiting.kind is Decision.CHOICE else asked.toss
    for name in dict.fromkeys(left):
        if name == ceremony.TOSS and asked.toss is not None:
            yield _("%(name)s wins the toss") % {"name": side_name(match, asked.toss)}
        elif name == ceremony.CHOICE and chooser is not None:
            for number, choice in enumerate(asked.choices):
                side = chooser.other if number else chooser
                text = _("%(name)s breaks") if choice == BREAK else _("%(name)s chooses a side")
                yield text % {"name": side_name(match, side)}
        elif name == ceremony.TRIAL:
            played = asked.trials or 0
            text = ngettext("%(count)d trial board has been played", "%(count)d trial boards have been played", played)
            yield text % {"count": played} if played else _("No trial board is played")
        else:
            yield ready_text("" if name == ceremony.BOTH_READY else name)
    if asked.colour is not None:
        yield (
            _("The winner of the toss plays white")
            if asked.colour == "white"
            else _("The winner of the toss plays black")
        )


def rearranged_text(how: str) -> str:
    """How the coins that are up are laid again."""
    words = {
        "shuffle": _("The coins are shuffled around the centre"),
        "neutral": _("The coins are laid around the centre, colours in turn"),
        "rack": _("The coins are set up again as at the break"),
    }
    return words[how]


def check_text(check: str) -> str:
    """One thing that an umpire looks at before a match."""
    words = {
        "coins": _("Nine white coins, nine black, the queen: all undamaged and of one size"),
        "strikers": _("The strikers of both sides"),
        "nets": _("A net under every pocket"),
        "powder": _("Permitted powder, spread evenly"),
        "clean": _("No wax, no oil, nothing sticky"),
    }
    return words[check]


def _side(match: MatchState, side: Side) -> str:
    players = match.players_of(side)
    return _("%(name)s's side") % {"name": players[0].name} if len(players) > 1 else players[0].name

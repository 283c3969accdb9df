"""The record of a match league: what was done, line by line, never changed, only struck out; the league is its fold."""

from dataclasses import dataclass, replace

from carrom.equipment.arrangement import Rng
from carrom.errors import CarromError
from carrom.league.match_commands import (
    Act,
    BeginPlayOffs,
    League,
    LeagueCommandError,
    Place,
    Withdraw,
    Within,
    begun,
    check,
    follow,
)
from carrom.league.match_fixtures import first_slots, season_fixtures
from carrom.league.match_playoffs import leg_by_leg, playoff_fixtures, qualified, seeded
from carrom.league.match_terms import MatchLeagueTerms
from carrom.terms import Side
from carrom.tournament import commands, serialization
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import State
from carrom.tournament.contest import Drawn
from carrom.tournament.results import Result
from carrom.tournament.reverting import Revert, last_reverted
from carrom.tournament.reverting import holding as those_that_hold
from carrom.tournament.rng import RecordingRng, shuffled

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One act: its number from 1, when and by whom."""

    number: int
    act: Act | Revert
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRecord:
    """All that was done in a league."""

    terms: MatchLeagueTerms
    lines: tuple[LogEntry, ...] = ()
    version: int = FORMAT_VERSION


def league_of(record: LeagueRecord) -> League:
    """The league after all acts that hold."""
    league = begun(record.terms)
    for line in holding(record):
        league = follow(league, line.act)  # type: ignore[arg-type]
    return league


def holding(record: LeagueRecord) -> tuple[LogEntry, ...]:
    """The acts that are not struck out, strike-outs themselves left away."""
    return those_that_hold(record.lines)


def apply(record: LeagueRecord, act: Act, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with one more act. Raises CarromError: it may not be done now, and why."""
    check(league_of(record), act, at=at)
    return _with(record, act, at, by)


def draw(record: LeagueRecord, rng: Rng, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with fixtures, days and venues of the season. Raises TooFewError, LeagueActError."""
    league = league_of(record)
    if league.is_drawn:
        raise LeagueCommandError("fixtures-exist")
    entrants = [one for one in league.season.entrants if one.left is None]
    recording = RecordingRng(rng)
    fixtures = season_fixtures(record.terms, entrants, league.grounds, recording)
    made = apply(record, Within("season", commands.Draw(Drawn(fixtures, recording.given))), at=at, by=by)
    return apply(made, Place(first_slots(record.terms, fixtures, league.grounds)), at=at, by=by)


def draw_lots(record: LeagueRecord, keys: frozenset[str], rng: Rng, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with lots for those who are level. Raises UnknownEntrantError."""
    recording = RecordingRng(rng)
    order = tuple(shuffled(sorted(keys), recording))
    return apply(record, Within("season", commands.DrawLots(order, recording.given)), at=at, by=by)


def start_playoffs(record: LeagueRecord, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with play-offs made from the final table. Raises PlayOffsError, LeagueActError."""
    league = league_of(record)
    if record.terms.playoffs is None:
        raise LeagueCommandError("no-play-offs-planned")
    who = qualified(record.terms.playoffs, league.tables)
    fixtures = playoff_fixtures(record.terms.playoffs, who)
    after = max((slot.day for slot in league.slots.values()), default="")
    slots = first_slots(record.terms, leg_by_leg(record.terms.playoffs, fixtures), league.grounds, after=after)
    return apply(record, BeginPlayOffs(seeded(league.season.entrants, who), fixtures, slots), at=at, by=by)


def draw_playoff_lots(record: LeagueRecord, fixture: str, rng: Rng, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with lots for a level pairing of the play-offs. Raises LeagueActError: lots do not decide it."""
    stand = league_of(record).stands.get(fixture)
    if stand is None or not stand.needs_lots:
        raise LeagueCommandError("no-lots")
    recording = RecordingRng(rng)
    order = tuple(shuffled(sorted(stand.keys), recording))
    return apply(record, Within("playoffs", commands.DrawLots(order, recording.given)), at=at, by=by)


def withdrawn(record: LeagueRecord, key: str, *, reason: str = "", at: str = "", by: str = "") -> LeagueRecord:
    """The record without an entrant from now on. Raises UnknownEntrantError, LeagueActError."""
    league = league_of(record)
    met = [one for one in formats.find(league.season.format).meetings(league.season) if key in one.keys]
    played = [one.fixture.round for one in met if one.result is not None and one.result.is_played]
    from_round = max(played, default=0) + 1
    lost = tuple(
        Result(
            fixture=one.fixture.id,
            a=one.a,
            b=one.b,
            winner=Side.B if one.a == key else Side.A,
            how="withdrawn",
            reason=reason,
        )
        for one in met
        if one.state is State.READY and one.a and one.b and one.fixture.round < from_round
    )
    return apply(record, Withdraw(key, from_round, lost, reason), at=at, by=by)


def revert(record: LeagueRecord, number: int, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record without the act of a line. Raises LeagueActError: it does not hold, or a later one needs it."""
    lines = {line.number: line for line in holding(record)}
    if number not in lines:
        raise LeagueCommandError("already-undone")
    gone = [number]
    act = lines[number].act
    if isinstance(act, Within) and isinstance(act.act, commands.Draw):
        gone += [one.number for one in lines.values() if one.number == number + 1 and isinstance(one.act, Place)]
        if any(isinstance(line.act, BeginPlayOffs) for line in lines.values()):
            raise LeagueCommandError("play-offs-stand")
    back = _with(record, Revert(tuple(gone)), at, by)
    try:
        league_of(back)
    except (CarromError, KeyError) as error:
        raise LeagueCommandError("needed", cause=error) from None
    return back


def brought_back(record: LeagueRecord, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with what was undone last brought back. Raises LeagueActError."""
    number = last_reverted(record.lines)
    if number is None:
        raise LeagueCommandError("nothing-undone")
    back = _with(record, Revert((number,)), at, by)
    try:
        league_of(back)
    except (CarromError, KeyError) as error:
        raise LeagueCommandError("no-longer-fits", cause=error) from None
    return back


def write(record: LeagueRecord) -> dict[str, object]:
    """The record as plain JSON."""
    told: dict[str, object] = serialization.to_plain(record)
    return told


def read(data: object) -> LeagueRecord:
    """The record that plain JSON tells. Raises NotPlainError: what is wrong and where."""
    record = serialization.from_plain(LeagueRecord, data)
    if record.version != FORMAT_VERSION:
        raise serialization.NotPlainError("version", version=record.version, supported=FORMAT_VERSION)
    if [line.number for line in record.lines] != list(range(1, len(record.lines) + 1)):
        raise serialization.NotPlainError("not-numbered")
    return record


def _with(record: LeagueRecord, act: Act | Revert, at: str, by: str) -> LeagueRecord:
    line = LogEntry(number=len(record.lines) + 1, act=act, at=at, by=by)
    return replace(record, lines=(*record.lines, line))

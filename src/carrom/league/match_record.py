"""The record of a match league: a log of acts (`carrom.log`), from which the league is folded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from carrom import serialization
from carrom.equipment.arrangement import Rng
from carrom.league.match_commands import (
    Act,
    BeginPlayOffs,
    League,
    LeagueCommandError,
    Place,
    Withdraw,
    Within,
    check,
    follow,
    started,
)
from carrom.league.match_fixtures import first_slots, season_fixtures
from carrom.league.match_playoffs import leg_by_leg, playoff_fixtures, qualified, seeded
from carrom.league.match_terms import MatchLeagueTerms
from carrom.log import Entry, Fold, Log
from carrom.terms import Side
from carrom.tournament import commands
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import State
from carrom.tournament.contest import Drawn
from carrom.tournament.record import RecordError
from carrom.tournament.results import Result
from carrom.tournament.rng import RecordingRng, shuffled

FORMAT_VERSION = 1


@dataclass(frozen=True)
class LeagueFold(Fold[League, Act]):
    """How a league follows from acts, given its terms."""

    terms: MatchLeagueTerms

    def start(self) -> League:
        """The league before its first act."""
        return started(self.terms)

    def apply(self, state: League, act: Act) -> League:
        """The league after an act."""
        return follow(state, act)

    def check(self, state: League, act: Act, *, at: str) -> None:
        """Pass if an act can be done at a moment."""
        check(state, act, at=at)

    def check_revert(self, entries: Sequence[Entry[Act]], number: int) -> None:
        """The fixtures of the season stay while play-offs build on them."""
        if _is_draw(entries, number) and any(isinstance(entry.act, BeginPlayOffs) for entry in entries):
            raise LeagueCommandError("play-offs-stand")

    def reverted_together(self, entries: Sequence[Entry[Act]], number: int) -> Sequence[int]:
        """The days of the fixtures go with the fixtures."""
        if not _is_draw(entries, number):
            return ()
        return [one.number for one in entries if one.number == number + 1 and isinstance(one.act, Place)]


def _is_draw(entries: Sequence[Entry[Act]], number: int) -> bool:
    act = next(entry.act for entry in entries if entry.number == number)
    return isinstance(act, Within) and isinstance(act.act, commands.Draw)


@dataclass(frozen=True, kw_only=True)
class LeagueRecord:
    """Everything that was done in a league."""

    terms: MatchLeagueTerms
    entries: tuple[Entry[Act], ...] = ()
    version: int = FORMAT_VERSION

    @cached_property
    def log(self) -> Log[League, Act]:
        """The entries with the league that is folded from them."""
        return Log(LeagueFold(self.terms), self.entries)

    def with_log(self, log: Log[League, Act]) -> "LeagueRecord":
        """The record with another log of the same league, which is not folded again."""
        made = replace(self, entries=log.entries)
        made.__dict__["log"] = log
        return made


def league_of(record: LeagueRecord) -> League:
    """The league after all acts that count."""
    return record.log.state


def effective(record: LeagueRecord) -> tuple[Entry[Act], ...]:
    """The entries that count, without the reverts."""
    return record.log.effective


def apply(record: LeagueRecord, act: Act, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with one more act. Raises CarromError: it may not be done now, and why."""
    return record.with_log(record.log.append(act, at=at, by=by))


def draw(record: LeagueRecord, rng: Rng, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with fixtures, days and venues of the season. Raises TooFewError, LeagueCommandError."""
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
    """The record with play-offs made from the final table. Raises PlayOffsError, LeagueCommandError."""
    league = league_of(record)
    if not record.terms.playoffs.are_planned:
        raise LeagueCommandError("no-play-offs-planned")
    who = qualified(record.terms.playoffs, league.tables)
    fixtures = playoff_fixtures(record.terms.playoffs, who)
    after = max((slot.day for slot in league.slots.values()), default="")
    slots = first_slots(record.terms, leg_by_leg(record.terms.playoffs, fixtures), league.grounds, after=after)
    return apply(record, BeginPlayOffs(seeded(league.season.entrants, who), fixtures, slots), at=at, by=by)


def draw_playoff_lots(record: LeagueRecord, fixture: str, rng: Rng, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with lots for a level pairing of the play-offs. Raises LeagueCommandError: lots do not decide it."""
    stand = league_of(record).stands.get(fixture)
    if stand is None or not stand.needs_lots:
        raise LeagueCommandError("no-lots")
    recording = RecordingRng(rng)
    order = tuple(shuffled(sorted(stand.keys), recording))
    return apply(record, Within("playoffs", commands.DrawLots(order, recording.given)), at=at, by=by)


def withdrawn(record: LeagueRecord, key: str, *, reason: str = "", at: str = "", by: str = "") -> LeagueRecord:
    """The record without an entrant from now on. Raises UnknownEntrantError, LeagueCommandError."""
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
    """The record without the act of an entry. Raises LogError, LeagueCommandError: a later act needs it."""
    return record.with_log(record.log.revert(number, at=at, by=by))


def restore(record: LeagueRecord, *, at: str = "", by: str = "") -> LeagueRecord:
    """The record with what was reverted last brought back. Raises LogError."""
    return record.with_log(record.log.restore(at=at, by=by))


def write(record: LeagueRecord) -> dict[str, object]:
    """The record as plain JSON."""
    written: dict[str, object] = serialization.to_plain(record, brief=True)
    return written


def read(data: object) -> LeagueRecord:
    """The record of plain JSON. Raises BadJsonError, RecordError: what is wrong and where."""
    record = serialization.from_plain(LeagueRecord, data)
    if record.version != FORMAT_VERSION:
        raise RecordError("version", version=record.version, supported=FORMAT_VERSION)
    if [entry.number for entry in record.entries] != list(range(1, len(record.entries) + 1)):
        raise RecordError("not-numbered")
    return record

"""The state of a match league, and its commands, one act at a time.

What belongs to a contest (draws, line-ups, results) is an act of `carrom.tournament.commands` within the season or the
play-offs; around it stand days and venues, dates that sides agree on, results that one side tells and the other
confirms, points taken away, withdrawals. `follow` applies what an act says; `check` says beforehand whether it may be.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from carrom.errors import CarromError, NotAllowedError
from carrom.league.match_fixtures import Slot
from carrom.league.match_playoffs import PREFIX, qualified
from carrom.league.match_rescheduling import Proposal, check_answer, check_proposal
from carrom.league.match_series import DECIDER, SeriesStand, grown, is_series, legs_contest, needs_winner
from carrom.league.match_table import PoolTable, pool_tables
from carrom.league.match_terms import Ground, MatchLeagueTerms, for_playoffs
from carrom.tournament import commands
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest, Drawn, UnknownFixtureError
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Fixture, known_keys
from carrom.tournament.results import Result

Stage = Literal["season", "playoffs", "series"]
NO_GROUND = Ground()


class LeagueCommandError(NotAllowedError):
    """It cannot be done in this state of the league."""

    code = "not-now"


@dataclass(frozen=True, slots=True)
class Join:
    """An entrant comes in, or what is known of them changes; and where they are at home."""

    kind: ClassVar[str] = "join"
    entrant: Entrant
    ground: Ground = NO_GROUND


@dataclass(frozen=True, slots=True)
class Within:
    """An act within the season, the play-offs, or the legs of their pairings ("series")."""

    kind: ClassVar[str] = "within"
    stage: Stage
    act: commands.Act


@dataclass(frozen=True, slots=True)
class Withdraw:
    """An entrant goes: what they have open is lost; what they played stands, or counts for nobody (`Regulation`)."""

    kind: ClassVar[str] = "withdraw"
    key: str
    from_round: int
    open: tuple[Result, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """The organiser sets when and where fixtures are played."""

    kind: ClassVar[str] = "place"
    slots: tuple[Slot, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Propose:
    """One side asks for another day or venue, until a moment."""

    kind: ClassVar[str] = "propose"
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Answer:
    """The other side agrees or does not; who has asked takes it back."""

    kind: ClassVar[str] = "answer"
    fixture: str
    by: str
    agrees: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """One side tells a result; `number` is the match of a tie, 0 the whole."""

    kind: ClassVar[str] = "report"
    by: str
    number: int
    result: Result


@dataclass(frozen=True, slots=True)
class Confirm:
    """The other side confirms what was reported, or disputes it: then the organiser decides."""

    kind: ClassVar[str] = "confirm"
    fixture: str
    number: int
    by: str
    agrees: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Deduct:
    """Points of the table taken away, or given where below zero."""

    kind: ClassVar[str] = "deduct"
    key: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class BeginPlayOffs:
    """The play-offs as made from the final table."""

    kind: ClassVar[str] = "begin-play-offs"
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    slots: tuple[Slot, ...] = ()


Act = Join | Within | Withdraw | Place | Propose | Answer | Report | Confirm | Deduct | BeginPlayOffs


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedResult:
    """A result that one side has reported and that does not count yet; `disputed_by` the other, and why."""

    by: str
    number: int
    result: Result
    disputed_by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """How a league stands.

    Where pairings of the play-offs are more than one match, `playoffs` has their results as the legs decide them,
    `series` is the contest of the legs, `whole_results` the results of whole pairings, `stands` how each stands.
    """

    terms: MatchLeagueTerms
    season: Contest
    playoffs: Contest | None = None
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    slots: Mapping[str, Slot] = field(default_factory=dict)
    planned: Mapping[str, Slot] = field(default_factory=dict)  # as drawn, before anything was moved
    proposals: Mapping[str, Proposal] = field(default_factory=dict)
    reported: Mapping[tuple[str, int], ReportedResult] = field(default_factory=dict)
    deductions: tuple[Deduct, ...] = ()
    series: Contest | None = None
    whole_results: tuple[Result, ...] = ()
    stands: Mapping[str, SeriesStand] = field(default_factory=dict)

    @property
    def is_drawn(self) -> bool:
        """Whether the fixtures are made."""
        return bool(self.season.draws)

    def stage_of(self, fixture: str) -> Stage:
        """The stage of a fixture, by its name."""
        if fixture.startswith(PREFIX):
            for name, contest in (("playoffs", self.playoffs), ("series", self.series)):
                if contest is not None and any(one.id == fixture for one in contest.fixtures):
                    return name  # type: ignore[return-value]
        return "season"

    def contest_of(self, fixture: str) -> Contest:
        """The contest of a fixture."""
        found = {"playoffs": self.playoffs, "series": self.series}.get(self.stage_of(fixture))
        return self.season if found is None else found

    def length_of(self, fixture: str) -> str:
        """How long its match is: a deciding match of players or pairs is one board."""
        is_short = self.terms.tie_terms is None and self.contest_of(fixture).fixture(fixture).stage == DECIDER
        return "board" if is_short else self.terms.length

    def needs_winner(self, fixture: str) -> bool:
        """Whether somebody must win it."""
        stage = self.stage_of(fixture)
        if stage == "series":
            return needs_winner(self.terms, self.contest_of(fixture).fixture(fixture))
        return stage == "playoffs"

    @property
    def pairings(self) -> tuple[Meeting, ...]:
        """The pairings of the play-offs, each a match of its own or several legs."""
        return formats.find(self.playoffs.format).meetings(self.playoffs) if self.playoffs is not None else ()

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """All fixtures of the season, then of the play-offs, with who meets whom by now.

        A pairing with legs is not among them, unless its sides are not known yet: its legs are.
        """
        found = formats.find(self.season.format).meetings(self.season)
        if self.series is None:
            return found + self.pairings
        legs = formats.find(self.series.format).meetings(self.series)
        return found + legs + tuple(one for one in self.pairings if one.fixture.id not in self.stands)

    def meeting(self, fixture: str) -> Meeting:
        """One fixture, or a pairing of the play-offs. Raises UnknownFixtureError."""
        for one in (*self.meetings, *self.pairings):
            if one.fixture.id == fixture:
                return one
        raise UnknownFixtureError(fixture=fixture)

    @property
    def tables(self) -> tuple[PoolTable, ...]:
        """The tables of the season."""
        for known, found in tuple(_LAST):
            if known is self:
                return found
        taken: dict[str, int] = {}
        for one in self.deductions:
            taken[one.key] = taken.get(one.key, 0) + one.points
        tables = pool_tables(self.terms, self.season, taken)
        _LAST.append((self, tables))
        return tables

    @property
    def is_season_over(self) -> bool:
        """Whether all fixtures of the season are settled."""
        return self.is_drawn and formats.find(self.season.format).is_over(self.season)

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be played any more."""
        if self.playoffs is not None:
            return formats.find(self.playoffs.format).is_over(self.playoffs)
        return self.is_season_over and not self.terms.playoffs.are_planned

    @property
    def playoffs_are_outdated(self) -> bool:
        """Whether the table, corrected since, would send others or in another order into the play-offs."""
        if self.playoffs is None:
            return False
        by_seed = [one.key for one in sorted(self.playoffs.entrants, key=lambda one: one.seed or 0)]
        try:
            return by_seed != [key for key, _, _ in qualified(self.terms.playoffs, self.tables)]
        except CarromError:
            return True


_LAST: deque[tuple[League, tuple[PoolTable, ...]]] = deque(maxlen=16)
"""Tables of the leagues that were asked for last: pages ask for the same ones again until something is done."""


def follow(league: League, act: Act) -> League:
    """The league after an act. Raises CarromError: it names what is not there (any more)."""
    match act:
        case Join(entrant, ground):
            season = commands.follow(league.season, commands.Enter(entrant))
            return replace(league, season=season, grounds={**league.grounds, entrant.key: ground})
        case Within(stage, inner):
            return _within(league, stage, inner)
        case Withdraw(key, from_round, open_ones):
            season = commands.follow(league.season, commands.Leave(key, from_round))
            for result in open_ones:
                season = commands.follow(season, commands.Tell(result))
            return replace(league, season=season)
        case Place(slots):
            new = {slot.fixture: slot for slot in slots}
            planned = {**new, **league.planned}
            remaining = {name: one for name, one in league.proposals.items() if name not in new}
            return replace(league, slots={**league.slots, **new}, planned=planned, proposals=remaining)
        case Propose(proposal):
            return replace(league, proposals={**league.proposals, proposal.slot.fixture: proposal})
        case Answer(fixture, by, agrees):
            if fixture not in league.proposals:
                raise LeagueCommandError("no-request")
            asked = league.proposals[fixture]
            left = {name: one for name, one in league.proposals.items() if name != fixture}
            moved = {fixture: asked.slot} if agrees and by != asked.by else {}
            return replace(league, slots={**league.slots, **moved}, proposals=left)
        case Report(by, number, result):
            reported = ReportedResult(by=by, number=number, result=result)
            return replace(league, reported={**league.reported, (result.fixture, number): reported})
        case Confirm(fixture, number, by, agrees, reason):
            if (fixture, number) not in league.reported:
                raise LeagueCommandError("no-result")
            reported = league.reported[fixture, number]
            if not agrees:
                disputed = replace(reported, disputed_by=by, reason=reason)
                return replace(league, reported={**league.reported, (fixture, number): disputed})
            inner = commands.TellTieMatch(number, reported.result) if number else commands.Tell(reported.result)
            return _within(league, league.stage_of(fixture), inner)
        case Deduct():
            return replace(league, deductions=(*league.deductions, act))
        case BeginPlayOffs(entrants, fixtures, dated):
            made = Contest(format="knockout", entrants=entrants, regulation=league.terms.regulation)
            made = replace(made, tie=for_playoffs(league.terms.tie_terms)).with_drawn(Drawn(fixtures))
            first = {slot.fixture: slot for slot in dated}
            started = replace(
                league, playoffs=made, slots={**league.slots, **first}, planned={**league.planned, **first}
            )
            if not is_series(league.terms):
                return started
            return _grown(replace(started, series=legs_contest(league.terms, entrants)))


def check(league: League, act: Act, *, at: str = "") -> None:
    """Check that an act may be done at a moment (an ISO text). Raises CarromError: why not, and what to do."""
    match act:
        case Join(entrant):
            if league.is_drawn and all(one.key != entrant.key for one in league.season.entrants):
                raise LeagueCommandError("fixtures-made")
            commands.check(league.season, commands.Enter(entrant))
        case Within(stage, inner):
            contest = {"season": league.season, "playoffs": league.playoffs, "series": league.series}[stage]
            if contest is None:
                raise LeagueCommandError("no-play-offs")
            _check_leg(league, inner)
            commands.check(contest, inner)
        case Withdraw(key):
            if league.season.entrant(key).left is not None:
                raise LeagueCommandError("withdrawn")
        case Propose(proposal):
            check_proposal(league, proposal, at=at)
        case Answer(fixture, by):
            check_answer(league, fixture, by, at=at)
        case Place(slots):
            known = {one.fixture.id for one in league.meetings}
            for slot in slots:
                if slot.fixture not in known:
                    raise UnknownFixtureError(fixture=slot.fixture)
        case Report(by, number, result):
            meeting = league.meeting(result.fixture)
            if by not in meeting.keys:
                raise LeagueCommandError("not-their-match")
            if reported_result(league, result.fixture, number) is not None:
                raise LeagueCommandError("result-exists")
            contest = league.contest_of(result.fixture)
            _check_leg(league, commands.TellTieMatch(number, result) if number else commands.Tell(result))
            commands.check(contest, commands.TellTieMatch(number, result) if number else commands.Tell(result))
        case Confirm(fixture, number, by):
            reported = league.reported.get((fixture, number))
            if reported is None:
                raise LeagueCommandError("no-result")
            if by == reported.by or by not in league.meeting(fixture).keys:
                raise LeagueCommandError("own-result")
        case Deduct(key):
            league.season.entrant(key)
        case BeginPlayOffs():
            if league.playoffs is not None:
                raise LeagueCommandError("play-offs-made")
    follow(league, act)


def reported_result(league: League, fixture: str, number: int = 0) -> Result | None:
    """The result that counts of a fixture (number 0) or of a match of its tie; None while none does."""
    meeting = league.meeting(fixture)
    if not number:
        return meeting.result
    reported = [
        one.result
        for one in league.contest_of(fixture).tie_matches
        if one.number == number and one.result.fixture == fixture and one.result.pair == {meeting.a, meeting.b}
    ]
    return reported[0] if reported else None


def started(terms: MatchLeagueTerms) -> League:
    """The league before anything was done."""
    options = {"legs": terms.legs, "ties": terms.ties}
    return League(
        terms=terms,
        season=Contest(format="round-robin", options=options, regulation=terms.regulation, tie=terms.tie_terms),
    )


def _within(league: League, stage: Stage, act: commands.Act) -> League:
    reported = league.reported
    if isinstance(act, commands.Tell | commands.TellTieMatch):
        key = (act.result.fixture, act.number if isinstance(act, commands.TellTieMatch) else 0)
        reported = {name: one for name, one in reported.items() if name != key}
    if stage == "season":
        return replace(league, season=commands.follow(league.season, act), reported=reported)
    if stage == "series" and league.series is not None:
        return _grown(replace(league, series=commands.follow(league.series, act), reported=reported))
    if league.playoffs is None:
        raise LeagueCommandError("no-play-offs")
    if league.series is None:
        return replace(league, playoffs=commands.follow(league.playoffs, act), reported=reported)
    whole = commands.follow(replace(league.playoffs, results=league.whole_results), act)
    return _grown(replace(league, playoffs=whole, whole_results=whole.results, reported=reported))


def _check_leg(league: League, act: commands.Act) -> None:
    """Pass if pairings with legs are reported leg by leg, and a leg that somebody must win has a winner."""
    if not isinstance(act, commands.Tell) or league.series is None:
        return
    result = act.result
    stage = league.stage_of(result.fixture)
    if stage == "playoffs" and result.is_played:
        raise LeagueCommandError("legs")
    if stage == "series" and result.winner is None and not result.both_lose and league.needs_winner(result.fixture):
        raise LeagueCommandError("needs-winner")


def _grown(league: League) -> League:
    """The league with the legs that are due, at home where the home side is, and what they decide."""
    if league.playoffs is None or league.series is None:
        return league
    playoffs, series, stands = grown(league.terms, league.playoffs, league.whole_results, league.series)
    placed = {}
    for leg in series.fixtures:
        slot, ground = league.slots.get(leg.id), league.grounds.get(known_keys(leg)[0], NO_GROUND)
        if slot is not None and slot == league.planned.get(leg.id) and not slot.venue and league.terms.home_and_away:
            placed[leg.id] = replace(slot, venue=ground.venue, time=ground.time or slot.time)
    return replace(
        league,
        playoffs=playoffs,
        series=series,
        stands=stands,
        slots={**league.slots, **placed},
        planned={**league.planned, **placed},
    )

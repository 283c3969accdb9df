"""The terms of a match league: who plays whom how often and when, points of a match, play-offs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from carrom.errors import CarromError
from carrom.match.rules import LENGTHS, shipped
from carrom.messages import gettext_noop as _
from carrom.settings import part, refusals, setting
from carrom.tournament.category import LENGTH_CHOICES
from carrom.tournament.event import ONLINE_CLOCKS
from carrom.tournament.regulation import A_GAME, MOST_POINTS, USUAL, Regulation
from carrom.tournament.results import Outcome
from carrom.tournament.table import Encounter
from carrom.tournament.teams import TieTerms

Kind = Literal["players", "pairs", "teams"]
MOST_POOLS = 8
MOST_ENTRANTS = 64
MOST_MEMBERS = 30
MOST_MARGIN = 200
WEEKDAYS = 7
PERSONS: Mapping[Kind, tuple[int, int]] = {"players": (1, 1), "pairs": (2, 2), "teams": (2, MOST_MEMBERS)}
OF_TEAMS = {"kind": ("teams",)}
IN_PLAY_OFFS = {"kind": ("knockout", "step-ladder")}


class MatchLeagueError(CarromError):
    """A league that could not be played so; `field` names what is wrong."""

    code = "bad-match-league"

    def __init__(self, reason: str, /, *, field: str, **parameters: object) -> None:
        """Say what is wrong, and in which field."""
        super().__init__(reason, **parameters)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Points of the table beside those for a win: each for what happened in one match that was played.

    A team that loses by at most `lost_by` match points, or wins by at least `won_by`, has so many more; one that wins
    games, where teams play matches of the tie, `each_game` for each.
    """

    lost_by: int | None = setting(
        None,
        least=1,
        most=MOST_MARGIN,
        label=_("Bonus for losing by this much or less"),
        says=_("in points of the match or tie; leave empty for none"),
        group="table",
        shown_as="%(value)s",
    )
    lost_by_points: int = setting(1, least=1, most=MOST_POINTS, label=_("Points for this bonus"), group="table")
    won_by: int | None = setting(
        None,
        least=1,
        most=MOST_MARGIN,
        label=_("Bonus for winning by this much or more"),
        group="table",
        shown_as="%(value)s",
    )
    won_by_points: int = setting(
        1, least=1, most=MOST_POINTS, label=_("Points for this bonus (winners)"), group="table"
    )
    each_game: int | None = setting(
        None,
        least=1,
        most=MOST_POINTS,
        label=_("Bonus for each game won"),
        says=_("for teams: for each match of the tie"),
        group="table",
        shown_as="%(value)s",
    )

    def of(self, encounter: Encounter) -> int:
        """Return its points for one encounter."""
        if not encounter.is_played or encounter.outcome is Outcome.BYE:
            return 0
        ahead = encounter.own.points - encounter.other.points
        points = (self.each_game or 0) * encounter.own.games
        if self.lost_by is not None and encounter.outcome is Outcome.LOST and -ahead <= self.lost_by:
            points += self.lost_by_points
        if self.won_by is not None and encounter.outcome is Outcome.WON and ahead >= self.won_by:
            points += self.won_by_points
        return points


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOffTerms:
    """Terms of the play-offs after the final table.

    "none": nothing, the table decides. "knockout": the first `places` of the table in a bracket, first against last;
    with pools so many of each, crosswise: the first of one meets the last that qualified of another. "step-ladder": the
    last two of them meet, the winner meets the one above, and so on up to the first.

    A pairing is one match, the best of `best_of`, or one match at home and one away: these count together in the order
    of the league's table, and where they are level there is a deciding match (one board; teams: one more tie), lots, or
    the better placed goes on.
    """

    kind: Literal["none", "knockout", "step-ladder"] = setting(
        "none",
        label=_("After the table"),
        choices={
            "none": _("nothing: the table decides"),
            "knockout": _("a knock-out"),
            "step-ladder": _("a step-ladder"),
        },
        group="after",
        shown_as="%(value)s",
    )
    places: int = setting(
        4,
        least=1,
        most=32,
        label=_("How many go on"),
        says=_("with pools: from each pool"),
        group="after",
        shown_as="%(value)s",
        only_if=IN_PLAY_OFFS,
    )
    third_place: bool = setting(
        False, label=_("Match for third place"), group="after", shown_as="%(value)s", only_if=IN_PLAY_OFFS
    )
    series: Literal["single", "best-of", "two-legs"] = setting(
        "single",
        label=_("A play-off pairing is"),
        choices={
            "single": _("one match"),
            "best-of": _("the best of several matches"),
            "two-legs": _("a match at home and one away"),
        },
        group="after",
        shown_as="%(value)s",
        only_if=IN_PLAY_OFFS,
    )
    best_of: int = setting(
        3,
        label=_("The best of"),
        choices={"3": "3", "5": "5", "7": "7"},
        group="after",
        shown_as="%(value)s",
        only_if={**IN_PLAY_OFFS, "series": ("best-of",)},
    )
    level: Literal["decider", "lots", "seed"] = setting(
        "decider",
        label=_("If home and away are level"),
        says=_("both matches count together in the order of the table before that"),
        choices={
            "decider": _("a deciding match (one board; teams: one more tie)"),
            "lots": _("lots"),
            "seed": _("the better place in the table"),
        },
        group="after",
        shown_as="%(value)s",
        only_if={**IN_PLAY_OFFS, "series": ("two-legs",)},
    )

    @property
    def are_planned(self) -> bool:
        """Whether anything follows the table."""
        return self.kind != "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The home of an entrant: `matches` may be played there on one day, on the weekday from 0 (Monday), if any."""

    venue: str = ""
    matches: int = 1
    weekday: int | None = None
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLeagueTerms:
    """Everything that a match league announces. Days are ISO dates, times "19:30", both by the clocks of `time_zone`.

    `legs` is how often everybody meets everybody; where it is not `home_and_away`, all play at one venue with room for
    `at_once` matches (0: as many as there are). Match days lie `every_days` apart; one that falls on a free day is left
    out. A new date is asked for by one side and agreed by the other within `answer_days`, at most `move_days` from the
    match day. A typed result counts when the other side confirms it. With `handicap_every` the weaker side has one
    point more in each game for so much difference of rating, at most `handicap_most`.
    """

    title: str = setting(label=_("Name"), group="who")
    kind: Kind = setting(
        "teams",
        label=_("Who plays"),
        choices={"players": _("Players"), "pairs": _("Pairs"), "teams": _("Teams")},
        group="who",
        shown_as="%(value)s",
    )
    ruleset: str = setting(
        "icf",
        label=_("Laws"),
        choices={slug: one.title for slug, one in shipped().items() if one.score_mode != "strokes"},
        group="who",
        shown_as="%(value)s",
    )
    length: str = setting(
        "match", label=_("Length of a match"), choices=LENGTH_CHOICES, group="who", shown_as="%(value)s"
    )
    is_online: bool = setting(
        False,
        label=_("Played online"),
        says=_("captains or officials start each match here, between the players' accounts; results count at once"),
        group="who",
    )
    online_clock: Literal["15", "30", "60", "none"] = setting(
        "15",
        label=_("Clock online"),
        choices=ONLINE_CLOCKS,
        group="who",
        shown_as="%(value)s",
        only_if={"is_online": ("True",)},
    )
    least: int = setting(2, least=2, most=MOST_ENTRANTS, label=_("Least entrants"), group="who")
    most: int = setting(20, least=2, most=MOST_ENTRANTS, label=_("Most entrants"), group="who")
    members_most: int = setting(
        8,
        least=2,
        most=MOST_MEMBERS,
        label=_("Most players in a team"),
        group="team",
        shown_as="%(value)s",
        only_if=OF_TEAMS,
    )
    tie: TieTerms = part(TieTerms(), only_if=OF_TEAMS)
    line_ups: Literal["blind", "open", "none"] = setting(
        "blind",
        label=_("Line-ups"),
        choices={
            "blind": _("closed until both are in, and before the first result"),
            "open": _("may be named at any time"),
            "none": _("none: only the teams are named"),
        },
        group="team",
        shown_as="%(value)s",
        only_if=OF_TEAMS,
    )
    legs: int = setting(
        2, least=1, most=4, label=_("How often everybody plays everybody"), group="fixtures", shown_as="%(value)s"
    )
    home_and_away: bool = setting(True, label=_("At home and away"), group="fixtures", shown_as="%(value)s")
    pools: int = setting(1, least=1, most=MOST_POOLS, label=_("Pools"), group="fixtures", shown_as="%(value)s")
    into_pools: Literal["pots", "snake"] = setting(
        "snake",
        label=_("Assignment to pools"),
        choices={"snake": _("by strength"), "pots": _("by lot, from pots")},
        group="fixtures",
        shown_as="%(value)s",
        only_if={"pools": tuple(map(str, range(2, MOST_POOLS + 1)))},
    )
    at_once: int = setting(
        0,
        least=0,
        most=MOST_ENTRANTS,
        label=_("Matches at the same time"),
        says=_("at one venue for all; 0: no limit"),
        group="fixtures",
    )
    entries_until: str = setting("", label=_("Entries until"), input="day", group="days", shown_as="%(value)s")
    first_day: str = setting(
        "", required=True, label=_("First match day"), input="day", group="days", shown_as="%(value)s"
    )
    every_days: int = setting(
        7, least=1, most=366, label=_("Days between match days"), group="days", shown_as="%(value)s"
    )
    last_day: str = setting("", label=_("Last day"), input="day", group="days", shown_as="%(value)s")
    time: str = setting("", label=_("Starts at"), input="clock", group="days", shown_as="%(value)s")
    time_zone: str = setting("UTC", required=True, label=_("Time zone"), longest=60, group="days", shown_as="%(value)s")
    free_days: tuple[str, ...] = setting(
        (),
        label=_("Days without play"),
        says=_("separated by spaces, such as 2026-12-24 2026-12-31"),
        input="day",
        longest=400,
        group="days",
        shown_as="%(value)s",
    )
    answer_days: int = setting(
        3,
        least=1,
        most=60,
        label=_("Days to answer a request for another day"),
        group="days",
        shown_as="%(value)s",
    )
    move_days: int = setting(
        28,
        least=0,
        most=366,
        label=_("Most days by which a match can be moved"),
        group="days",
        shown_as="%(value)s",
    )
    ties: bool = setting(True, label=_("A match may end tied"), group="table", shown_as="%(value)s")
    regulation: Regulation = part(USUAL)
    bonus: Bonus = part(Bonus())
    playoffs: PlayOffTerms = part(PlayOffTerms())
    handicap_every: int | None = setting(
        None,
        least=1,
        most=100_000,
        label=_("One point of handicap for each rating difference of"),
        says=_("in every game; leave empty for none"),
        group="after",
        shown_as="%(value)s",
    )
    handicap_most: int = setting(10, least=1, most=24, label=_("Most points of handicap"), group="after")
    reminder_days: int = setting(
        2,
        least=0,
        most=14,
        label=_("Days before a match to remind of it"),
        says=_("by email, once; 0: no reminder"),
        value_names={"0": _("no reminder")},
        group="letters",
        shown_as="%(value)s",
    )
    overdue_days: int = setting(
        2,
        least=0,
        most=30,
        label=_("Days to remind of a missing or unconfirmed result"),
        says=_("after the match, or after the report; by email, once; 0: no reminder"),
        value_names={"0": _("no reminder")},
        group="letters",
        shown_as="%(value)s",
    )
    report_by_email: bool = setting(
        False,
        label=_("Report of each match day by email"),
        says=_("captains can stop it; its page is public in any case"),
        group="letters",
        shown_as="%(value)s",
    )
    notes: str = setting("", label=_("Notes"), longest=2000, input="lines", group="notes")

    @property
    def zone(self) -> ZoneInfo:
        """The clocks of the league."""
        return ZoneInfo(self.time_zone)

    @property
    def persons(self) -> tuple[int, int]:
        """How many persons an entrant has, at least and at most."""
        least, most = PERSONS[self.kind]
        return least, min(most, self.members_most) if self.kind == "teams" else most

    @property
    def needs_line_ups(self) -> bool:
        """Whether a match of a tie has no result before both line-ups are named: a handicap follows from them."""
        return self.kind == "teams" and (self.line_ups == "blind" or self.handicap_every is not None)

    @property
    def tie_terms(self) -> TieTerms | None:
        """Return the matches of a fixture where teams play several; None elsewhere."""
        return self.tie if self.kind == "teams" else None


def faults_of(terms: MatchLeagueTerms) -> tuple[MatchLeagueError, ...]:
    """Everything that is wrong with the terms, each with its field: a setting, as `settings_of` names it."""
    refused = refusals(terms)
    found = [MatchLeagueError("setting", field=name, cause=refusal) for name, refusal in refused.items()]

    def fault(field: str, reason: str, **parameters: object) -> None:
        if field not in refused:
            found.append(MatchLeagueError(reason, field=field, **parameters))

    if not terms.title.strip():
        fault("title", "no-title")
    if terms.time_zone not in available_timezones():
        fault("time_zone", "time-zone")
    if terms.most < terms.least:
        fault("most", "most-below-least", least=terms.least)
    if terms.least < 2 * terms.pools:
        fault("pools", "pools", pools=terms.pools, needed=2 * terms.pools)
    if terms.kind == "teams" and terms.line_ups == "none" and terms.handicap_every is not None:
        fault("line_ups", "handicap-without-line-ups")
    if terms.tie_terms is not None and terms.members_most < terms.tie_terms.players:
        fault("members_most", "small-teams", needed=terms.tie_terms.players)
    if not terms.first_day:
        fault("first_day", "no-first-day")
    if terms.last_day and terms.last_day < terms.first_day:
        fault("last_day", "ends-first")
    if terms.first_day and terms.entries_until > terms.first_day:
        fault("entries_until", "late-entries")
    if terms.regulation.order[:1] != ("points",):
        fault("regulation_order", "points-first")
    playoffs = terms.playoffs
    if playoffs.are_planned:
        if not 2 <= playoffs.places * (terms.pools if playoffs.kind == "knockout" else 1) <= terms.most:
            fault("playoffs_places", "places")
        if playoffs.kind == "step-ladder" and terms.pools > 1:
            fault("playoffs_kind", "ladder-with-pools")
    return tuple(found)


def check_terms(terms: MatchLeagueTerms) -> None:
    """Pass if a league can be played so. Raises MatchLeagueError: the first that is wrong."""
    for fault in faults_of(terms):
        raise fault


def as_counted(terms: MatchLeagueTerms) -> Regulation:
    """The regulation of the table, with what a match counts there that nobody played."""
    if terms.tie_terms is not None:
        return terms.regulation.of_ties(terms.tie_terms)
    laws = replace(terms.regulation, walk_over_score=A_GAME)
    return laws.of_games(
        int(str(LENGTHS[terms.length].get("match_wins_needed", shipped()[terms.ruleset].match_wins_needed)))
    )


def for_playoffs(tie: TieTerms | None) -> TieTerms | None:
    """The terms of a tie of the play-offs: somebody must go on, so points decide what matches leave level."""
    return replace(tie, level="points") if tie is not None and tie.level == "tied" else tie

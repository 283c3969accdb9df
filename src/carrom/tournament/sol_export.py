"""A contest as a `.sol` file, so that a club can continue in SoL.

What SoL can hold is written; what it cannot (a match that both lost, a winner whom the score hides) is reported in
`notes`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal, cast

from carrom.match.snapshot import NO_POINTS, Tally
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.contest import Contest
from carrom.tournament.fixtures import Fixture
from carrom.tournament.regulation import A_GAME
from carrom.tournament.results import Result
from carrom.tournament.sol_event import BUCHHOLZ, METHODS, SYSTEMS, NotForSolError
from carrom.tournament.sol_ranking import ranking
from carrom.tournament.sol_records import (
    SolBook,
    SolChampionship,
    SolClub,
    SolCompetitor,
    SolMatch,
    SolPlayer,
    SolTourney,
)

HIGHEST_SCORE = 25  # what SoL's own form takes
MOST_PLAYERS = 4  # of a competitor


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person as the file names them. Only what is given here leaves: neither email nor date of birth."""

    firstname: str
    lastname: str
    guid: str = ""
    nickname: str = ""
    sex: Literal["M", "F", ""] = ""
    nationality: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The event's terms in the file, beside entrants and results; `modified` is the time of writing."""

    description: str
    date: str
    modified: str
    championship: str
    club: str
    location: str = ""
    duration: int = 45
    prealarm: int = 5
    guid: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the file does not hold as it is: a stable code, and the fixture that it is about.

    "both-lost" and "no-score": the match is left out. "score-hides-winner": written as a walk-over. "above-25": SoL's
    form would not take the score. "method": SoL does not know how rounds were paired, dazed is written.
    """

    code: Literal["both-lost", "no-score", "score-hides-winner", "above-25", "method"]
    fixture: str = ""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file and what it does not hold."""

    book: SolBook
    notes: tuple[Note, ...] = ()


def book_of(contest: Contest, terms: Terms, persons: Mapping[str, Person]) -> Exported:
    """A contest as a file for SoL; `persons` are those of the entrants, by their keys.

    Raises:
        NotForSolError: SoL has no such format, a team is larger than SoL's, or somebody's person is not given.
    """
    system = next((theirs for theirs, ours in SYSTEMS.items() if ours == contest.format), None)
    if system is None:
        raise NotForSolError("format", format=contest.format)
    for one in contest.entrants:
        if len(one.persons) > MOST_PLAYERS:
            raise NotForSolError("too-many-players", most=MOST_PLAYERS, players=len(one.persons))
    keys = sorted({person for one in contest.entrants for person in one.persons})
    missing = [key for key in keys if key not in persons]
    if missing:
        raise NotForSolError("no-person", person=missing[0])
    number = {key: index for index, key in enumerate(keys, 1)}
    clubs = list(dict.fromkeys([terms.club, *(persons[key].club for key in keys if persons[key].club)]))
    notes: list[Note] = []
    event = _event(contest, terms, system, number, notes)
    championship = SolChampionship(
        description=terms.championship,
        club=1,
        guid=guid_of("championship", terms.club, terms.championship),
        modified=terms.modified,
        prizes="asis",
        couplings=event.couplings,
        skipworstprizes=0,
        playersperteam=max((len(one.players) for one in event.competitors), default=1),
    )
    book = SolBook(
        users=(),
        players=tuple(_player(persons[key], key, clubs, terms) for key in keys),
        clubs=tuple(
            SolClub(
                description=club, guid=guid_of("club", club), modified=terms.modified, prizes="asis", couplings="dazed"
            )
            for club in clubs
        ),
        championships=(championship,),
        tourneys=(event,),
    )
    return Exported(book, tuple(notes))


def guid_of(*parts: str) -> str:
    """The same 32 hexadecimal digits for the same words."""
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _player(person: Person, key: str, clubs: Sequence[str], terms: Terms) -> SolPlayer:
    return SolPlayer(
        firstname=person.firstname,
        lastname=person.lastname,
        guid=person.guid or guid_of("person", key),
        modified=terms.modified,
        nickname=person.nickname or None,
        sex=person.sex or None,
        nationality=person.nationality or None,
        club=clubs.index(person.club) + 1 if person.club else None,
    )


def _event(contest: Contest, terms: Terms, system: str, number: Mapping[str, int], notes: list[Note]) -> SolTourney:
    meetings = formats.find(contest.format).meetings(contest)
    competitor = {one.key: index for index, one in enumerate(contest.entrants, 1)}
    matches = [match for meeting in meetings if (match := _match(contest, meeting, competitor, notes))]
    decided = [
        turn
        for turn in range(1, contest.rounds + 1)
        if all(one.is_settled for one in meetings if one.fixture.round <= turn)
    ]
    trend = next((name for name, ours in BUCHHOLZ.items() if ours in contest.regulation.order), "none")
    method = str(contest.options.get("method", "best"))
    if system == "swiss" and method not in METHODS:
        notes.append(Note("method"))
        method = "dazed"
    event = SolTourney(
        description=terms.description,
        date=terms.date,
        championship=1,
        competitors=tuple(
            SolCompetitor(players=tuple(number[key] for key in one.persons), retired=one.left is not None or None)
            for one in contest.entrants
        ),
        matches=tuple(matches),
        currentturn=contest.rounds,
        rankedturn=max(decided, default=0),
        guid=terms.guid or guid_of("event", terms.club, terms.championship, terms.description, terms.date),
        modified=terms.modified,
        prized=False,
        system=system,
        couplings=method if system == "swiss" else "seeds" if system == "knockout" else "circle",
        delaytoppairing=int(contest.options.get("top_rounds", 0)),
        delaycompatriotpairing=int(contest.options.get("country_rounds", 0)),
        duration=terms.duration,
        prealarm=terms.prealarm,
        phantomscore=contest.regulation.bye_score.a,
        retirements=trend,
        finalkind="simple",
        matcheskind="bestof3" if _is_best_of_three(contest) else "simple",
        location=terms.location or None,
    )
    return _with_sums(event)


def _with_sums(event: SolTourney) -> SolTourney:
    sums = {row.competitor: row for row in ranking(event, upto=event.rankedturn)}
    return replace(
        event,
        competitors=tuple(
            replace(one, points=row.points, bucholz=row.bucholz, netscore=row.netscore, totscore=row.totscore)
            for number, one in enumerate(event.competitors, 1)
            for row in [sums[number]]
        ),
    )


def _is_best_of_three(contest: Contest) -> bool:
    """SoL plays the best of three games in a knock-out only."""
    return contest.format == "knockout" and any(2 <= len(one.scores) <= 3 for one in contest.results)


def _match(contest: Contest, meeting: Meeting, competitor: Mapping[str, int], notes: list[Note]) -> SolMatch | None:
    fixture, result = meeting.fixture, meeting.result
    games = 2 if _is_best_of_three(contest) else 1
    if meeting.state is State.BYE and meeting.winner:
        return _scored(fixture, competitor[meeting.winner], None, (contest.regulation.bye_score,) * games)
    if meeting.state not in (State.READY, State.DECIDED):
        return None
    a, b = competitor[cast(str, meeting.a)], competitor[cast(str, meeting.b)]
    if result is None:
        return _scored(fixture, a, b, (NO_POINTS,))
    if result.both_lose:
        notes.append(Note("both-lost", fixture.id))
        return None
    scores: Sequence[Tally] = result.scores if games == 2 and 2 <= len(result.scores) <= 3 else (result.points,)
    if result.is_played and result.winner is None and result.points == NO_POINTS:
        notes.append(Note("no-score", fixture.id))
        return None
    hidden = result.is_played and _winner_by(scores, games) is not result.winner
    if hidden:
        notes.append(Note("score-hides-winner", fixture.id))
    if hidden or not result.is_played:
        scores = (_to_winner(A_GAME, result),) * games
    if any(max(score) > HIGHEST_SCORE for score in scores):
        notes.append(Note("above-25", fixture.id))
    return _scored(fixture, a, b, scores)


def _to_winner(score: Tally, result: Result) -> Tally:
    return score if result.winner is Side.A else Tally(score.b, score.a)


def _winner_by(scores: Sequence[Tally], games: int) -> Side | None:
    """Whom SoL would take for the winner: of a match of one game by its score, else by two games won."""
    if games == 1:
        won = scores[0].a - scores[0].b
    else:
        sides = [(one.a > one.b) - (one.a < one.b) for one in scores]
        won = next((side for side in (1, -1) if sides.count(side) >= 2), 0)
    return Side.A if won > 0 else Side.B if won < 0 else None


def _scored(fixture: Fixture, a: int, b: int | None, scores: Sequence[Tally]) -> SolMatch:
    second = scores[1] if len(scores) > 1 else None
    third = scores[2] if len(scores) > 2 else None
    return SolMatch(
        competitor1=a,
        competitor2=b,
        turn=fixture.round,
        board=fixture.board or fixture.place,
        score1=scores[0].a,
        score2=scores[0].b,
        score1_2=second.a if second else None,
        score2_2=second.b if second else None,
        score1_3=third.a if third else None,
        score2_3=third.b if third else None,
    )

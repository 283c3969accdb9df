"""An event of a `.sol` file as a contest: entrants, rounds, results and SoL's rules, to continue it here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carrom.errors import NotAllowedError
from carrom.log import Entry
from carrom.match.snapshot import NO_POINTS, Tally
from carrom.terms import Side
from carrom.tournament.commands import Act, Draw, Enter, Tell
from carrom.tournament.contest import Contest, Drawn, Value
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import BYE, Fixture, Known
from carrom.tournament.record import Record
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.sol_ranking import PHANTOM_SCORE, ending, games_of, games_won
from carrom.tournament.sol_records import (
    SolBook,
    SolCompetitor,
    SolMatch,
    SolTourney,
)

SYSTEMS: Mapping[str, str] = {"swiss": "swiss", "roundrobin": "round-robin", "knockout": "knockout"}
BUCHHOLZ: Mapping[str, str] = {"none": "buchholz", "trend": "buchholz_trend", "trend70": "buchholz_trend70"}
METHODS = ("serial", "dazed", "staggered", "all")
USUAL_ROUNDS = 7
HIGHEST_SCORE = 25  # what SoL's own form takes


class NotForSolError(NotAllowedError):
    """SoL has no such event."""

    code = "not-for-sol"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolEvent:
    """An event that came from SoL: the contest, who its entrants are, and what else the file held.

    Entrants are keyed by their number in the file; `names` are theirs, `players` give the number of each person in the
    file. `finals` were played after the last round and count for places alone.
    """

    contest: Contest
    names: Mapping[str, str]
    players: Mapping[str, int]
    finals: tuple[SolMatch, ...] = ()


def regulation_of(event: SolTourney) -> Regulation:
    """SoL's rules for an event as a regulation."""
    bucholz = () if event.system == "roundrobin" else (BUCHHOLZ[event.retirements or "none"],)
    phantom = PHANTOM_SCORE if event.phantomscore is None else event.phantomscore
    return Regulation(
        order=("points", *bucholz, "net_points", "points_for", "rating"), bye_score=Tally(phantom, 0), absent_last=False
    )


def event_of(book: SolBook, number: int = 1) -> SolEvent:
    """The event of that number in a file, as a contest with all its rounds and results.

    Raises:
        NotForSolError: the file has no such event.
        UndecidedMatchError: a match of the best of three has no winner.
    """
    if not 1 <= number <= len(book.tourneys):
        raise NotForSolError("no-such-event", count=len(book.tourneys), number=number)
    event = book.tourneys[number - 1]
    matches = sorted(
        (one for one in event.matches if not one.final), key=lambda one: (one.turn, one.competitor2 is None, one.board)
    )
    turns: dict[int, list[SolMatch]] = {}
    for match in matches:
        turns.setdefault(match.turn, []).append(match)
    draws, results = [], []
    for turn, ones in sorted(turns.items()):
        fixtures = [_fixture(event, match, turn, place) for place, match in enumerate(ones, 1)]
        draws.append(Drawn(tuple(fixtures)))
        for fixture, match in zip(fixtures, ones, strict=True):
            result = _result(event, fixture, match)
            results += [result] if result else []
    contest = Contest(
        format=SYSTEMS[event.system or "swiss"],
        entrants=tuple(_entrant(book, event, index, matches) for index in range(1, len(event.competitors) + 1)),
        options=_options(event),
        regulation=regulation_of(event),
        draws=tuple(draws),
        results=tuple(results),
    )
    players = {_person(book, one): one for competitor in event.competitors for one in competitor.players}
    names = {key_of(event, index): _name(book, one) for index, one in enumerate(event.competitors, 1)}
    finals = tuple(one for one in event.matches if one.final)
    return SolEvent(contest=contest, names=names, players=players, finals=finals)


def record_of(event: SolEvent, *, at: str = "", by: str = "") -> Record:
    """The contest as a record that goes on from here, its rounds drawn by hand as it were; `at` is the time."""
    contest = event.contest
    acts: list[Act] = [
        *(Enter(one) for one in contest.entrants),
        *(Draw(one) for one in contest.draws),
        *(Tell(one) for one in contest.results),
    ]
    entries: tuple[Entry[Act], ...] = tuple(
        Entry(number=number, act=act, at=at, by=by) for number, act in enumerate(acts, 1)
    )
    return Record(format=contest.format, options=contest.options, regulation=contest.regulation, entries=entries)


def _options(event: SolTourney) -> dict[str, Value]:
    if (event.system or "swiss") != "swiss":
        return {}
    return {
        "rounds": event.currentturn if event.prized else max(USUAL_ROUNDS, event.currentturn + 1),
        "method": event.couplings if event.couplings in METHODS else "best",
        "country_rounds": int(event.delaycompatriotpairing or 0),
        "top_rounds": event.delaytoppairing or 0 if event.rating else 0,
    }


def _entrant(book: SolBook, event: SolTourney, number: int, matches: Sequence[SolMatch]) -> Entrant:
    competitor = event.competitors[number - 1]
    rounds = [one.turn for one in matches if number in (one.competitor1, one.competitor2)]
    first = book.players[competitor.players[0] - 1]
    return Entrant(
        key=key_of(event, number),
        rating=_rating(book, event, competitor.players[0]) if len(competitor.players) == 1 else None,
        club=book.clubs[first.club - 1].description if first.club else "",
        country=first.nationality or "",
        players=tuple(_person(book, one) for one in competitor.players),
        joined=min(rounds, default=event.currentturn + 1),
        left=max(rounds, default=0) + 1 if competitor.retired else None,
    )


def _rating(book: SolBook, event: SolTourney, player: int) -> float | None:
    """The player's last rate in the event's list up to its day."""
    known = [
        (one.date, one.rate)
        for one in book.rates
        if one.player == player and one.rating == event.rating and one.date <= event.date
    ]
    return float(max(known)[1]) if known else None


def _person(book: SolBook, player: int) -> str:
    return book.players[player - 1].guid or f"player {player}"


def _name(book: SolBook, competitor: SolCompetitor) -> str:
    players = [book.players[one - 1] for one in competitor.players]
    return ", ".join(f"{one.lastname} {one.firstname}".strip() for one in players)


def key_of(event: SolTourney, number: int) -> str:
    """The key of a competitor: their number with zeros before it, so that keys sort as numbers do."""
    return str(number).zfill(len(str(len(event.competitors))))


def _fixture(event: SolTourney, match: SolMatch, turn: int, place: int) -> Fixture:
    return Fixture(
        id=f"{turn}.{place}",
        round=turn,
        place=place,
        a=Known(key_of(event, match.competitor1)),
        b=BYE if match.competitor2 is None else Known(key_of(event, match.competitor2)),
        board=match.board or None,
    )


def _result(event: SolTourney, fixture: Fixture, match: SolMatch) -> Result | None:
    end = ending(event, match)
    if end is None or match.competitor2 is None:
        return None
    games = games_of(match)
    boards = match.boards or ()
    one_game = event.matcheskind != "bestof3"
    return Result(
        fixture=fixture.id,
        a=key_of(event, match.competitor1),
        b=key_of(event, match.competitor2),
        winner=None if end.tied else Side.A if end.net > 0 else Side.B,
        points=Tally(sum(one for one, _ in games), sum(other for _, other in games)),
        games=NO_POINTS if one_game else Tally(*games_won(match)),
        scores=() if one_game else tuple(Tally(*game) for game in games),
        boards=Tally(
            sum((one.coins1 or 0) > (one.coins2 or 0) for one in boards),
            sum((one.coins1 or 0) < (one.coins2 or 0) for one in boards),
        ),
        queens=Tally(sum(one.queen == "1" for one in boards), sum(one.queen == "2" for one in boards)),
        detail="boards" if boards else "games",
    )

"""Results as people enter them: boards read from a line, the result they make, what may be entered. Stores nothing."""

import re
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy

from carrom.errors import NotAllowedError, UnreadableError
from carrom.laws.ruleset import Ruleset
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament import tie_breaks
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest as Folded
from carrom.tournament.results import Detail, Result
from carrom.tournament.scoring import (
    ReportedBoard,
    most_of_a_board,
    result_at_limit,
    result_of_boards,
    result_of_games,
    result_of_games_at_limit,
    result_of_winner,
)
from carrom.tournament.teams import fixture_and_number
from carrom.tournament.tie_breaks import Needs
from carrom_web.competitions.events import contests, repository
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import line_ups

_BOARD = re.compile(r"(\d{1,3})\s*[-:]\s*(\d{1,3})(q?)", re.ASCII | re.IGNORECASE)
WINNERS: Mapping[str, Side | None] = {"a": Side.A, "b": Side.B, "tied": None}
DETAIL_GIVES: Mapping[Detail, frozenset[Needs]] = {
    "boards": frozenset({"points", "games", "boards", "queens", "slams"}),
    "games": frozenset({"points", "games"}),
    "winner": frozenset(),
}
"""The details of a reported result beside its winner."""


class BoardsUnreadableError(UnreadableError):
    """A line of boards that cannot be read."""

    code = "boards-unreadable"


class NotReadyError(NotAllowedError):
    """A fixture whose sides are not known yet, or that is settled."""

    code = "not-ready"


class MissingDetailError(NotAllowedError):
    """A result without the detail that places are decided by."""

    code = "missing-detail"


def reported_result(
    event: Event, found: contests.ContestView, key: str, fixture: str, line: str, *, time_up: bool = False
) -> Result:
    """The result that a line of boards, or of games, makes for a fixture, or for a match of its tie; nothing is stored.

    Raises:
        BoardsUnreadableError, NotReadyError, ResultError, MatchNotOverError.
        MissingDetailError: places are decided by a detail that this line does not have.
    """
    meeting = to_be_reported(found, fixture)
    sides = (meeting.fixture.id, meeting.a or "", meeting.b or "")
    terms = repository.terms_of(event)
    match_terms = terms.category(key).match
    laws = contests.ruleset_of(terms, terms.category(key))
    by_games = match_terms.reported_as == "games"
    if not is_of_games(line, laws, by_games=by_games):
        boards = read_boards(line)
        if time_up:
            return result_at_limit(*sides, boards, laws, at_limit=match_terms.at_limit, board_open=False)
        return result_of_boards(*sides, boards, laws)
    check_may_report(found, meeting, fixture, "games")
    games = read_games(line)
    if time_up:
        return result_of_games_at_limit(*sides, games, laws)
    may_tie = by_games and found.may_tie(meeting.fixture)
    return result_of_games(*sides, games, laws, may_tie=may_tie)


def reported_winner(found: contests.ContestView, fixture: str, winner: str) -> Result:
    """The result of a fixture, or of a match of its tie, of which only the winner is known: "a", "b" or "tied".

    Raises:
        BoardsUnreadableError, NotReadyError. MissingDetailError: places are decided by more than who has won.
    """
    meeting = to_be_reported(found, fixture)
    if winner not in WINNERS:
        raise BoardsUnreadableError("no-winner")
    check_may_report(found, meeting, fixture, "winner")
    return result_of_winner(meeting.fixture.id, meeting.a or "", meeting.b or "", WINNERS[winner])


def to_be_reported(found: contests.ContestView, fixture: str) -> Meeting:
    """The meeting whose result is to be entered, of a tie the whole. Raises NotReadyError."""
    meeting = found.meeting(fixture)
    if not meeting.a or not meeting.b:
        raise NotReadyError("sides-unknown")
    if found.contest.tie is not None:
        check_line_ups_open(found, meeting, fixture)
    return meeting


def lacking(found: contests.ContestView, meeting: Meeting, detail: Detail, *, of_a_tie: bool) -> tuple[str, Needs]:
    """The first tie-break by which a result so far could not be ranked, and what it needs; empty: it can be.

    Of a match of a tie, the tie's own terms count beside the tie-breaks.
    """
    gives = DETAIL_GIVES[detail]
    tie = found.contest.tie if of_a_tie else None
    if tie is not None and tie.level == "points" and tie.may_be_level and "points" not in gives:
        return "points", "points"
    if formats.find(found.record.format).ranks_by_results(found.contest, meeting.fixture):
        for name in found.contest.regulation.order:
            needs = tie_breaks.find(name).needs
            # the points and games of a tie are those of its matches won, as every result says
            if needs and needs not in gives and not (of_a_tie and needs in ("points", "games")):
                return name, needs
    return "", ""


def check_may_report(found: contests.ContestView, meeting: Meeting, name: str, detail: Detail) -> None:
    """Pass if places can be decided by a result in this detail. Raises MissingDetailError, with what is missing."""
    tie_break, needs = lacking(found, meeting, detail, of_a_tie=fixture_and_number(name)[1] > 0)
    if tie_break:
        said = tie_breaks.find(tie_break).says if tie_break in tie_breaks.TIE_BREAKS else tie_break
        raise MissingDetailError(needs, criterion=gettext_lazy(said))


def is_of_games(line: str, laws: Ruleset, *, by_games: bool) -> bool:
    """Whether a line tells games rather than boards.

    It does where both sides of a part have points, as no board gives them, where a part has more than a board can give,
    and, where results of this category are entered so, if there are no more parts than games. A "q" means the queen, so
    of a board.
    """
    parts = [found for part in _parts(line) if (found := _BOARD.fullmatch(part))]
    if any(found[3] for found in parts):
        return False
    most = most_of_a_board(laws)
    may_be_games = by_games and laws.board_limit != 1 and len(parts) < 2 * laws.match_wins_needed
    return may_be_games or any(
        (int(found[1]) and int(found[2]) and laws.board_limit != 1) or max(int(found[1]), int(found[2])) > most
        for found in parts
    )


def check_line_ups_open(found: contests.ContestView, meeting: Meeting, name: str) -> None:
    """Pass if this names a match of a tie whose line-ups are open. Raises NotReadyError."""
    number = fixture_and_number(name)[1]
    if found.contest.tie is None or not 1 <= number <= len(found.contest.tie.order):
        raise NotReadyError("by-match")
    if not line_ups.are_open(found.contest, meeting.fixture.id, meeting.a, meeting.b):
        raise NotReadyError("line-ups-closed")


def result_of_report(contest: Folded, fixture: str, a: str, b: str, *, number: int = 0) -> Result | None:
    """The result of a fixture, or of a match of its tie, with the sides in this order; None if there is none."""
    results: Iterable[Result] = contest.results
    if number:
        results = (one.result for one in contest.tie_matches if one.number == number)
    return next((one for one in results if (one.fixture, one.a, one.b) == (fixture, a, b)), None)


def read_boards(line: str) -> list[ReportedBoard]:
    """Read "5-0 0-3q 0-0": the points of each board, q where the winner covered the queen.

    Raises:
        BoardsUnreadableError: the first part that is none, and how it is written.
    """
    boards = []
    for part in _parts(line):
        found = _BOARD.fullmatch(part)
        if not found:
            raise BoardsUnreadableError("board", part=part)
        a, b = int(found[1]), int(found[2])
        if a and b:
            raise BoardsUnreadableError("both-score", part=part)
        winner = Side.A if a else Side.B if b else None
        boards.append(ReportedBoard(winner=winner, points=a or b, queen=winner if found[3] else None))
    return boards


def read_games(line: str) -> list[Tally]:
    """Read "25-12" or "25-10 12-25 25-8": the points of each game. Raises BoardsUnreadableError."""
    games = []
    for part in _parts(line):
        found = _BOARD.fullmatch(part)
        if not found:
            raise BoardsUnreadableError("game", part=part)
        games.append(Tally(int(found[1]), int(found[2])))
    return games


def _parts(line: str) -> list[str]:
    return re.split(r"[\s,;]+", line.strip())

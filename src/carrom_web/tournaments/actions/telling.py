"""Results as people tell them: boards read from a line, the result they make, what may be told yet. Stores nothing."""

import re
from collections.abc import Iterable

from carrom.errors import NotAllowedError, UnreadableError
from carrom.terms import Side
from carrom.tournament.contest import Contest as Folded
from carrom.tournament.resolving import Meeting
from carrom.tournament.results import Result
from carrom.tournament.scoring import BoardTold, result_at_limit, result_of_boards
from carrom.tournament.teams import fixture_and_number
from carrom_web.tournaments import contests, state_store
from carrom_web.tournaments.actions import lining_up
from carrom_web.tournaments.models import Event

_BOARD = re.compile(r"(\d{1,3})\s*[-:]\s*(\d{1,3})(q?)", re.ASCII | re.IGNORECASE)


class BoardsUnreadableError(UnreadableError):
    """A line of boards that cannot be read."""

    code = "boards-unreadable"


class NotReadyError(NotAllowedError):
    """A fixture whose sides are not known yet, or that is settled."""

    code = "not-ready"


def result_told(
    event: Event, found: contests.Shown, key: str, fixture: str, line: str, *, time_up: bool = False
) -> Result:
    """The result that a line of boards makes for a fixture, or for a match of its tie; nothing is stored.

    Raises:
        BoardsUnreadableError, NotReadyError, ResultError, MatchNotOverError.
    """
    meeting = found.meeting(fixture)
    if not meeting.a or not meeting.b:
        raise NotReadyError("Its two sides are not known yet.")
    if found.contest.tie is not None:
        check_line_ups_open(found, meeting, fixture)
    terms = state_store.terms_of(event)
    match_terms = terms.category(key).match
    laws = contests.ruleset_of(terms, terms.category(key))
    boards = read_boards(line)
    if time_up:
        result = result_at_limit(
            meeting.fixture.id, meeting.a, meeting.b, boards, laws, at_limit=match_terms.at_limit, board_open=False
        )
    else:
        result = result_of_boards(meeting.fixture.id, meeting.a, meeting.b, boards, laws)
    return result


def check_line_ups_open(found: contests.Shown, meeting: Meeting, name: str) -> None:
    """Pass if this names a match of a tie whose line-ups are open. Raises NotReadyError."""
    number = fixture_and_number(name)[1]
    if found.contest.tie is None or not 1 <= number <= len(found.contest.tie.order):
        raise NotReadyError("A tie is played and told match by match.")
    if not lining_up.are_open(found.contest, meeting.fixture.id, meeting.a, meeting.b):
        raise NotReadyError("The line-ups of this tie are not open yet: both captains hand theirs in first.")


def told_result(contest: Folded, fixture: str, a: str, b: str, *, number: int = 0) -> Result | None:
    """The result that is told of a fixture, or of a match of its tie, with the sides in this order; None if none is."""
    results: Iterable[Result] = contest.results
    if number:
        results = (one.result for one in contest.tie_matches if one.number == number)
    return next((one for one in results if (one.fixture, one.a, one.b) == (fixture, a, b)), None)


def read_boards(line: str) -> list[BoardTold]:
    """Read "5-0 0-3q 0-0": the points of each board, q where the winner covered the queen.

    Raises:
        BoardsUnreadableError: the first part that is none, and how it is written.
    """
    boards = []
    for part in re.split(r"[\s,;]+", line.strip()):
        found = _BOARD.fullmatch(part)
        if not found:
            raise BoardsUnreadableError(
                f"{part!r} is no board. Write each as points, such as 5-0, with spaces between."
            )
        a, b = int(found[1]), int(found[2])
        if a and b:
            raise BoardsUnreadableError(f"{part}: only the winner of a board has points.")
        winner = Side.A if a else Side.B if b else None
        boards.append(BoardTold(winner=winner, points=a or b, queen=winner if found[3] else None))
    return boards

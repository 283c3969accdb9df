"""The input of the result pad as a result: the winner, a total, games or boards. Stores nothing."""

from enum import StrEnum

from carrom.errors import UnreadableError
from carrom.match.snapshot import Tally
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms
from carrom.tournament.results import Result
from carrom.tournament.scoring import (
    result_at_limit,
    result_of_boards,
    result_of_games,
    result_of_games_at_limit,
    result_of_games_won,
)
from carrom_web.competitions.events import contests, repository
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services.results import (
    check_may_report,
    lacking,
    read_boards,
    read_games,
    reported_winner,
    to_be_reported,
)


class PadError(UnreadableError):
    """Something that the pad does not send."""

    code = "pad"


class PadWay(StrEnum):
    """How much is reported of a match."""

    WINNER = "winner"
    TOTAL = "total"  # the points of each game
    GAMES = "games"  # how many each has won
    BOARDS = "boards"


def ways_of(found: contests.ContestView, terms: EventTerms, category: CategoryTerms) -> list[PadWay]:
    """How results of a category can be reported: what its places need decides."""
    laws = contests.ruleset_of(terms, category)
    if category.kind is Kind.TEAM or not found.meetings:
        return []
    meeting = found.meetings[-1]
    ways = [PadWay.BOARDS]
    if not lacking(found, meeting, "games", of_a_tie=False)[0] and laws.board_limit != 1:
        ways.insert(0, PadWay.TOTAL)
    if not lacking(found, meeting, "winner", of_a_tie=False)[0]:
        if laws.match_wins_needed > 1:
            ways.insert(1, PadWay.GAMES)
        ways.insert(0, PadWay.WINNER)
    return ways


def result_on_pad(
    event: Event, found: contests.ContestView, key: str, fixture: str, way: str, value: str, *, time_up: bool = False
) -> Result:
    """The result of a fixture as the pad sends it.

    Args:
        value: "a" or "b" for the winner; "25-14" or "25-10 12-25 25-8"; "2-1"; "5-0 0-3q".

    Raises:
        PadError, BoardsUnreadableError, NotReadyError, ResultError, MatchNotOverError.
        MissingDetailError: places are decided by more than this way tells.
    """
    if way == PadWay.WINNER:
        return reported_winner(found, fixture, value)
    meeting = to_be_reported(found, fixture)
    terms = repository.terms_of(event)
    match, laws = terms.category(key).match, contests.ruleset_of(terms, terms.category(key))
    sides = (meeting.fixture.id, meeting.a or "", meeting.b or "")
    match way:
        case PadWay.BOARDS:
            boards = read_boards(value)
            if time_up:
                return result_at_limit(*sides, boards, laws, at_limit=match.at_limit, board_open=False)
            return result_of_boards(*sides, boards, laws)
        case PadWay.TOTAL:
            check_may_report(found, meeting, fixture, "games")
            games = read_games(value)
            if time_up:
                return result_of_games_at_limit(*sides, games, laws)
            return result_of_games(*sides, games, laws, may_tie=found.may_tie(meeting.fixture))
        case PadWay.GAMES:
            check_may_report(found, meeting, fixture, "winner")
            won = read_games(value)
            if len(won) != 1:
                raise PadError("way", way=way)
            return result_of_games_won(*sides, Tally(*won[0]), laws)
    raise PadError("way", way=way)

"""What a match that was kept here is worth to the competition that it belongs to."""

from carrom.play.slams import board_tallies
from carrom.tournament.results import Result
from carrom.tournament.scoring import result_of_match
from carrom_web.matches import selectors
from carrom_web.matches.selectors import Loaded


def fixture_result(loaded: Loaded, fixture: str, a: str, b: str) -> Result | None:
    """The result of a fixture from its match, side A being `a`, with queens and slams; None: the match is not over."""
    match = loaded.state.match
    if match.result is None:
        return None
    tallies = board_tallies(selectors.record(loaded.match_id))
    return result_of_match(
        fixture,
        a,
        b,
        boards=match.boards,
        games=match.games,
        match=match.result,
        ruleset=match.ruleset,
        queens=tallies.queens,
        slams=tallies.slams,
    )

"""The result of a match that was scored here: for its competition, and for its players."""

from datetime import date
from uuid import UUID

from django.urls import reverse

from carrom.laws.ruleset import Ruleset
from carrom.match.state import MatchState
from carrom.play.slams import board_tallies
from carrom.terms import Side
from carrom.tournament.results import Result
from carrom.tournament.scoring import result_of_match
from carrom_web.core.hooks import MatchPlayer, PlayedMatch
from carrom_web.matches import selectors
from carrom_web.matches.models import Seat
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


def match_of_people(match_id: UUID) -> tuple[PlayedMatch, Ruleset] | None:
    """A match that guests played to its end, as many on one side as on the other; None: it is no such match."""
    seats = list(Seat.objects.filter(match_id=match_id).select_related("guest", "match").order_by("side", "player"))
    a, b = (
        tuple(
            MatchPlayer(None, seat.guest.name, seat.guest_id)
            for seat in seats
            if seat.guest is not None and seat.side == side.value
        )
        for side in Side
    )
    if not a or len(a) != len(b) or len(a) + len(b) != len(seats):
        return None
    match = selectors.load(match_id).state.match
    played = played_match(match_id, match, seats[0].match.made_at.date(), a, b)
    return None if played is None else (played, match.ruleset)


def played_match(
    match_id: UUID, match: MatchState, day: date, a: tuple[MatchPlayer, ...], b: tuple[MatchPlayer, ...]
) -> PlayedMatch | None:
    """A match as it counts for its players; None: it is not over, or was not played."""
    if match.result is None:
        return None
    result = result_of_match(
        "match", "a", "b", boards=match.boards, games=match.games, match=match.result, ruleset=match.ruleset
    )
    if not result.is_played:
        return None
    return PlayedMatch(
        key="match",
        day=day,
        group="",
        a=a,
        b=b,
        winner=result.winner,
        points_a=result.points.a,
        points_b=result.points.b,
        url=reverse("match", args=[match_id]),
    )

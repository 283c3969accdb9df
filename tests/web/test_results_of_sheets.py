"""What a match that was scored on a sheet is worth to its event besides points and games."""

import pytest

from carrom.laws.facts import StrokeFacts
from carrom.match.requests import Choose, Concede, StateFacts, TellBoard, Toss
from carrom.match.snapshot import Tally
from carrom.terms import Piece, Side
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events.services import calls, draws
from carrom_web.matches import selectors as queries_of_matches
from carrom_web.matches.models import Match
from tests.support.web.clients import as_guest
from tests.support.web.draws import contest_of, event_with_entries, owner_id, ready_fixtures
from tests.support.web.events import ADULTS, NOW, official
from tests.support.web.matches import answer_as_umpire

pytestmark = pytest.mark.django_db


@pytest.mark.clause("ICF-L26")
def test_queens_and_slams_of_a_sheet_are_those_of_the_side_that_made_them():
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    (fixture,) = ready_fixtures(event)
    calls.call(event, owner_id(event), ADULTS, fixture, 2, now=NOW)
    as_guest(official(event, Role.UMPIRE)).post(f"/umpire/events/{event.slug}/{ADULTS}/{fixture}/")
    match_id = Match.objects.get().pk

    answer_as_umpire(match_id, Toss(winner=Side.A))
    while queries_of_matches.load(match_id).state.match.awaiting.kind.value == "choice":
        answer_as_umpire(match_id, Choose(queries_of_matches.load(match_id).state.match.awaiting.options[0]))
    answer_as_umpire(match_id, StateFacts(StrokeFacts(pocketed=(Piece.WHITE,) * 8)))
    answer_as_umpire(match_id, StateFacts(StrokeFacts(pocketed=(Piece.QUEEN, Piece.WHITE))))
    answer_as_umpire(match_id, TellBoard(winner=Side.B, coins_left=3, queen=Side.A))
    answer_as_umpire(match_id, Concede(side=Side.A))
    calls.take_results(now=NOW)

    result = contest_of(event).meeting(fixture).result
    assert (result.winner, result.slams, result.queens) == (Side.B, Tally(1, 0), Tally(2, 0))

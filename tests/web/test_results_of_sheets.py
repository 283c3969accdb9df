"""What a match that was kept on a sheet is worth to its event besides points and games."""

import pytest

from carrom.laws.facts import StrokeFacts
from carrom.match.requests import Choose, Concede, StateFacts, TellBoard, Toss
from carrom.match.snapshot import Tally
from carrom.terms import Piece, Side
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events.services import draws
from carrom_web.matches import selectors as queries_of_matches
from carrom_web.matches.models import Match
from tests.web.events import ADULTS, NOW, official
from tests.web.test_draws import _play, boss, ready, shown, with_entries
from tests.web.test_event_pages import as_guest

pytestmark = pytest.mark.django_db


@pytest.mark.clause("ICF-L26")
def test_queens_and_slams_of_a_sheet_are_those_of_the_side_that_made_them():
    event = with_entries(2)
    draws.draw(event, boss(event), ADULTS, now=NOW)
    (fixture,) = ready(event)
    draws.call(event, boss(event), ADULTS, fixture, 2, now=NOW)
    as_guest(official(event, Role.UMPIRE)).post(f"/umpire/events/{event.slug}/{ADULTS}/{fixture}/")
    match_id = Match.objects.get().pk

    _play(match_id, Toss(winner=Side.A))
    while queries_of_matches.load(match_id).state.match.awaiting.kind.value == "choice":
        _play(match_id, Choose(queries_of_matches.load(match_id).state.match.awaiting.options[0]))
    _play(match_id, StateFacts(StrokeFacts(pocketed=(Piece.WHITE,) * 8)))
    _play(match_id, StateFacts(StrokeFacts(pocketed=(Piece.QUEEN, Piece.WHITE))))
    _play(match_id, TellBoard(winner=Side.B, coins_left=3, queen=Side.A))
    _play(match_id, Concede(side=Side.A))
    draws.take_results(now=NOW)

    result = shown(event).meeting(fixture).result
    assert (result.winner, result.slams, result.queens) == (Side.B, Tally(1, 0), Tally(2, 0))

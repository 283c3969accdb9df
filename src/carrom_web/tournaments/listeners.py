"""Where a match that was stored belongs to a fixture of an event, its end is the fixture's result."""

from django.utils import timezone

from carrom_web.matches.taker import Taker
from carrom_web.tournaments.actions import drawing

RESULT_TAKER = Taker("taker of results", lambda: drawing.take_results(now=timezone.now()))

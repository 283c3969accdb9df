"""Where a match that was stored is a set of a season, its end hands the set in."""

from django.utils import timezone

from carrom_web.matches.taker import Taker
from carrom_web.solo_leagues.actions import handing_in

SET_TAKER = Taker("taker of sets", lambda: handing_in.take_sets(now=timezone.now()))

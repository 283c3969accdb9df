"""Where a match that was stored is a set of a season, its end hands the set in."""

from django.utils import timezone

from carrom_web.competitions.solo_leagues.services import sets
from carrom_web.matches.match_sync import MatchSync

SET_TAKER = MatchSync("taker of sets", lambda: sets.take_sets(now=timezone.now()))

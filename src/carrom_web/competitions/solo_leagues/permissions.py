"""Audiences of the addresses of a season by a link: players and witnesses."""

from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.core.permissions import LinkHolder

SOLO_PLAYER = LinkHolder("solo player", selectors.player_with_token, KIND.refuse)
WITNESS = LinkHolder("witness of a set", selectors.set_with_token, KIND.refuse)

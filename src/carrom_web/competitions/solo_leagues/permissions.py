"""Audiences of the addresses of a season that only it has: the links of a player and of a witness."""

from carrom_web.competitions.link_expiry import CompetitionLink, Holder
from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Player, SoloSet


def _of_player(player: Player) -> Holder:
    season = player.season
    return Holder(
        competition=season,
        last_day=season.last_day,
        email=player.email,
        language=player.language,
        site=player.site,
    )


def _of_witness(row: SoloSet) -> Holder:
    player = row.player
    return Holder(
        competition=player.season,
        last_day=player.season.last_day,
        email=row.witness_email,
        language=player.language,
        site=player.site,
    )


SOLO_PLAYER = CompetitionLink("solo player", selectors.player_with_token, _of_player, KIND.refuse)
WITNESS = CompetitionLink("witness of a set", selectors.set_with_token, _of_witness, KIND.refuse)

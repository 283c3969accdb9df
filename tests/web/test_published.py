"""What three whole competitions publish, against goldens: standings, papers and files; `tests/golden/published/`."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest

from carrom_web.competitions.events.following import people_of
from tests.support.web import kagw_2022, solo_seasons
from tests.support.web.clients import as_guest
from tests.support.web.events import organiser_of
from tests.support.web.kagw_2022 import DRAWN, JUNIORS, PAIRS
from tests.support.web.match_leagues import played_teams_league
from tests.support.web.published import published, same_each_time

pytestmark = pytest.mark.django_db
LEAGUE_DAY = datetime(2031, 11, 3, 20, tzinfo=UTC)
Golden = Callable[[str, str], None]


def compare(golden: Golden, folder: str, texts: Mapping[str, str]) -> None:
    """Compare each text with its golden."""
    for name, text in texts.items():
        golden(f"published/{folder}/{name}", text)


def test_kagw_2022_publishes_the_same_standings_papers_and_files(golden: Golden):
    with same_each_time(kagw_2022.DAY):
        event = kagw_2022.drawn_event()
        at, organiser = f"/events/{event.slug}", as_guest(organiser_of(event))
        player = next(key for key, one in people_of(event).items() if one.name == "Anu Nair")
        before = {
            "matches.ics": f"{at}/players/{player}/matches.ics",
            "order": f"{at}/prints/order.pdf",
            **{f"sheets-{key}": f"{at}/prints/sheets-{key}.pdf" for key in (JUNIORS, PAIRS)},
        }
        texts = published(organiser, before)
        kagw_2022.play_out(event)
        after = {
            **{name: f"{at}/files/{name}" for name in ("entries.csv", "ledger.csv")},
            **{name: f"{at}/results/{name}" for name in ("standings.csv", "fixtures.csv", "results.json")},
            "whole.json": f"{at}/whole.json",
            **{name: f"{at}/prints/{name}.pdf" for name in ("announcement", "entries", "results", "badges")},
            **{
                f"{kind}-{key}": f"{at}/prints/{kind}-{key}.pdf"
                for kind in ("draw", "standings", "certificates")
                for key in DRAWN
            },
        }
        texts = published(organiser, after, texts)

    compare(golden, "kagw-2022", {name: text.replace(player, "PLAYER") for name, text in texts.items()})


def test_a_league_of_teams_publishes_the_same_tables_papers_and_files(golden: Golden):
    with same_each_time(LEAGUE_DAY):
        playing = played_teams_league()
        at = f"/leagues/matches/{playing.slug}"
        files = ("league.json", "whole.json", "fixtures.ics", "results.rss")
        addresses = {name: f"{at}/{name}" for name in files}
        addresses |= {name: f"{at}/prints/{name}.pdf" for name in ("table", "fixtures")}
        texts = published(playing.owner, addresses)

    compare(golden, "club-teams", texts)


def test_a_season_of_19_coin_solo_publishes_the_same_standings_papers_and_files(golden: Golden):
    with same_each_time(solo_seasons.END):
        season = solo_seasons.played_season()
        at = f"/leagues/solo/{season.slug}"
        files = ("table.csv", "table.json", "weeks.ics", "feed.xml", "whole.json")
        addresses = {name: f"{at}/{name}" for name in files}
        addresses |= {name: f"{at}/prints/{name}.pdf" for name in ("standings", "report")}
        texts = published(as_guest(solo_seasons.organiser_of(season)), addresses)

    compare(golden, "solo-19", texts)

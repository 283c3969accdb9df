"""Makes a data folder with large competitions other than a draw, asks for their pages, prints what each cost as JSON.

Run as `python -m benchmarks._large_competitions` with CARROM_DATA set to a folder of its own: a match league of 64 in
eight pools (it takes no more), a solo season of 128, and a championship and a rating list of an event of 128.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace

from django.urls import reverse
from django.utils import timezone

from benchmarks import _large_draws as large_draws
from carrom.league.match_presets import PRESETS
from carrom.league.solo_terms import weekly
from carrom.rating.history import Terms
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.competitions.championships import event_results
from carrom_web.competitions.championships import repository as championship_repository
from carrom_web.competitions.championships import services as championships
from carrom_web.competitions.championships.state import Counting, PutLeg
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.match_leagues import repository as league_repository
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.services import organising, registration
from carrom_web.competitions.ratings.models import Participant
from carrom_web.competitions.ratings.services import organising as ratings
from carrom_web.competitions.ratings.state import Mark
from tests.support.web.solo_seasons import confirmed_set, joined_player, new_season

ENTRANTS, POOLS, PEOPLE = 64, 8, 128


def main() -> None:
    """Everything that there is of one, then the next."""
    large_draws.set_up()
    event, _owner, _fixture = large_draws.drawn("swiss-128", "swiss", PEOPLE, {"rounds": 11})
    large_draws.settle_memory()
    for name, pages in (
        ("match league", league_pages()),
        ("solo season", season_pages()),
        ("championship", championship_pages(event)),
        ("rating list", rating_pages(event)),
    ):
        print(json.dumps({name: {page: large_draws.made_anew(address) for page, address in pages}}), flush=True)


def league_pages() -> Iterator[tuple[str, str]]:
    """A league that is half played."""
    preset = PRESETS["baca-league"].terms
    regulation = replace(preset.regulation, order=tuple(one for one in preset.regulation.order if one != "lots"))
    first_day = timezone.localdate().isoformat()
    terms = replace(preset, first_day=first_day, least=ENTRANTS, most=ENTRANTS, pools=POOLS, regulation=regulation)
    owner = Guest.objects.create(name="Olive Owner")
    club = clubs.found_club(owner.pk, name="Club of a large league")
    now = timezone.now()
    league = organising.start_league(club, owner.pk, terms, now=now)
    organising.set_state(league, owner.pk, League.State.OPEN, now=now)
    for number in range(ENTRANTS):
        members = [registration.RosterEntry(name=f"Given{number} Longer-Family-Name")]
        registration.enter(league, owner.pk, registration.Entry(name="", members=members, shows_names=True), now=now)
    organising.make_fixtures(league, owner.pk, now=now)
    met = league_repository.seen(league).league.meetings
    for one in met[: len(met) // 2]:
        organising.record_result(league, owner.pk, one.fixture.id, "25-10 25-14", by_games=True, now=now)
    own = [league.slug]
    yield "table", reverse("match-league", args=own)
    yield "fixtures", reverse("match-league-fixtures", args=own)
    yield "a match day", reverse("match-league-night", args=[*own, "2"])
    yield "a fixture", reverse("match-fixture", args=[*own, met[0].fixture.id])
    yield "an entrant", reverse("match-league-team", args=[*own, met[0].a])
    yield "TV view", reverse("match-league-tv", args=own)
    yield "report of a match day", reverse("match-league-weekly", args=[*own, "1"])
    yield "in a frame", reverse("match-league-embed", args=own)


def season_pages() -> Iterator[tuple[str, str]]:
    """A season in its second week, in which everybody has played both."""
    season = new_season(last_day="2026-03-01", weeks=weekly("2026-02-02", "2026-03-01"))
    players = [joined_player(season, f"Given{number} Longer-Family-Name") for number in range(PEOPLE)]
    row = None
    for number, player in enumerate(players):
        for week in range(2):
            day = f"2026-02-{4 + 7 * week:02}"
            row = confirmed_set(player, tuple(20 + (number + board + week) % 14 for board in range(5)), day)
    assert row is not None
    own = [season.slug]
    yield "standings", reverse("solo-season", args=own)
    yield "weeks", reverse("solo-weeks", args=own)
    yield "a player", reverse("solo-player", args=[*own, players[0].key])
    yield "a set", reverse("solo-season-set", args=[*own, row.key])
    yield "TV view", reverse("solo-tv", args=own)
    yield "report of a week", reverse("solo-weekly", args=[*own, "1"])
    yield "in a frame", reverse("solo-embed", args=own)


def championship_pages(event: Event) -> Iterator[tuple[str, str]]:
    """A championship of one event."""
    owner, now = large_draws.organiser_of(event), timezone.now()
    made = championships.begin(event.club, owner.pk, title="Cup", counting=Counting(), now=now)
    leg = PutLeg(key="one", title="Club Cup", day=event.first_day, category=event.categories.get().pk)
    championships.do(made, owner.pk, leg, now=now)
    people = event_results.people_in(event_results.leg_results(made, championship_repository.state(made)))
    yield "table", reverse("championship", args=[made.slug])
    yield "a player", reverse("championship-player", args=[made.slug, next(iter(people))])
    yield "what if", reverse("championship-what-if", args=[made.slug])
    yield "TV view", reverse("championship-tv", args=[made.slug])


def rating_pages(event: Event) -> Iterator[tuple[str, str]]:
    """A rating list of one event."""
    owner, now = large_draws.organiser_of(event), timezone.now()
    made = ratings.begin(event.club, owner.pk, title="Ratings", terms=Terms(), now=now)
    ratings.do(made, owner.pk, Mark(source=f"category:{event.categories.get().pk}"), now=now)
    yield "list", reverse("rating-list", args=[made.slug])
    yield "a player", reverse("rating-player", args=[made.slug, Participant.objects.filter(competition=made)[0].key])
    yield "TV view", reverse("rating-tv", args=[made.slug])


if __name__ == "__main__":
    sys.exit(main())

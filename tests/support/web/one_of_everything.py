"""One of everything that an address can name, all of one club, and somebody in every role."""

import re
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, partial
from typing import Any
from uuid import uuid4

from django.core import signing
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern
from django.utils import timezone
from django.utils.translation import get_language

from carrom.league.solo_terms import weekly
from carrom.puzzles.collection import shipped
from carrom.rating.history import Terms
from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.event import Method
from carrom.tournament.prize_fund import PrizeFund
from carrom.tournament.sol_file import write_sol
from carrom_web.accounts.known_browsers import way_through
from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.selectors import COOKIE, SALT
from carrom_web.clubs import selectors as club_selectors
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club, Equipment
from carrom_web.clubs.rights import Role
from carrom_web.competitions.arenas.models import Arena
from carrom_web.competitions.arenas.services import opening, playing
from carrom_web.competitions.arenas.terms import ArenaTerms
from carrom_web.competitions.championships import event_results
from carrom_web.competitions.championships import repository as championship_repository
from carrom_web.competitions.championships import services as championships
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.state import Counting, PutLeg
from carrom_web.competitions.events import emails, entry_emails, following, link_tokens
from carrom_web.competitions.events.models import (
    Event,
    Group,
    Handover,
    LedgerEntry,
    Member,
    Order,
    Registration,
    WinnerPhoto,
)
from carrom_web.competitions.events.services import (
    calls,
    draws,
    ladders,
    organising,
    payments,
    photos,
    registration,
    sponsors,
)
from carrom_web.competitions.link_expiry import ASKED_SALT
from carrom_web.competitions.match_leagues import repository as league_repository
from carrom_web.competitions.match_leagues import selectors as leagues
from carrom_web.competitions.match_leagues.models import Captain, League, Team
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES
from carrom_web.competitions.match_leagues.services import organising as league_services
from carrom_web.competitions.ratings import selectors as ratings
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.competitions.ratings.services import organising as rating_services
from carrom_web.competitions.ratings.state import Mark
from carrom_web.competitions.sol_history.services import staging
from carrom_web.competitions.solo_leagues import selectors as seasons
from carrom_web.competitions.solo_leagues.models import Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.services import sets
from carrom_web.core.bundle import bundle
from carrom_web.matches import services as matches
from carrom_web.matches.forms import NewMatch
from carrom_web.people import models as people
from carrom_web.umpire import scorer_lock
from carrom_web.umpire import services as sheets
from carrom_web.umpire.models import Link, Sheet
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from carrom_web.umpire.rights import Role as SheetRole
from tests.support.pictures import jpeg_of_a_phone, png_of
from tests.support.tournament.sol_history import named_as_in_the_scene
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    ADULTS,
    NOW,
    PAIRS,
    application,
    cash_terms,
    local_time,
    new_event,
    official,
    organiser_of,
    pair_application,
)
from tests.support.web.match_leagues import CLUB_TEAMS, PLAYERS, LeagueInPlay, announced_league
from tests.support.web.matches import start_match
from tests.support.web.solo_seasons import confirmed_set, joined_player, new_season, set_report
from tests.support.web.stored_once import stored_once
from tests.support.web.teams import SSD, TEAMS, team_application

LADDER, FORGED, SPONSOR = "ladder", "1.forged", "Café Rio"
SHEET = {"ruleset": "icf", "sides": "singles", "length": "game", "breaks": "me", "name": "Asha", "other_name": "Tomasz"}
BY_FILE = ("entries.csv", "entries.xlsx", "ledger.csv", "engraving.csv", f"{ADULTS}.sol")
BY_PRINTOUT = ("badges", f"certificates-{ADULTS}", "medals", "boards", f"sheets-{ADULTS}", "entries", f"draw-{ADULTS}")
# What an argument is on pages where it is not what it is elsewhere; of several, each is asked for.
OF_ITS_OWN: dict[str, dict[str, tuple[Any, ...]]] = {
    "event-file": {"name": BY_FILE},
    "event-print": {"name": BY_PRINTOUT},
    "event-results-file": {"name": ("results.json",)},
    "event-ladder": {"key": (LADDER,)},
    "event-team": {"key": (TEAMS,)},
    "event-tie": {"key": (TEAMS,)},
    "match-league-print": {"name": ("table",)},
    "match-fixture-keep": {"number": (0,)},
    "match-fixture-pad": {"number": (0,)},
    "match-league-night": {"night": (1,)},
    "solo-week-sets": {"number": (1,)},
    "font": {"script": ("tamil",), "version": (1,)},
    **{f"{kind}-weekly-file": {"extension": ("svg",)} for kind in ("solo", "match-league")},
}
PRIZE_RECEIPT = 1001
QUERIES = {
    "event-category-options": "?format=knockout",
    "laws-board": "?white=9&black=9&queen=1",
    "event-paypal-back": "?token=ORDER-1",
    "event-stripe-back": "?session=ORDER-2",
}


@dataclass
class Scene:
    """What the addresses of the site name."""

    club: Club
    board: Equipment
    invitation: str
    event: Event
    tokens: dict[str, str]
    follow_key: str
    championship: Championship
    rating_list: RatingList
    league: League
    team_league: League
    season: Season
    arena: Arena
    solo_set: SoloSet
    match_id: Any
    sheet_id: Any
    solo_sheet_id: Any
    match_invitation: Any
    sol_import: int
    cookies: dict[str, dict[str, str]]

    def client(self, role: str) -> Client:
        """A new browser of somebody in this role: what an answer leaves in it is gone with it."""
        client = Client(raise_request_exception=False)
        client.handler = self._handler
        client.cookies.load(self.cookies[role])
        return client

    @cached_property
    def _handler(self) -> ClientHandler:
        return ClientHandler(enforce_csrf_checks=False)  # it makes its middleware once, and keeps nothing of a request

    def addresses(self, written: str, pattern: URLPattern) -> list[str]:
        """The addresses of a pattern, as the lists write it. Fails at an argument that this scene does not know."""
        name = pattern.name or ""
        found = [written]
        for argument in re.findall(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)", written):
            key = next(filter(None, argument))
            place = rf"<(?:\w+:)?{key}>|\(\?P<{key}>[^)]*\)"
            values = OF_ITS_OWN.get(name, {}).get(key) or (self._value(written, name, key),)
            found = [re.sub(place, str(value), one, count=1) for one in found for value in values]
        return ["/" + one.replace("^", "").replace("$", "") + QUERIES.get(name, "") for one in found]

    def _value(self, written: str, name: str, key: str) -> Any:
        of_path = {
            place: values[key] for place, values in self._values.items() if written.startswith(place) and key in values
        }
        assert of_path, f"/{written}: say in tests/support/web/one_of_everything.py what <{key}> is"
        found = of_path[max(of_path, key=len)]
        if isinstance(found, dict):
            assert name in found, f"{name}: say in tests/support/web/one_of_everything.py what its <{key}> is"
            return found[name]
        return found

    @cached_property
    def _values(self) -> dict[str, dict[str, Any]]:
        """By the beginning of an address: what its arguments are."""
        people = Participant.objects.filter(competition=self.rating_list)
        group = ratings.groups_of(self.rating_list)[0].replace(" ", "-")
        fixture = first_fixture(self.league)
        team = Team.objects.filter(league=self.league).first().key
        return {
            "": {"token": self.tokens},
            "accounts/": {"key": "MQ", "pk": 1},
            "api/v1/": {
                "match_id": self.match_id,
                "number": 0,
                "kind": "events",
                "slug": self.event.slug,
                "challenge_id": self.match_invitation,
                "webhook_id": uuid4(),
            },
            "api/v1/clubs/": {
                "slug": self.club.slug,
                "player_id": people.get(person__guest=self.rated).person_id,
            },
            "learn/": {"key": "first"},
            "admin/": {"object_id": 1, "app_label": "clubs", "url": "no-such-page"},
            "arenas/": {"slug": self.arena.slug},
            "b/": {"code": self.board.code},
            "championships/": {
                "slug": self.championship.slug,
                "name": "1.csv",
                "key": next(iter(championship_people(self.championship))),
            },
            "clubs/": {"slug": self.club.slug, "player": people.get(person__guest=self.rated).person_id},
            "clubs/<slug:slug>/sol/": {"number": self.sol_import, "name": "history.sol"},
            "events/": {
                "slug": self.event.slug,
                "key": ADULTS,
                "fixture": "1.1",
                "board": 1,
                "digest": self.club.sponsor_logos.get().digest,
                "photo": WinnerPhoto.objects.get().pk,
            },
            "events/<slug:slug>/players/": {"key": self.follow_key},
            "events/<slug:slug>/prize-money/": {"number": PRIZE_RECEIPT},
            "events/<slug:slug>/follow/": {"key": self.follow_key},
            "invitations/": {"invitation_id": self.match_invitation},
            "laws/": {"slug": "icf"},
            "leagues/matches/": {"slug": self.league.slug, "fixture": fixture, "number": 1},
            "leagues/matches/<slug:slug>/teams/": {"key": team},
            "leagues/matches/<slug:slug>/follow/": {"key": team},
            "leagues/matches/<slug:slug>/fixtures/<str:fixture>/line-up/": {
                "slug": self.team_league.slug,
                "fixture": first_fixture(self.team_league),
            },
            "leagues/solo/": {
                "slug": self.season.slug,
                "key": self.solo_set.key,
                "kind": "csv",
                "name": "standings",
                "number": 1,
            },
            "leagues/solo/<slug:slug>/players/": {"key": self.solo_set.player.key},
            "payments/paypal/heard/": {"slug": self.club.slug},
            "payments/stripe/heard/": {"slug": self.club.slug},
            "puzzles/": {"key": next(iter(shipped()))},
            "matches/": {"match_id": self.match_id, "number": 0, "name": "card.svg"},
            "moderation/": {"slug": self.club.slug, "guest_id": self.rated.pk},
            "ratings/": {
                "slug": self.rating_list.slug,
                "name": f"{group}.csv",
                "key": people.get(person__guest=self.rated).key,
            },
            "partners/": {"photo": WinnerPhoto.objects.get().pk},
            "registrations/": {"number": 1, "key": ADULTS, "fixture": "1.1", "photo": WinnerPhoto.objects.get().pk},
            "umpire/": {"match_id": self.sheet_id, "number": 1},
            "umpire/events/": {"slug": self.event.slug, "key": ADULTS, "fixture": "1.1"},
            "umpire/python/": {"language": get_language(), "digest": bundle(str(get_language())).digest},
            "umpire/solo/": {"match_id": self.solo_sheet_id},
        }

    @property
    def rated(self) -> Guest:
        """Who is rated."""
        return Guest.objects.get(name="Rated Person")


def first_fixture(league: League) -> str:
    """The first fixture of a league."""
    return league_repository.seen(league).league.meetings[0].fixture.id


@stored_once
def new_scene() -> Scene:
    """Make it, from the club up."""
    for limit in (ENTRIES, NEW_SHEETS):
        limit.forget_all()
    event = _event()
    club, owner = event.club, organiser_of(event)
    cookies = _cookies(club, owner)
    rated = guest_in(cookies["rated"])
    team_league = _league(CLUB_TEAMS, {"Reds": ("Anu", "Ben", "Cy", "Di"), "Blues": ("Eva", "Fay", "Gil", "Hal")}, club)
    league = _league(PLAYERS, {"Anu Nair": ("Anu Nair",), "Bela Rao": ("Bela Rao",)}, club)
    last = league_repository.seen(league).league.meetings[-1].fixture.id
    league_services.record_result(league, owner.pk, last, "25-10 25-3", by_games=True, now=timezone.now())
    league.refresh_from_db()
    for one in (league, team_league):
        Captain.objects.create(team=one.teams.order_by("pk").first(), guest=guest_in(cookies["captain"]), since=NOW)
    season, row = _season(club)
    board = clubs.add_board(club, owner.pk, name="Board 1")
    sheet_id = _sheet(cookies, board)
    invitation = clubs.invite(club, owner.pk, role=Role.PLAYER, days=7, places=9)
    rating_list = rating_services.begin(club, owner.pk, title="Ratings", terms=Terms(), now=NOW)
    source = f"category:{event.categories.get(key=ADULTS).pk}"
    rating_services.do(rating_list, owner.pk, Mark(source=source), now=NOW)
    people.Player.objects.filter(
        ratings_participant_rows=Participant.objects.filter(competition=rating_list).first()
    ).update(guest=rated)
    tokens = _tokens(event, season, row)
    renewed = f"/registrations/{tokens['event-registration']}/"
    tokens |= {
        "link-renewal": signing.dumps(["link: registration", tokens["event-registration"], renewed], salt=ASKED_SALT),
        "account-way-through": way_through(Account.objects.get(guest=owner)),
        "club-invitation": club_selectors.token_for(invitation),
        "sheet-link": scorer_lock.token_for(Link.objects.filter(sheet_id=sheet_id, role="follower").get()),
        "match-league-own": leagues.token_of(team_league.teams.order_by("pk").first()),
        "match-league-member": leagues.member_token(team_league.teams.order_by("pk").first().members.first()),
    }
    wish = NewMatch({"opponent": "friend", "length": "board", "ruleset": "icf", "breaks": "toss", "name": "Asha"})
    assert wish.is_valid(), wish.errors
    history = ("club.sol", write_sol(named_as_in_the_scene()))
    return Scene(
        club=club,
        board=board,
        invitation=club_selectors.token_for(invitation),
        event=event,
        tokens=tokens,
        follow_key=next(iter(following.people_of(event))),
        championship=_championship(event, owner),
        rating_list=rating_list,
        league=league,
        team_league=team_league,
        season=season,
        arena=_arena(club, owner, guest_in(cookies["seated"])),
        solo_set=row,
        match_id=start_match(guest_in(cookies["seated"]).pk, owner.pk),
        sheet_id=sheet_id,
        solo_sheet_id=sheet_id,
        match_invitation=matches.invite(owner.pk, wish.wish()),
        sol_import=staging.stage(club, owner.pk, [history], now=timezone.now()).pk,
        cookies=cookies,
    )


def championship_people(championship: Championship) -> dict[str, event_results.Named]:
    """Who has a page in a championship, by key."""
    book = championship_repository.state(championship)
    return event_results.people_in(event_results.leg_results(championship, book))


def _arena(club: Club, owner: Guest, player: Guest) -> Arena:
    """An arena that somebody has joined."""
    made = opening.open_arena(owner, "Club Cup", ArenaTerms(), club=club, now=timezone.now())
    playing.join(made, player, device="", now=timezone.now())
    return made


def _championship(event: Event, owner: Guest) -> Championship:
    """A championship in which the singles of an event count."""
    counting = Counting(table="own", own=("10", "6"))
    made = championships.begin(event.club, owner.pk, title="Cup", counting=counting, now=NOW)
    category = event.categories.get(key=ADULTS).pk
    leg = PutLeg(key="one", title="Club Cup", day=event.first_day, category=category)
    championships.do(made, owner.pk, leg, now=NOW)
    return made


def guest_in(cookies: dict[str, str]) -> Guest:
    """Whose browser this is."""
    return Guest.objects.get(pk=signing.Signer(salt=SALT).unsign(cookies[COOKIE]))


def _cookies(club: Club, owner: Guest) -> dict[str, dict[str, str]]:
    """What the browsers of everybody hold, by role."""
    names = ("guest", "captain", "rated", "seated", "scorer", "former_scorer", "verifier")
    people = {name: Guest.objects.create(name=f"{name.title().replace('_', ' ')} Person") for name in names}
    people |= {role.value: official(club, role) for role in Role if role is not Role.OWNER}
    people["foreign_organiser"] = Guest.objects.create(name="Foreign Organiser")
    clubs.found_club(people["foreign_organiser"].pk, name="Another Club")
    found = {name: as_guest(guest) for name, guest in people.items()}
    found["visitor"] = Client()
    accounts = {
        "account": Account.objects.create_user("account@example.org"),
        "operator": Account.objects.create_user("operator@example.org", is_staff=True),
        "owner": Account.objects.get(guest=owner),
    }
    for name, account in accounts.items():
        found[name] = Client()
        found[name].force_login(account)
    return {name: {key: morsel.value for key, morsel in client.cookies.items()} for name, client in found.items()}


def _event() -> Event:
    """An event under way: singles drawn, one match called and one reported, a pair, a tie of two teams, a ladder."""
    teams = {
        "members": 2,
        "most_members": 4,
        "format": "round-robin",
        "tie": SSD,
        "match": MatchTerms(length="best_of_3"),
    }
    categories = (
        CategoryTerms(key=ADULTS, title="Singles", fee=1000, least=2),
        CategoryTerms(key=PAIRS, title="Pairs", kind=Kind.DOUBLES, fee=1000, least=2),
        CategoryTerms(key=TEAMS, title="Teams", kind=Kind.TEAM, least=2, **teams),
        CategoryTerms(key=LADDER, title="Ladder", format="ladder", least=2, format_values=(("reach", 2),)),
    )
    day = timezone.localdate() + timedelta(weeks=6)
    terms = organising.copy_of(
        cash_terms(categories=categories, fund=PrizeFund(fixed=10000), sponsors=SPONSOR),
        first_day=day,
        deadline=day - timedelta(weeks=1),
        title="Club Cup",
    )
    event = new_event(terms)
    owner = organiser_of(event).pk
    sponsors.store_logo(event, owner, SPONSOR, png_of(4, 4, (9, 9, 9, 255)), now=NOW)
    for number in range(4):
        form = registration.hand_in(event, application(f"Player {chr(65 + number)}", ADULTS), now=NOW)
        payments.record_payment(form, owner, method=Method.CASH, cents=1000, now=NOW)
    prize = {"kind": LedgerEntry.Kind.PRIZE, "amount": 5000, "method": Method.CASH, "receipt": PRIZE_RECEIPT}
    LedgerEntry.objects.create(event=event, form=form, entry=form.entries.get(), at=NOW, note="1", **prize)
    for service_id, service in (("ORDER-1", Method.PAYPAL), ("ORDER-2", Method.STRIPE)):
        of = {"form": form, "service": service, "service_id": service_id}
        Order.objects.create(**of, amount=1000, state=Order.State.CAPTURED, made_at=NOW)
    registration.hand_in(event, pair_application("Pia One", "Pat Two"), now=NOW)
    _photo(event, owner)
    for team in ("Reds", "Blues"):
        form = registration.hand_in(event, team_application(team), now=NOW)
        for member in form.entries.get().members.filter(agreed_at=None):
            registration.agree(member, shows_name=True, now=NOW)
    for name in ("Lee Low", "Hye High"):
        registration.hand_in(event, application(name, LADDER), now=NOW)
    ladders.open_ladder(event, owner, LADDER, now=NOW)
    for key in (ADULTS, TEAMS):
        draws.draw(event, owner, key, now=NOW)
    draws.report_boards(event, owner, ADULTS, "1.2", "5-0 0-3 8-0", time_up=False, now=NOW)
    calls.call(event, owner, ADULTS, "1.1", 1, now=local_time("2022-02-05T10:00"))
    return event


def _photo(event: Event, owner: Any) -> None:
    """A photo of a pair who agree that it is shown."""
    pair = list(Member.objects.filter(category__event=event, category__key=PAIRS))
    jpeg, people = jpeg_of_a_phone(8, 6), {one.pk for one in pair}
    photos.store_photo(event, owner, PAIRS, jpeg, people=people, all_named=True, now=NOW)
    for one in pair:
        photos.say([one], is_given=True, now=NOW)


def _tokens(event: Event, season: Season, row: SoloSet) -> dict[str, str]:
    """The part of an address that is a right, by the name of the page."""

    def form(key: str) -> Registration:
        return event.forms.filter(entries__category__key=key).order_by("number").first()

    single, team = form(ADULTS), form(TEAMS).entries.get()
    new_email = "new@example.org"
    Registration.objects.filter(pk=single.pk).update(new_email=new_email)
    player = row.player
    return {
        "event-registration": link_tokens.token_of(single),
        "event-report": link_tokens.token_of(single),
        "event-receipt": link_tokens.token_of(single),
        "event-change": link_tokens.token_of(form(PAIRS)),
        "event-team": link_tokens.token_of(form(TEAMS)),
        "event-address": signing.dumps([single.pk.hex, new_email], salt=emails.ADDRESS_SALT),
        "event-registration-photo": link_tokens.token_of(form(PAIRS)),
        "event-partner-photo": link_tokens.partner_token(form(PAIRS).entries.get().members.get(position=1)),
        "event-partner": link_tokens.partner_token(form(PAIRS).entries.get().members.get(position=1)),
        "event-take": entry_emails.handover_token(_offered(form(PAIRS))),
        "event-group": link_tokens.group_token(_group(event)),
        "event-line-up": link_tokens.line_up_token(team, "1.1"),
        "event-challenges": link_tokens.challenger_token(form(LADDER).entries.get()),
        "solo-own": seasons.token_of(player),
        "solo-report": seasons.token_of(player),
        "solo-correct": seasons.token_of(player),
        "solo-witness": seasons.witness_token(row),
    }


def _offered(form: Registration) -> Handover:
    """A registration that its owner offers to somebody."""
    return Handover.objects.create(form=form, name="Eva Kunz", email="eva@example.org", made_at=NOW)


def _group(event: Event) -> Group:
    """A club's registrations, of which there are none any more."""
    given = {"name": "Olga", "email": "olga@example.org", "club_name": "Rockville", "method": Method.CASH.value}
    return Group.objects.create(event=event, made_at=NOW, **given)


def _league(terms: Any, names: dict[str, tuple[str, ...]], club: Club) -> League:
    playing: LeagueInPlay = announced_league(terms, names)
    League.objects.filter(slug=playing.slug).update(club=club)
    return playing.league


def _season(club: Club) -> tuple[Season, SoloSet]:
    """A season that is played now, and a set that waits for its witness."""
    today = timezone.localdate()
    first, last = (today + timedelta(days=days) for days in (-7, 20))
    season = new_season(
        first_day=first.isoformat(), last_day=last.isoformat(), weeks=weekly(first.isoformat(), last.isoformat())
    )
    Season.objects.filter(pk=season.pk).update(club=club)
    season.refresh_from_db()
    player: Player = joined_player(season, "Solo Player", on=f"{first.isoformat()}T09:00")
    confirmed_set(joined_player(season, "Other Player", on=f"{first.isoformat()}T09:00"), day=first.isoformat())
    report = set_report(day=first.isoformat(), witness="Priya", witness_email="priya@example.org")
    return season, sets.report(player, report, now=timezone.now())


def _sheet(cookies: dict[str, dict[str, str]], board: Equipment) -> Any:
    """A sheet on a board of the club; somebody scored it by a link that has ended, somebody may verify it."""
    scorer = as_guest(guest_in(cookies["scorer"]))
    answer = scorer.post("/umpire/", SHEET)
    sheet = Sheet.objects.get(pk=answer.headers["Location"].split("/")[2])
    stroke = {"id": str(uuid4()), "after": 0, "request": {"kind": "facts", "facts": {}}}
    assert scorer.post(f"/umpire/{sheet.pk}/entries/", stroke, content_type="application/json").status_code == 200
    Sheet.objects.filter(pk=sheet.pk).update(board=board, is_on_board=True)
    make = partial(sheets.make_link, sheet.pk, guest_in(cookies["scorer"]).pk, hours=2)
    make(role=SheetRole.FOLLOWER)
    for role, name in ((SheetRole.UMPIRE, "former_scorer"), (SheetRole.VERIFIER, "verifier")):
        sheets.accept_link(make(role=role), guest_in(cookies[name]).pk)
    Link.objects.filter(sheet=sheet, role=SheetRole.UMPIRE).update(expires_at=timezone.now() - timedelta(hours=1))
    return sheet.pk

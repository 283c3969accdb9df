"""Championships and rating lists that move to another site as a file: what they show stays as it was."""

import json
import random
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from pypdf import PdfReader

from carrom.rating.glicko import Rating
from carrom.rating.history import Terms
from carrom.rating.lists import RatingLine
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.event import Method
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Role
from carrom_web.competitions.championships import event_results, services
from carrom_web.competitions.championships import kind as championship_kind
from carrom_web.competitions.championships import repository as championships
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.state import (
    Announce,
    Counting,
    DropLeg,
    Give,
    Join,
    Placed,
    PutLeg,
)
from carrom_web.competitions.errors import CompetitionFileError
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Event, Member
from carrom_web.competitions.events.services import draws, organising, payments, registration
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.ratings import kind as rating_kind
from carrom_web.competitions.ratings import repository as rating_lists
from carrom_web.competitions.ratings import selectors
from carrom_web.competitions.ratings.models import RatingList, Result
from carrom_web.competitions.ratings.services import organising as rating
from carrom_web.competitions.ratings.services import recalculation
from carrom_web.competitions.ratings.state import Hide, LeaveOut, Mark, Unmark
from carrom_web.competitions.repository import Close
from carrom_web.people import services as people
from carrom_web.people.models import Player
from tests.support.thorough import one_of
from tests.support.web.championships import another_event, play_out
from tests.support.web.clients import as_guest
from tests.support.web.draws import event_with_entries
from tests.support.web.events import ADULTS, NOW, PAIRS, cash_terms, organiser_of, pair_application, with_account
from tests.support.web.people import say_consent
from tests.support.web.stored_once import stored_once
from tests.support.web.teams import SSD, TEAMS, team_application

pytestmark = pytest.mark.django_db
TERMS = (
    Counting(table="fixed", drop_worst=1, won="0.5", slam="1"),
    Counting(table="asis", attendance="1"),
    Counting(table="own", own=("10", "6", "3.5"), shared="best", pairs="each"),
    Counting(table="millesimal", pairs="each", won="2"),
)


def play_category(event: Event, key: str) -> None:
    """Draw a category; side A wins its matches by walk-over, or by boards where it has any."""
    owner = organiser_of(event).pk
    draws.draw(event, owner, key, now=NOW)
    for meeting in contests.shown(event.categories.get(key=key)).meetings:
        if meeting.state is State.READY and key == TEAMS:
            draws.report_not_played(event, owner, key, meeting.fixture.id, "walk-over", Side.A, now=NOW)
        elif meeting.state is State.READY:
            draws.report_boards(event, owner, key, meeting.fixture.id, "5-0 0-3 8-0", time_up=False, now=NOW)


def event_of(club: Club, category: CategoryTerms) -> Event:
    owner = Guest.objects.get(memberships__club=club, memberships__role=Role.OWNER).pk
    event = organising.start_event(club, owner, cash_terms(categories=(category,)), now=NOW)
    organising.publish(event, owner, now=NOW)
    return event


@pytest.fixture
def first() -> Event:
    """An event of four players, one of whom is shown by initials."""
    return event_of_four()


@stored_once
def event_of_four() -> Event:
    event = event_with_entries(4, format_="round-robin")
    play_out(event)
    say_consent(Member.objects.filter(name="Player C"), shows_name=False)
    return event


@pytest.fixture
def events() -> dict[str, Event]:
    """Events of one club: two of singles with some players in both, one that runs, one of pairs, one of teams."""
    return five_events()


@stored_once
def five_events() -> dict[str, Event]:
    first = event_of_four()
    club, owner = first.club, organiser_of(first).pk
    play_out(second := another_event(first, "Player A", "Player C", "Anu Nair", "Zoe Zed"))
    runs = another_event(first, "Player B", "Player D", "Zoe Zed")
    draws.draw(runs, owner, ADULTS, now=NOW)
    fixture = next(one for one in contests.shown(runs.categories.get()).meetings if one.state is State.READY)
    draws.report_boards(runs, owner, ADULTS, fixture.fixture.id, "5-0 0-3 8-0", time_up=False, now=NOW)
    doubles = CategoryTerms(key=PAIRS, title="Doubles", kind=Kind.DOUBLES, fee=1000, least=2, format="round-robin")
    pairs = event_of(club, doubles)
    for name, partner in (("Anu Nair", "Player B"), ("Cy Roy", "Di Sen"), ("Ed Ott", "Fay Orr")):
        form = registration.hand_in(pairs, pair_application(name, partner), now=NOW)
        Member.objects.filter(entry__form=form).update(agreed_at=NOW)
        payments.record_payment(form, owner, method=Method.CASH, cents=1000, now=NOW)
    play_category(pairs, PAIRS)
    given = {"members": 2, "most_members": 4, "least": 2, "format": "round-robin", "tie": SSD}
    three = MatchTerms(length="best_of_3")
    teams = event_of(club, CategoryTerms(key=TEAMS, title="Teams", kind=Kind.TEAM, match=three, **given))
    for team in ("Reds", "Red Devils", "Blues"):
        form = registration.hand_in(teams, team_application(team), now=NOW)
        for member in form.entries.get().members.filter(agreed_at=None):
            registration.agree(member, shows_name=True, now=NOW)
    play_category(teams, TEAMS)
    say_consent(Member.objects.filter(name__in=("Player C", "Cy Roy")), shows_name=False)
    return {"first": first, "second": second, "runs": runs, "pairs": pairs, "teams": teams}


def everything(value: Any) -> Any:
    """What a template gets, without addresses of what the file leaves behind."""
    if isinstance(value, dict):
        return {name: everything(one) for name, one in value.items() if name not in ("url", "sources", "id")}
    return [everything(one) for one in value] if isinstance(value, list | tuple) else value


def file_of(client: Client, url: str) -> Any:
    answer = client.get(url)
    assert answer.status_code == 200, url
    if not url.endswith("pdf"):
        return answer.content
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def seen_of_championship(client: Client, championship: Championship) -> dict[str, Any]:
    """All that a championship shows: pages, with their values, and files, to the byte where they have no clock."""
    address = f"/championships/{championship.slug}/"
    found: dict[str, Any] = {}
    for page in ("", "?now=1"):
        context = client.get(address + page).context
        found[page] = everything({name: context[name] for name in ("tables", "legs", "rules", "given", "running")})
    for table in client.get(address).context["tables"]:
        found |= {url: file_of(client, url) for url in table["files"].values()}
    book = championships.state(championship)
    for key in event_results.people_in(event_results.leg_results(championship, book)):
        context = client.get(f"{address}players/{key}/").context
        found[key] = everything({name: context[name] for name in ("name", "lines")})
    found["log"] = client.get(f"{address}log/?file=csv").content
    found["what if"] = everything(client.get(f"{address}what-if/").context["rows"])
    return found


def seen_of_list(client: Client, rating_list: RatingList) -> dict[str, Any]:
    """All that a rating list shows."""
    address = f"/ratings/{rating_list.slug}/"
    found: dict[str, Any] = {"log": client.get(f"{address}log/?file=csv").content}
    for group in selectors.groups_of(rating_list):
        context = client.get(address, {"group": group}).context
        names = ("rows", "period", "left_out", "group")
        found[group] = everything({name: context[name] for name in names}) | {"rated": sorted(context["sources"])}
        found |= {url: file_of(client, url) for url in context["files"].values()}
        for row in context["rows"]:
            context = client.get(row["url"]).context
            found[row["key"]] = everything({name: context[name] for name in ("name", "parts")})
    return found


def another_club() -> tuple[Club, Guest]:
    """A club that knows nobody of the file, as on another site."""
    owner = with_account("Nora New")
    return clubs.found_club(owner.pk, name="Carrom Club"), owner


class Random:
    """Acts of organisers as a number says them."""

    def __init__(self, events: dict[str, Event], seed: int) -> None:
        self.events, self.rng = events, random.Random(seed)
        self.club, self.owner = events["first"].club, organiser_of(events["first"])

    def championship(self) -> Championship:
        rng, owner = self.rng, self.owner.pk
        made = services.begin(self.club, owner, title="Valley Series", counting=rng.choice(TERMS), now=NOW)
        names = rng.sample(list(self.events), rng.randint(2, 5))
        for day, name in enumerate(names, 1):
            category = self.events[name].categories.get().pk
            table = "Teams" if name == "teams" else ""
            weight = rng.choice(("1", "2", "1.5"))
            leg = PutLeg(key=name, title=name, day=date(2022, 2, day), table=table, weight=weight, category=category)
            services.do(made, owner, leg, now=NOW)
        player = people.player_for(self.club.pk, people.Details(name="Player A"), by_official=True)
        key = championships.person_key(made, player.pk)
        Participant.objects.create(competition=made, key=key, name="Player A", person=player)
        placed = (Placed(person=key, place=rng.randint(1, 3), awarded=rng.choice(("", "7"))),)
        services.do(made, owner, PutLeg(key="old", title="Old", day=date(2021, 5, 1), placed=placed), now=NOW)
        services.do(made, owner, PutLeg(key="next", title="Next", day=date(2023, 5, 1), entrants=6), now=NOW)
        acts: list[Any] = []
        lines = sorted(key for key in self._lines(made) if not key.startswith("team-"))
        acts.append(Give(leg=rng.choice(names), person=rng.choice(lines), points="2.5", why="fair play"))
        acts.append(Announce(title="Valley Cup", counting=rng.choice(TERMS)))
        if "teams" in names:
            reds, devils = (championships.team_key(made, name) for name in ("Reds", "Red Devils"))
            acts.append(Join(team=reds, into=devils))
        chosen = rng.sample(acts, rng.randint(0, len(acts)))
        for act in [*chosen, *([DropLeg(key=names[0])] if rng.random() < 0.5 else [])]:
            services.do(made, owner, act, now=NOW)
        last = len(championships.STORE.log(made).entries)
        services.undo(made, owner, rng.randint(2, last), now=NOW)
        if rng.random() < 0.3:
            services.do(made, owner, Close(), now=NOW)
        return made

    def _lines(self, championship: Championship) -> set[str]:
        legs = event_results.leg_results(championship, championships.state(championship))
        return set(event_results.names_in(legs))

    def rating_list(self) -> RatingList:
        rng, owner = self.rng, self.owner.pk
        terms = Terms(period=rng.choice(("week", "month")))
        made = rating.begin(self.club, owner, title="Valley Ratings", terms=terms, now=NOW)
        lines = [RatingLine(name=name, rating=Rating(1600.5, 70.25, 0.05)) for name in ("Player A", "Old Hand")]
        if rng.random() < 0.5:
            group = rng.choice(("points-29 singles", "points-25 singles"))
            rating.bring(made, owner, "Old list", group, lines, now=NOW)
        for name in rng.sample(["first", "second", "runs", "pairs"], rng.randint(2, 4)):
            rating.do(made, owner, Mark(source=f"category:{self.events[name].categories.get().pk}"), now=NOW)
        one = rng.choice(list(Result.objects.filter(rating_list=made).order_by("pk")))
        acts = [
            LeaveOut(source=one.source, key=one.key, why="not played"),
            Hide(person=one.a[0]),
            Unmark(source=rng.choice(rating_lists.state(made).sources)),
        ]
        for act in rng.sample(acts, rng.randint(0, 3)):
            rating.do(made, owner, act, now=NOW)
        if rng.random() < 0.5:
            rating.undo(made, owner, len(rating_lists.STORE.log(made).entries), now=NOW)
        if rng.random() < 0.3:
            rating.do(made, owner, Close(), now=NOW)
        return made

    def merge_or_erase(self) -> None:
        """Two names of one person, and somebody who wants to be named nowhere."""
        who = {name: Player.objects.filter(club=self.club, name=name).first() for name in ("Zoe Zed", "Player D")}
        if self.rng.random() < 0.4:
            away = Player.objects.filter(club=self.club, name="Fay Orr").get()
            people.merge(self.club, self.owner.pk, player_id=away.pk, into_id=who["Player D"].pk, now=NOW)
        if self.rng.random() < 0.4:
            people.erase(who["Zoe Zed"])
            people.erase(Player.objects.get(club=self.club, name="Di Sen"))


def moves() -> Iterator[tuple[int, bool]]:
    """Seeds; and whether it comes back onto its own site, where its people still are."""
    for seed in range(one_of(2, 60)):
        yield seed, seed % 2 == 0


@pytest.mark.parametrize("which", ["championship", "rating_list"])
def test_exported_erased_and_imported_it_shows_what_it_showed(events: dict[str, Event], which: str):
    kind: CompetitionKind[Any, Any] = championship_kind.KIND if which == "championship" else rating_kind.KIND
    seen_of: Any = seen_of_championship if which == "championship" else seen_of_list
    elsewhere, other = another_club()
    for seed, returns in moves():
        with transaction.atomic():
            makes = Random(events, seed)
            makes.merge_or_erase()
            row = getattr(makes, which)()
            if which == "rating_list" and row.state == RatingList.State.OPEN:
                recalculation.take(row, now=NOW)
            seen, file = seen_of(as_guest(makes.owner), row), kind.written(row).encode()
            row.delete()
            club, owner = (makes.club, makes.owner) if returns else (elsewhere, other)

            back = kind.stored(club, owner.pk, file, now=NOW)

            assert seen_of(as_guest(owner), back) == seen, seed
            again = json.loads(kind.written(back))
            if returns:
                assert again == json.loads(file) | {"taken_at": again.get("taken_at")} or which == "championship"
            transaction.set_rollback(True)


def moved(events: dict[str, Event], *names: str) -> tuple[Championship, Event]:
    """A championship of these events in a club that has none of their people, and an event of that club."""
    owner = organiser_of(events["first"]).pk
    made = services.begin(events["first"].club, owner, title="Valley Series", counting=TERMS[2], now=NOW)
    for name in names:
        category = events[name].categories.get().pk
        leg = PutLeg(key=name, title=name, day=date(2022, 2, 1), table=name, category=category)
        services.do(made, owner, leg, now=NOW)
    file = championship_kind.KIND.written(made).encode()
    here = event_with_entries(2, format_="round-robin")  # of Player A and Player B
    back = championship_kind.KIND.stored(here.club, organiser_of(here).pk, file, now=NOW)
    return back, here


def lines(championship: Championship, table: str) -> dict[str, int]:
    """The names of a table with how many events each has."""
    book = championships.state(championship)
    legs = event_results.leg_results(championship, book)
    names = event_results.names_in(legs)
    return {names[line.key]: line.events for line in event_results.table_of(book, legs, table)[1]}


def test_who_came_with_a_file_is_one_with_who_plays_here(first: Event):
    championship, here = moved({"first": first}, "first")
    play_out(here)
    category = here.categories.get().pk
    leg = PutLeg(key="here", title="Here", day=date(2022, 3, 1), table="first", category=category)
    services.do(championship, organiser_of(here).pk, leg, now=NOW)

    assert lines(championship, "first") == {"Player A": 2, "Player B": 2, "P. C.": 1, "Player D": 1}

    gone, into = (Player.objects.get(club=here.club, name=name) for name in ("Player D", "Player A"))
    people.merge(here.club, organiser_of(here).pk, player_id=gone.pk, into_id=into.pk, now=NOW)
    assert lines(championship, "first") == {"Player A": 2, "Player B": 2, "P. C.": 1}
    people.erase(Player.objects.get(club=here.club, name="Player B"))
    assert lines(championship, "first") == {"Player A": 2, "(deleted)": 1, "P. C.": 1}
    assert "Player B" not in championship_kind.KIND.written(championship)


def test_an_event_of_a_file_is_changed_without_its_results_and_can_be_an_event_here_again(events: dict[str, Event]):
    championship, here = moved(events, "first", "teams")
    play_out(here)
    organise, client = f"/championships/{championship.slug}/organise/", as_guest(organiser_of(here))
    given = {"do": "leg", "leg-key": "first", "leg-title": "Renamed", "leg-day": "2022-02-01", "leg-table": "first"}
    before = lines(championship, "first")

    assert client.post(organise, given | {"leg-weight": "2"}).status_code == 303
    assert (lines(championship, "first"), len(lines(championship, "teams"))) == (before, 3)
    category = str(here.categories.get().pk)
    assert client.post(organise, given | {"leg-weight": "1", "leg-category": category}).status_code == 303
    assert lines(championship, "first") == {"Player A": 1, "Player B": 1}
    championship.refresh_from_db()
    services.undo(championship, organiser_of(here).pk, len(championships.STORE.log(championship).entries), now=NOW)
    assert lines(championship, "first") == before


def test_a_team_of_a_file_is_known_here_by_its_name(events: dict[str, Event]):
    championship, here = moved(events, "teams")
    book = championships.state(championship)
    reds = next(key for key in championships_keys(championship) if key_name(championship, key) == "Reds")

    assert book.who(championships.team_key(championship, "REDS")) == reds
    assert Player.objects.filter(club=here.club, name__contains="Mate").count() == 0  # teams bring nobody along


def championships_keys(championship: Championship) -> set[str]:
    legs = event_results.leg_results(championship, championships.state(championship))
    return set(event_results.names_in(legs))


def key_name(championship: Championship, key: str) -> str:
    legs = event_results.leg_results(championship, championships.state(championship))
    return event_results.names_in(legs)[key]


def test_a_rated_player_of_a_file_who_takes_their_word_back_is_shown_by_initials(first: Event):
    owner = organiser_of(first).pk
    made = rating.begin(first.club, owner, title="Valley Ratings", terms=Terms(), now=NOW)
    rating.do(made, owner, Mark(source=f"category:{first.categories.get().pk}"), now=NOW)
    club, other = another_club()
    back = rating_kind.KIND.stored(club, other.pk, rating_kind.KIND.written(made).encode(), now=NOW)

    def names() -> set[str]:
        recalculation.take(back, now=NOW)
        return set(selectors.names_of(back, rating_lists.state(back)).values())

    assert names() == {"Player A", "Player B", "P. C.", "Player D"}
    assert Player.objects.filter(club=club, name="Player C").exists()
    for name, agrees in (("Player A", False), ("Player C", True)):
        people.set_consent(Player.objects.get(club=club, name=name), shows_name=agrees)
    assert names() == {"P. A.", "Player B", "Player C", "Player D"}


def test_the_page_imports_the_packed_file_and_says_what_is_wrong_with_another(events: dict[str, Event]):
    owner = as_guest(organiser_of(events["first"]))
    Random(events, 1).championship()
    made = Championship.objects.get()
    log = owner.get(f"/championships/{made.slug}/log/")
    answer = owner.get(log.context["whole_file"])
    assert answer.headers["Content-Disposition"].endswith('.json.gz"')

    def send(content: bytes, kind: str) -> Any:
        file = SimpleUploadedFile("series.json.gz", content)
        return owner.post(f"/{kind}/new/", {"do": "import", "club": made.club.slug, "whole-file": file})

    assert send(answer.content, "championships").status_code == 303
    wrong = send(answer.content, "ratings")
    assert wrong.status_code == 422 and "not a file of this kind" in wrong.content.decode()
    cut = send(answer.content[:-40], "championships")
    assert cut.status_code == 422 and "The end of this file is missing" in cut.content.decode()
    assert "This field is required" not in cut.content.decode()  # of another form
    assert Championship.objects.count() == 2 and not RatingList.objects.exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda act: act | {"place": 0}, "A place is a number"),
        (lambda act: act | {"points": "a lot"}, "not a number of points"),
        (lambda act: act | {"people": 7}, "people"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_its_reason(first: Event, change: Any, said: str):
    owner = organiser_of(first).pk
    made = services.begin(first.club, owner, title="Valley Series", counting=TERMS[0], now=NOW)
    leg = PutLeg(key="one", title="One", day=date(2022, 2, 1), category=first.categories.get().pk)
    services.do(made, owner, leg, now=NOW)
    file = json.loads(championship_kind.KIND.written(made))
    file["log"][1]["act"]["results"][0] = change(file["log"][1]["act"]["results"][0])

    with pytest.raises(CompetitionFileError, match=said):
        championship_kind.KIND.stored(made.club, owner, json.dumps(file).encode(), now=NOW)
    assert Championship.objects.count() == 1

"""A club comes over from SoL with its whole history, and can go back with all of it."""

import io
import zipfile
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from carrom.tournament.sol_export import guid_of
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_history import combined, without_private
from carrom.tournament.sol_ranking import ranking
from carrom.tournament.sol_records import SolBook
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Role
from carrom_web.competitions.championships import event_results
from carrom_web.competitions.championships import repository as championships
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import draws, organising
from carrom_web.competitions.ratings import repository as ratings
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.sol_history import repository
from carrom_web.competitions.sol_history.models import SolImport, SolLink
from carrom_web.people import services as people
from carrom_web.people.models import Player
from carrom_web.people.services import Details
from tests.support.tournament.sol_history import season, with_ratings
from tests.support.web.clients import as_guest
from tests.support.web.events import official, with_account
from tests.support.web.stored_once import stored_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return clubs.found_club(with_account("Olive Owner").pk, name="Valley")


def owner(club: Club):
    return as_guest(club.members.get(role=Role.OWNER).guest)


def uploaded(club: Club, *files: SolBook | bytes, name: str = "season.sol"):
    given = [one if isinstance(one, bytes) else write_sol(one) for one in files]
    sent = [SimpleUploadedFile(f"{number}-{name}", one) for number, one in enumerate(given, 1)]
    return owner(club).post(f"/clubs/{club.slug}/sol/", {"do": "upload", "chosen": sent})


def previewed(club: Club, *files: SolBook | bytes):
    answer = uploaded(club, *files)
    assert answer.status_code == 303, answer.content.decode()
    address = answer["Location"]
    return address, owner(club).get(address)


def confirmed(club: Club, address: str, context, **more):
    sent = {
        "do": "import",
        "time_zone": "Europe/Rome",
        "group": "points-25 singles",
        "series": [one["number"] for one in context["series"] if one["chosen"]],
        "ratings": [one["number"] for one in context["ratings"] if one["chosen"]],
    }
    sent |= {f"same-{one['number']}": one["chosen"] for one in context["proposals"]}
    return owner(club).post(address, sent | more)


def imported(club: Club, *files: SolBook | bytes, **more) -> SolImport:
    address, page = previewed(club, *files)
    answer = confirmed(club, address, page.context, **more)
    assert answer.status_code == 303, unescape(answer.content.decode())
    return SolImport.objects.latest("pk")


@stored_once
def club_with_history() -> tuple[Club, SolImport]:
    """A club after the import of two seasons, and the import."""
    club = clubs.found_club(with_account("Olive Owner").pk, name="Valley")
    return club, imported(club, *SEASONS)


def exported(club: Club) -> SolBook:
    answer = owner(club).get(f"/clubs/{club.slug}/sol/history.sol")
    assert answer.status_code == 200
    return read_sol(answer.content)


def made(club: Club) -> dict[str, int]:
    models = {"people": Player, "events": Event, "championships": Championship, "lists": RatingList}
    return {name: model.objects.filter(club=club).count() for name, model in models.items()}


def places(championship: Championship) -> dict[str, tuple[int, str]]:
    book = championships.state(championship)
    legs = event_results.leg_results(championship, book)
    names = event_results.names_in(legs)
    return {names[row.key]: (row.place, str(row.total)) for row in event_results.table_of(book, legs, "")[1]}


NONE = {"people": 0, "events": 0, "championships": 0, "lists": 0}
SEASONS = (with_ratings(season(2024), 2024), season(2025, prized=False))


def test_a_whole_history_comes_over_after_it_was_shown(club):
    address, page = previewed(club, *SEASONS)
    text = page.content.decode()

    assert "Cup 2024" in text and "Cup 2025" in text and "Valley ratings" in text
    assert made(club) == NONE, "nothing is made before it is confirmed"

    assert confirmed(club, address, page.context, published="yes", agreed="on").status_code == 303

    assert made(club) == {"people": 8, "events": 4, "championships": 2, "lists": 1}
    assert {one.state for one in Event.objects.filter(club=club)} == {"open"}
    for series, before in zip(Championship.objects.order_by("pk"), SEASONS, strict=True):
        counted = [leg for leg in championships.state(series).in_order if leg.placed]
        assert len(counted) == sum(one.prized for one in before.tourneys)
    first = Championship.objects.get(title="Cup 2024")
    prizes = {
        before: sum(float(one.competitors[number].prize) for one in SEASONS[0].tourneys)
        for number, before in enumerate(" ".join((one.firstname, one.lastname)) for one in SEASONS[0].players)
    }
    best = max(float(total) for _place, total in places(first).values())
    assert best <= max(prizes.values()) and places(first)
    page = owner(club).get(f"/championships/{first.slug}/").content.decode()
    assert "Ada Alder" in page and f"/events/{Event.objects.earliest('first_day').slug}/" in page
    rated = RatingList.objects.get()
    periods = ratings.periods_of(rated, "points-25 singles")
    assert {round(row.rating.value) for row in periods[-1].standings.values()} == {1406 + 20 * n for n in range(1, 9)}


def test_standings_are_those_of_sol_and_play_goes_on():
    club, _row = club_with_history()

    for event in Event.objects.filter(club=club):
        book = season(event.first_day.year, prized=event.first_day.year == 2024)
        tourney = next(one for one in book.tourneys if one.date == event.first_day.isoformat())
        shown = contests.shown(event.categories.get())
        theirs = [(row.competitor, row.points, row.bucholz, row.netscore) for row in ranking(tourney)]
        ours = {
            int(row.key): tuple(row.value(name) for name in ("points", "buchholz", "net_points"))
            for row in shown.standings
        }
        assert [(number, *ours[number]) for number, *_rest in theirs] == theirs
    running = Event.objects.get(first_day="2025-02-10")
    draws.draw(running, club.members.get().guest_id, "event", now=timezone.now())
    assert contests.shown(running.categories.get()).contest.rounds == 3


def test_the_history_goes_out_and_comes_in_elsewhere_as_the_same():
    club, _row = club_with_history()
    first = exported(club)

    assert first == without_private(combined(SEASONS))

    other = clubs.found_club(with_account("Otto Owner").pk, name="Valley")
    imported(other, write_sol(first, compressed=True))
    assert exported(other) == first
    assert made(other) == made(club)
    for title in ("Cup 2024", "Cup 2025"):
        one, another = (Championship.objects.get(club=each, title=title) for each in (club, other))
        assert {line for line in places(one).values()} == {line for line in places(another).values()}
    lists = [ratings.periods_of(one, "points-25 singles")[-1].standings for one in RatingList.objects.order_by("pk")]
    values = [sorted(round(row.rating.value, 6) for row in one.values()) for one in lists]
    assert values[0] == values[1]


def test_what_was_played_here_since_goes_out_too():
    club, _row = club_with_history()
    running = Event.objects.get(first_day="2025-02-10")
    by = club.members.get().guest_id
    draws.draw(running, by, "event", now=timezone.now())
    for meeting in contests.shown(running.categories.get()).meetings:
        if meeting.result is None and meeting.a and meeting.b:
            draws.report_boards(
                running, by, "event", meeting.fixture.id, "9-0 9-0 9-0", time_up=False, now=timezone.now()
            )

    back = exported(club)

    tourney = next(one for one in back.tourneys if one.date == "2025-02-10")
    before = season(2025, prized=False).tourneys[1]
    assert (tourney.guid, tourney.currentturn, len(back.tourneys)) == (before.guid, 3, 4)
    assert back.championships == without_private(combined(SEASONS)).championships
    assert {one.guid for one in back.players} == {one.guid for one in SEASONS[0].players}


def test_a_club_that_never_had_sol_goes_there_with_people_events_series_and_ratings(club):
    other = clubs.found_club(with_account("Otto Owner").pk, name="Hill")
    imported(other, *SEASONS, published="yes", agreed="on")
    SolImport.objects.all().delete()  # as if all had been made here
    assert not SolLink.objects.exists()

    book = exported(other)

    assert (len(book.players), len(book.tourneys)) == (8, 4)
    assert [one.description for one in book.championships] == ["Cup 2024", "Cup 2025"]
    assert [one.prizes for one in book.championships] == ["fixed", "fixed"]
    prized = [one for one in book.tourneys if one.prized]
    assert len(prized) == 3 and all(float(one.prize or 0) > 0 for event in prized for one in event.competitors)
    assert [one.description for one in book.ratings] == ["Valley ratings"] and len(book.rates) == 8
    assert {(one.email, one.birthdate) for one in book.players} == {(None, None)}
    imported(club, write_sol(book))
    assert made(club) == made(other)


def test_the_same_files_again_make_nothing_and_later_ones_only_what_is_new(club):
    imported(club, SEASONS[0])
    _address, page = previewed(club, SEASONS[0])
    assert [(one["is_known"], one["count"], one["chosen"]) for one in page.context["series"]] == [(True, 0, False)]
    assert page.context["people"] == 0 and page.context["ratings"][0]["new_rates"] == 0

    imported(club, combined([SEASONS[0], season(2024, events=3), season(2025)]))

    assert made(club) == {"people": 8, "events": 5, "championships": 2, "lists": 1}
    assert len(championships.state(Championship.objects.get(title="Cup 2024")).legs) == 3


def test_what_is_not_chosen_stays_out_and_is_offered_again(club):
    address, page = previewed(club, *SEASONS)
    wanted = [one["number"] for one in page.context["series"] if one["title"] == "Cup 2025"]

    assert confirmed(club, address, page.context, series=wanted, ratings=[]).status_code == 303

    assert made(club) == {"people": 8, "events": 2, "championships": 1, "lists": 0}
    assert len(exported(club).tourneys) == 2
    _address, again = previewed(club, *SEASONS)
    assert [one["title"] for one in again.context["series"] if one["chosen"]] == ["Cup 2024"]


def namesake(book: SolBook, **changes) -> SolBook:
    """The same with the first player again, under another guid, in a season of their own."""
    twin = replace(book.players[0], guid=guid_of("twin"), email=None, **changes)
    return replace(book, players=(twin, *book.players[1:]))


def test_people_of_one_name_are_proposed_as_one_and_merged_until_somebody_undoes_it(club):
    known = people.player_for(club.pk, Details(name="Ben Birch", email="p2@example.org"), by_official=True)
    address, page = previewed(club, SEASONS[0], namesake(season(2025)))

    proposals = {one["name"]: one for one in page.context["proposals"]}
    assert proposals["Ben Birch"]["chosen"] == f"player:{known.pk}"
    assert proposals["Ada Alder"]["chosen"].startswith("file:")
    assert confirmed(club, address, page.context).status_code == 303

    roots = Player.objects.filter(club=club, merged_into=None)
    assert sorted(roots.values_list("name", flat=True)).count("Ada Alder") == 1
    assert roots.filter(name_key="ben birch").get() == known
    assert SolImport.objects.get(state="done").counts["merged"] == 2
    assert len(exported(club).players) == 8
    assert len(next(one for one in exported(club).players if one.lastname == "Alder").merged) == 1
    log = owner(club).get(f"/clubs/{club.slug}/players/").context["log"]
    assert [one["may_undo"] for one in log] == [True, True]


def test_namesakes_with_nicknames_and_those_who_have_met_stay_two(club):
    _address, page = previewed(club, SEASONS[0], namesake(season(2025), nickname="the other", birthdate=None))
    assert [one["chosen"] for one in page.context["proposals"]] == [""]

    twin = replace(season(2024).players[0], guid=guid_of("twin"), email=None)
    book = season(2024)
    both = replace(book, players=(book.players[0], twin, *book.players[2:]))
    assert previewed(club, both)[1].context["proposals"] == []


def test_two_who_met_cannot_be_merged_by_way_of_a_third(club):
    known = people.player_for(club.pk, Details(name="Ada Alder"), by_official=True)
    book = season(2024)
    twin = replace(book.players[0], guid=guid_of("twin"), nickname="the other", birthdate=None, email=None)
    address, page = previewed(club, replace(book, players=(book.players[0], twin, *book.players[2:])))
    same = {f"same-{one['number']}": f"player:{known.pk}" for one in page.context["proposals"]}
    assert len(same) == 2

    answer = confirmed(club, address, page.context, **same)

    assert answer.status_code == 422 and "played in the same event" in unescape(answer.content.decode())
    assert made(club) == NONE | {"people": 1}
    forged = confirmed(
        club, address, page.context, **dict.fromkeys(same, "player:00000000-0000-0000-0000-000000000000")
    )
    assert forged.status_code == 422 and made(club) == NONE | {"people": 1}


def test_an_import_is_taken_back_whole_while_nobody_has_gone_on_with_it(club):
    known = people.player_for(club.pk, Details(name="Ben Birch"), by_official=True)
    first = imported(club, SEASONS[0])
    second = imported(club, SEASONS[1], season(2024, events=3))
    assert made(club) == {"people": 9, "events": 5, "championships": 2, "lists": 1}
    address = f"/clubs/{club.slug}/sol/"

    early = owner(club).post(address, {"do": "undo", "import": first.pk})
    assert early.status_code == 422 and "latest import" in early.content.decode()
    assert owner(club).post(address, {"do": "undo", "import": second.pk}).status_code == 303
    assert made(club) == {"people": 9, "events": 2, "championships": 1, "lists": 1}
    assert len(championships.state(Championship.objects.get()).legs) == 2
    assert owner(club).post(address, {"do": "undo", "import": first.pk}).status_code == 303

    assert made(club) == NONE | {"people": 1} and Player.objects.get(club=club) == known
    assert exported(club) == SolBook(users=())
    assert "Import from SoL undone" in owner(club).get(f"/clubs/{club.slug}/log/").content.decode()
    imported(club, *SEASONS)
    assert made(club)["events"] == 4


def test_an_import_with_which_somebody_went_on_stays():
    club, row = club_with_history()
    event = Event.objects.get(first_day="2025-02-10")
    organising.announce(event, club.members.get().guest_id, "See you there", now=timezone.now())

    answer = owner(club).post(f"/clubs/{club.slug}/sol/", {"do": "undo", "import": row.pk})

    assert answer.status_code == 422 and "Day 2 changed since" in answer.content.decode()
    assert made(club)["events"] == 4
    assert not owner(club).get(f"/clubs/{club.slug}/sol/").context["imports"][0]["may_undo"]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ((b"no file of anything",), "1-season.sol: This is not a .sol file"),
        ((SEASONS[0], write_sol(SEASONS[0])[:700]), "2-season.sol: "),
        ((b"PK\x03\x04 broken",), "damaged"),
        ((), "required"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_nothing_waits(club, files, says):
    answer = uploaded(club, *files)

    assert answer.status_code == 422 and says in unescape(answer.content.decode())
    assert not SolImport.objects.exists()


def test_an_event_that_cannot_be_held_here_is_said_and_the_rest_comes_over(club):
    book = season(2024)
    broken = replace(book.tourneys[0], competitors=book.tourneys[0].competitors[:1], matches=(), prized=False)
    address, page = previewed(club, replace(book, tourneys=(broken, book.tourneys[1])))
    problems = [event["problem"] for one in page.context["series"] for event in one["events"]]

    assert confirmed(club, address, page.context).status_code == 303
    assert made(club)["events"] == 2 - sum(map(bool, problems))


def test_one_problem_takes_everything_back(club, monkeypatch):
    address, page = previewed(club, *SEASONS)

    answer = confirmed(club, address, page.context, group="points-25 singles", series=[], ratings=[])
    assert answer.status_code == 422 and "at least one championship" in answer.content.decode()
    zone = confirmed(club, address, page.context, time_zone="Middle/Earth")
    assert zone.status_code == 422 and "Europe/Rome" in zone.content.decode()
    organiser = official(club, Role.ORGANISER)  # without an account nobody publishes
    SolImport.objects.update(guest=organiser)
    sent = {
        "do": "import",
        "time_zone": "Europe/Rome",
        "group": "points-25 singles",
        "published": "yes",
        "series": ["1"],
    }
    refused = as_guest(organiser).post(address, sent)

    assert refused.status_code == 422 and made(club) == NONE
    assert SolImport.objects.get().state == "staged"


def test_a_new_upload_takes_the_place_of_ones_own_and_leaves_those_of_others(club):
    _address, _page = previewed(club, *SEASONS)
    other = official(club, Role.ORGANISER)
    SolImport.objects.create(club=club, guest_id=other.pk, at=timezone.now(), files=[], content=b"")

    previewed(club, *SEASONS)

    assert SolImport.objects.count() == 2 and SolImport.objects.filter(guest_id=other.pk).count() == 1


def test_an_upload_is_seen_by_its_reader_alone_and_goes_after_a_day_or_a_no(club):
    address, _page = previewed(club, *SEASONS)
    assert as_guest(official(club, Role.ORGANISER)).get(address).status_code == 404
    for role in (Role.REGISTRAR, Role.PLAYER):
        for page in (address, f"/clubs/{club.slug}/sol/", f"/clubs/{club.slug}/sol/history.sol"):
            assert as_guest(official(club, role)).get(page).status_code == 403
    assert owner(club).get(f"/clubs/{club.slug}/sol/").context["waiting"] == address
    assert owner(club).get(f"/clubs/{club.slug}/sol/other.sol").status_code == 404

    assert owner(club).post(address, {"do": "cancel"}).status_code == 303
    assert owner(club).get(address).status_code == 404
    previewed(club, *SEASONS)
    assert repository.delete_old_uploads(now=timezone.now() + timedelta(hours=23)) == 0
    assert repository.delete_old_uploads(now=timezone.now() + timedelta(hours=25)) == 1


def test_somebody_who_is_erased_is_gone_from_the_stored_history():
    club, _row = club_with_history()
    people.erase(Player.objects.get(club=club, name="Ada Alder"))

    book = exported(club)

    assert "Alder" not in write_sol(book).decode()
    assert len(book.players) == 8 and sum(one.lastname == "?" for one in book.players) == 1
    assert b"Alder" not in write_sol(repository.history_of(club))


def test_a_backup_in_an_archive_comes_over(club):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("everything.sol", write_sol(combined(SEASONS)))
        archive.writestr("portraits/1.png", b"a picture")

    row = imported(club, out.getvalue())

    assert row.files == ["1-season.sol: everything.sol"]
    assert made(club)["events"] == 4

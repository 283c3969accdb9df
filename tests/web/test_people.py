"""The people of a club: who is found for a form, merging and taking it back exactly, likely duplicates, consent."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from carrom_web.accounts import privacy
from carrom_web.accounts.models import Account, Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Role
from carrom_web.clubs.services import NotAllowedInClubError
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.models import Participant as Placed
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.people import selectors, services
from carrom_web.people.models import AuditKind, Player
from carrom_web.people.services import ClaimError, Details, MergeError
from tests.support.thorough import examples
from tests.support.web.clients import as_guest
from tests.support.web.events import official, with_account
from tests.support.web.matches import make_guest

pytestmark = pytest.mark.django_db

ASHA = Details(name="Asha Rao", email="asha@example.org", born=date(1990, 5, 4))
NOW = timezone.now()


@pytest.fixture
def club() -> Club:
    return clubs.found_club(with_account("Omar Owner").pk, name="Carrom Club Pune")


def owner_of(club: Club) -> Guest:
    return Guest.objects.get(memberships__club=club, memberships__role=Role.OWNER)


def account_with(email: str, *, verified: bool = True) -> Guest:
    account = Account.objects.create_user(email)
    EmailAddress.objects.create(user=account, email=email, verified=verified, primary=True)
    return account.guest


def merged(club: Club, player: Player, into: Player) -> Player:
    return services.merge(club, owner_of(club).pk, player_id=player.pk, into_id=into.pk, now=timezone.now())


def unmerged(club: Club) -> Player:
    entry = next(one for one in selectors.merges_of(club) if one.kind == AuditKind.MERGED)
    return services.unmerge(club, owner_of(club).pk, entry.pk, now=timezone.now())


def stored() -> list[Any]:
    return list(Player.objects.order_by("pk").values())


def test_a_form_that_says_all_that_is_stored_is_the_same_persons(club: Club):
    first = services.player_for(club.pk, ASHA)

    again = services.player_for(club.pk, replace(ASHA, name="RAO  asha", email="Asha@example.org"))

    assert again == first and first.name == "Asha Rao"


@pytest.mark.parametrize(
    "other", [{"email": "else@example.org"}, {"born": None}, {"born": date(1991, 1, 1)}, {"email": ""}]
)
def test_a_form_that_does_not_know_what_is_stored_is_somebody_elses(club: Club, other: dict[str, Any]):
    first = services.player_for(club.pk, ASHA)

    assert services.player_for(club.pk, replace(ASHA, **other)) != first


def test_nobody_is_the_same_in_another_club(club: Club):
    other = clubs.found_club(make_guest("Anu"), name="Another Club")

    assert services.player_for(club.pk, ASHA) != services.player_for(other.pk, ASHA)


def test_whom_somebody_claimed_no_form_of_another_finds(club: Club):
    asha = services.player_for(club.pk, ASHA, guest_id=make_guest("Asha"))

    stranger = services.player_for(club.pk, replace(ASHA, shows_name=True), guest_id=make_guest("Mallory"))

    assert stranger != asha
    asha.refresh_from_db()
    assert not asha.shows_name


def test_a_guest_is_found_again_by_name_where_a_form_says_less_or_more(club: Club):
    guest = make_guest("Asha")
    first = services.player_for(club.pk, replace(ASHA, born=None), guest_id=guest)

    again = services.player_for(club.pk, ASHA, guest_id=guest)

    assert again == first
    first.refresh_from_db()
    assert first.born == ASHA.born
    assert services.player_for(club.pk, replace(ASHA, name="Bela Rao"), guest_id=guest) != first


def test_a_confirmed_address_claims_a_player_and_one_that_is_not_does_not(club: Club):
    written = services.player_for(club.pk, replace(ASHA, born=None), by_official=True)
    hers, not_hers = account_with("asha@example.org"), account_with("asha2@example.org")
    Account.objects.filter(guest=not_hers).update(email="asha@example.com")

    with pytest.raises(ClaimError):
        services.claim(written, not_hers.pk)
    assert services.player_for(club.pk, ASHA, guest_id=hers.pk) == written

    assert selectors.is_self(written, hers.pk) and not selectors.is_self(written, not_hers.pk)
    with pytest.raises(ClaimError):
        services.claim(written, not_hers.pk)


def test_an_address_that_nobody_confirmed_claims_nothing(club: Club):
    written = services.player_for(club.pk, ASHA, by_official=True)

    with pytest.raises(ClaimError):
        services.claim(written, account_with("asha@example.org", verified=False).pk)


def test_an_official_means_the_one_player_whom_nothing_contradicts(club: Club):
    asha = services.player_for(club.pk, ASHA)

    assert services.player_for(club.pk, Details(name="Asha Rao"), by_official=True) == asha
    other = services.player_for(club.pk, Details(name="Asha Rao", email="b@example.org"), by_official=True)
    assert other != asha
    assert services.player_for(club.pk, Details(name="Asha Rao"), by_official=True) not in (asha, other)


def test_an_official_speaks_for_who_said_yes_and_takes_no_word_back(club: Club):
    asha = services.player_for(club.pk, replace(ASHA, shows_name=True))
    bela = services.player_for(club.pk, Details(name="Bela"), by_official=True)

    services.player_for(club.pk, replace(ASHA, shows_name=False), by_official=True)
    services.player_for(club.pk, Details(name="Bela", shows_name=True), by_official=True)

    asha.refresh_from_db()
    bela.refresh_from_db()
    assert asha.shows_name and bela.shows_name


def test_merging_needs_an_organiser_and_leaves_a_trace(club: Club):
    a, b = services.player_for(club.pk, ASHA), services.player_for(club.pk, replace(ASHA, email="a@example.org"))
    for role in (Role.REGISTRAR, Role.PLAYER):
        with pytest.raises(NotAllowedInClubError):
            services.merge(club, official(club, role).pk, player_id=a.pk, into_id=b.pk, now=NOW)

    merged(club, a, b)

    [entry] = selectors.merges_of(club)
    assert (entry.kind, entry.by, entry.detail) == (
        AuditKind.MERGED,
        "Omar Owner",
        {"player": str(a.pk), "into": str(b.pk)},
    )
    assert [one.pk for one in selectors.players_of(club.pk)] == [b.pk]


def test_what_is_missing_is_taken_over_and_given_back(club: Club):
    a = services.player_for(club.pk, replace(ASHA, shows_name=True))
    b = services.player_for(club.pk, Details(name="A. Rao"), by_official=True)
    before = stored()

    saved = merged(club, a, b)

    saved.refresh_from_db()
    assert (saved.name, saved.email, saved.born, saved.shows_name) == ("A. Rao", ASHA.email, ASHA.born, True)
    assert selectors.names_of([saved])[saved.pk] == ["A. Rao", "Asha Rao"]
    unmerged(club)
    assert stored() == before


def test_what_was_said_after_a_merge_stays_when_it_is_taken_back(club: Club):
    a = services.player_for(club.pk, replace(ASHA, shows_name=True))
    b = services.player_for(club.pk, Details(name="A. Rao"), by_official=True)
    saved = merged(club, a, b)
    saved.refresh_from_db()

    services.change(
        saved, Details(name="A. Rao", email="new@example.org", shows_name=False), own_rows=0, by_official=True
    )
    unmerged(club)

    a.refresh_from_db()
    b.refresh_from_db()
    assert (b.email, b.shows_name, a.email, a.shows_name) == ("new@example.org", False, ASHA.email, True)


def test_the_last_word_on_being_named_counts_for_both(club: Club):
    a = services.player_for(club.pk, replace(ASHA, shows_name=True))
    b = services.player_for(club.pk, Details(name="A. Rao", email="b@example.org", shows_name=False))

    saved = merged(club, a, b)

    saved.refresh_from_db()
    assert not saved.shows_name
    services.set_consent(saved, shows_name=True)
    saved.refresh_from_db()
    assert saved.shows_name


def test_two_accounts_and_one_and_the_same_are_not_merged(club: Club):
    one = services.player_for(club.pk, ASHA, guest_id=account_with("asha@example.org").pk)
    other = services.player_for(
        club.pk, replace(ASHA, email="b@example.org"), guest_id=account_with("b@example.org").pk
    )

    for into, reason in ((other, "two-accounts"), (one, "same")):
        with pytest.raises(MergeError) as refused:
            merged(club, one, into)
        assert refused.value.args[0] == reason


def test_who_was_merged_further_comes_out_in_the_order_of_merging(club: Club):
    a, b, c = (services.player_for(club.pk, Details(name=name)) for name in ("Ann", "Anne", "Anna"))
    before = stored()
    merged(club, a, b)
    first = selectors.merges_of(club).first()
    merged(club, b, c)
    assert first is not None

    assert first.pk not in selectors.may_unmerge(club, selectors.merges_of(club))
    with pytest.raises(MergeError) as refused:
        services.unmerge(club, owner_of(club).pk, first.pk, now=NOW)
    assert refused.value.args[0] == "merged-further"
    assert {one.root_id for one in Player.objects.filter(club=club)} == {c.pk}
    unmerged(club)
    services.unmerge(club, owner_of(club).pk, first.pk, now=NOW)
    assert stored() == before


class TestAnyMerges(TestCase):
    @settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        people=st.lists(
            st.tuples(st.sampled_from(["", "x@example.org", "y@example.org"]), st.sampled_from([None, True, False])),
            min_size=3,
            max_size=5,
        ),
        pairs=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=6),
    )
    def test_taken_back_one_after_the_other_leave_everybody_as_they_were(self, people: Any, pairs: Any):
        club = clubs.found_club(make_guest("Owner"), name="Club")
        players = [
            services.player_for(club.pk, Details(name=f"Player {number}", email=email, shows_name=said))
            for number, (email, said) in enumerate(people)
        ]
        before = stored()
        for one, other in pairs:
            if one < len(players) and other < len(players):
                roots = [Player.objects.get(pk=players[at].pk).root for at in (one, other)]
                if roots[0] != roots[1]:
                    merged(club, roots[0], roots[1])

        for entry in [one for one in selectors.merges_of(club) if one.kind == AuditKind.MERGED]:
            services.unmerge(club, owner_of(club).pk, entry.pk, now=timezone.now())

        assert stored() == before


def test_likely_duplicates_are_offered_until_somebody_calls_them_different(club: Club):
    asha = services.player_for(club.pk, ASHA)
    initial = services.player_for(club.pk, Details(name="A. Rao", email="a.rao@example.org"))
    same_address = services.player_for(club.pk, Details(name="Asha Rao-Singh Rao", email=ASHA.email))
    for name, born in (("Tara Rao", None), ("Asha Rao", date(2001, 1, 1)), ("Tomasz Zielinski", None)):
        services.player_for(club.pk, Details(name=name, email="t@example.org", born=born))

    def offered() -> set[frozenset[Any]]:
        return {frozenset((a.pk, b.pk)) for a, b in selectors.likely_duplicates(club)}

    assert frozenset((asha.pk, initial.pk)) in offered()
    assert frozenset((asha.pk, same_address.pk)) in offered()
    assert len(offered() & {frozenset((asha.pk, one.pk)) for one in Player.objects.all()}) == 2
    services.tell_apart(club, owner_of(club).pk, a=initial.pk, b=asha.pk, now=NOW)
    assert frozenset((asha.pk, initial.pk)) not in offered()


def test_deleting_a_person_deletes_what_every_club_knows_of_them(club: Club):
    guest = account_with("asha@example.org")
    asha = services.player_for(club.pk, replace(ASHA, shows_name=True), guest_id=guest.pk)
    other = services.player_for(club.pk, Details(name="A. Rao", email="old@example.org"), by_official=True)
    merged(club, other, asha)

    assert {one["name"] for one in privacy.export(guest)["players"]} == {"Asha Rao", "A. Rao"}
    privacy.erase(guest)

    for row in Player.objects.all():
        assert (row.name, row.email, row.born, row.guest, row.shows_name) == ("", "", None, None, False)
        assert row.erased_at is not None
    with pytest.raises(selectors.UnknownPlayerError):
        selectors.player_in(club.pk, asha.pk)
    with pytest.raises(MergeError):
        unmerged(club)


def owners_browser(club: Club) -> Client:
    client = Client()
    client.force_login(Account.objects.get(guest=owner_of(club)))
    return client


def test_the_list_finds_merges_and_takes_back(club: Club):
    asha = services.player_for(club.pk, ASHA)
    double = services.player_for(club.pk, replace(ASHA, born=None))
    services.player_for(club.pk, Details(name="Tomasz", email="tomasz@example.org"))
    client, here = owners_browser(club), f"/clubs/{club.slug}/players/"

    assert b"Likely the same person" in client.get(here).content
    found = client.get(here, {"find": "tomasz@"}).content.decode()
    assert "Tomasz" in found and "Asha" not in found
    review = client.get(f"{here}merge/", {"a": asha.pk, "b": double.pk}).content.decode()
    assert review.count("asha@example.org") >= 2

    def done(**form: Any) -> str:
        answer = client.post(here, form)
        assert answer.status_code == 303
        return client.get(answer.headers["Location"]).content.decode()

    assert "They are one player now" in done(do="merge", player=double.pk, into=asha.pk)
    assert selectors.players_of(club.pk).count() == 2
    entry = selectors.merges_of(club).get()
    assert "They are two players again" in done(do="undo", entry=entry.pk)
    assert selectors.players_of(club.pk).count() == 3
    assert client.post(here, {"do": "undo", "entry": entry.pk}).status_code == 422


def test_a_registrar_sees_the_list_and_merges_nobody(club: Club):
    asha = services.player_for(club.pk, ASHA)
    double = services.player_for(club.pk, replace(ASHA, born=None))
    client, here = as_guest(official(club, Role.REGISTRAR)), f"/clubs/{club.slug}/players/"

    page = client.get(here).content.decode()

    assert "asha@example.org" in page and "Merge" not in page
    assert client.post(here, {"do": "merge", "player": double.pk, "into": asha.pk}).status_code == 403
    assert as_guest(Guest.objects.create(name="Nobody")).get(here).status_code == 403


def test_a_choice_that_is_not_two_players_leads_back(club: Club):
    asha = services.player_for(club.pk, ASHA)

    for query in ({}, {"player": asha.pk}, {"a": asha.pk, "b": "no-key"}, {"a": asha.pk, "b": asha.pk}):
        answer = owners_browser(club).get(f"/clubs/{club.slug}/players/merge/", query)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/clubs/{club.slug}/players/")


def test_a_person_is_exported_and_deleted_once_from_every_list_that_names_them(club: Club):
    asha, guest = services.player_for(club.pk, ASHA), make_guest("Asha")
    other = services.player_for(club.pk, Details(name="A. Rao"), by_official=True)
    rating_list = RatingList.objects.create(club=club, slug="ratings", title="Ratings")
    championship = Championship.objects.create(club=club, slug="cup", title="Cup")
    Participant.objects.create(competition=rating_list, key="a", name="Asha Rao", person=asha)
    Placed.objects.create(competition=championship, key="a", name="A. Rao", person=other)
    merged(club, other, asha)
    Player.objects.filter(pk=asha.pk).update(guest=guest)

    exported = privacy.export(Guest.objects.get(pk=guest))
    assert exported["ratings"] == [{"competition": "ratings", "key": "a", "name": "Asha Rao"}]
    assert exported["championships"] == [{"competition": "cup", "key": "a", "name": "A. Rao"}]

    services.erase(Player.objects.get(pk=other.pk))

    assert (Participant.objects.get().name, Participant.objects.get().forgotten, Placed.objects.get().name) == (
        "",
        True,
        "",
    )


def test_who_came_along_into_a_championship_is_renamed_by_no_strangers_form(club: Club):
    player = services.player_for(club.pk, Details(name="Asha Rao"))
    championship = Championship.objects.create(club=club, slug="cup", title="Cup")
    Placed.objects.create(competition=championship, key="a", name="Asha Rao", person=player)

    assert services.change(player, Details(name="Someone Else"), own_rows=0).pk != player.pk
    assert Player.objects.get(pk=player.pk).name == "Asha Rao"


def test_the_list_asks_the_database_as_often_for_many_as_for_few(club: Club, django_assert_max_num_queries: Any):
    for number in range(60):
        services.player_for(club.pk, Details(name=f"Player {chr(65 + number % 26)}{number}", email="a@example.org"))
    client = owners_browser(club)

    with django_assert_max_num_queries(25):
        assert client.get(f"/clubs/{club.slug}/players/").status_code == 200


def test_an_account_with_the_confirmed_address_says_this_is_me(club: Club):
    written = services.player_for(club.pk, ASHA, by_official=True)
    hers, other = account_with("asha@example.org"), account_with("else@example.org")
    here = f"/clubs/{club.slug}/players/{written.pk}/"
    browsers = []
    for guest in (hers, other):
        browsers.append(Client())
        browsers[-1].force_login(Account.objects.get(guest=guest))

    assert browsers[1].get(here).status_code == 404  # nobody agreed to be named
    assert browsers[1].post(here, {"do": "claim"}).status_code == 404
    assert b"This is me" in browsers[0].get(here).content
    assert browsers[0].post(here, {"do": "claim"}).status_code == 303
    assert selectors.is_self(written, hers.pk)
    assert b"This is me" not in browsers[0].get(here).content

"""A new match under any laws: who plays, what is changed, a club's own file; and what is refused."""

import re
from uuid import UUID

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from carrom.laws.readings import readings_of
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import parameters
from carrom.match.requests import Concede
from carrom.terms import Seat, Side
from carrom_web.matches import models, option_fields, selectors, wire
from tests.support.web.matches import NEW_MATCH_FORM, answer_as_umpire
from tests.support.web.umpire import new_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_HOST="127.0.0.1:8000", enforce_csrf_checks=False)


def started(visitor: Client, **changed: object) -> selectors.Loaded:
    answer = visitor.post("/play/", {**NEW_MATCH_FORM, **changed})
    assert answer.status_code == 303, answer.content.decode()[-3000:]
    return selectors.load(models.Match.objects.get(pk=answer["Location"].split("/")[2]).pk)


def refused(visitor: Client, **changed: object) -> str:
    answer = visitor.post("/play/", {**NEW_MATCH_FORM, **changed})
    assert answer.status_code == 422
    return answer.content.decode()


@pytest.mark.parametrize("slug", RULESETS)
def test_a_match_begins_under_each_ruleset(visitor: Client, slug: str):
    match = started(visitor, ruleset=slug).state.match

    assert match.ruleset.slug == slug
    assert match.head.men == (1 if RULESETS[slug].side_count == 1 else 2)
    assert (match.ruleset.board_limit, match.ruleset.match_wins_needed) == (1, 1)


@pytest.mark.parametrize("slug", RULESETS)
def test_the_whole_match_is_as_long_as_the_laws_say(visitor: Client, slug: str):
    ruleset = started(visitor, ruleset=slug, length="match").state.match.ruleset

    assert ruleset == RULESETS[slug]


def test_four_at_one_screen_some_of_them_computers(visitor: Client):
    loaded = started(
        visitor,
        opponent="screen",
        ruleset="kagw",
        sides="doubles",
        seat_b1="easy",
        seat_a2="person",
        seat_b2="strong",
        name_a2="Meera",
    )

    match = loaded.state.match
    assert [player.name for player in match.head.players] == ["Asha", "Mina 1", "Meera", "Farah 3"]
    assert {seated.seat for seated in match.seats} == set(Seat)
    assert set(loaded.computers().values()) == {"easy", "strong"}
    assert (
        len(loaded.seats_of(models.Seat.objects.filter(match_id=loaded.match_id).exclude(guest=None)[0].guest_id)) == 2
    )


def test_a_pair_against_computers_has_one_as_partner(visitor: Client):
    loaded = started(visitor, ruleset="icf", sides="doubles", level="steady")

    assert list(loaded.computers().values()) == ["steady"] * 3


def test_options_are_in_the_record_and_only_those_that_differ(visitor: Client):
    match = started(
        visitor, ruleset="classic", length="match", option_game_target="25", option_limit_winner="board_wins",
        option_board_limit="8", option_queen_points="5",
    ).state.match  # fmt: skip

    saved, defaults = dict(match.head.values), Ruleset()
    assert saved["limit_winner"] == "board_wins"
    assert saved["queen_points"] == 5  # a document's own value is stored too, if it is not the default
    assert RULESETS["classic"].game_target == 29 and match.ruleset.game_target == 25
    assert RULESETS["classic"].board_limit is None and match.ruleset.board_limit == 8
    for name in parameters():
        assert (name in saved) == (getattr(match.ruleset, name) != getattr(defaults, name)), name
    assert "game_target" not in saved and "board_limit" not in saved  # the options made them the defaults again


def test_yes_no_and_none_are_options_too(visitor: Client):
    ruleset = started(
        visitor, ruleset="kagw", option_coin_off_foul="yes", option_break_attempts="none"
    ).state.match.ruleset

    assert ruleset.coin_off_foul is True and ruleset.break_attempts is None


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"option_game_target": "many"}, "game_target cannot be"),
        ({"option_game_target": "-3"}, "game_target cannot be"),
        ({"option_both_last": "by_luck"}, "Select a valid choice"),
        ({"opponent": "friend", "ruleset": "baca19"}, "These laws are for one player"),
        ({"ruleset": "nobody"}, "Select a valid choice"),
        ({"sides": "three"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_begins_nothing(
    visitor: Client, changed: dict[str, str], says: str
):
    assert says in refused(visitor, **changed)
    assert not models.Match.objects.exists()


CLUB = b'base = "kagw"\nslug = "our-club"\ntitle = "Our club"\n[values]\nqueen_points = 4\n'


def test_a_clubs_own_file_is_played_by(visitor: Client):
    match = started(visitor, own_laws=SimpleUploadedFile("club.toml", CLUB), length="match").state.match

    assert match.ruleset == ruleset_from_text(CLUB.decode())  # with the clauses and readings of its base
    assert readings_of(match.ruleset) == readings_of(RULESETS["kagw"]) != readings_of(RULESETS["icf"])
    assert (match.ruleset.title, match.ruleset.queen_points, match.ruleset.doubles_order) == ("Our club", 4, "left")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"base = ", "not TOML"),
        (b"\xff\xfe", "This is not a text file"),
        (CLUB + b"queen = 4\n", "queen"),
        (b'base = "icf"\nslug = "kagw"\ntitle = "x"\n', "slug"),
    ],
)
def test_a_file_that_is_no_ruleset_is_refused(visitor: Client, data: bytes, says: str):
    assert says in refused(visitor, own_laws=SimpleUploadedFile("club.toml", data))


def test_every_value_that_a_form_can_ask_for_has_a_field_with_its_meaning(visitor: Client):
    page = visitor.get("/play/").content.decode()

    for name in option_fields.changeable():
        assert f'name="{option_fields.PREFIX}{name}"' in page
    assert len(option_fields.changeable()) > 90


def test_the_form_sends_fewer_fields_than_the_server_takes(visitor: Client):
    page = visitor.get("/play/").content.decode()

    assert len(set(re.findall(r'name="([^"]+)"', page))) < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


WARNED = {"option_coin_points": "0", "option_queen_points": "0"}


def test_values_that_cannot_be_meant_are_said_before_the_match_and_it_begins_all_the_same(visitor: Client):
    page = refused(visitor, **WARNED)

    assert "Neither coins nor the queen pay anything. Set coin_points to 1 or more." in page
    assert 'name="despite_warnings"' in page and 'href="#id_despite_warnings"' in page
    assert started(visitor, **WARNED, despite_warnings="on").state.match.ruleset.coin_points == 0
    assert 'name="despite_warnings"' not in visitor.get("/play/").content.decode()


def test_an_invitation_to_a_match_with_such_values_can_be_accepted(visitor: Client):
    answer = visitor.post("/play/", {**NEW_MATCH_FORM, **WARNED, "opponent": "friend", "despite_warnings": "on"})
    guest = Client(HTTP_HOST="127.0.0.1:8000")

    assert answer.status_code == 303
    assert guest.get(answer["Location"]).status_code == 200


def test_the_form_of_a_sheet_says_so_too(visitor: Client):
    sheet = {"ruleset": "icf", "length": "board", "breaks": "me", "name": "Asha", "other_name": "Tomasz", **WARNED}

    refused_page = visitor.post("/umpire/", sheet)
    started_sheet = visitor.post("/umpire/", {**sheet, "despite_warnings": "on"})

    assert refused_page.status_code == 422
    assert 'name="despite_warnings"' in refused_page.content.decode()
    assert started_sheet.status_code == 303


def test_the_aid_of_a_match_is_said_in_its_invitation_shown_to_both_and_stays_in_a_rematch():
    asha, ben = new_client(), new_client()
    chosen = {**NEW_MATCH_FORM, "opponent": "friend", "breaks": "me", "coin_line": "on"}
    invitation = asha.post("/play/", chosen)["Location"]
    says = "Both sides see where the first coin would go."
    assert says in ben.get(invitation).content.decode()
    match_id = UUID(ben.post(invitation, {"name": "Ben"})["Location"].split("/")[2])
    answer_as_umpire(match_id, Concede(side=Side.A))
    for client in (asha, ben):
        assert says in client.get(f"/matches/{match_id}/").content.decode()
        client.post(f"/matches/{match_id}/rematch/")
    after = models.Match.objects.get(pk=match_id).next

    assert after is not None and wire.view(selectors.load(after.pk))["coin_line"]
    assert not wire.view(started(asha))["coin_line"]

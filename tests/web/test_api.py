"""The HTTP API: what everybody reads, tokens and scopes, playing, limits, errors."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.services import rename
from carrom_web.api import services
from carrom_web.api.errors import BotError, NewTokenError
from carrom_web.api.models import Scope, Token
from carrom_web.api.site import API, api_routes, description
from carrom_web.clubs.models import Club
from carrom_web.core.pages import access_of, all_patterns
from carrom_web.matches.models import Match, RatedResult
from carrom_web.moderation import services as moderation
from carrom_web.moderation.models import Restriction
from carrom_web.people.models import Player
from tests.support.web.api import ALL, Program, new_account, new_bot
from tests.support.web.events import organiser_of
from tests.support.web.matches import start_match
from tests.support.web.one_of_everything import new_scene

pytestmark = pytest.mark.django_db
UNKNOWN = "61214b98-dbea-4370-9b8f-4dfa3357bb67"


def operations():
    """Every method and path of the description, with the scope that it names."""
    for path, methods in description()["paths"].items():
        for method, one in methods.items():
            yield method.upper(), path, one["security"][0].get("token", [""])[0]


def test_every_operation_that_is_declared_is_guarded_and_found_and_no_other():
    declared = {pattern.name for pattern in API.urls[0]}
    guarded = {pattern.name for pattern in api_routes()}
    listed = {
        pattern.name: access_of(pattern.callback)
        for written, pattern in all_patterns(get_resolver().url_patterns)
        if written.startswith("api/v1/")
    }

    assert declared - guarded == {"api-root"}, "django-ninja's own address, to which nobody gave an audience"
    assert guarded == set(listed) - {"api-docs", "api-openapi"}
    assert all(str(access.audience).startswith("API") for name, access in listed.items() if name in guarded)


def filled(path: str) -> str:
    """A path of the description without the prefix, with something in place of its arguments."""
    of = {"number": "0", "kind": "events", "slug": "nothing"}
    return re.sub(r"{(\w+)}", lambda found: of.get(found[1], str(uuid4())), path.removeprefix("/api/v1"))


def test_a_token_opens_what_its_scopes_say_and_nothing_else():
    bot, person = new_bot(), new_account()
    programs = {scope: Program(bot, scope) for scope in ALL}
    nobody, reader = Program(), Program(person, "read")
    seen = set()
    for method, path, scope in operations():
        url = filled(path)
        for owned, program in programs.items():
            status = program.ask(method, url).status_code
            assert (status == 403) is (scope not in ("", owned)), f"{method} {url} with {owned}: {status}"
        assert (nobody.ask(method, url).status_code == 401) is bool(scope), f"{method} {url} without a token"
        assert (reader.ask(method, url).status_code == 403) is (scope not in ("", "read"))
        seen.add(scope)

    assert seen == {"", *ALL}


@pytest.mark.parametrize("how", ["unknown", "revoked", "expired", "closed"])
def test_a_token_that_is_not_valid_is_refused_everywhere(how: str):
    guest = new_account()
    program = Program(guest)
    if how == "unknown":
        program.token += "x"
    elif how == "revoked":
        services.revoke_token(guest.pk, Token.objects.get().pk)
    elif how == "expired":
        Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        Account.objects.update(is_active=False)

    for path in ("/account", "/rulesets"):
        answer = program.ask("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (401, "token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_cookies_open_nothing():
    guest = new_account()
    browser = Client()
    browser.force_login(guest.account)

    assert browser.get("/api/v1/account").status_code == 401
    assert browser.post("/api/v1/matches", "{}", content_type="application/json").status_code == 401


def test_a_token_is_stored_as_a_digest_and_its_use_is_noted():
    guest = new_account()
    program = Program(guest)
    row = Token.objects.get()

    assert program.token not in json.dumps(list(Token.objects.values()), default=str)
    assert row.begins and program.token.startswith(row.begins) and row.used_at is None
    assert program.get("/account") == {"name": "Asha", "is_bot": False, "scopes": ["read", "records", "webhooks"]}
    assert Token.objects.get().used_at is not None


def test_only_bots_get_tokens_that_play_and_a_person_who_was_rated_stays_one():
    guest = new_account()
    with pytest.raises(NewTokenError):
        services.make_token(guest, name="", scopes=["play"], now=timezone.now(), days=None)
    match_id = start_match(guest.pk, new_account("other@example.org").pk)
    rated = {"group": "points-25 singles", "week": "2026-11-23", "score": 1, "met_value": 1500, "met_deviation": 90}
    RatedResult.objects.create(match_id=match_id, guest=guest, why="over", **rated)

    with pytest.raises(BotError):
        services.turn_into_bot(guest)
    assert not Guest.objects.get(pk=guest.pk).is_bot


def test_a_bot_is_shown_as_one_wherever_its_name_is_and_nobody_else_may_look_like_it():
    bot, person = new_bot(), new_account(name="BOT Asha")
    rename(bot, "Striker King")
    started = Program(bot).post("/matches", {"level": "beginner"})
    shown = Program().get(f"/matches/{started['id']}")["view"]["sides"][0]["players"][0]

    assert shown["name"] == bot.name == "BOT Striker King"
    assert person.name == "Asha"
    assert b"BOT Striker King" in Client().get(f"/matches/{started['id']}/").content


def stroke_after(version: int) -> dict[str, object]:
    """A stroke in the middle of the base line, straight ahead."""
    return {"kind": "stroke", "id": str(uuid4()), "after": version, "offset": 0.0, "angle": 0.0, "speed": 4.0}


def test_a_bot_starts_a_match_and_plays_a_stroke_once_however_often_it_is_sent():
    program = Program(new_bot())
    match_id = program.post("/matches", {"level": "beginner", "breaks": "me"})["id"]
    found = program.get(f"/matches/{match_id}")
    stroke = stroke_after(found["version"])
    numbers = [program.post(f"/matches/{match_id}/requests", stroke) for _ in range(2)]
    late = program.ask("POST", f"/matches/{match_id}/requests", stroke | {"id": str(uuid4())})

    assert found["seats"] == found["view"]["awaiting"]["seats"] == ["south"]
    assert numbers == [{"number": found["version"] + 1}] * 2
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert program.get(f"/matches/{match_id}/entries")["entries"][-1]["entry"]["kind"] == "stroke"
    assert program.get(f"/matches/{match_id}/positions/1")["text"].startswith("q1(")
    assert program.ask("GET", f"/matches/{match_id}/record").content.startswith(b"carrom-match 2")
    assert program.get("/account/matches")["matches"][0]["id"] == match_id


def test_the_tokens_of_who_is_banned_open_nothing_until_the_ban_ends():
    bot, operator = new_bot(), Account.objects.create_user("operator@example.org", is_staff=True)
    program, started = Program(bot), {"level": "beginner", "breaks": "me"}
    ban = moderation.restrict(operator, bot, Restriction.Kind.BAN, why="Rule 3", days=7, now=timezone.now())

    refused = program.ask("POST", "/matches", started)
    assert (refused.status_code, refused.json()["code"]) == (403, "token")
    assert "banned" in refused.json()["text"]
    assert program.ask("GET", "/account/matches").status_code == 403 == program.ask("GET", "/clubs").status_code
    assert not Match.objects.exists()

    Restriction.objects.filter(pk=ban.pk).update(until=timezone.now() - timedelta(seconds=1))
    assert program.ask("POST", "/matches", started).status_code == 200


def test_a_hidden_club_is_not_there():
    scene = new_scene()
    Club.objects.update(is_hidden=True)
    program, slug = Program(), scene.club.slug

    assert program.get("/clubs")["clubs"] == []
    assert program.ask("GET", f"/clubs/{slug}/people").status_code == 404


def test_a_program_may_not_play_for_others():
    asha, other = new_account(), new_account("other@example.org")
    match_id = start_match(asha.pk, other.pk)
    stroke = stroke_after(0)
    answer = Program(new_bot()).ask("POST", f"/matches/{match_id}/requests", stroke)

    assert (answer.status_code, answer.json()["code"]) == (409, "not-seated")
    assert Match.objects.get(pk=match_id).version == 0


def test_two_bots_meet_by_a_challenge():
    one, two = Program(new_bot()), Program(new_bot("two@example.org", "Second"))
    offered = one.post("/challenges", {"length": "board", "clock": "30"})
    [seen] = two.get("/challenges")["challenges"]
    started = two.post(f"/challenges/{offered['id']}/accept")

    assert seen["id"] == offered["id"] and seen["host_is_bot"] and offered["match"] is None
    assert one.post(f"/challenges/{offered['id']}/renew")["match"] == started["id"]
    assert one.get(f"/challenges/{offered['id']}")["match"] == started["id"]
    assert two.ask("POST", f"/challenges/{offered['id']}/accept").status_code == 410
    assert two.ask("GET", f"/challenges/{offered['id']}").status_code == 404
    assert {one.get(f"/matches/{started['id']}")["seats"][0], two.get(f"/matches/{started['id']}")["seats"][0]} == {
        "south",
        "north",
    }


def test_a_challenge_by_link_is_for_its_holder_and_can_be_withdrawn():
    program = Program(new_bot())
    offered = program.post("/challenges", {"by_link": True})

    assert program.get("/challenges") == {"challenges": []}
    assert Client().get(offered["url"].removeprefix("http://testserver")).status_code == 200
    assert program.ask("DELETE", f"/challenges/{offered['id']}").status_code == 204
    assert program.ask("GET", f"/challenges/{offered['id']}").status_code == 404


def test_a_record_is_brought_and_a_broken_one_is_refused():
    program = Program(new_account())

    answer = program.ask("POST", "/records", {"text": "carrom-match 2\n"})

    assert (answer.status_code, answer.json()["code"]) == (422, "record-file")


def test_judge_this_rules_with_clauses_and_refuses_what_cannot_have_happened():
    program = Program()
    ruled = program.post("/rulings", {"given": {"own": 6}, "stroke": {"pocketed": ["own", "striker"]}})
    by_query = program.post("/rulings", {"query": "ruleset=icf&own=6&pocketed=own,striker"})
    refused = program.ask("POST", "/rulings", {"given": {"own": 0, "opponent": 4}})

    assert ruled == by_query and ruled["next"] == "own" and ruled["returned"]["own"] == 2
    assert [text["id"] for text in ruled["texts"]] == ruled["clauses"] and ruled["texts"][0]["text"]
    assert (refused.status_code, refused.json()["code"]) == (422, "board-over")


def test_a_position_is_read_and_a_stroke_tried_on_it():
    program = Program()
    read = program.post("/positions", {"text": "q(0,0) w(0.1,0.1)"})
    line = "icf seats A-B- strikes south breaks south turn on white A queen up dues 0:0 earned AB score 0:0 passes 0"
    tried = program.post(
        "/strokes",
        {"situation": f"{line} strokes 3 pieces {read['text']} b(0.2,0.2)", "offset": 0.0, "angle": 0.0, "speed": 3.0},
    )
    refused = program.ask("POST", "/positions", {"text": "q(0,0) q(0.1,0)"})

    assert [one["piece"] for one in read["pieces"]] == ["queen", "white"] and read["svg"].startswith("<svg")
    assert {"pocketed", "findings", "situation", "keeps_turn"} <= tried.keys()
    assert refused.status_code == 422 and refused.json()["code"] == "piece-twice"


def test_competitions_are_read_as_everybody_sees_them():
    scene, program = new_scene(), Program()
    found = program.get("/competitions")["competitions"]
    by_kind = {one["kind"]: one for one in found}

    assert set(by_kind) == {"events", "match_leagues", "solo_leagues", "championships", "ratings", "arenas"}
    for kind, one in by_kind.items():
        path = one["data"].removeprefix("http://testserver/api/v1")
        assert program.get(path)["values"], kind
        assert "tables" in program.get(f"{path}/standings"), kind
    tables = program.get(f"/competitions/events/{scene.event.slug}/standings")["tables"]
    assert next(one for one in tables if one["rows"])["rows"][0]["place"] == 1
    assert program.get("/competitions?club=another-club")["competitions"] == []


def test_a_draft_is_not_there_even_with_its_organisers_token():
    scene = new_scene()
    scene.event.state = "draft"
    scene.event.save()
    program = Program(organiser_of(scene.event))

    assert program.ask("GET", f"/competitions/events/{scene.event.slug}").status_code == 404
    assert scene.event.slug not in [one["slug"] for one in program.get("/competitions?kind=events")["competitions"]]


def test_only_people_who_agreed_are_named():
    scene, program = new_scene(), Program()
    person = Player.objects.get(guest=scene.rated).root
    path = f"/clubs/{scene.club.slug}/people"
    Player.objects.filter(pk=person.pk).update(shows_name=True)
    shown = program.get(f"{path}/{person.pk}")
    listed = {one["id"] for one in program.get(path)["people"]}
    Player.objects.filter(pk=person.pk).update(shows_name=False)

    assert shown["name"] == person.name and str(person.pk) in listed
    assert program.ask("GET", f"{path}/{person.pk}").status_code == 404
    assert str(person.pk) not in {one["id"] for one in program.get(path)["people"]}


def test_every_answer_says_what_is_left_and_too_many_requests_are_refused_until_then():
    program = Program(is_limited=True)
    answers = [program.ask("GET", "/rulesets") for _ in range(61)]

    assert [int(one.headers["RateLimit-Remaining"]) for one in answers[:3]] == [59, 58, 57]
    assert answers[0].headers["RateLimit-Limit"] == "60" and answers[0].headers["RateLimit-Reset"] == "1"
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too-many-requests")
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert Program(new_account(), is_limited=True).ask("GET", "/rulesets").headers["RateLimit-Limit"] == "120"


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nothing", None, 404, "not-found"),
        ("GET", "/matches/not-a-match", None, 404, "not-found"),
        ("GET", f"/matches/{UNKNOWN}", None, 404, "unknown-match"),
        ("GET", "/clubs/nobody/people", None, 404, "unknown-club"),
        ("PUT", "/rulesets", None, 405, "method-not-allowed"),
        ("POST", "/rulings", b"{", 400, "bad-request"),
        ("POST", "/rulings", b"[" * 100_000, 400, "bad-request"),
        ("POST", "/rulings", b"\xff", 400, "bad-request"),
        ("POST", "/rulings", b'{"ruleset": "icf", "ruleset": "icf"}', 400, "bad-request"),
        ("POST", "/rulings", {"unheard": 1}, 400, "bad-request"),
        ("POST", "/positions", {"text": 5}, 400, "bad-request"),
        ("POST", "/positions", b"x" * 2_000_000, 400, "bad-request"),
        ("GET", "/competitions?page=0", None, 400, "bad-request"),
        ("GET", "/competitions?kind=parties", None, 404, "not-found"),
        ("GET", "/oembed?url=https://elsewhere.example/", None, 422, "no-embed"),
    ],
)
def test_every_error_is_json_with_a_code_and_a_sentence(method: str, path: str, body: object, status: int, code: str):
    answer = Program().ask(method, path, body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.json().keys() == {"code", "text"} and answer.json()["text"].endswith((".", "…"))


def test_a_request_for_another_host_is_refused_as_json():
    answer = Program().ask("GET", "/rulesets", HTTP_HOST="elsewhere.example")

    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_a_link_becomes_a_frame_that_this_site_lets_others_show(settings):
    scene, program = new_scene(), Program()
    match_id = Program(new_bot()).post("/matches", {"level": "beginner"})["id"]
    pages = [f"/matches/{match_id}/", f"/matches/{match_id}/at/0/", f"/events/{scene.event.slug}/"]
    for page in pages:
        made = program.get(f"/oembed?url=http://testserver{page}&maxwidth=300")
        frame = re.search(r'src="http://testserver([^"]+)"', made["html"])[1]
        shown = Client().get(frame)
        assert made["type"] == "rich" and made["width"] == 300 and shown.status_code == 200
        assert "frame-ancestors *" in shown.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in shown.headers

    settings.FRAMED_BY = "https://club.example"
    assert "frame-ancestors https://club.example;" in Client().get(frame).headers["Content-Security-Policy"] + ";"
    assert b"json+oembed" in Client().get(pages[0]).content and b"json+oembed" in Client().get(pages[2]).content


def test_the_description_names_every_endpoint_for_people_and_programs():
    shown = Client().get("/api/v1/docs")
    text = shown.content.decode()
    schema = Client().get("/api/v1/openapi.json").json()

    assert schema["openapi"].startswith("3.") and schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for path in schema["paths"]:
        assert f">{path}<" in text, path
    assert all(scope.value in text for scope in Scope)
    assert not re.search(r'(?:src|href)="https?://', text)

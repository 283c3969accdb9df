"""The pages: what they answer, with which headers, and what they refuse."""

import gzip
import json
from uuid import uuid4

import pytest
from django.test import Client

from carrom.notation.record import read_entries
from carrom_web.accounts.models import Guest
from carrom_web.matches import models, selectors
from carrom_web.matches.pages.play.page import NEW_MATCHES
from tests.support.web.matches import NEW_MATCH_FORM, make_guest, start_match, start_match_by_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_HOST="127.0.0.1:8000", enforce_csrf_checks=False)


def test_healthz_names_versions_and_the_state_of_all_parts(visitor: Client):
    answer = visitor.get("/healthz")

    body = json.loads(answer.content)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    assert set(body["versions"]) == {"carrom", "laws", "engine", "python", "django"}
    assert body["status"] == body["database"] == "ok"
    assert set(body["worker"]) == {"state", "pids", "most", "starts"}


def test_a_page_is_compressed_for_who_takes_that_and_never_to_the_same_length(visitor: Client):
    plain = visitor.get("/laws/")
    packed = [visitor.get("/laws/", headers={"accept-encoding": "gzip"}) for _ in range(8)]

    assert "Content-Encoding" not in plain.headers
    assert all(one.headers["Content-Encoding"] == "gzip" for one in packed)
    assert all("Accept-Encoding" in one.headers["Vary"] for one in [plain, *packed])
    assert b"</html>" in gzip.decompress(packed[0].content)
    assert len(packed[0].content) < len(plain.content) / 2
    assert len({len(one.content) for one in packed}) > 1, "its size would tell what is in it"


@pytest.mark.parametrize("path", ["/", "/play/", "/play/?opponent=screen", "/healthz", "/nothing/"])
def test_every_answer_carries_the_security_headers(visitor: Client, path: str):
    answer = visitor.get(path)

    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/play/", "/nothing/"])
def test_no_page_holds_inline_script_or_style(visitor: Client, path: str):
    text = visitor.get(path).content.decode()

    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    for part in text.split("<script")[1:]:
        assert part.split(">")[0].strip().startswith(("src=", 'type="module" src=', 'type="application/json"', "id="))


def test_a_visitor_gets_no_cookie_of_a_guest_before_he_needs_one(visitor: Client):
    visitor.get("/")
    visitor.get("/play/")

    assert "carrom_guest" not in visitor.cookies
    assert Guest.objects.count() == 0


@pytest.mark.parametrize("opponent", ["computer", "screen"])
@pytest.mark.parametrize("length", ["board", "game", "match"])
@pytest.mark.parametrize("breaks", ["toss", "me", "other"])
def test_a_match_begins_as_it_was_asked_for(visitor: Client, opponent: str, length: str, breaks: str):
    match = start_match_by_form(visitor, opponent=opponent, length=length, breaks=breaks)

    loaded = selectors.load(match.pk)
    head = loaded.state.match.head
    assert head.breaks == {"toss": "toss", "me": "a", "other": "b"}[breaks]
    assert loaded.state.match.ruleset.match_wins_needed == (2 if length == "match" else 1)
    assert loaded.state.match.ruleset.board_limit == (1 if length == "board" else 8)
    assert [player.kind for player in head.players] == ["person", "computer" if opponent == "computer" else "person"]
    assert head.players[0].name == "Asha"
    assert len(loaded.seats_of(Guest.objects.get().pk)) == (1 if opponent == "computer" else 2)
    page = visitor.get(f"/matches/{match.pk}/")
    assert page.status_code == 200
    assert page.context["seated"]
    assert page.context["view"]["id"] == str(match.pk)


def test_the_guests_cookie_is_signed_and_out_of_reach_of_scripts(visitor: Client):
    start_match_by_form(visitor)

    cookie = visitor.cookies["carrom_guest"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert Guest.objects.get().pk.hex in cookie.value
    assert cookie.value != Guest.objects.get().pk.hex


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"opponent": "dog"}, "opponent"),
        ({"level": "god"}, "level"),
        ({"level": ""}, "level"),
        ({"length": "week"}, "length"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"breaks": "nobody"}, "breaks"),
        ({"name": "x" * 41}, "name"),
        ({"opponent": ""}, "opponent"),
    ],
)
def test_a_form_that_cannot_be_says_so_at_the_field_and_begins_nothing(visitor: Client, changed, field: str):
    answer = visitor.post("/play/", {**NEW_MATCH_FORM, **changed})

    assert answer.status_code == 422
    assert [error["field"] for error in answer.context["errors"]] == [field]
    assert models.Match.objects.count() == 0
    assert Guest.objects.count() == 0


def test_a_name_with_markup_and_control_signs_is_shown_as_text(visitor: Client):
    match = start_match_by_form(visitor, name='<script>x</script>\u202e"')

    page = visitor.get(f"/matches/{match.pk}/").content.decode()

    assert "<script>x" not in page
    assert "\u202e" not in page


def test_a_form_without_its_token_is_refused():
    strict = Client(HTTP_HOST="127.0.0.1:8000", enforce_csrf_checks=True)

    answer = strict.post("/play/", NEW_MATCH_FORM)

    assert answer.status_code == 403
    assert b"form-expired" in answer.content
    assert models.Match.objects.count() == 0


def test_too_many_new_matches_from_one_address_are_refused(visitor: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(NEW_MATCHES, "per_second", 0.0)  # a slow machine must not refill the bucket meanwhile
    codes = [visitor.post("/play/", NEW_MATCH_FORM).status_code for _ in range(int(NEW_MATCHES.burst) + 1)]

    assert set(codes[:-1]) == {303}
    assert codes[-1] == 429
    assert b"too-many-matches" in visitor.post("/play/", NEW_MATCH_FORM).content


def test_a_match_that_does_not_exist_is_a_page_with_a_code(visitor: Client):
    for path in (f"/matches/{uuid4()}/", f"/matches/{uuid4()}/record/", f"/invitations/{uuid4()}/", "/matches/1/"):
        answer = visitor.get(path)

        assert answer.status_code == 404
        assert b"not-found" in answer.content


def test_a_strange_host_is_a_bad_request():
    answer = Client(HTTP_HOST="evil.example").get("/")

    assert answer.status_code == 400
    assert b"bad-request" in answer.content


def test_a_fault_shows_a_page_without_its_traceback(visitor: Client, monkeypatch: pytest.MonkeyPatch):
    visitor.raise_request_exception = False
    start_match_by_form(visitor)

    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(selectors, "unfinished_matches", broken)
    answer = visitor.get("/")

    assert answer.status_code == 500
    assert b"internal" in answer.content
    assert b"secret detail" not in answer.content
    assert b"Traceback" not in answer.content


def test_an_error_page_that_is_itself_broken_is_still_an_answer(rf, monkeypatch: pytest.MonkeyPatch):
    from carrom_web.core import error_page

    monkeypatch.setattr(error_page, "TEMPLATE", "no/such.html")
    answer = error_page.error_page(rf.get("/"), status=404, code="x", title="<T>", what="w", todo="t")

    assert answer.status_code == 404
    assert b"&lt;T&gt;" in answer.content


def test_only_who_plays_finds_his_match_on_the_start_page(visitor: Client):
    match = start_match_by_form(visitor)

    mine = visitor.get("/").context["go_on"]
    theirs = Client(HTTP_HOST="127.0.0.1:8000").get("/").context["go_on"]

    assert [card["url"] for card in mine] == [f"/matches/{match.pk}/"]
    assert mine[0]["title"] == "Asha and Mina"
    assert theirs == []


def test_a_match_can_be_watched_by_a_stranger(visitor: Client):
    match = start_match_by_form(visitor)

    answer = Client(HTTP_HOST="127.0.0.1:8000").get(f"/matches/{match.pk}/")

    assert answer.status_code == 200
    assert not answer.context["seated"]


def test_the_record_is_a_text_that_reads_back(visitor: Client):
    match_id = start_match(make_guest())

    answer = visitor.get(f"/matches/{match_id}/record/")

    derived = visitor.get(f"/matches/{match_id}/record/?form=derived").content.decode()
    as_json = visitor.get(f"/matches/{match_id}/record/?form=json")

    assert answer["Content-Type"] == "text/vnd.carrom.match; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="carrom-{match_id}.carrom"'
    assert as_json["Content-Disposition"].endswith('.carrom.json"')
    stored = [entry.followed for entry in selectors.record(match_id)]
    for text in (answer.content.decode(), derived, as_json.content.decode()):
        assert [entry.followed for entry in read_entries(text)] == stored
    assert "= followed" in derived and "= followed" not in answer.content.decode()
    assert visitor.get(f"/matches/{match_id}/record/?form=pdf").status_code == 404


def test_the_last_choice_is_remembered(visitor: Client):
    start_match_by_form(visitor, level="strong", length="game")

    form = visitor.get("/play/").context["form"]

    assert form.initial["level"] == "strong"
    assert form.initial["length"] == "game"
    assert form.initial["name"] == "Asha"


def test_a_remembered_choice_that_is_gone_or_forged_is_forgotten(visitor: Client):
    visitor.cookies["carrom_last_match"] = "level=gone&length=<x>&opponent=screen&noise"

    form = visitor.get("/play/").context["form"]

    assert form.initial == {"opponent": "screen"}


def test_a_friend_sits_down_by_link_and_both_get_their_seats(visitor: Client):
    link = visitor.post("/play/", {**NEW_MATCH_FORM, "opponent": "friend", "breaks": "me"})["Location"]
    friend = Client(HTTP_HOST="127.0.0.1:8000")
    waiting, offered = visitor.get(link), friend.get(link)
    assert waiting.context["is_host"]
    assert not offered.context["is_host"]
    assert waiting.context["link"].endswith(link)

    joined = friend.post(link, {"name": "Tomasz"})

    match_id = joined["Location"].split("/")[2]
    loaded = selectors.load(models.Match.objects.get(pk=match_id).pk)
    assert visitor.get(link)["Location"] == joined["Location"]
    assert [player.name for player in loaded.state.match.head.players] == ["Asha", "Tomasz"]
    assert visitor.get(joined["Location"]).context["seated"]
    assert friend.get(joined["Location"]).context["seated"]


def test_an_invitation_seats_one_friend_only(visitor: Client):
    link = visitor.post("/play/", {**NEW_MATCH_FORM, "opponent": "friend"})["Location"]
    first, second = Client(HTTP_HOST="127.0.0.1:8000"), Client(HTTP_HOST="127.0.0.1:8000")
    first.post(link, {"name": "Tomasz"})

    late, looks = second.post(link, {"name": "Eve"}), second.get(link)

    match = models.Match.objects.get()
    assert (late.status_code, looks.status_code) == (409, 200)
    for page in (late, looks):
        assert "The seats are taken" in page.text and f"/matches/{match.pk}/" in page.text
    assert not second.get(f"/matches/{match.pk}/").context["seated"]


def test_the_host_cannot_sit_down_opposite_himself(visitor: Client):
    link = visitor.post("/play/", {**NEW_MATCH_FORM, "opponent": "friend"})["Location"]

    answer = visitor.post(link, {"name": "Me"})

    assert answer.status_code == 422
    assert models.Match.objects.count() == 0


@pytest.mark.parametrize("path", ["/", "/healthz"])
def test_pages_to_read_take_no_post(visitor: Client, path: str):
    assert visitor.post(path).status_code == 405

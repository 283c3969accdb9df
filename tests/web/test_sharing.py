"""A match, a moment and a stroke as link, picture and film; in a frame elsewhere; records brought from elsewhere."""

import io
import re
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from carrom.match.requests import Concede, MakeStroke
from carrom.physics.motion import Motion
from carrom.svg import animation
from carrom.svg.paint import LIGHT, PAINTS
from carrom.terms import Stroke
from carrom_web.matches import models, own_figures, played, record_files, record_limits, services
from tests.support.web.matches import cookie_of, make_guest, new_id, start_match

pytestmark = pytest.mark.django_db(transaction=True)


def visitor_of(guest=None) -> Client:
    client = Client(HTTP_HOST="127.0.0.1:8000")
    if guest is not None:
        name, _, value = cookie_of(guest).partition("=")
        client.cookies[name] = value
    return client


def ask(match_id, guest, after: int, request) -> int:
    return async_to_sync(services.ask)(
        match_id=match_id, author=services.Guest(guest), request_id=new_id(), after=after, request=request
    )


@pytest.fixture
def finished():
    """A match of Asha and Tomasz with one stroke, which Tomasz concedes."""
    asha, tomasz = make_guest("Asha"), make_guest("Tomasz")
    match_id = start_match(asha, tomasz)
    ask(match_id, asha, 0, MakeStroke(Stroke(0.0, 0.02, 5.0)))
    ask(match_id, tomasz, 1, Concede("match"))
    return match_id, asha, tomasz


def test_a_picture_has_the_colours_of_the_theme_that_is_asked_if_there_is_one(finished, monkeypatch):
    at, paints = f"/matches/{finished[0]}/pictures/board-1.svg", {**PAINTS, "green": replace(LIGHT, surface="#123456")}
    monkeypatch.setattr("carrom_web.matches.pages.picture.page.PAINTS", paints)
    monkeypatch.setattr("carrom.svg.board_picture.PAINTS", paints)
    light, green, none = (visitor_of().get(f"{at}?theme={name}").content for name in ("light", "green", "%22onload"))

    assert b"#123456" in green and b"#123456" not in light
    assert none == light


def test_a_match_a_moment_and_a_stroke_are_pictures_and_films_that_name_no_person(finished):
    match_id, _asha, _tomasz = finished
    visitor, at = visitor_of(), f"/matches/{match_id}/pictures"

    shared = visitor.get(f"/matches/{match_id}/share/")
    moment = visitor.get(f"/matches/{match_id}/at/1/")
    files = {
        name: visitor.get(f"{at}/{name}")
        for name in re.findall(r"pictures/([a-z0-9.-]+)\?save", shared.text + moment.text)
    }

    assert set(files) == {
        "card.png", "card.svg", "boards.gif", "boards.webp", "board-1.png", "board-1.svg", "stroke-1.gif",
        "stroke-1.webp", "stroke-1.svg",
    }  # fmt: skip
    for name, answer in files.items():
        assert answer.status_code == 200, name
        assert ("Asha" in answer.content.decode(errors="replace")) is (name == "card.svg")
    stroke = Motion.from_bytes(bytes(models.Entry.objects.get(match_id=match_id, number=1).motion))
    for name in ("stroke-1.gif", "stroke-1.webp"):
        film = Image.open(io.BytesIO(files[name].content))
        shown = 0
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            shown += film.info["duration"]
        assert film.size == (440, 440)
        assert abs(shown / 1000 - (stroke.duration + 2.0)) < 0.2  # half a second before, one and a half after
        assert film.n_frames > 20
    assert files["board-1.png"].headers["Cache-Control"] == "public, max-age=86400"
    assert Image.open(io.BytesIO(files["board-1.png"].content)).size == (800, 800)
    assert f'content="http://127.0.0.1:8000{at}/board-1.png"' in moment.text  # where a link leads, on other sites
    assert visitor.get(f"{at}/stroke-2.gif").status_code == 404  # conceding moves nothing
    assert visitor.get(f"{at}/board-9.png").status_code == 404
    assert visitor.get(f"{at}/card.exe").status_code == 404
    assert visitor.get(f"/matches/{match_id}/at/9/").status_code == 404


def test_the_stored_drawing_of_a_stroke_moves_as_the_stroke_did(finished):
    stored = Motion.from_bytes(bytes(models.Entry.objects.get(match_id=finished[0], number=1).motion))

    again = Motion.of_drawing(stored)

    assert len(again.final.pieces) + len(again.gone) - again.gone.get(0, 0) >= 18
    for time in (0.0, 0.2, again.duration):
        for disc in again.at(time):
            own = stored.rows[(stored.rows[:, 0] == disc.number) & (stored.rows[:, 1] <= time + 1e-6)]
            assert abs(disc.x - own[-1][2]) < 0.75
    assert "animateTransform" in animation(again)


def test_any_site_may_frame_a_match_and_a_moment_and_no_other_page(finished):
    match_id = finished[0]
    visitor = visitor_of()

    whole, stroke = visitor.get(f"/matches/{match_id}/embed/"), visitor.get(f"/matches/{match_id}/embed/?at=1")

    for answer in (whole, stroke):
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer.headers
    assert "card.svg" in whole.text and "stroke-1.svg" in stroke.text
    assert visitor.get(f"/matches/{match_id}/embed/?at=77").status_code == 404
    assert visitor.get(f"/matches/{match_id}/share/").headers["X-Frame-Options"] == "DENY"


def test_ones_own_page_filters_and_sums_up_what_was_played(finished):
    match_id, asha, tomasz = finished
    ask(start_match(asha, level="easy"), asha, 0, Concede("match"))

    page = visitor_of(asha).get("/matches/")

    assert [(one.played, one.won, one.lost, one.share) for one in page.context["results"]] == [(2, 1, 1, 50)]
    for query, count in {"against=person": 1, "against=computer": 1, "outcome=won": 1, "ruleset=icf": 2,
                         "against=person&outcome=lost": 0, "against=nonsense": 2}.items():  # fmt: skip
        assert len(visitor_of(asha).get(f"/matches/?{query}").context["matches"]) == count, query
    row = models.Played.objects.get(match_id=match_id, guest_id=tomasz)
    assert (row.outcome, row.against, row.side) == ("lost", "person", "b")
    models.Played.objects.all().delete()  # a site of an earlier version has none
    assert played.catch_up() == 2
    assert models.Played.objects.count() == 3


def test_the_solo_average_is_a_graph_and_the_best_board_leads_to_its_end():
    asha = make_guest("Asha")
    match_id = start_match(asha, level="easy")
    for strokes in (30, 24):
        models.Played.objects.create(
            match=models.Match.objects.get(pk=match_id), guest_id=asha, ruleset="kagw", against="alone",
            average=strokes, best_board=strokes, best_entry=7, ended_at=models.Match.objects.get(pk=match_id).made_at,
        )  # fmt: skip
        match_id = start_match(asha, level="easy")

    page = visitor_of(asha).get("/matches/")

    assert "From 30.0 to 24.0 strokes a board; best 24.0" in page.text
    assert [one.count for one in own_figures.best_boards(asha)] == [24, 30]
    assert page.text.count("/at/7/") == 2


def _with_amendments(count: int) -> bytes:
    """A sheet that asks for every later entry to be judged again, again and again."""
    lines = [f"{number} U amend number 1" for number in range(2, count + 2)]
    head = ["carrom-match 2", "match icf 1 breaks a positions no", "player a A", "player b B", "1 U facts"]
    return "\n".join([*head, *lines, f"end {count + 1}", ""]).encode()


def test_a_record_is_brought_once_without_rights_and_refused_by_a_code_if_it_does_not_hold(finished):
    match_id, asha, tomasz = finished
    text = visitor_of().get(f"/matches/{match_id}/record/").content
    other = make_guest("Mira")
    visitor = visitor_of(other)

    def bring(data: bytes, side: str = ""):
        return visitor.post("/matches/import/", {"record": SimpleUploadedFile("r.txt", data), "side": side})

    as_json = visitor_of().get(f"/matches/{match_id}/record/?form=json").content
    first, second = bring(text, "b"), bring(as_json, "b")  # the same match in two forms

    assert first.status_code == 303 and first["Location"] == second["Location"]
    new_match = models.Match.objects.get(imported_by=other)
    assert str(new_match.pk) in first["Location"]
    assert not new_match.seats.exists()
    (one,) = visitor.get("/matches/?outcome=lost").context["matches"]
    assert one["is_imported"] and one["opponent"] == "Asha"
    assert visitor.get("/matches/").context["results"] == []  # it counts in no table
    assert visitor.get(f"/matches/{new_match.pk}/pictures/stroke-1.gif").status_code == 200  # simulated again
    with pytest.raises(services.NotSeatedError):
        ask(new_match.pk, other, new_match.version, Concede("match"))
    count = models.Match.objects.count()
    record_files.LIMIT.forget_all()
    for data, side, reason in (
        (text.replace(b" 5.0 |", b" 4.9 |", 1), "", "faults"),
        (b"carrom-match 2\nnonsense", "", "record"),
        (text + text.partition(b"\n")[2], "", "several"),
        (_with_amendments(51), "", "entries"),
        (b"\xff\xfe", "", "text"),
        (text, "c", "seat"),
        (b"x" * (record_limits.GREATEST + 1), "", "large"),
    ):
        with pytest.raises(record_limits.RecordFileError) as refused:
            record_files.bring(models.Guest.objects.get(pk=other), data, side)
        assert refused.value.message_id == f"record-file.{reason}"
    running = start_match(asha, tomasz)
    assert bring(visitor_of().get(f"/matches/{running}/record/").content).status_code == 422
    assert models.Match.objects.count() == count + 1

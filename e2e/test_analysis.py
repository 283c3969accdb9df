"""Analysis in the browser, the network off: what is drawn is what Python comes to, at every moment."""

import contextlib
import json
import math
import sqlite3
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from carrom.bots.own_hand import CHOICES, MAGNITUDES
from carrom.notation.pieces import read_position
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT
from carrom.terms import Stroke
from tests.support.browser.board import start_match, strike_with, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch

TEXT = "q1(0.05,0.05) w2(-0.2,0.2) w3(0.12,0.1) b11(0,0.2) b12(0.25,-0.05)"
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = """name => Object.fromEntries([...document.querySelectorAll(`.predicted .${name} use`)]
    .map(use => [use.dataset.piece, [use.x.baseVal.value, use.y.baseVal.value]]))"""
SLIDE = "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }"


def test_a_stroke_is_drawn_stepped_through_spread_and_saved_without_the_network(
    open_page: OpenPage, server: LiveServer, watch: Watch, tmp_path: Path
) -> None:
    watch.allow(r"INTERNET_DISCONNECTED.*/icon\.")  # the browser looks for it again when the address changes
    page = open_page(DESKTOP, server)
    page.goto(f"/analysis/#position={TEXT.replace(' ', '+')}&surface=tournament&striker=15&seat=south&aim=-20+-9+3.1")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    expect(page.locator("#outcome")).to_contain_text("3.10 m/s")
    stroke = Stroke(-0.02, math.radians(-9), 3.1)
    worn = replace(TOURNAMENT, board_friction=0.2)

    page.locator("#board-fold > summary").click()
    page.locator("#slide-board_friction").evaluate(SLIDE, "0.2")
    motion = simulate(read_position(TEXT), stroke, surface=worn)
    expect(page.locator("#o-moment")).to_have_text("the whole stroke")
    page.wait_for_timeout(100)
    ends = page.evaluate(DRAWN, "there")
    final = {str(number): (1000 * x, 1000 * y) for number, x, y in motion.final.pieces}
    assert len(ends) >= 3
    for number, place in ends.items():
        assert number == "0" or place == pytest.approx(final[number], abs=0.1)

    page.locator("#moment").evaluate(SLIDE, "0.35")
    there = {str(disc.number): (1000 * disc.x, 1000 * disc.y) for disc in motion.at(0.35)}
    assert page.evaluate(DRAWN, "there") == {number: pytest.approx(place, abs=0.05) for number, place in there.items()}
    page.get_by_role("button", name="Next contact").click()
    after = next(event.time for event in motion.events if event.time > 0.35)
    expect(page.locator("#o-moment")).to_have_text(f"{after:.3f} of {motion.duration:.3f} s")

    page.locator("#hand-fold > summary").click()
    page.locator("#hand-aim").evaluate(SLIDE, "0.5")
    expect(page.locator("#chances li").first).to_have_text("Of 150 strokes:")
    assert page.locator(".spread circle").count() > 150

    with page.expect_download() as download:
        page.get_by_role("button", name="Save animation").click()
    download.value.save_as(tmp_path / "moving.svg")
    picture = ET.parse(tmp_path / "moving.svg").getroot()
    for disc in picture.iter(f"{SVG}g"):
        slide = disc.find(f"{SVG}animateTransform")
        if slide is not None and disc.get("data-piece") in final:
            last = slide.attrib["values"].split(";")[-1].split()
            assert [float(value) for value in last] == pytest.approx(final[disc.attrib["data-piece"]], abs=0.02)
    assert len(picture.findall(f".//{SVG}animateTransform")) == len(ends) + len(motion.gone)

    page.locator("#text-fold > summary").click()
    page.get_by_label("Pieces and their places").fill("w2(0,0) w3(0.001,0)")
    page.get_by_role("button", name="Set up this position").click()
    expect(page.locator("#typed-error")).to_be_visible()
    page.get_by_label("Pieces and their places").fill("w2(0,0) b11(0.1,0.1)")
    page.get_by_role("button", name="Set up this position").click()
    expect(page.locator("#typed-error")).to_be_hidden()
    assert "w2(0,0) b11(0.1,0.1)" in page.evaluate("decodeURIComponent(location.hash).replaceAll('+', ' ')")
    page.get_by_role("button", name="Undo").click()
    assert TEXT in page.evaluate("decodeURIComponent(location.hash).replaceAll('+', ' ')")


def know_the_hand(server: LiveServer, magnitude: float) -> None:
    """Have 212 strokes say of everybody who has played that this is their hand."""
    said = [[-50.0 * math.log(each / magnitude) ** 2] * len(CHOICES) for each in MAGNITUDES.tolist()]
    with contextlib.closing(sqlite3.connect(server.data / "carrom.sqlite3", timeout=30)) as database, database:
        database.execute(
            "INSERT OR REPLACE INTO matches_handevidence (match_id, guest_id, strokes, likelihoods, format)"
            " SELECT match_id, guest_id, 212, ?, 1 FROM matches_played",
            [json.dumps(said)],
        )


def test_advice_is_for_the_reader_s_own_hand_where_they_choose_so(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow(r"503.*/advice/")  # the coach is busy on a slow machine: the page asks again
    page = open_page(PHONE, server, reduced_motion="reduce")
    start_match(page)
    assert strike_with(page, angle=0.0, speed=1.5) == "stroke"
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Concede the match").click()
    page.get_by_role("button", name="Concede", exact=True).click()
    wait_for_mode(page, "panel")
    match_id = page.url.split("/matches/")[1].split("/")[0]
    page.goto(f"/analysis/?match={match_id}")
    expect(page.get_by_text("can estimate your hand after 60 more strokes")).to_be_visible()
    know_the_hand(server, 1.4)
    page.reload()  # with the position in its address
    expect(page.locator("#coach-ideas .idea").first).to_be_visible(timeout=60_000)
    own = page.get_by_role("button", name="Your hand: 1.4, between 1.0 and 1.9, from 212 strokes")
    expect(own).to_have_attribute("aria-pressed", "false")

    with page.expect_response(lambda response: "hand=1.4" in response.url and response.ok):
        own.click()

    expect(page.locator("#coach-hand-said")).to_have_text("your own")
    expect(own).to_have_attribute("aria-pressed", "true")
    page.get_by_role("slider", name="Hand").press("Home")
    expect(own).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#coach-hand-said")).to_have_text("unsteady")


def test_strokes_of_a_match_that_is_over_are_gone_through(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    start_match(page)
    for angle in (0.0, 20.0):
        assert strike_with(page, angle=angle, speed=1.5) == "stroke"
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Concede the match").click()
    page.get_by_role("button", name="Concede", exact=True).click()
    wait_for_mode(page, "panel")
    page.goto(f"{page.url.split('?')[0]}statistics/")
    page.get_by_role("link", name="Analyse the strokes").click()

    expect(page.locator("#outcome")).to_contain_text("Drawn for 1.50 m/s")
    expect(page.locator("#ruled")).to_contain_text("2. ")
    expect(page.locator("#later")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-value=aim] data")).to_have_text("20.00° left")
    second = page.evaluate("location.hash")
    page.get_by_role("button", name="Previous stroke").click()
    expect(page.locator("#ruled")).to_contain_text("1. ")
    expect(page.locator("[data-value=aim] data")).to_have_text("straight")
    first = page.evaluate("location.hash")
    assert "surface=match" in first and first != second
    drawn = {number: place for number, place in page.evaluate(DRAWN, "there").items() if number != "0"}
    page.get_by_role("button", name="Next stroke").click()
    page.wait_for_timeout(100)
    lying = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.l-pieces [data-piece]')]"
        ".map(use => [use.dataset.piece, [use.x.baseVal.value, use.y.baseVal.value]]))"
    )
    assert drawn and all(place == pytest.approx(lying[number], abs=0.1) for number, place in drawn.items())

    ideas = page.get_by_role("group", name="Good ideas").get_by_role("button")
    expect(ideas.first).to_contain_text("Chance to win the board", timeout=60_000)
    ideas.first.click()
    expect(ideas.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#outcome")).not_to_contain_text("Drawn for 1.50 m/s")
    expect(page.locator("#coach-cost")).to_contain_text("the idea")
    page.get_by_role("slider", name="Hand").press("Home")
    expect(page.locator("#coach-hand-said")).to_have_text("unsteady")
    expect(page.get_by_role("img", name="stroke by stroke")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="The stroke as it was played").click()
    expect(page.locator("#outcome")).to_contain_text("Drawn for 1.50 m/s")

    page.set_viewport_size({"width": 740, "height": 360})  # lower than the table of the board: its letters stay
    page.locator("#grid [tabindex='0']").focus()
    letter = page.locator("#grid th", has_text="a").first
    expect(letter).to_be_in_viewport()
    middle = "['x', 'y'].map(axis => letter.getBoundingClientRect()[axis] + 5)"
    assert letter.evaluate(f"letter => document.elementFromPoint(...{middle}) === letter")

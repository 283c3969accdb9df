"""The laws in the browser: every clause at its address, search, two rulesets side by side, small boards."""

import re
from html import escape, unescape

import pytest
from django.test import Client

from carrom.laws.compare import differing_strokes
from carrom.laws.readings import readings_of, readings_of_clause
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.situations import possible, situations
from carrom.laws.texts.lookup import documents, home_label
from carrom.notation.question import question_of, write_question
from carrom_web.config.law_pages import state_text
from carrom_web.matches.law_texts import clauses_json
from tests.support.texts import NOT_FOR_READERS
from tests.support.web.markup import without_layout


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_HOST="127.0.0.1:8000")


@pytest.mark.parametrize("slug", RULESETS)
def test_every_clause_stands_at_its_address_with_state_and_home(visitor: Client, slug: str):
    answer = visitor.get(f"/laws/{slug}/")

    page = answer.content.decode()
    assert answer.status_code == 200
    articles = dict(re.findall(r'<article [^>]*id="([^"]+)">(.*?)</article>', page, re.DOTALL))
    assert list(articles) and set(articles) == {clause.id for clause in documents()[slug].clauses}
    for clause in documents()[slug].clauses:
        article = articles[clause.id]
        assert escape(clause.text) in article and escape(state_text(clause.state)) in article
        assert all(escape(home) in article for home in home_label(clause))
        for reading in readings_of_clause(clause.id):
            if reading in readings_of(RULESETS[slug]):
                assert "A reading." in article and all(escape(way.says) in article for way in reading.ways)
    assert " style=" not in without_layout(page) and "<style" not in page


def text_of(page: str) -> str:
    """What is seen of a page: its text without its markup and scripts."""
    plain = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", plain))


@pytest.mark.parametrize("slug", RULESETS)
def test_the_pages_of_a_ruleset_are_written_for_readers(visitor: Client, slug: str):
    ruleset = RULESETS[slug]
    addresses = [f"/laws/{slug}/", f"/laws/what-if/?ruleset={slug}"]
    addresses += [f"/laws/compare/?a={slug}&b={other}" for other in RULESETS if other > slug]
    for situation in [one for one in situations(solo=ruleset.side_count == 1) if possible(one, ruleset)][::60]:
        addresses.append(f"/laws/what-if/?{write_question(question_of(situation.board, situation.facts, ruleset))}")

    for address in addresses:
        answer = visitor.get(address, follow=True)
        assert answer.status_code == 200
        assert NOT_FOR_READERS.findall(text_of(answer.content.decode())) == [], address


def test_a_ruling_links_to_its_clause():
    (clause,) = clauses_json(["K-048"])

    assert clause["url"] == "/laws/kagw/#K-048"
    assert clauses_json(["House rule 3"])[0]["url"] == ""


def test_the_first_page_lists_all_and_finds_words(visitor: Client):
    page = visitor.get("/laws/").content.decode()
    assert all(ruleset.title in page for ruleset in RULESETS.values())

    found = visitor.get("/laws/", {"q": "striker penalty"}).content.decode()
    nothing = visitor.get("/laws/", {"q": "<script>zebra"}).content.decode()

    assert 'href="/laws/kagw/#K-048"' in found
    assert "No clause contains these words. Try a single word." in nothing and "<script>zebra" not in nothing


def test_a_search_shows_every_clause_that_holds_the_word(visitor: Client):
    held = [one.id for document in documents().values() for one in document.clauses if "queen" in one.text.lower()]

    page = visitor.get("/laws/", {"q": "queen"}).content.decode()

    linked = re.findall(r'href="/laws/[a-z0-9]+/#([^"]+)"', page)
    assert set(held) <= set(linked) and len(linked) == len(set(linked)) > 100
    assert f"{len(linked)} clauses found" in page


@pytest.mark.parametrize("pair", [("icf", "kagw"), ("kagw", "classic"), ("icf", "common"), ("icf", "baca19")])
def test_two_rulesets_side_by_side_are_described_by_the_engine(visitor: Client, pair: tuple[str, str]):
    left, right = (RULESETS[slug] for slug in pair)

    page = visitor.get("/laws/compare/", {"a": pair[0], "b": pair[1]}).content.decode()

    assert page.count("compare-stroke") == len(differing_strokes(left, right))
    assert 'class="differs"' in page


@pytest.mark.parametrize(
    "path",
    [
        "/laws/nobody/",
        "/laws/compare/?a=nobody",
        "/laws/board.svg?white=10&black=1&queen=1",
        "/laws/board.svg?white=x&black=1&queen=1",
        "/laws/board.svg?white=1&black=1",
        "/laws/board.svg?white=²&black=1&queen=1",
    ],
)
def test_what_is_not_there_is_said_so(visitor: Client, path: str):
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(("white", "black", "queen"), [(9, 9, 1), (0, 0, 0), (1, 9, 0), (6, 6, 1)])
def test_a_small_board_shows_so_many_pieces_none_over_another(visitor: Client, white: int, black: int, queen: int):
    from carrom.equipment.validity import check_position
    from carrom_web.config.law_pages import Counts, drawn

    position = drawn(Counts(white, black, bool(queen)))
    check_position(position)
    answer = visitor.get(f"/laws/board.svg?white={white}&black={black}&queen={queen}")

    assert len(position.pieces) == white + black + queen
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")

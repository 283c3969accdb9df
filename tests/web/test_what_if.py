"""What if?: the question in the address, the ruling of the engine, every key of the form, with and without a script."""

import random
import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from carrom.laws.cases import judge_json
from carrom.laws.clauses.possible import check_board
from carrom.laws.compare import render
from carrom.laws.judge import judge
from carrom.laws.readings import readings_taken
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.situations import possible, situations
from carrom.laws.texts.lookup import documents
from carrom.notation.question import question_of, read_question, write_question
from carrom.play.game import Match
from carrom_web.matches.law_texts import outcome_text
from carrom_web.matches.rendering import ruling_json
from tests.support.play.whole_matches import play_on

PAGE = "/laws/what-if/"
JSON = {"accept": "application/json"}


@pytest.fixture
def visitor() -> Client:
    return Client(SERVER_NAME="localhost")


def shown(visitor: Client, query: str) -> str:
    """The page of a query in its plain form, entities undone, lines and blanks as one blank."""
    answer = visitor.get(f"{PAGE}?{query}", follow=True)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def asked(visitor: Client, query: str, shape: str = "") -> dict:
    """What the script gets; with the shape of the controls that it has, no other controls."""
    return visitor.get(f"{PAGE}?{query}", headers=JSON | {"x-carrom-shape": shape}).json()


def led_to(visitor: Client, query: str) -> dict[str, str]:
    """What the plain link says to which a form's answer leads."""
    answer = visitor.get(f"{PAGE}?{query}")
    assert answer.status_code == 302
    return dict(parse_qsl(urlsplit(answer["Location"]).query))


def test_the_page_without_a_question_rules_on_an_ordinary_stroke(visitor: Client):
    text = shown(visitor, "")

    assert '<h2 id="ruling-title">Black plays</h2>' in text
    assert "Nothing pocketed" in text


def test_a_ruling_shows_what_comes_back_who_places_what_is_up_who_plays_and_why_with_its_law(visitor: Client):
    text = shown(visitor, "ruleset=icf&own=6&opponent=4&pocketed=own,striker")

    assert "White plays on" in text
    assert "2 white, placed in the outer circle by Black" in text
    assert "White 7, black 4, the queen" in text
    assert '<a class="law" href="/laws/icf/#ICF-L73"' in text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("own=1&opponent=3&queen=covered_own&own_score=10&pocketed=own", ["White wins the board with 6 points"]),
        ("own=1&opponent=3&queen=covered_own&own_score=22&pocketed=own", ["White wins the board with 3 points"]),
        ("own_colour=black&own=1&opponent=3&pocketed=own", ["White wins the board with 3 points"]),
        ("own=6&pocketed=queen", ["White has to cover her with the next stroke"]),
        ("queen=pending&own=6&own_owed=0", ["Queen to the centre", "Black plays"]),
        ("pocketed=striker", ["White owes 1 coin", "Black plays"]),
        ("attempt=1&touched=no", ["White breaks, attempt 2"]),
        ("attempt=3&touched=no", ["Black breaks, attempt 1"]),
        ("men=4&seat=east", ["North plays"]),
        ("ruleset=kagw&men=4&seat=east", ["South plays"]),
        ("own=6&off_board=own", ["left the board"]),
        ("declared=vibration&made=no", ["board is played again"]),
        ("ruleset=common&declared=rotated_striker&own=6", ["Warning for White"]),
        ("ruleset=common&declared=rotated_striker&own=6&warnings=rotated_striker:1", ["Foul by White"]),
        ("ruleset=common&colours=open&pocketed=black", ["The player plays on"]),
        ("ruleset=baca19&white=1&queen=covered&pocketed=white", ["The player plays on"]),
        ("ruleset=baca19&white=0&black=1&queen=covered&strokes=30&pocketed=black", ["Board cleared in 31 strokes"]),
        ("ruleset=kagw&direction=backward", ["The stroke went backward"]),
        ("own=6&option_striker_own_coins=stay&pocketed=own,striker", ["White 6"]),
    ],
)  # fmt: skip
def test_every_part_of_a_question_counts(visitor: Client, query: str, words: list[str]):
    text = shown(visitor, query)

    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize("slug", RULESETS)
def test_what_the_page_says_is_what_the_engine_rules(visitor: Client, slug: str):
    ruleset = RULESETS[slug]
    chosen = [s for s in situations(solo=ruleset.side_count == 1) if possible(s, ruleset)][::17]
    shape = ""

    for situation in chosen:
        ruling = judge(situation.board, situation.facts, ruleset)
        answer = asked(visitor, write_question(question_of(situation.board, situation.facts, ruleset)), shape)
        shape, ruled = answer["shape"], answer["parts"]["ruling"]
        why, _, read_so = ruled.partition('id="readings"')
        laws = set(re.findall(r'class="law" href="/laws/\w+/#([\w-]+)"', why))
        taken = readings_taken(situation.board, situation.facts, ruleset)
        assert [one for one in taken if one.sentence not in unescape(read_so)] == [] and bool(taken) is bool(read_so)
        assert laws == {clause for finding in ruling.findings for clause in finding.clauses}, situation.words


@pytest.mark.clause("P-038")
def test_a_reading_chosen_by_an_option_is_reported_as_the_one_taken(visitor: Client):
    text = shown(
        visitor, "ruleset=polish&own=4&opponent=1&pocketed=opponent&option_lost_board_points=coins_up_and_queen"
    )

    assert "A reading: A point for each own coin up, and the queen unless the loser has covered her." in text
    assert "and the queen only if the winner has covered her. Then: loses the board, 4 points." in text


def test_what_could_not_have_happened_is_reported_with_its_code(visitor: Client):
    text = shown(visitor, "own=1&pocketed=own,own")

    assert "This cannot have happened" in text
    assert "More coins were pocketed or left the board than are on it." in text and "more-coins-than-up" in text
    assert "The same stroke under other laws" not in text


def test_what_cannot_be_read_is_reported_and_the_rest_of_the_link_holds(visitor: Client):
    answer = visitor.get(f"{PAGE}?own=12&opponent=4&anything=%3Cscript%3E1&pocketed=own")
    text = answer.content.decode()

    assert answer.status_code == 400
    assert "Own: This cannot be 12. It must be a whole number from 0 to 9." in text
    assert "Anything: There is no such key." in text
    assert 'value="4"' in text and "<script>1" not in text


def test_what_messengers_hang_on_a_link_is_left_out(visitor: Client):
    assert led_to(visitor, "ruleset=icf&own=3&fbclid=abc&utm_source=x") == {"ruleset": "icf", "own": "3"}


def test_the_same_stroke_under_the_other_laws_is_ruled_by_the_engine_with_a_link(visitor: Client):
    question = read_question("ruleset=icf&own=6&pocketed=own,striker")
    text = shown(visitor, write_question(question))

    for slug in ("kagw", "classic", "polish", "common"):
        ruling = judge(question.board, question.facts, RULESETS[slug])
        words = render(ruling)
        assert f'href="{PAGE}?ruleset={slug}&own=6&pocketed=own,striker">{RULESETS[slug].title}</a>' in text
        assert f"<p>{words[0].upper()}{words[1:]}</p>" in unescape(text)
    assert "baca19&" not in text


def test_changed_laws_are_compared_with_their_document_too(visitor: Client):
    text = shown(visitor, "ruleset=icf&option_striker_own_coins=stay&own=6&pocketed=own,striker")

    assert f'href="{PAGE}?ruleset=icf&own=6&pocketed=own,striker">ICF Laws of Carrom</a>' in text
    assert "coins back</p>" in text


@pytest.mark.parametrize(
    ("sent", "leads_to"),
    [
        ("own=6&pocketed=own&add=striker", {"own": "6", "pocketed": "own,striker"}),
        ("pocketed=&add=queen", {"pocketed": "queen"}),
        ("pocketed=own,queen&undo=pocketed", {"pocketed": "own"}),
        ("pocketed=own&undo=pocketed", {}),
        ("add_off=own", {"off_board": "own"}),
        ("off_board=own,queen&undo=off_board", {"off_board": "own"}),
        ("own=6&step=own-1", {"own": "5"}),
        ("step=own-1", {"own": "8"}),
        ("own_owed=1&step=own_owed%2B1", {"own_owed": "2"}),
        ("own_owed=0&step=own_owed-1", {}),
        ("opening=2", {"attempt": "2"}),
        ("attempt=2&opening=made", {}),
        ("outcome=pass", {"made": "no", "passed": "yes"}),
        ("made=no&passed=yes&outcome=stroke", {}),
        ("outcome=dropped&pocketed=own", {"made": "no", "dropped": "own"}),
        ("made=no&dropped=own&outcome=stroke", {"pocketed": "own"}),
        ("outcome=none&declared=distraction&by=opponent", {"made": "no", "declared": "distraction", "by": "opponent"}),
        ("declared=push&declared=drag", {"declared": "push,drag"}),
        ("direct=opponent&direct=own&pocketed=own,opponent", {"pocketed": "own,opponent", "direct": "opponent,own"}),
        ("declared=device&warned_device=2", {"warnings": "device:2", "declared": "device"}),
        ("warned_rotated_striker=0", {}),
        ("option_game_target=29&option_queen_points=", {"option_game_target": "29"}),
        ("ruleset=baca19&own=3&opponent=4&own_owed=1&queen=covered_own&own_score=3&pocketed=own",
         {"ruleset": "baca19", "white": "3", "black": "4", "owed": "1", "queen": "covered", "pocketed": "white"}),
        ("ruleset=kagw&white=3&black=4&owed=1&queen=covered&pocketed=white",
         {"ruleset": "kagw", "own": "3", "opponent": "4", "own_owed": "1", "queen": "covered_own", "pocketed": "own"}),
        ("ruleset=common&colours=open&pocketed=own,opponent",
         {"ruleset": "common", "colours": "open", "pocketed": "white,black"}),
    ],
)  # fmt: skip
def test_a_key_of_the_form_leads_to_the_plain_link_and_the_script_is_answered_the_same(
    visitor: Client, sent: str, leads_to: dict[str, str]
):
    wanted = {"ruleset": "icf"} | leads_to

    assert led_to(visitor, sent) == wanted
    query = asked(visitor, sent)["query"]
    assert dict(parse_qsl(query)) == wanted
    assert visitor.get(f"{PAGE}?{query}").status_code == 200


def test_after_a_press_one_comes_back_to_where_it_was(visitor: Client):
    assert visitor.get(f"{PAGE}?add=own")["Location"].endswith("#stroke")
    assert visitor.get(f"{PAGE}?own=9")["Location"].endswith("#ruling")


def test_what_a_plain_link_says_stands_in_the_form_so_that_sending_it_unchanged_leads_back(visitor: Client):
    queries = (
        "ruleset=icf&option_game_target=29&own=6&opponent=4&queen=pending&own_owed=1&opponent_score=12&own_earned=no"
        "&first_of_turn=no&pocketed=own,striker&direct=own&improper=yes&declared=push&by=opponent&claims_extra=1",
        "ruleset=common&own=6&early_queen=yes&men=4&seat=west&warnings=leaning:1&off_board=own&crossed_front_line=no"
        "&declared=push,leaning",
        "ruleset=baca19&white=2&black=5&owed=1&strokes=12&queen=covered&pocketed=black",
        "ruleset=polish&attempt=1&touched=no&spread=no",
        "ruleset=kagw&own_colour=black&own=3&dropped=own&made=no",
        "ruleset=classic&made=no&passed=yes&passes=2",
    )
    for query in queries:
        page = visitor.get(f"{PAGE}?{write_question(read_question(query))}").content.decode()
        assert fields(page) == dict(parse_qsl(query)), query


def fields(page: str) -> dict[str, str]:
    """What a browser would send of the form, through the page's own reading of it."""
    form = page[page.index('id="what-if"') : page.index("</form>")]
    sent = []
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in given and (given["type"] not in ("radio", "checkbox") or "checked" in tag.split('"')[-1]):
            sent.append((given["name"], given.get("value", "")))
    for name, body in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        found = re.search(r'<option value="([^"]*)" selected', body)
        sent.append((name, found[1] if found else ""))
    held: dict[str, list[str]] = {}
    for name, value in sent:
        held.setdefault(name, []).append(unescape(value))
    from carrom_web.config.what_if.parsing import parse_question as read

    question, faults = read(held)
    assert not faults
    return dict(parse_qsl(write_question(question)))


def test_the_script_gets_the_controls_only_where_others_are_needed(visitor: Client):
    first = asked(visitor, "ruleset=icf&own=6")
    same = visitor.get(f"{PAGE}?ruleset=icf&own=5", headers=JSON | {"x-carrom-shape": first["shape"]}).json()
    other = visitor.get(f"{PAGE}?ruleset=baca19", headers=JSON | {"x-carrom-shape": first["shape"]}).json()

    assert "question" in first["parts"] and "question" not in same["parts"] and "question" in other["parts"]
    assert same["spoken"] == "Nothing down. Black plays."


def test_going_on_from_a_ruling_asks_about_the_board_that_it_left(visitor: Client):
    question = read_question("ruleset=icf&own=6&opponent=4&pocketed=queen")
    ruling = judge(question.board, question.facts, question.laws)

    text = shown(visitor, write_question(question))
    query = urlsplit(re.search(r'<a class="btn" href="([^"]+)">Continue from here', text)[1]).query  # type: ignore[index]

    after = read_question(query).board
    assert (after.white_up, after.black_up, after.queen) == (6, 4, ruling.after.queen)
    check_board(after, question.laws)


def test_a_board_that_is_over_does_not_go_on(visitor: Client):
    assert "Continue from here" not in shown(visitor, "own=1&opponent=3&queen=covered_own&pocketed=own")


def test_every_example_of_a_clause_opens_the_adviser_with_a_ruling_that_cites_it(visitor: Client):
    page = unescape(visitor.get("/laws/icf/").content.decode())
    articles = re.findall(r'<article class="clause stack" id="([\w-]+)">(.*?)</article>', page, re.DOTALL)
    found = [(clause, link[1]) for clause, text in articles if (link := re.search(r'what-if/\?([^"]+)"', text))]

    assert len(articles) == len(documents()["icf"].clauses) and len(found) > 40
    for clause, query in found:
        question = read_question(query)
        assert clause in judge(question.board, question.facts, question.laws).clauses


def test_the_link_says_the_same_as_the_command_line_judges(visitor: Client):
    query = "ruleset=kagw&own=3&queen=pending&pocketed=own,opponent"
    question = read_question(query)
    reported_by_command = judge_json(
        question.laws, '{"given": {"own": 3, "queen": "pending"}, "stroke": {"pocketed": ["own", "opponent"]}}'
    )

    page = asked(visitor, query)

    assert page["query"] == query
    assert all(f"#{clause}" in page["parts"]["ruling"] for clause in reported_by_command["clauses"])


@pytest.mark.parametrize("path", ["/", "/laws/", "/laws/kagw/"])
def test_the_adviser_is_found_from_the_pages_of_the_laws_and_the_start(visitor: Client, path: str, db: None):
    assert f'href="{PAGE}' in visitor.get(path).content.decode()


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ruling_of_a_match_opens_the_adviser_with_the_same_ruling(slug: str):
    players = ("A",) if RULESETS[slug].side_count == 1 else ("A1", "B1", "A2", "B2")
    played = play_on(Match.new(slug, players=players, seed=2), random.Random(2), most=160).record
    ruled = 0

    for before, entry in zip(played.states, played.entries[1:], strict=False):
        here = entry.followed.ruling
        if here is None:
            continue
        link = (ruling_json(before.match, entry) or {})["what_if"]
        question = read_question(link)
        there = judge(question.board, question.facts, question.laws)
        assert [found.reason for found in there.findings] == [found.reason for found in here.findings], link
        assert (there.clauses, there.returns, there.keeps_turn) == (here.clauses, here.returns, here.keeps_turn), link
        ruled += 1

    assert ruled > 30


@pytest.mark.parametrize(
    ("query", "situation"),
    [
        ("own=6&opponent=4", "ICF Laws of Carrom. White strikes; up: white 6, black 4, the queen."),
        ("own_colour=black&own=2&queen=pending", "Black strikes; up: white 9, black 2; queen: Black has to cover her"),
        ("own=5&own_owed=1&own_score=22&opponent_score=3", "White owes 1 coin; 22 to 3 points before."),
        ("attempt=2", "White breaks, attempt 2; up: white 9, black 9, the queen."),
        ("option_queen_points=5", "ICF Laws of Carrom (1 value changed). White strikes"),
        ("ruleset=common&own=6&early_queen=yes", "queen: fell too early: goes back when the turn ends."),
        (
            "ruleset=baca19&white=1&queen=covered",
            "The player strikes; up: white 1, black 9; queen: covered.",
        ),
        ("own=0", "White strikes; up: white 0, black 9, the queen."),
    ],
)
def test_a_shared_link_states_laws_and_situation_beside_the_ruling(visitor: Client, query: str, situation: str):
    text = shown(visitor, query)

    assert situation in text[text.index('id="situation-text"') :]
    assert situation in text[text.index('name="description"') : text.index("</head>")]


OURS = """
base = "icf"
slug = "our-club"
title = "Our club's rules"
[values]
queen_points = 5
striker_alone = 2
"""


def sent(visitor: Client, text: bytes, query: str = "") -> object:
    return visitor.post(f"{PAGE}?{query}", {"own_laws": SimpleUploadedFile("ours.toml", text)})


def test_a_clubs_own_laws_rule_on_the_same_situation_and_stay_in_the_link(visitor: Client):
    answer = sent(visitor, OURS.encode(), "ruleset=kagw&own=6&pocketed=striker")
    assert answer.status_code == 303
    query = urlsplit(answer["Location"]).query
    held = dict(parse_qsl(query))
    assert held == {
        "ruleset": "icf",
        "laws": "Our club's rules",
        "option_queen_points": "5",
        "option_striker_alone": "2",
        "own": "6",
        "pocketed": "striker",
    }

    text = shown(visitor, query)
    assert "Our club's rules (ICF Laws of Carrom, 2 values changed)" in text and "2 white" in text
    assert "ICF Laws of Carrom" in text.split("The same stroke under other laws")[1]
    assert write_question(read_question(query)) == query and read_question(query).laws.title == "Our club's rules"
    assert "laws" not in led_to(visitor, f"{query}&laws_on=icf&ruleset=polish&add=own")  # founded on others now


def test_a_file_that_is_no_ruleset_says_why_and_the_question_stays(visitor: Client):
    for text, why in ((b"\xff\xfe", "This is not a text file."), (b"base = 1", "must be one of")):
        answer = sent(visitor, text, "ruleset=kagw&own=6")
        assert answer.status_code == 422
        page = unescape(answer.content.decode())
        assert why in page and 'value="6"' in page


def test_what_of_a_clubs_own_laws_cannot_be_meant_is_said_beside_them(visitor: Client):
    file = b'base = "icf"\nslug = "ours"\ntitle = "Ours"\n[values]\nboard_points_cap = 5\nstroke_cap = 30\n'
    reported = re.sub(r"\s+", " ", unescape(visitor.get(sent(visitor, file, "own=6")["Location"]).content.decode()))

    assert "Laws that do not fit together" in reported
    assert "cap-below-board: board_points_cap = 5, but nine coins and the queen are worth 12. Set it to 12" in reported
    assert "void-value: stroke_cap = 30 has no effect while side_count is 2." in reported
    assert "cap-below-board" in asked(visitor, "ruleset=icf&option_board_points_cap=5")["parts"]["warnings"]
    assert "Laws that do not fit together" not in shown(
        visitor, "ruleset=icf&option_game_target=29&option_queen_pays_up_to=23"
    )


def test_a_match_under_a_clubs_own_laws_links_to_them_by_name():
    ours = ruleset_from_text(OURS)
    board = situations(solo=False)[0].board

    question = question_of(board, situations(solo=False)[0].facts, ours)
    assert (question.title, question.ruleset) == ("Our club's rules", "icf")
    assert dict(question.options) == {"queen_points": 5, "striker_alone": 2}


def test_what_a_ruling_comes_to_is_said_in_the_language_of_the_page():
    for situation in situations(solo=False)[:200]:
        for ruleset in RULESETS.values():
            if ruleset.side_count == 2 and possible(situation, ruleset):
                ruling = judge(situation.board, situation.facts, ruleset)
                assert outcome_text(ruling) == render(ruling)

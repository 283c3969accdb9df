"""Programs that play, in any language: what they are asked, and what becomes of those that answer badly."""

import json
import pickle
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.bots.contest import play_board
from carrom.bots.noise import Noise
from carrom.bots.program import BotProgramError, Program, program
from carrom.bots.registry import UnknownBotError, find, find_any
from carrom.cli.bot_check import check_program
from carrom.match.requests import Choose, MakeStroke, Place
from carrom.play.situation import Situation, situation_of
from carrom.serialization import from_plain
from carrom.terms import Seat
from tests.support.bots import situations
from tests.support.command_line import carrom
from tools.checks import driver_node

STRAIGHT = Path(__file__).parents[2] / "examples" / "bots" / "straight.mjs"
SCRIPT = """
import json, sys, time
asked = 0
for line in sys.stdin:
    a = json.loads(line)
    asked += 1
    say = lambda value: print(value if isinstance(value, str) else json.dumps(value), flush=True)
    if a["kind"] == "hello":
        say({{"kind": "hello", "version": 1, "name": "Test", "decides": {decides}}})
        continue
    spans = a["domain"].get("spans", [[0, 0]])
    good = {{"offset": sum(spans[0]) / 2, "angle": 0.1, "speed": 3.0}}
    {answer}
"""
GOOD = 'say({"id": a["id"], "stroke": good})'


@pytest.fixture
def written(tmp_path: Path) -> Iterator[object]:
    """Gives a program whose answer is this statement; it is ended after the test."""
    made: list[Program] = []

    def make(answer: str = GOOD, *, decides: str = '["stroke"]', patience: float = 30.0) -> Program:
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(SCRIPT.format(decides=decides, answer=answer))
        made.append(replace(program(f"exec:{sys.executable} {path}"), patience=patience, noise=Noise(0.0), _line=[]))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_a_program_is_asked_in_its_own_axes_and_makes_its_stroke(written):
    state = situations.midgame()
    bot = written("open(sys.argv[0] + '.asked', 'w').write(line); " + GOOD)

    request = bot.answer(state, random.Random(1))

    asked = json.loads(Path(bot.command.split()[-1] + ".asked").read_text())
    spans = asked["domain"]["spans"]
    assert isinstance(request, MakeStroke)
    made = (request.stroke.offset, request.stroke.angle, request.stroke.speed)
    assert made == pytest.approx((sum(spans[0]) / 2, 0.1, 3.0), abs=1e-12)
    assert (asked["awaiting"], asked["seat"], asked["side"], asked["colour"]) == ("stroke", "south", "a", "white")
    assert from_plain(Situation, asked["situation"]) == situation_of(state)
    own = {piece["number"]: (piece["x"], piece["y"]) for piece in asked["pieces"]}
    assert own == {piece.number: (piece.x, piece.y) for piece in state.position.seen_from(Seat.SOUTH).pieces}
    assert {piece["kind"] for piece in asked["pieces"]} == {"queen", "white", "black"}


def test_what_a_program_does_not_decide_is_decided_as_every_computer_does(written):
    choosing = written('say({"id": a["id"], "request": {"kind": "choose", "choice": a["domain"]["options"][-1]}})',
                       decides='["stroke", "choice"]')  # fmt: skip
    leaving = written('say({"id": a["id"], "request": None})', decides='["stroke", "choice"]')
    state = situations.choice()
    last = state.match.awaiting.options[-1]

    assert choosing.answer(state, random.Random(1)) == Choose(last)
    usual = find("easy").answer(state, random.Random(1))
    assert leaving.answer(state, random.Random(1)) == written().answer(state, random.Random(1)) == usual


def test_a_program_may_place_dues(written):
    state = situations.placing()
    bot = written(
        'x, y = a["domain"]["suggested"]; say({"id": a["id"], "request": '
        '{"kind": "place", "piece": a["domain"]["piece"], "x": x, "y": y}})',
        decides='["stroke", "placing"]',
    )

    assert isinstance(bot.answer(state, random.Random(1)), Place)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("sys.exit(3)", "has ended"),
        ("time.sleep(9)", "did not answer in"),
        ("say('not JSON')", "not a JSON object"),
        ("say('[1]')", "not a JSON object"),
        ('say({"id": 99, "stroke": good})', "another question"),
        ('say({"id": a["id"], "request": {"kind": "fly"}})', "does not exist"),
        ('say({"id": a["id"], "request": {"kind": "pass", "why": 1}})', "does not exist"),
        ('say({"id": a["id"], "request": {"kind": "toss"}})', "another request"),
        ('say({"id": a["id"], "stroke": {**good, "offset": 0.3}})', "outside the places"),
        ('say({"id": a["id"], "stroke": {**good, "speed": 99}})', "outside the places"),
        ('say({"id": a["id"], "stroke": {"offset": 0}})', "does not exist"),
        ('print("{" * 200_000, flush=True)', "not a JSON object"),
    ],
)
def test_a_bad_answer_is_named_and_forfeits_the_board(written, answer: str, said: str):
    bot = written(answer, patience=0.5 if "sleep" in answer else 30.0)

    with pytest.raises(BotProgramError, match=said):
        bot.think(situations.midgame(), random.Random(1))
    if answer == "sys.exit(3)":
        played = play_board(bot, find("random-strokes"), seed=1)
        assert played.winner == "b" and played.fault is not None
        assert (played.fault.code, played.fault.bot) == ("bot-program", bot.name)


def test_a_program_that_ended_is_started_again_and_plays_in_other_processes(written):
    bot = written("say({'id': a['id'], 'stroke': good}) if asked < 3 else sys.exit()")
    state, seen = situations.midgame(), []

    for _ in range(4):
        try:
            seen.append(bot.think(state, random.Random(1)).stroke)
        except BotProgramError:
            seen.append(None)
    copied = pickle.loads(pickle.dumps(bot))

    assert [stroke is not None for stroke in seen] == [True, False, True, False]
    assert copied == bot and copied.think(state, random.Random(1)).stroke == seen[0]
    copied.close()


def test_programs_are_named_by_those_who_are_trusted_alone():
    assert find_any("exec:./a bot@1.5") == Program(
        name="exec:./a bot@1.5", strength=0.0, noise=Noise(1.5), command="./a bot"
    )
    assert find_any("exec:bot --mail me@home").command == "bot --mail me@home"
    with pytest.raises(UnknownBotError):
        find("exec:true")


def test_a_program_that_cannot_be_checked_says_why(written):
    assert [(one.what, "could not be started" in one.fault) for one in check_program("no-such-program")] == [
        ("greets", True)
    ]
    status, out, _ = carrom("check-bot", f"{sys.executable} -c pass", "--boards", "0")
    assert status == 1 and "FAILED  greets" in out and "has ended" in out


def test_the_example_in_javascript_passes_every_check_and_plays():
    node = shutil.which("node") or driver_node()
    if node is None:
        pytest.skip("node is not on this machine")

    status, out, _ = carrom("check-bot", f"{node} {STRAIGHT}", "--boards", "1")

    assert status == 0, out
    assert out.count("    ok  ") == len(out.splitlines()) - 1 > 20
    assert len(STRAIGHT.read_text().splitlines()) < 70

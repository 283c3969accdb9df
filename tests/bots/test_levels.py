"""The computers that people play: seven with a face, one that adapts, and hands that a name may ask for."""

import re

import pytest

from carrom.bots.agent import Agent
from carrom.bots.noise import Noise
from carrom.bots.registry import UnknownBotError, find, hand_of, name_of, names, ratings

LEVELS = [name for name in names() if name != "adaptive"]


def agent(name: str) -> Agent:
    bot = find(name)
    assert isinstance(bot, Agent)
    return bot


def test_there_are_seven_levels_from_a_shaky_hand_to_a_sure_one():
    hands = [agent(name).noise.magnitude for name in LEVELS]

    assert len(LEVELS) == 7
    assert hands == sorted(hands, reverse=True)


@pytest.mark.parametrize("name", names())
def test_each_has_a_name_of_its_own_a_sentence_and_a_face(name: str):
    character = agent(name).character

    assert character.title not in {agent(other).character.title for other in names() if other != name}
    assert character.line.endswith(".") and len(character.line) <= 80
    face = character.face
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in (face.skin, face.hair_colour, face.clothes))


def test_a_name_may_ask_for_another_hand():
    other = agent("strong@1.5")

    assert other.noise == Noise(1.5)
    assert other.name == "strong@1.5"
    assert other.effort == agent("strong").effort
    assert (name_of("strong@1.5"), hand_of("strong@1.5"), hand_of("strong")) == ("strong", 1.5, None)


@pytest.mark.parametrize("name", ["strong@", "strong@eleven", "strong@11", "strong@-1", "strong@nan", "godlike@1"])
def test_a_hand_that_nobody_has_is_refused(name: str):
    with pytest.raises(UnknownBotError):
        find(name)


def test_ratings_rise_with_the_levels_and_name_computers_that_are_there():
    known = ratings()

    assert set(known) >= {*LEVELS, "greedy-h"}
    assert all(each.low <= each.rating <= each.high for each in known.values())
    assert [known[name].rating for name in LEVELS] == sorted(known[name].rating for name in LEVELS)

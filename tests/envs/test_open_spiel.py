"""OpenSpiel's game is a board as the other environments play it, and passes OpenSpiel's own checks."""

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'carrom[openspiel]'")

from carrom.envs import duel_v0  # noqa: E402  # the line above skips all of it
from carrom.envs.boards import HAND  # noqa: E402
from carrom.envs.open_spiel import (  # noqa: E402
    DEFAULTS,
    ERRORS,
    HANDS,
    CarromDuelState,
    NoSuchGameError,
    Terms,
    boards_of,
)
from carrom.play.scenes import scene  # noqa: E402
from carrom.play.situation import situation_of  # noqa: E402

SMALL = "places=5,angles=9,speeds=3,racks=2"


def load(options: str) -> Any:
    return pyspiel.load_game(f"carrom_duel({options})")


def state_of(name: str, **options: Any) -> CarromDuelState:
    """A state that stands like a scene."""
    named = ",".join(f"{key}={value}" for key, value in options.items())
    state: CarromDuelState = load(named).new_initial_state()
    state.apply_action(0)
    boards = boards_of(state.terms)
    boards.begin(0, situation_of(scene(name)))
    state.board = boards.copy_of(0)
    return state


@pytest.mark.parametrize(
    "options",
    [f"{SMALL},strokes=12", f"{SMALL},strokes=8,noise=1.0", f"{SMALL},strokes=8,ruleset=kagw,racks=1,seed=7"],
)
def test_openspiel_finds_no_fault(options: str):
    pyspiel.random_sim_test(load(options), num_sims=3, serialize=True, verbose=False)


def test_it_is_among_the_games_and_its_defaults_load():
    game = pyspiel.load_game("carrom_duel")

    assert "carrom_duel" in pyspiel.registered_names()
    assert game.num_distinct_actions() == 9 * 37 * 6
    assert game.observation_tensor_shape() == [78]
    assert game.max_game_length() == DEFAULTS["strokes"]


def test_a_match_of_two_is_that_of_the_other_environments_to_the_bit():
    rng = np.random.default_rng(4)
    state = load(f"{SMALL},strokes=60").new_initial_state()
    state.apply_action(1)
    env = duel_v0.env().unwrapped
    env.reset(seed=1)
    env.boards.batch.put([0], [state.terms.rack(1)], [boards_of(state.terms).batch.board(0)])

    struck = 0
    while not state.is_terminal() and not any(env.terminations.values()):
        assert env.agent_selection == ("south", "north")[state.current_player()]
        assert np.array_equal(np.float32(state.observation_tensor()[4:]), env.observe(env.agent_selection))
        action = int(rng.choice(state.legal_actions()))
        env.step(np.array(state.terms.numbers_of(action)))
        state.apply_action(action)
        struck += 1
    assert struck == 60


def test_who_clears_the_last_coins_wins_and_the_other_loses():
    ends = set()
    for seed in range(6):
        rng, state = np.random.default_rng(seed), state_of("last-coins", strokes=400)
        while not state.is_terminal():
            assert state.returns() == [0.0, 0.0]
            state.apply_action(int(rng.choice(state.legal_actions())))
        ends.add(tuple(state.returns()))

    assert ends <= {(1.0, -1.0), (-1.0, 1.0)} and ends
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_places_on_which_a_coin_lies_are_not_legal():
    state = state_of("coins-on-the-line")
    terms, boards = state.terms, boards_of(state.terms)
    free = boards.spans(0)
    offsets = {action: terms.stroke_of(action)[0] for action in range(terms.count)}

    legal = set(state.legal_actions())

    assert 0 < len(legal) < terms.count and len(legal) % (terms.angles * terms.speeds) == 0
    for action, offset in offsets.items():
        assert (action in legal) is any(least <= offset <= most for least, most in free)


def test_the_errors_of_a_hand_have_the_moments_of_normal_numbers():
    numbers, chances = np.array(ERRORS).T

    moments = [float((chances * numbers**power).sum()) for power in range(6)]
    assert moments == pytest.approx([1, 0, 1, 0, 3, 0])
    state = load(f"{SMALL},noise=2.0,strokes=4").new_initial_state()
    assert dict(state.chance_outcomes()) == {0: 0.5, 1: 0.5}
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node() and sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)

    asked = state.terms.stroke_of(state.asked)
    errors = HANDS[-1][0]
    (made,) = state._shaken(np.array([asked]), errors)
    assert made[2] - asked[2] == pytest.approx(2 * 3**0.5 * HAND[2] * asked[2])
    assert np.all(np.abs(made[:2] - asked[:2]) <= 2 * 3**0.5 * HAND[:2] + 1e-12)


def test_a_state_that_was_sent_goes_on_as_the_one_that_stayed():
    state = load(f"{SMALL},noise=1.0,strokes=30").new_initial_state()
    rng = np.random.default_rng(2)
    for _ in range(9):
        state.apply_action(int(rng.choice(state.legal_actions())))
    _game, sent = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    pickled, cloned = pickle.loads(pickle.dumps(state)), state.clone()

    for _ in range(6):
        action = int(rng.choice(state.legal_actions()))
        for one in (state, sent, pickled, cloned):
            one.apply_action(action)
    assert str(state) == str(sent) == str(pickled) == str(cloned)
    assert "offset" in state.action_to_string(0, 3)
    assert str(state) in state.observation_string(0)
    assert state.history_str() in state.information_state_string(1)


def test_an_algorithm_of_openspiel_plays_it():
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import mcts, random_agent

    game = load("places=3,angles=5,speeds=2,racks=1,strokes=4")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    state.apply_action(0)
    assert bot.step(state) in state.legal_actions()

    env = rl_environment.Environment(game)
    agents = [random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == 0


def test_an_information_state_has_the_rack_and_every_stroke():
    game = load(f"{SMALL},noise=1.0,strokes=4")
    state = game.new_initial_state()
    assert game.information_state_tensor_shape() == [2 + 2 + 4 * 8]
    assert state.information_state_tensor(0) == [1, 0] + [0] * 34

    state.apply_action(1)
    chosen = state.legal_actions()[5]
    state.apply_action(chosen)
    numbers = list(np.float32(state.terms.numbers_of(chosen)))
    assert state.information_state_tensor(1)[:12] == [0, 1, 0, 1, 1, 0, *numbers, 0, 0, 0]

    state.apply_action(len(HANDS) - 1)
    errors = list(np.float32(HANDS[-1][0]))
    assert state.information_state_tensor(1)[4:] == [1, 1, *numbers, *errors] + [0] * 24
    second = state.legal_actions()[0]
    state.apply_action(second)
    assert state.information_state_tensor(1)[12:15] == [1, 0, np.float32(state.terms.numbers_of(second)[0])]


def test_without_errors_a_stroke_is_made_when_it_is_chosen():
    state = load(f"{SMALL},strokes=4").new_initial_state()
    state.apply_action(0)
    first, second = state.legal_actions()[4], state.legal_actions()[-1]
    state.apply_action(first)
    state.apply_action(second if second in state.legal_actions() else state.legal_actions()[0])

    strokes = np.array(state.information_state_tensor(0))[4:].reshape(4, 8)

    assert strokes[:, :2].tolist() == [[1, 1], [1, 1], [0, 0], [0, 0]]
    assert strokes[0, 2:5] == pytest.approx(state.terms.numbers_of(first)) and not strokes[:, 5:].any()


@pytest.mark.parametrize(
    ("options", "why"),
    [("places=0", "places must"), ("noise=-1.0", "noise must"), ("ruleset=baca19", "played alone")],
)
def test_what_no_game_can_have_is_refused(options: str, why: str):
    name, _, value = options.partition("=")
    given = {**DEFAULTS, name: type(DEFAULTS[name])(value)}

    with pytest.raises(NoSuchGameError, match=why) as refused:
        Terms(**given)
    assert refused.value.code == "no-such-game"
    with pytest.raises(Exception, match=why):
        load(options)

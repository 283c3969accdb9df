"""Opponents of a learning agent: random, greedy, or a computer of `carrom.bots`, baselines included."""

import random
from collections.abc import Callable, Mapping
from copy import copy

import numpy as np

from carrom import bots
from carrom.envs.boards import Boards, Floats, Ints, winners
from carrom.equipment.measurements import BASE_MIDDLE
from carrom.match.requests import MakeStroke
from carrom.play import packed
from carrom.play.batch import Batch
from carrom.play.domain import LEAST_SPEED
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.situation import Situation, first_entry

Policy = Callable[[Boards, Ints], Floats]
"""Boards and the rows on which it is to play; the strokes. Shapes: rows (m,), result (m, 3)."""

TRIES = 24  # strokes that `greedy` simulates for each one it makes


def by_chance(boards: Boards, rows: Ints) -> Floats:
    """Any legal stroke."""
    drawn = np.array([boards.rngs[row].uniform(-1, 1, 3) for row in rows.tolist()])
    return boards.strokes_of(drawn)


def asked(policy: Policy, boards: Boards) -> Floats:
    """The actions of a policy on all boards, as an environment of many takes them; any for boards that have ended."""
    strokes = np.array([[0.0, 0.0, LEAST_SPEED]] * len(boards.batch))
    rows = np.flatnonzero(~boards.batch.over)
    if len(rows):
        strokes[rows] = policy(boards, rows)
    return boards.actions_of(strokes)


def greedy(boards: Boards, rows: Ints) -> Floats:
    """Of some strokes at pieces the one after which the board stands best, by the laws; nothing beyond it counts."""
    seen = boards.batch.seen(rows)
    table = np.concatenate([_aimed(boards, row, seen[index]) for index, row in enumerate(rows.tolist())])
    tried = _repeated(boards.batch, rows)
    before, side = _standing(tried), tried.to_play.astype(np.int64)
    played = tried.play(table, strict=False)
    line = np.arange(len(table))
    sign = np.where(side == 0, 1, -1)
    worth = _standing(tried)[line, side] - before[line, side] + 0.5 * played.keeps
    worth -= 0.7 * (_standing(tried) - before)[line, 1 - side]
    won = np.ones(len(table)) if boards.rules.side_count == 1 else winners(played) * sign  # alone an end is a win
    worth = np.where(played.over, 100.0 * won, worth)
    worth[~played.made] = -np.inf
    best = worth.reshape(-1, TRIES).argmax(axis=1) + TRIES * np.arange(len(rows))
    found: Floats = table[best]
    return found


def _repeated(batch: Batch, rows: Ints) -> Batch:
    """The boards of some rows, each as often as strokes are tried."""
    found = copy(batch)
    for name in ("layouts", "packed", "strokes", "to_play", "seat", "score", "over"):
        setattr(found, name, np.repeat(getattr(batch, name)[rows], TRIES, axis=0))
    return found


def _standing(batch: Batch) -> Floats:
    """Standing of each side on a board, in coins: those that are down, the queen, less what it owes. Shapes: (n, 2)."""
    line, side = np.arange(len(batch)), batch.to_play.astype(np.int64)
    colours, ups = batch.plays_white, np.stack([batch.white_up, batch.black_up], axis=1)
    own = np.where(colours == 0, 1, 0)
    down = np.zeros((len(batch), 2))
    if batch.ruleset.side_count == 1:
        down[:, 0] = 18 - ups.sum(axis=1)
    else:
        down[line, side], down[line, 1 - side] = 9 - ups[line, own], 9 - ups[line, 1 - own]
    down[line, side] += np.array([0, 1, 3, 0])[batch.queen]
    down[line, 1 - side] += np.array([0, 0, 0, 3])[batch.queen]
    found: Floats = down - batch.owed
    return found


def computer(name: str) -> Policy:
    """A computer of `carrom.bots`. Raises UnknownBotError."""
    bot = bots.find(name)

    def policy(boards: Boards, rows: Ints) -> Floats:
        found = np.empty((len(rows), 3))
        for index, row in enumerate(rows.tolist()):
            batch = boards.batch
            board = batch.board(row)
            held = Situation(ruleset=boards.rules.slug, position=batch.position(row), board=board, seats=_seats(boards))
            match = Match(Record((first_entry(held),)))
            request = bot.answer(match.state, random.Random(int(boards.rngs[row].integers(2**62))), seat=board.seat)
            stroke = request.stroke if isinstance(request, MakeStroke) else None
            found[index] = (
                (stroke.offset, stroke.angle, stroke.speed) if stroke else by_chance(boards, rows[index : index + 1])[0]
            )
        return found

    return policy


NAMED: Mapping[str, Policy] = {"random": by_chance, "greedy": greedy}


def policy_named(name: str | Policy) -> Policy:
    """`random`, `greedy`, or the name of a computer. Raises UnknownBotError."""
    return NAMED.get(name) or computer(name) if isinstance(name, str) else name


def _aimed(boards: Boards, row: int, seen: Floats) -> Floats:
    """Strokes at pieces that lie there, full and thin, soft and hard."""
    rng = boards.rngs[row]
    offset = boards.strokes_of(np.column_stack([rng.uniform(-1, 1, TRIES), np.zeros((TRIES, 2))]))[:, 0]
    lying = np.flatnonzero(~np.isnan(seen[:, 0]))
    target = seen[rng.choice(lying, TRIES)] + rng.uniform(-0.04, 0.04, (TRIES, 2))
    angle = np.arctan2(offset - target[:, 0], np.maximum(target[:, 1] + BASE_MIDDLE, 0.02))
    speed = (
        rng.uniform(1.0, 5.0, TRIES)
        if packed.get(int(boards.batch.packed[row]), packed.BROKEN)
        else np.full(TRIES, 6.0)
    )
    return np.column_stack([offset, angle, speed])


def _seats(boards: Boards) -> str:
    return "A---" if boards.rules.side_count == 1 else "ABAB" if boards.players == 4 else "A-B-"

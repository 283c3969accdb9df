"""What strokes are worth to a search, by arrays and one step after the other: what the compiled rounds are held to."""

import numpy as np

from carrom.bots import chances
from carrom.bots.evaluation import COLOURS, CandidateCache, Standings, board_worth, outcome_worth
from carrom.bots.look_ahead import KINDS, PIECES, LookAhead, Positions
from carrom.bots.outcomes import imagine
from carrom.bots.search import WORST, Search
from carrom.physics.simulate import simulate_layouts
from carrom.play import packed
from carrom.play.verdict_table import table_of
from carrom.terms import QUEEN_NUMBER, Piece, Side, piece_of

Floats = np.ndarray
Ints = np.ndarray


def led_to(search: Search, strokes: Floats, *, careful: bool) -> tuple[Floats, Floats]:
    """What `Search` says of strokes: worths, and whether the player goes on or has won."""
    view = search.view
    outcomes = imagine(view, strokes, search.surface, search.ruleset)
    mine = outcomes.to_play(view.me)
    if careful:
        sights = view.sights(outcomes.settled(), search.noise, ~mine)
    else:
        now = view.sights(view.layout, search.noise)
        present = ~np.isnan(outcomes.layouts[:, view.numbers, 0])
        sights = CandidateCache(now.kinds, np.where(present, now.mine, 0.0), np.where(present, now.theirs, 0.0))
    worths = board_worth(Standings(outcomes.verdicts.after, mine, view.me), sights)
    goes_on = outcomes.verdicts.keeps.astype(np.float64)
    for rows, outcome in outcomes.ends(view.board):
        worths[rows], goes_on[rows] = outcome_worth(outcome, view.me), outcome.winner in (view.me, None)
    out, held = np.full(len(strokes), WORST), np.zeros(len(strokes))
    out[outcomes.rows], held[outcomes.rows] = search.stakes.of(worths), goes_on
    return out, held


def worths_ahead(look: LookAhead, positions: Positions, rows: Ints, strokes: Floats) -> Floats:
    """What `LookAhead` says of strokes, each on one of the positions."""
    layouts, boards = positions.layouts[rows], positions.boards[rows]
    results = simulate_layouts(layouts, strokes, look.surface)
    made = np.flatnonzero(results.status == 0)
    facts = packed.pack_results(results, strokes, layouts)[made]
    verdicts = table_of(look.ruleset).look_up(boards[made], facts)
    lying = results.layouts[made]
    is_up = packed.values(verdicts.after, packed.QUEEN) == packed.QUEEN_UP
    lying[np.isnan(lying[:, QUEEN_NUMBER, 0]) & is_up, QUEEN_NUMBER] = 0.0
    standings = Standings(verdicts.after, ~verdicts.passes, Side.A)
    worths = board_worth(standings, _sights(look, lying, verdicts.passes, standings.colour))
    for row in np.flatnonzero(verdicts.over).tolist():
        scores = positions.scores[rows[made[row]]].tolist()
        outcome = verdicts.table.outcome(int(verdicts.boards[row]), int(verdicts.strokes[row]), *scores)
        worths[row] = outcome_worth(outcome, Side.A)
    out = np.full(len(strokes), np.nan)
    mine = positions.mine[rows[made]]
    out[made] = np.where(mine, look.stakes.of(worths), look.stakes.turned().of(worths))
    return out


def _sights(look: LookAhead, layouts: Floats, passed: Ints, colour: Ints) -> CandidateCache:
    mine, theirs = np.zeros(layouts.shape[:2]), np.zeros(layouts.shape[:2])
    partner, alone = 2 * look.next_turns % 4, look.ruleset.side_count == 1
    for each, (own, others) in COLOURS.items():
        rows = np.flatnonzero(colour == each)
        asked = _after(None if alone else own)
        mine[rows] = chances.chances(layouts[rows], asked, look.noise)
        late = rows[passed[rows]]
        mine[late] = chances.chances(layouts[late], asked, look.noise, quarter_turns=partner)
        if not alone:
            theirs[rows] = chances.chances(layouts[rows], _after(others), look.noise, quarter_turns=look.next_turns)
    return CandidateCache(KINDS, mine[:, 1:], theirs[:, 1:])


def _after(colour: Piece | None) -> list[int]:
    return [int(number) for number in PIECES if colour is None or piece_of(int(number)) in (colour, Piece.QUEEN)]

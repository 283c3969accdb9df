"""Mutants that must be noticed, each by the tests that it names: those that once survived, and some of each part.

    .venv/bin/python tools/known_mutants.py [--one-of-each-test]

`tests/test_mutation.py` runs this, so that neither those tests nor the tools of mutation runs stop working unnoticed:
in the suite the last mutant of each test, in a thorough run all of them. Prints how it ended for each; the exit status
is 1 if one survived.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

if __name__ == "__main__":  # started as a file: its neighbours are modules of the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.mutant_tests import SURVIVED, MutantTests, Outcome
from tools.mutants import Mutant

ROOT = Path(__file__).resolve().parent.parent
WEB = "carrom_web/competitions"
CLAUSES = "carrom/laws/clauses"
LAW_CASES = "tests/laws/test_law_cases.py::test_the_laws_rule_as_the_case_says[icf/"


@dataclass(frozen=True)
class Known:
    """A change of one place in a module below `src`, and the test that must fail on it."""

    what: str
    path: str
    before: str
    after: str
    test: str

    def mutant(self) -> Mutant:
        """Make the change. Raises ValueError if its place is not there exactly once."""
        path = Path("src", self.path)
        source = path.read_text()
        if source.count(self.before) != 1:
            raise ValueError(f"{path} is different now: name another place for the mutant {self.what!r}")
        line = source[: source.index(self.before)].count("\n") + 1
        return Mutant(path, line, self.what, source, source.replace(self.before, self.after))


KNOWN = (
    Known(
        "slams counted for the wrong side",
        f"{WEB}/championships/event_results.py",
        "((meeting.result.a, Side.A), (meeting.result.b, Side.B))",
        "((meeting.result.a, Side.B), (meeting.result.b, Side.A))",
        "tests/web/test_championships.py::test_slams_count_for_the_side_that_made_them_no_matter_who_won",
    ),
    Known(
        "points given by hand in every event",
        f"{WEB}/championships/event_results.py",
        "if one.leg == leg.key:",
        "if one.leg:",
        "tests/web/test_championships.py::test_points_by_hand_count_in_the_event_for_which_they_were_given_alone",
    ),
    Known(
        "points given by hand in another event",
        f"{WEB}/championships/event_results.py",
        "if one.leg == leg.key:",
        "if one.leg != leg.key:",
        "tests/web/test_championships.py::test_points_by_hand_count_in_the_event_for_which_they_were_given_alone",
    ),
    Known(
        "the author of a season's act lost",
        f"{WEB}/solo_leagues/services/changes.py",
        "guest_id=by.guest_id, by=by.name, role",
        "guest_id=None, by=by.name, role",
        "tests/web/test_solo_log.py::test_every_line_of_the_log_says_who_did_it_and_as_what",
    ),
    Known(
        "the name of a season's author lost",
        f"{WEB}/solo_leagues/services/changes.py",
        "by=by.name, role",
        'by="", role',
        "tests/web/test_solo_log.py::test_every_line_of_the_log_says_who_did_it_and_as_what",
    ),
    Known(
        "what is missing is no next step",
        f"{WEB}/events/next_steps.py",
        "[*_before(event, terms), *_entries(event)]",
        "_entries(event)",
        "tests/web/test_event_ways.py::test_before_entries_close_what_is_missing_is_named_with_the_page_where_it_is_done",
    ),
    Known(
        "withdrawn registrations in the next steps",
        f"{WEB}/events/next_steps.py",
        "event.forms.filter(withdrawn_at=None).count()",
        "event.forms.count()",
        "tests/web/test_event_ways.py::test_next_steps_count_who_is_in_and_leave_out_what_cannot_be_drawn",
    ),
    Known(
        "a draw of one as the next step",
        f"{WEB}/events/next_steps.py",
        "certain >= 2",
        "certain >= 1",
        "tests/web/test_event_ways.py::test_next_steps_count_who_is_in_and_leave_out_what_cannot_be_drawn",
    ),
    Known(
        "a tie of two players at one half",
        "carrom/rating/history.py",
        "None: 0.5}",
        "None: 1.0}",
        "tests/rating/test_history.py::test_the_share_of_the_points_counts_where_the_terms_say_so",
    ),
    Known(
        "three a side are rated",
        "carrom/rating/history.py",
        "len(self.a) > 2",
        "len(self.a) > 3",
        "tests/rating/test_history.py::test_a_result_is_refused_of_a_person_twice_of_three_a_side_and_of_unequal_sides",
    ),
    Known(
        "a rating's interval of one deviation",
        "carrom/rating/glicko.py",
        "self.value + 1.96",
        "self.value + 1.0",
        "tests/rating/test_glicko.py::test_nineteen_of_twenty_lie_within_two_deviations_less_a_bit",
    ),
    Known(
        "a board's slams to both sides",
        "carrom/tournament/scoring.py",
        "board.slam and board.winner is side for",
        "board.slam for",
        "tests/tournament/test_scoring.py::test_boards_queens_and_slams_are_counted_for_the_side_that_has_them",
    ),
    Known(
        "points for who did not come",
        "carrom/tournament/table.py",
        "regulation.loss if result.is_played else regulation.no_show",
        "regulation.loss",
        "tests/tournament/test_tie_breaks.py::test_a_walk_over_gives_the_score_of_the_regulation_and_no_show_points",
    ),
    Known(
        "the score of a walk-over the wrong way",
        "carrom/tournament/table.py",
        "points=score.a if won else score.b",
        "points=score.b if won else score.a",
        "tests/tournament/test_tie_breaks.py::test_a_walk_over_gives_the_score_of_the_regulation_and_no_show_points",
    ),
    Known("no queen at the limit itself", f"{CLAUSES}/points.py", "(read) <= limit", "(read) < limit", LAW_CASES),
    Known(
        "no point instead of the queen over the limit",
        f"{CLAUSES}/points.py",
        "count=1)\n    return 1",
        "count=1)\n    return 0",
        LAW_CASES,
    ),
    Known(
        "the turn kept by coins of both",
        f"{CLAUSES}/turn.py",
        "not draft.opponent_pocketed or KEEPS[rules.opponent_with_own]",
        "True",
        LAW_CASES,
    ),
)


@dataclass
class KnownTests(MutantTests):
    """Tries each mutant with the test that is named for it, which must pass without the mutant."""

    named: Mapping[Mutant, str] = field(default_factory=dict)

    def try_all(self, session: pytest.Session) -> None:
        """First run all the tests as they are, then those of each mutant."""
        named = tuple(self.named.values())
        all_named = [item for item in session.items if item.nodeid.startswith(named)]
        unchanged = replace(self.mutants[0], after=self.mutants[0].before)
        if self.try_with(unchanged, all_named).ended != SURVIVED:
            raise session.Failed("a test fails without a mutant")
        for mutant in self.mutants:
            cases = [item for item in session.items if item.nodeid.startswith(self.named[mutant])]
            self.report(self.try_with(mutant, cases))


def main() -> int:
    """Try each and give the exit status."""
    os.chdir(ROOT)
    os.environ["CI"] = "true"  # hypothesis then repeats itself
    outcomes: list[Outcome] = []
    tried = {known.test: known for known in KNOWN}.values() if "--one-of-each-test" in sys.argv else KNOWN
    mutants = {known.mutant(): known.test for known in tried}

    def note(outcome: Outcome) -> None:
        outcomes.append(outcome)
        print(outcome.ended, outcome.mutant, f"{outcome.seconds:.1f} s", flush=True)

    modules = sorted({mutant.path for mutant in mutants})
    plugin = KnownTests(modules, list(mutants), note, named=mutants)
    pytest.main(["-q", "--disable-warnings", *{test.partition("[")[0] for test in mutants.values()}], plugins=[plugin])
    return 0 if len(outcomes) == len(mutants) and all(outcome.killed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())

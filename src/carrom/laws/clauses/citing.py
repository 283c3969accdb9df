"""The clauses behind a ruling: those of each finding and return whose own condition holds.

A reason and a declared fact name the clauses that may apply (`Ruleset.citations`, `fact_citations`); each clause says
itself when it does (`Ruleset.conditions`).
"""

from carrom.laws.ruled import Found, Ruled
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Finding, Reason, Return
from carrom.terms import Piece


def applies(clause: str, ruled: Ruled, rules: Ruleset) -> bool:
    """Whether a clause applies to a ruled stroke; one without a condition does wherever its reason is found."""
    condition = rules.conditions.get(clause)
    return condition is None or condition(ruled)


class Citing:
    """Cites for one ruling; asks each clause once."""

    __slots__ = ("known", "ruled", "rules")

    def __init__(self, ruled: Ruled, rules: Ruleset) -> None:
        self.ruled, self.rules = ruled, rules
        self.known: dict[str, bool] = {}

    def those_that_apply(self, candidates: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses among these that apply."""
        known, cited = self.known, []
        for clause in candidates:
            holds = known.get(clause)
            if holds is None:
                holds = known[clause] = applies(clause, self.ruled, self.rules)
            if holds:
                cited.append(clause)
        return tuple(cited)

    def finding(self, found: Found) -> Finding:
        """A finding with its clauses: of its reason, then of its fact."""
        candidates = self.rules.citations.get(found.reason, ())
        if found.fact:
            of_fact = self.rules.fact_citations.get(found.fact, ())
            candidates += tuple(clause for clause in of_fact if clause not in candidates)
        clauses = self.those_that_apply(candidates) if candidates else ()
        return Finding(found.reason, found.side, clauses, found.pieces, found.count, found.fact)

    def returned(self, back: Return) -> Return:
        """A piece that comes back with its clauses: why it does, then how it is placed."""
        cited = self.rules.citations
        candidates = dict.fromkeys(cited.get(back.why, ()))
        if back.piece is not Piece.QUEEN and not back.jumped:
            candidates.update(dict.fromkeys(cited.get(Reason.DUE_PLACED, ())))
            theirs = back.piece is not self.ruled.own_colour and not self.ruled.board.solo
            if theirs and back.why is Reason.OWED_PAID:
                candidates.update(dict.fromkeys(cited.get(Reason.PLACED_BY_SIDE_IN_TURN, ())))
        clauses = self.those_that_apply(tuple(candidates))
        return Return(back.piece, back.why, back.placer, back.region, clauses, jumped=back.jumped)

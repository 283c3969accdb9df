"""Plays matches at random, for tests: legal answers only, with the real engine and the real laws."""

import random

from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.play import places
from carrom.play.domain import ChoiceDomain, PlacingDomain, StrokeDomain
from carrom.play.game import Match
from carrom.terms import Stroke


def legal_answer(match: Match, rng: random.Random) -> requests.Request:
    """One of the answers that the domain allows."""
    asked = match.domain
    if isinstance(asked, StrokeDomain):
        if asked.may_pass and rng.random() < 0.02:
            return requests.Pass()
        low, high = rng.choice(asked.spans)
        aim = rng.choice((rng.uniform(-1.2, 1.2), rng.uniform(*rng.choice(asked.angles))))
        return requests.MakeStroke(Stroke(rng.uniform(low, high), aim, rng.uniform(0.5, asked.speed[1])))
    if isinstance(asked, PlacingDomain):
        if asked.may_forgo and rng.random() < 0.1:
            return requests.Forgo()
        if rng.random() < 0.5:
            return requests.Place(asked.piece, *asked.suggested)
        state = match.state
        spots = places.spots(state.position, state.match.awaiting.dues[0], state.match.ruleset, 0.008)
        return requests.Place(asked.piece, *rng.choice(spots or (asked.suggested,)))
    assert isinstance(asked, ChoiceDomain)
    if asked.kind is Decision.TOSS:
        return requests.Toss()
    if asked.kind is Decision.CHOICE:
        return requests.Choose(rng.choice(asked.options))
    if asked.kind is Decision.READY:
        return requests.Ready()
    if asked.kind is Decision.CAP:
        return requests.AtCap(rng.choice(asked.options))
    assert asked.kind is Decision.CLAIM
    return requests.Claim(rng.randint(0, asked.most))


def play_on(match: Match, rng: random.Random, *, most: int = 20_000) -> Match:
    """Answer until the match is over, or `most` answers are given."""
    for _ in range(most):
        if match.over:
            break
        match.answer(legal_answer(match, rng))
    return match

"""A match that is shown before it exists: it is stored when its first stroke is made.

The start page lays out a rack and lets a visitor strike. Until they do, nothing is stored: the proposal travels in the
page, signed, and comes back with the stroke. From its seed the same rack is laid again, and its id is the match's, so
that a request that is sent twice makes one match.
"""

import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID, uuid4

from django.core import signing
from django.db import IntegrityError

from carrom.errors import NotAllowedError
from carrom.match.awaiting import Decision
from carrom.match.rules import shipped
from carrom.play.handlers import start
from carrom.play.rng import SeededRng
from carrom.play.state import follow
from carrom.terms import Seat
from carrom_web.accounts.models import Guest
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import models, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.phrases import visitor_name as visitor_name

SALT = "carrom.proposal"
SECONDS = 24 * 3600  # a page that was open for longer lays a new rack
EASIEST = "easy"
USUAL = {"level": EASIEST, "length": "board", "ruleset": "icf", "take_back": True}
NEW_MATCHES = RateLimit(burst=60, per_second=0.2)  # of one address, however they begin


class ProposalError(NotAllowedError):
    """A proposal that was not signed here, is too old, or has become somebody else's match."""

    code = "stale-proposal"


class TooManyMatchesError(NotAllowedError):
    """One address begins match after match."""

    code = "too-many-matches"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed match: its id, the seed of its rack, and the answers of the form of a new match."""

    match: str
    seed: int
    level: str
    length: str
    ruleset: str
    take_back: bool

    @property
    def match_id(self) -> UUID:
        """The id that the match will have."""
        return UUID(self.match)

    @property
    def token(self) -> str:
        """The proposal as a page keeps it."""
        return signing.dumps(asdict(self), salt=SALT, compress=True)

    @property
    def answers(self) -> dict[str, Any]:
        """The choices by the fields of the form."""
        return {name: getattr(self, name) for name in USUAL}

    @property
    def for_two(self) -> dict[str, Any]:
        """The answers for a match of two, also where the laws that were chosen last are for one."""
        alone = shipped()[self.ruleset].side_count == 1
        return {**self.answers, "ruleset": USUAL["ruleset"]} if alone else self.answers

    def form(self, name: str) -> NewMatch:
        """The form of a new match, filled in: the visitor breaks."""
        form = NewMatch(
            {**self.answers, "opponent": "computer", "breaks": "me", "name": name, "despite_warnings": True},
            changes_laws=False,
        )
        if not form.is_valid():
            raise ValueError(f"a proposal that cannot be played: {form.errors.as_json()}")
        return form


def propose(chosen: Mapping[str, object]) -> Proposal:
    """Propose a match against a computer with what was chosen last time, as far as one can begin it by a stroke."""
    wanted = {**USUAL, **{name: value for name, value in chosen.items() if name in USUAL}}
    proposal = _proposal(wanted)
    if shown(proposal).state.match.awaiting.kind is not Decision.STROKE:
        proposal = _proposal({**wanted, "ruleset": USUAL["ruleset"]})
    return proposal


def _proposal(answers: Mapping[str, Any]) -> Proposal:
    return Proposal(match=str(uuid4()), seed=secrets.randbits(32), **answers)


def proposal_of(token: str) -> Proposal:
    """Return the proposal of a token.

    Raises:
        ProposalError: it was not signed here, or is older than a day.
    """
    try:
        return Proposal(**signing.loads(token, salt=SALT, max_age=SECONDS))
    except (signing.BadSignature, TypeError):
        raise ProposalError from None


def shown(proposal: Proposal, name: str = "") -> Loaded:
    """Return the match as it will stand when it is stored."""
    form = proposal.form(name or visitor_name())
    entry = start(form.head(), SeededRng(proposal.seed))
    return Loaded(proposal.match_id, follow(None, entry), ())


def begin(proposal: Proposal, guest: Guest, address: str) -> Loaded:
    """Store the match of a proposal for a guest, and return it; one that is stored already is given as it stands.

    Raises:
        ProposalError: it is somebody else's match.
        TooManyMatchesError: this address began too many.
    """
    found = _of(proposal, guest)
    if found is not None:
        return found
    if not NEW_MATCHES.allows(address, time.monotonic()):
        raise TooManyMatchesError
    form = proposal.form(guest.name or visitor_name())
    try:
        services.start_match(
            form.head(), form.players(guest.pk), match_id=proposal.match_id, rng=SeededRng(proposal.seed)
        )
    except IntegrityError:  # the same request, sent again, was faster
        found = _of(proposal, guest)
        if found is None:
            raise
        return found
    return selectors.load(proposal.match_id)


def _of(proposal: Proposal, guest: Guest) -> Loaded | None:
    if not models.Match.objects.filter(pk=proposal.match_id).exists():
        return None
    loaded = selectors.load(proposal.match_id)
    if Seat.SOUTH not in loaded.seats_of(guest.pk):
        raise ProposalError
    return loaded

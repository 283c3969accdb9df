"""The start page: play, or continue a waiting match.

Template `matches/pages/home/page.html` gets:
    go_on   list of cards, the last played first, at most 3; each has
            url      address of the match
            title    "Asha and Anjali"
            format   "Best of three games"
            score    "Game 1, board 3, 12 to 5"
            turn     "Asha plays", the sentence of what is awaited
    turns   cards of the matches by correspondence that wait for the reader, with `until`, the end of their time
    has_matches  whether somebody has a list of own matches to look at
    computer  the opponent, a `computers.Computer`: title, line, face, rating
    colour  of the visitor's coins, "white" or "black"; None where they are open
    opening for {{ opening|json_script:"opening" }}: `proposal` (the token of `matches/proposals.py`), `url` (where the
            page posts it), `seat`, `position` and `domain` as in `view` of docs/wire.md: a match that exists once
            its first stroke is made
    alone   whether these laws are for one player
    together  list of `hooks.LobbyRow`, at most 3: what one may join now
    friend  {name: value}, hidden fields of a POST to `play`: the answers for a match with a friend
    nav     "home"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.hooks import registry
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, proposals, selectors, wire
from carrom_web.matches.computers import computer
from carrom_web.matches.forms import last_choice

ROUTE = Route("", name="home", audience=ANYONE)
MOST_TOGETHER = 3


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the start page."""
    guest_id = guest_id_of(request)
    proposal = proposals.propose(last_choice(request))
    opening = wire.view(proposals.shown(proposal))
    turns = selectors.own_turns(guest_id) if guest_id else []
    waiting = selectors.unfinished_matches(guest_id) if guest_id else []
    others = [one for one in waiting if one.match_id not in {turn.match_id for turn in turns}]
    context = {
        "nav": "home",
        "turns": [cards.turn_card(loaded) for loaded in turns],
        "go_on": [cards.card(loaded) for loaded in others],
        "has_matches": guest_id is not None and selectors.has_matches(guest_id),
        "computer": computer(proposal.level),
        "colour": opening["sides"][0]["colour"],
        "opening": _opening(proposal, opening),
        "alone": opening["solo"] is not None,
        "together": [row for one in registry.hook.lobby_section() for row in one.rows][:MOST_TOGETHER],
        "friend": {**proposal.for_two, "opponent": "friend", "breaks": "toss"},
    }
    return render(request, "matches/pages/home/page.html", context)


def _opening(proposal: proposals.Proposal, view: wire.Json) -> dict[str, object]:
    """Return the board's values for a stroke."""
    awaited = view["awaiting"]
    return {
        "proposal": proposal.token,
        "url": reverse("first-stroke"),
        "seat": awaited["domain"]["seat"],
        "position": view["position"],
        "domain": awaited["domain"],
    }

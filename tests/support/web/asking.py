"""An event that asks questions of its own and has terms to accept, with singles, juniors, pairs and teams."""

import re
from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms, Method
from carrom.tournament.questions import Consent
from carrom.tournament.transfers import Transfer
from carrom_web.competitions.events.models import Event, Registration
from carrom_web.competitions.events.services import registration
from tests.support.web.events import ADULTS, KAGW, NOW, PAIRS, application, new_event

YOUNG, TEAMS = "young", "teams"
ACCOUNT = Transfer(holder="Carrom Club", iban="DE02120300000000202051")
QUESTIONS = "T-shirt: S, M, L *\nFood allergies"
WAIVER = "I play at my own risk.\nPhotos may be published."
ACCEPTED = Consent(version=1)


def terms_with(most: int | None = 2, **changes: Any) -> EventTerms:
    """Singles for adults and the young, pairs and teams, paid in cash or by transfer."""
    categories = (
        CategoryTerms(key=ADULTS, title="Singles", fee=1000, least=2, most=most),
        CategoryTerms(key=YOUNG, title="Juniors", fee=500, least=2, oldest=18),
        CategoryTerms(key=PAIRS, title="Doubles", kind=Kind.DOUBLES, fee=1500, least=2),
        CategoryTerms(key=TEAMS, title="Teams", kind=Kind.TEAM, members=2, most_members=3, one_match=True, fee=2000),
    )
    pays = (Method.CASH, Method.TRANSFER)
    return replace(KAGW, categories=categories, pays=pays, transfer=ACCOUNT, **changes)


def asking(**changes: Any) -> Event:
    """A published event with questions and terms."""
    return new_event(terms_with(None, questions=QUESTIONS, waiver=WAIVER, **changes))


def entered(event: Event, name: str = "Anu Nair", *keys: str, **more: Any) -> Registration:
    """A registration of an adult who answers and accepts."""
    given = {"answers": (("T-shirt", "M"),), "consent": ACCEPTED, "method": Method.CASH} | more
    return registration.hand_in(event, application(name, *keys, **given), now=NOW)


def text_of(answer: HttpResponse) -> str:
    """A page with its white space as one space."""
    return re.sub(r"\s+", " ", answer.content.decode())

"""Every page of events and clubs by every role: who sees e-mail addresses, ages, payments and private links.

The addresses come from the list of pages itself, so that a new page cannot be forgotten: one whose parameters are not
known here fails. What officials find by following links (files, papers) is asked for by everybody else as well.
"""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

import pytest
import typst
from django.core import signing
from django.test import Client
from django.urls import URLPattern, reverse

from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import Method
from carrom.tournament.registration import age_on
from carrom_web.accounts.models import Guest
from carrom_web.clubs import selectors as club_queries
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.competitions.events import contests, emails, following, link_tokens
from carrom_web.competitions.events.models import Event, Registration
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, payments, registration
from carrom_web.config.urls import urlpatterns
from tests.support.web.clients import as_guest
from tests.support.web.events import (
    ADULTS,
    NOW,
    PAIRS,
    application,
    cash_terms,
    local_time,
    new_event,
    organiser_of,
    pair_application,
    upcoming_terms,
)

pytestmark = pytest.mark.django_db

APPS = ("carrom_web.competitions.events", "carrom_web.clubs")
PRIVATE = frozenset({Action.SEE_PERSONS, Action.TAKE_PAYMENTS})
# What nobody reads who may not.
MAIL, BORN, PAID = "private.address@example.org", date(1930, 1, 2), "24.68"
OWN = {
    "event-registration",
    "event-receipt",
    "event-team",
    "event-change",
    "event-address",
}  # by a personal link: its owner reads them in any role
LEAVES = {  # for payment services and who comes back from them; they show nothing
    "event-paypal-back",
    "event-paypal-heard",
    "club-paypal-heard",
    "event-stripe-back",
    "club-stripe-heard",
}


@dataclass(frozen=True)
class Scene:
    """An event that is under way, and what the addresses of its pages are made of."""

    event: Event
    form: Registration

    @property
    def private(self) -> dict[str, Action]:
        """Texts that are for some alone; the link of a registration is as good as its content."""
        age = age_on(BORN, terms_of(self.event).days[0].date)
        persons = (MAIL, BORN.isoformat(), f"{age} years", link_tokens.token_of(self.form))
        return dict.fromkeys(persons, Action.SEE_PERSONS) | {PAID: Action.TAKE_PAYMENTS}

    def filled(self, pattern: URLPattern) -> str:
        """An address of a page."""
        of_club = pattern.callback.__module__.startswith("carrom_web.clubs")
        values = {
            "slug": self.event.club.slug if of_club else self.event.slug,
            "key": next(iter(following.people_of(self.event))) if "player" in (pattern.name or "") else ADULTS,
            "fixture": "1.1",
            "board": 1,
            "number": 1,
            "digest": "0" * 16,  # of a logo that is not there
            "photo": 1,
            "token": self._token(pattern.name or ""),
            "name": {"event-file": f"{ADULTS}.sol", "event-results-file": "results.json"}.get(
                pattern.name or "", "entries"
            ),
        }
        names = pattern.pattern.converters
        unknown = set(names) - set(values)
        assert not unknown, f"say in Scene.filled what {unknown} of the page {pattern.name} is"
        return reverse(pattern.name or "", kwargs={name: values[name] for name in names})

    def _token(self, name: str) -> str:
        if name == "event-partner":
            member = self.form.entries.get(category__key=PAIRS).members.get(position=1)
            return link_tokens.partner_token(member)
        if name == "event-line-up":
            return link_tokens.line_up_token(self.form.entries.get(category__key=ADULTS), "1.1")
        if name == "club-invitation":
            owner = organiser_of(self.event)
            return club_queries.token_for(clubs.invite(self.event.club, owner.pk, role=Role.PLAYER, days=7))
        if name == "event-address":
            Registration.objects.filter(pk=self.form.pk).update(new_email=MAIL)
            return signing.dumps([self.form.pk.hex, MAIL], salt=emails.ADDRESS_SALT)
        return link_tokens.token_of(self.form)


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Four singles and a pair, paid, drawn, one match called; papers show their text in place of being set."""
    monkeypatch.setattr(typst, "compile", _as_text)
    categories = (
        CategoryTerms(key=ADULTS, title="Singles", fee=1357, least=2),
        CategoryTerms(key=PAIRS, title="Pairs", kind=Kind.DOUBLES, fee=1111, least=2),
    )
    event = new_event(upcoming_terms(cash_terms(categories=categories)))
    owner = organiser_of(event).pk
    own = replace(
        pair_application("Private Person", "Partner Person"), categories=(ADULTS, PAIRS), email=MAIL, born=BORN
    )
    form = registration.hand_in(event, own, now=NOW)
    payments.record_payment(form, owner, method=Method.CASH, cents=2468, now=NOW)
    for number in range(3):
        other = registration.hand_in(event, application(f"Player {number}"), now=NOW)
        payments.record_payment(other, owner, method=Method.CASH, cents=1357, now=NOW)
    draws.draw(event, owner, ADULTS, now=NOW)
    calls.call(event, owner, ADULTS, "1.1", 1, now=local_time("2022-02-05T10:00"))
    clubs.add_board(event.club, owner, name="Board 1")
    return Scene(event, form)


def _as_text(*_: object, **inputs: object) -> bytes:
    return b"%PDF-" + json.dumps(inputs, default=str).encode()


def pages() -> list[URLPattern]:
    """All pages of events and clubs, as the site lists them."""
    found = [one for one in urlpatterns if isinstance(one, URLPattern) and one.callback.__module__.startswith(APPS)]
    assert len(found) > 20
    return [one for one in found if one.name not in LEAVES]


def addresses(scene: Scene) -> dict[str, str]:
    """Every address with the name of its page: all pages, and what the owner finds by their links."""
    owner = as_guest(organiser_of(scene.event))
    found = {scene.filled(pattern): str(pattern.name) for pattern in pages()}
    for address in list(found):
        answer = owner.get(address)
        assert answer.status_code in (200, 302, 303, 403, 404), f"{address}: {answer.status_code}"
        for link in re.findall(r'href="(/(?:events|clubs)/[^"#?]*)', text_of(answer)):
            found.setdefault(link, "by a link")
    return found


def text_of(answer: object) -> str:
    """What can be read in an answer: a page, a file, the cells of a spreadsheet."""
    body = b"".join(answer) if getattr(answer, "streaming", False) else answer.content  # type: ignore[attr-defined, call-overload]
    if body[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            return "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    if body[:2] == b"\x1f\x8b":
        body = gzip.decompress(body)
    return body.decode()  # type: ignore[no-any-return]


def readers(event: Event) -> Iterator[tuple[str, frozenset[Action], Client]]:
    """A stranger, and a client in each role, none that may do no more than another and sees as much in private."""
    yield "stranger", frozenset(), Client()
    rights = {role: actions_of([role]) for role in Role}
    for role in {may: role for role, may in rights.items()}.values():
        others = [more for more in rights.values() if more & PRIVATE == rights[role] & PRIVATE]
        if any(rights[role] < more for more in others):
            continue
        guest = organiser_of(event) if role is Role.OWNER else Guest.objects.create(name=f"Any {role.value}")
        if role is not Role.OWNER:
            Member.objects.create(club=event.club, guest=guest, role=role)
        yield role.value, actions_of([role]), as_guest(guest)


def test_only_who_may_sees_addresses_ages_payments_and_private_links_on_any_page(scene: Scene):
    known = addresses(scene)
    seen: set[tuple[str, str]] = set()

    for role, may, client in readers(scene.event):
        for address, name in known.items():
            if name in OWN:
                continue
            if may >= PRIVATE and all((role, private) in seen for private in scene.private):
                break  # they may read everything, and do
            answer = client.get(address)
            assert answer.status_code < 500, f"{address} for {role}"
            text = text_of(answer)
            for private, right in scene.private.items():
                if private in text:
                    assert right in may, f"{role} reads {private} on {address}"
                    seen.add((role, private))

    assert len(known) > 30
    # those who may do see it somewhere: else this test would look for what is nowhere
    for role, may, _ in readers(scene.event):
        for private, right in scene.private.items():
            assert ((role, private) in seen) is (right in may), f"{role}, {private}"


def test_what_changes_something_is_refused_to_those_without_a_role(scene: Scene):
    stranger = Client()
    before = scene.event.audit_entries.count(), contests.shown(scene.event.categories.get(key=ADULTS))
    steps = (
        "draw",
        "redraw",
        "undo",
        "boards",
        "clear",
        "swap",
        "leave",
        "call",
        "publish",
        "cancel-event",
        "hold-event",
        "unpublish",
        "pay",
        "came",
    )

    for pattern in pages():
        if pattern.name in OWN | {"event-partner", "event-line-up", "event-register", "club-invitation", "clubs"}:
            continue
        for step in steps:
            answer = stranger.post(scene.filled(pattern), {"do": step, "fixture": "1.1", "form": "1", "line": "1"})
            assert answer.status_code in (200, 303, 403, 404, 405, 409, 422), f"{step} at {pattern.name}"
            if not hasattr(answer.wsgi_request, "admitted"):
                break  # refused before anything of the form was read: whatever it asks for

    assert (scene.event.audit_entries.count(), contests.shown(scene.event.categories.get(key=ADULTS))) == before
    scene.form.refresh_from_db()
    assert scene.form.came_at is None
    assert Event.objects.get().state == Event.State.OPEN

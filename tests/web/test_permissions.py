"""Who may use each address: all that the site has, by everybody, by every method, against one table of audiences.

The addresses come from Django's own lists and from those of the sockets, so that a new one cannot be forgotten: one
that does not say for whom it is, whose audience is not in the table (`tests/support/web/audiences.py`), or whose
arguments the scene does not know, fails. Sockets are opened in `test_permissions_of_sockets.py`.
Over HTTP each address is asked

* by GET: by all whom it lets in, without roles of the club that may do more than another one of them; where it lets in
  everybody, or all whom the site knows, by one of them;
* by GET and POST: by the first of those whom it refuses;
* by POST, if others may send something than may read: by those whom it lets in, as by GET.

Of each audience, all whom it lets in ask by GET at one address, of everybody an outsider and an owner; somebody asks by
HEAD and by POST, and one more is refused by each method. The operator's pages are the same for all models: a visitor is
refused the list of each, and the rest is asked of one. HEAD has the audience of GET everywhere. For all others the
audience alone is called, which is what an address calls first. That an address answers an empty form is shown by
`test_pseudo_locale.py`, whose owner sends one to each.

Every answer carries the headers that `tests/support/web/headers.py` asks for.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.template.backends.django import Template as DjangoTemplate
from django.urls import get_resolver, path
from django.utils.safestring import SafeString

from carrom_web.competitions.events.models import Event
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.config import checks, urls
from carrom_web.core.pages import Route, access_of, all_patterns
from carrom_web.core.permissions import ANYONE, SIGNED_IN, LinkHolder
from tests.support.web.audiences import (
    ADMITTED,
    CLUB,
    EVERYBODY,
    METHODS,
    WITH_ACCOUNT,
    Address,
    all_addresses,
    ask,
    let_in_by_audience,
    read_table,
    sockets,
    weakest,
)
from tests.support.web.headers import fault_of_headers
from tests.support.web.one_of_everything import FORGED, Scene, new_scene

pytestmark = pytest.mark.django_db

# Those whom the table lets in get the page, but not here: names of pages, or a part of an address.
SAYS_NO_ITSELF = {
    "error": "the address of the error page holds nothing",
    "club-sol-preview": "an upload is for the one who made it",
    "security-txt": "nobody is named in the settings",
    "admin": "a row that is not there, and what nobody may add or delete",
    "match-league-enter": "entries are closed once a league is drawn",
    "match-fixture-line-up": "an official says for which side, by a query",
    "prints/certificates-": "a category that is not over",
    "/reauthenticate/": "an account without a password or a key",
    "/accounts/2fa/": "an account without a second factor",
    "api-oembed": "the address of a page is missing",
}


@pytest.fixture
def scene() -> Scene:
    return new_scene()


@cache
def is_for_everybody(audience: str) -> bool:
    """Whether the table lets in everybody, or all whom the site knows."""
    return ADMITTED[audience] >= set(EVERYBODY) - {"visitor"}


@cache
def first_refused(audience: str) -> str | None:
    """The first of everybody whom an audience refuses; None: it refuses nobody."""
    return next((role for role in EVERYBODY if role not in ADMITTED[audience]), None)


def is_refused(answer: Any) -> bool:
    """Whether an answer says no: refused, not there, or first to the sign-in."""
    to_sign_in = answer.status_code == 302 and answer.headers["Location"].startswith("/accounts/login/?next=")
    return answer.status_code in (400, 401, 403, 404) or to_sign_in


def outcome(answer: Any, address: Address, method: str, *, may: bool) -> str:
    """What is wrong with an answer; "" where it is as the table says."""
    reached = getattr(answer.wsgi_request, "admitted", False)
    if answer.status_code >= 500:
        return f"broke with {answer.status_code}"
    if fault := fault_of_headers(address.url, answer.headers):
        return f"got wrong headers, {fault}"
    if reached is not may:
        return "was let in" if reached else f"was refused ({answer.status_code})"
    if not may and not is_refused(answer):
        return f"was refused with {answer.status_code}"
    excused = any(part == address.name or part in address.url for part in SAYS_NO_ITSELF)
    if may and method == "GET" and is_refused(answer) and not excused:
        return f"was let in, and then refused by the page ({answer.status_code})"
    return ""


def test_every_audience_of_the_site_is_in_the_table_and_no_other(scene: Scene):
    used = {str(address.audience(method)) for address in all_addresses(scene) for method in METHODS}
    used |= {str(route.audience) for route in sockets()}

    assert used == set(ADMITTED)


def test_for_whom_each_address_is_changes_with_the_list_alone(golden: Callable[[str, str], None]):
    lines = []
    for written, pattern in all_patterns(get_resolver().url_patterns):
        access = access_of(pattern.callback)
        assert access is not None, f"/{written} does not say for whom it is"
        post = f"; POST: {access.post}" if access.post else ""
        if not (
            written.startswith("admin/") and "/" in written.removeprefix("admin/")
        ):  # its models are all as its index
            lines.append(f"/{written}  {access.audience}{post}")
    lines += [f"/{route.path}  {route.audience}" for route in sockets()]

    golden("audiences.txt", "\n".join(sorted(lines)) + "\n")


@pytest.fixture
def blank_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without their templates, a third of the work: what they show is looked at elsewhere."""
    monkeypatch.setattr(DjangoTemplate, "render", lambda _template, context=None, request=None: SafeString())


def asked_for(address: Address, role: str, method: str) -> str:
    """What a request asks for over HTTP, once for all that have the same: an address, of somebody or not, or a page of
    the operator's of any model, or an audience.
    """
    audience = str(address.audience(method))
    if address.name == "admin":
        page = address.url.split("/", 4)[-1]  # of a model; "" for its list
        if page or (method, role) != ("GET", "visitor"):
            return f"{role}: {page}"
    if role not in ADMITTED[audience]:
        return address.url if role == first_refused(audience) and method != "HEAD" else audience
    first, *others = weakest(audience)
    if method == "HEAD" or (method == "POST" and audience == str(address.audience("GET"))):
        return audience
    if is_for_everybody(audience):
        return address.url if role == first else f"{audience}, {role in CLUB}"
    if role != first and role not in others:
        return f"{role}: {audience}" if method == "GET" else audience
    return f"{role}: {address.url}"


@pytest.mark.usefixtures("blank_pages")
def test_every_address_lets_in_whom_the_table_says_and_nobody_else(scene: Scene):
    faults = []
    seen: set[tuple[str, str, bool]] = set()  # over HTTP: what was asked, the method, and whether it lets in
    everyone: dict[bool, list[tuple[Address, str, str]]] = {True: [], False: []}
    asked = 0
    for address, role, method in product(list(all_addresses(scene)), EVERYBODY, METHODS):
        audience = str(address.audience(method))
        may = role in ADMITTED[audience]
        if address.name == "admin" and role not in WITH_ACCOUNT:
            continue  # to Django's admin they are all the visitor
        everyone[may].append((address, role, method))
        what = asked_for(address, role, method)
        if (what, method, may) in seen:
            continue
        seen.add((what, method, may))
        asked += 1
        if fault := outcome(ask(scene.client(role), method, address.url), address, method, may=may):
            faults.append(f"{role} {fault}: {method} {address.url} ({audience})")
    for may, asking in everyone.items():
        let_in = {(address.url, role, method) for address, role, method in let_in_by_audience(scene, asking)}
        for address, role, method in asking:
            if ((address.url, role, method) in let_in) is not may:
                verdict = "refused" if may else "let in"
                faults.append(f"{role} was {verdict} by the audience of {method} {address.url}")

    assert not faults, "\n".join(faults)
    assert asked > 1000 and len(everyone[False]) > 10_000


# Where it matters whether something was announced: who is let in to a draft.
DRAFTS = """
viewer                                             =organise
viewer, never of a draft                           -
organise                                           =organise
draw                                               owner organiser
draw or umpire                                     owner organiser
register                                           owner organiser
register or see_persons or take_payments           owner organiser
see_persons                                        owner organiser
take_payments                                      owner organiser
organise or draw or register                       owner organiser
draw or organise or register or see_persons or take_payments or umpire  owner organiser
organise and see_persons                           owner organiser
captain or draw                                    owner organiser
scorekeeper of the fixture                         owner organiser
"""


@pytest.mark.usefixtures("blank_pages")
def test_a_draft_is_not_there_but_for_its_organisers(scene: Scene):
    """As for what is announced, but with one role that is let in and one that is not, at each address."""
    let_in = read_table(DRAFTS)
    for model in (Event, League, Season):
        model.objects.update(state=model.State.DRAFT)
    faults = []
    asked: set[tuple[str, str, bool]] = set()
    others: dict[bool, list[tuple[Address, str, str]]] = {True: [], False: []}
    asking = ["visitor", "account", "captain", *CLUB]
    for address, role, method in product(list(all_addresses(scene)), asking, ("GET", "POST")):
        kind, _colon, name = str(address.audience(method)).partition(": ")
        may = role in let_in.get(name, ())
        if kind not in ("event", "league", "season"):
            continue
        same = method == "POST" and may and address.audience("POST") is address.audience("GET")
        if same or (address.url, method, may) in asked:
            others[may].append((address, role, method))
            continue
        asked.add((address.url, method, may))
        answer = ask(scene.client(role), method, address.url)
        reached = getattr(answer.wsgi_request, "admitted", False)
        if reached is not may or not (reached or answer.status_code == 404):
            faults.append(f"{role} {reached}, {answer.status_code}: {method} {address.url} ({kind}: {name})")
    for may, left in others.items():
        let_in_too = let_in_by_audience(scene, left)
        for address, role, method in let_in_too if not may else [one for one in left if one not in let_in_too]:
            verdict = "was refused" if may else "was let in"
            faults.append(f"{role} {verdict}: {method} {address.url} ({address.audience(method)})")

    assert not faults, "\n".join(faults)


def test_a_link_that_this_site_did_not_sign_lets_nobody_in(scene: Scene):
    checked = set()
    for written, pattern in all_patterns(get_resolver().url_patterns):
        access = access_of(pattern.callback)
        assert access is not None
        if not isinstance(access.audience, LinkHolder):
            continue
        for url in scene.addresses(written, pattern):
            forged = url.replace(scene.tokens[pattern.name or ""], FORGED)
            for role, method in (*product(["visitor"], METHODS), ("owner", "GET")):
                answer = ask(scene.client(role), method, forged)
                assert not hasattr(answer.wsgi_request, "admitted") and answer.status_code in (403, 404, 410), forged
        checked.add(str(access.audience))

    assert checked == {name for name in ADMITTED if name.startswith("link: ")} - {"link: match invitation"}


def test_an_address_without_an_audience_stops_the_site(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(TypeError, match="audience"):
        Route("somewhere/", name="somewhere")  # type: ignore[call-arg]
    bare = path("somewhere/", lambda request: None, name="somewhere")
    assert checks.every_address_says_for_whom_it_is() == []

    monkeypatch.setattr(get_resolver(), "url_patterns", [*get_resolver().url_patterns, bare])

    [fault] = checks.every_address_says_for_whom_it_is()
    assert fault.id == "carrom.E003" and "/somewhere/" in fault.msg


def test_every_address_of_the_sign_in_that_is_listed_is_there():
    known = {pattern.name for _address, pattern in all_patterns(get_resolver().url_patterns)}

    assert set(urls.ACCESS) <= known


def test_files_that_are_served_beside_the_application_are_public():
    from carrom_web.config.asgi import FILES, FileRoute

    assert {route.audience for route in FILES} == {ANYONE}
    with pytest.raises(ImproperlyConfigured, match="signed in"):
        FileRoute("/private/", FILES[0].folder, SIGNED_IN)

"""Whom each audience of the site lets in, in one table, and what tests ask the addresses and audiences with."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver, resolve

from carrom.errors import CarromError
from carrom_web.api.permissions import OF_ADDRESS
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.core.cache import one_request
from carrom_web.core.pages import Access, access_of, all_patterns
from carrom_web.core.permissions import Audience, ByArgument
from carrom_web.core.sockets import SocketRoute
from tests.support.web.one_of_everything import Scene

CLUB = [role.value for role in Role]
OUTSIDERS = ["visitor", "guest", "account", "foreign_organiser", "operator"]
PARTICIPANTS = ["captain", "rated", "seated", "scorer", "former_scorer", "verifier"]
EVERYBODY = [*OUTSIDERS, *CLUB, *PARTICIPANTS]
WITH_ACCOUNT = ["visitor", "account", "operator", "owner"]

# Each audience, and who is let in: "*" everybody, "-" nobody, "=x" those who have a role of the club that may do x.
TABLE = """
anyone                                             *
nobody                                             -
signed in                                          account operator owner
operator                                           operator
known guest                                        * but visitor
club: member                                       =
club: keep_boards                                  =keep_boards
club: edit                                         =edit
club: hand_over and take_payments                  owner
club player: viewer                                *
club player: themself                              rated
club: see_persons                                  =see_persons
club: organise                                     =organise
club: organise and see_persons                     owner organiser
organiser of any club                              =organise foreign_organiser
event: viewer                                      *
event: viewer, never of a draft                    *
event: organise                                    =organise
event: draw                                        =draw
event: draw or umpire                              =draw =umpire
event: register                                    =register
event: register or see_persons or take_payments    =register =see_persons =take_payments
event: see_persons                                 =see_persons
event: draw or organise or register or see_persons or take_payments or umpire  = but player
event: organise and see_persons                    owner organiser
event: take_payments                               =take_payments
payment service                                    -
Stripe, by its signature                           -
league: viewer                                     *
league: viewer, never of a draft                   *
league: organise                                   =organise
league: organise or draw or register               =organise =draw =register
league: draw                                       =draw
league: organise and see_persons                   owner organiser
league: captain or draw                            =draw captain
league: scorekeeper of the fixture                 =draw =umpire captain
season: viewer                                     *
season: viewer, never of a draft                   *
season: organise                                   =organise
season: organise and see_persons                   owner organiser
arena: viewer                                      *
arena: viewer, never of a draft                    *
arena: player                                      seated
arena: organise                                    =organise
arena: organise and see_persons                    owner organiser
championship: viewer                               *
championship: organise                             =organise
championship: organise and see_persons             owner organiser
rating list: viewer                                *
rating list: organise                              =organise
rating list: organise and see_persons              owner organiser
rating list: the rated player                      rated
sheet: follow                                      *
sheet: write                                       scorer
sheet: write, now or before                        scorer former_scorer verifier
sheet: take_over                                   =officiate =umpire scorer
sheet: share                                       =officiate =umpire scorer
sheet: verify                                      =officiate =umpire verifier
link: club invitation                              *
link: match invitation                             *
link: registration                                 *
link: new e-mail address                           *
link: renewal of a link                            *
link: way through to the sign-in                   *
link: partner                                      *
link: successor                                    *
link: group of registrations                       *
link: captain's line-up                            *
link: challenger                                   *
link: solo player                                  *
link: witness of a set                             *
link: league team                                  *
link: league team's player                         *
link: sheet                                        *
metrics token                                      -
API: anyone                                        *
API token: read                                    -
API token: play                                    -
API token: records                                 -
API token: webhooks                                -
"""

METHODS = ("GET", "HEAD", "POST")


def admitted(line: str) -> set[str]:
    """Whom a line of the table lets in."""
    names, _but, without = line.partition(" but ")
    found: set[str] = set()
    for word in names.split():
        if word == "*":
            found |= set(EVERYBODY)
        elif word.startswith("="):
            found |= {role for role in CLUB if not word[1:] or Action(word[1:]) in actions_of([Role(role)])}
        elif word != "-":
            assert word in EVERYBODY, word
            found.add(word)
    return found - set(without.split())


def read_table(text: str) -> dict[str, set[str]]:
    """Whom each audience lets in, by its name; two spaces stand between them."""
    rows = (line.split("  ", 1) for line in text.strip().splitlines())
    return {name: admitted(who) for name, who in rows}


ADMITTED = read_table(TABLE)


@dataclass(frozen=True)
class Address:
    """One address of the site."""

    url: str
    name: str
    access: Access
    arguments: dict[str, Any]  # those of its view

    def audience(self, method: str) -> Audience:
        """Whom a request of this method must come from."""
        audience = self.access.audience_of(method)
        if isinstance(audience, ByArgument):
            return audience.audience_for(self.arguments)
        return audience


def all_addresses(scene: Scene) -> Iterator[Address]:
    for written, pattern in all_patterns(get_resolver().url_patterns):
        access = access_of(pattern.callback)
        assert access is not None, f"/{written} does not say for whom it is"
        for url in scene.addresses(written, pattern):
            name = "admin" if written.startswith("admin/") else pattern.name or ""
            found = resolve(url.partition("?")[0])
            assert found.func is pattern.callback, f"{url} does not lead to /{written}"
            yield Address(url, name, access, found.kwargs)


def sockets() -> list[SocketRoute]:
    from carrom_web.config.asgi import SOCKETS

    return SOCKETS


def ask(client: Client, method: str, url: str) -> Any:
    """The answer to one request; whatever it stores is taken back."""
    OF_ADDRESS.forget_all()
    with transaction.atomic():
        answer = client.generic(method, url)
        transaction.set_rollback(True)
    return answer


def request_of(cookies: dict[str, str], method: str, url: str) -> HttpRequest:
    """A request by somebody with these cookies, as the site's middleware hands it to an audience."""
    request = RequestFactory().generic(method, url)
    request.COOKIES = dict(cookies)
    for middleware in (SessionMiddleware, AuthenticationMiddleware):
        middleware(lambda _request: HttpResponse()).process_request(request)
    return request


def let_in_by_audience(scene: Scene, asked: list[tuple[Address, str, str]]) -> list[tuple[Address, str, str]]:
    """Of addresses, roles and methods, those whose audience does not refuse. What one of them read, the next knows.

    An audience reads the sender and the arguments of the view, and no method: it is called once for each of these.
    """
    people = {role: request_of(cookies, "GET", "/") for role, cookies in scene.cookies.items()}
    passes: dict[tuple[Any, ...], bool] = {}
    let_in = []
    with one_request():
        for address, role, method in asked:
            audience = address.access.audience_of(method)
            call = (role, id(audience), *address.arguments.items())
            if call not in passes:
                OF_ADDRESS.forget_all()
                passes[call] = is_passed(audience, people[role], address.arguments)
            if passes[call]:
                let_in.append((address, role, method))
    return let_in


def is_passed(audience: Audience, request: HttpRequest, arguments: dict[str, Any]) -> bool:
    """Whether an audience lets the sender of a request in."""
    try:
        audience.check(request, **arguments)
    except (CarromError, Http404, PermissionDenied):
        return False
    return True


@cache
def weakest(audience: str) -> list[str]:
    """Those whom an audience lets in, without roles of the club that may do more than another: what refuses one of
    these, refuses the other.
    """
    let_in = [role for role in EVERYBODY if role in ADMITTED[audience]]
    rights = {role: set(actions_of([Role(role)])) for role in let_in if role in CLUB}
    return [role for role in let_in if not any(fewer < rights.get(role, set()) for fewer in rights.values())]

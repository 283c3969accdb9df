"""Matches to play in, sockets to play over."""

import json
import uuid
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core import signing
from django.test import Client

from carrom.match.entries import Player
from carrom.play.game import new_head
from carrom.terms import Side
from carrom_web.accounts.models import Guest
from carrom_web.accounts.selectors import COOKIE, SALT
from carrom_web.matches import challenges, models, selectors, services
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.repository import Player as Seated

ORIGIN = b"http://127.0.0.1:8000"


def new_id() -> str:
    """An id of a request."""
    return str(uuid.uuid4())


def make_guest(name: str = "Asha") -> UUID:
    """A guest of this name."""
    return Guest.objects.create(name=name).pk


def start_match(
    first: UUID,
    second: UUID | None = None,
    *,
    level: str = "",
    breaks: Any = Side.A,
    length: str = "board",
    take_back: Any = "last",
    **options: Any,
) -> UUID:
    """A match of two guests, of one guest at one screen, or against a computer (`level`)."""
    kind: Any = "computer" if level else "person"
    players = (Player(side=Side.A, name="Asha"), Player(side=Side.B, name="Tomasz", kind=kind, level=level or None))
    head = new_head(players=players, length=length, breaks=breaks, take_back=take_back, **options)
    seats = [Seated("a", 0, first, ""), Seated("b", 0, None if level else second or first, level)]
    return services.start_match(head, seats)


async def start_match_for_two(**options: Any) -> tuple[UUID, UUID, UUID]:
    """A match, and the guests of its two sides."""
    first, second = await database_sync_to_async(make_guest)("Asha"), await database_sync_to_async(make_guest)("Tomasz")
    return await database_sync_to_async(start_match)(first, second, **options), first, second


def cookie_of(guest: UUID) -> str:
    """The cookie that says who a guest is."""
    return f"{COOKIE}={signing.Signer(salt=SALT).sign(guest.hex)}"


class MatchSocket:
    """A page's socket, through the whole application."""

    def __init__(self, match_id: UUID | str, guest: UUID | None = None, *, origin: bytes = ORIGIN) -> None:
        from carrom_web.config.asgi import application

        headers = [(b"host", b"127.0.0.1:8000"), (b"origin", origin)]
        if guest is not None:
            headers.append((b"cookie", cookie_of(guest).encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/matches/{match_id}/", headers)

    async def __aenter__(self) -> "MatchSocket":
        connected, _ = await self.socket.connect(timeout=60)
        assert connected
        self.hello = await self.get("hello")
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.socket.disconnect(timeout=60)

    async def say(self, kind: str, **members: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"kind": kind, **members}))

    async def get(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; those of other kinds are passed over."""
        while True:
            message = json.loads(await self.socket.receive_from(timeout=60))
            if message["kind"] == kind:
                return message

    async def answered(self) -> dict[str, Any]:
        """The next `done` or `refused`."""
        while True:
            message = json.loads(await self.socket.receive_from(timeout=60))
            if message["kind"] in ("done", "refused"):
                return message

    async def ask(self, kind: str, after: int, **members: Any) -> dict[str, Any]:
        """Ask for something and give the answer to it."""
        await self.say(kind, id=new_id(), after=after, **members)
        return await self.answered()


STROKE = {"offset": 0.0, "angle": 0.02, "speed": 5.0}


def answer_as_umpire(match_id, request) -> None:
    """Store an umpire's answer."""
    after = models.Match.objects.get(pk=match_id).version
    async_to_sync(services.ask)(
        match_id=match_id, author=services.Umpire(), request_id=f"r{after}", after=after, request=request
    )


BOARD_OF_LOBBY = "icf board 15"


def challenges_form(sides: str = "singles") -> NewMatch:
    """The form of a challenge for one board."""
    form = challenges.form_of(dict(zip(challenges.FILTERS, BOARD_OF_LOBBY.split(), strict=True)), sides=sides)
    assert form.is_valid(), form.errors
    return form


NEW_MATCH_FORM = {
    "opponent": "computer",
    "level": "easy",
    "length": "board",
    "ruleset": "icf",
    "breaks": "toss",
    "take_back": "on",
    "name": "Asha",
    "other_name": "",
}


def start_match_by_form(visitor: Client, **changed: str) -> models.Match:
    """Begin a match by the form of the page."""
    answer = visitor.post("/play/", {**NEW_MATCH_FORM, **changed})
    assert answer.status_code == 303, answer.content
    return models.Match.objects.get(pk=answer["Location"].split("/")[2])


async def play_strokes(count: int):
    """A match of one guest at one screen with so many answers; give it and the guest."""
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest)
    async with MatchSocket(match_id, guest) as page:
        view, version = page.hello["view"], 0
        for _ in range(count):
            awaiting = view["awaiting"]
            if awaiting["kind"] == "placing":
                x, y = awaiting["domain"]["suggested"]
                await page.say("place", id=new_id(), after=version, piece=awaiting["domain"]["piece"], x=x, y=y)
            elif awaiting["kind"] == "stroke":
                least, most = awaiting["domain"]["spans"][0]  # where no piece lies
                stroke = {**STROKE, "offset": (least + most) / 2}
                await page.say("stroke", id=new_id(), after=version, **stroke)
            else:
                break
            view = (await page.get("event"))["view"]
            version = view["version"]
    return match_id, guest


async def version_of(match_id: UUID) -> int:
    """How many entries after the head a match has."""
    return (await database_sync_to_async(selectors.load)(match_id)).state.version


async def entries_of(match_id: UUID) -> int:
    """How many entries of a match are stored."""
    return await database_sync_to_async(models.Entry.objects.filter(match_id=match_id).count)()

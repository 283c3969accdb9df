"""What people store on a site over its address alone, and what they find there afterwards.

    python -m tests.support.served_data store https://carrom.example.org    prints where it lies, as JSON
    python -m tests.support.served_data find https://carrom.example.org < that
    python -m tests.support.served_data add https://carrom.example.org      one more person, after a backup

An account, its club, an event with entries, a payment, a result and a photo, a match of two guests with strokes, and a
match league with a played tie.
"""

import io
import json
import random
import re
import ssl
import sys
import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from PIL import Image
from websockets.sync.client import ClientConnection, connect

from benchmarks._guests import answer_to
from tests.support.browser.match_leagues import new_league
from tests.support.browser.visitor import Visitor

PASSWORD = "correct horse battery"
EMAIL = "olive@example.org"
CATEGORY = "singles"
PEOPLE = ("Anu Nair", "Binu Rao", "Chitra Das", "Dev Pillai")
STROKES = 6
RESULT = "9-0 0-3 9-0 10-0q"
LATER = "Founded too late"


def main(words: Sequence[str]) -> None:
    """Do what is asked for."""
    what, url = words
    if what == "store":
        print(json.dumps(store(url)))
    elif what == "find":
        find(url, json.load(sys.stdin))
    else:
        Visitor(url).send("/clubs/", name=LATER, own_name="Too Late")


def store(url: str) -> dict[str, Any]:
    """Store everything; give the pages, the cookies that they need, and what they show."""
    owner = Visitor(url)
    _sent(owner.send("/accounts/signup/", email=EMAIL, password1=PASSWORD, name="Olive"))
    owner = Visitor(url, owner.cookies)  # with a new token
    event = _hold_an_event(owner)
    league = new_league(url)
    match, players, number = _play_a_match(url)
    draw = f"{event}draws/{CATEGORY}/"
    pages = [draw, f"{event}entries/", league.path, match]
    photo = _add_a_photo(owner, event)
    return {
        "pages": pages,
        "photo": {"path": photo, "bytes": len(owner.get(photo).content)},
        "event": event,
        "draw": {"page": draw, "text": _text_of(Visitor(url).get(draw).text)},
        "match": {"path": match, "cookies": players, "number": number},
    }


def find(url: str, stored: dict[str, Any]) -> None:
    """Look at everything again; the password still opens the account, and the match goes on where it was."""
    owner = Visitor(url)
    _sent(owner.send("/accounts/login/", login=EMAIL, password=PASSWORD))
    for page in stored["pages"]:
        assert owner.get(page).status_code == 200, page
    assert len(owner.get(stored["photo"]["path"]).content) == stored["photo"]["bytes"] > 0
    assert _text_of(Visitor(url).get(stored["draw"]["page"]).text) == stored["draw"]["text"]
    for name in PEOPLE:
        assert name in owner.get(f"{stored['event']}entries/").text, name
    match = stored["match"]
    assert _strokes(url, match["path"], match["cookies"], 1) > match["number"]


def _hold_an_event(owner: Visitor) -> str:
    club = _sent(owner.send("/clubs/", name="Carrom Club", own_name="Olive")).strip("/").split("/")[-1]
    quick = {"club": club, "quick-title": "Spring Cup", "quick-venue": "Town hall", "quick-zone": "UTC"}
    day = date.today().isoformat()
    made = _sent(owner.send("/events/new/", do="quick", preset="knock-out-evening", **quick, **{"quick-day": day}))
    event = made.removesuffix("organise/")
    _sent(owner.send(made, do="publish"))
    for name in PEOPLE:
        form = {"name": name, "email": f"{name.split()[0].lower()}@example.org", "born": "1990-05-17"}
        _sent(Visitor(owner.url).send(f"{event}register/", method="cash", **form, **{f"in_{CATEGORY}": "on"}))
    for form_number in range(1, 1 + len(PEOPLE)):
        _sent(owner.send(f"{event}desk/", do="pay", form=form_number, amount="5.00", method="cash"))
    _sent(owner.send(f"{event}draws/{CATEGORY}/", do="draw"))
    _sent(owner.send(f"{event}draws/{CATEGORY}/", do="boards", fixture="1.1", boards=RESULT))
    return event


def _add_a_photo(owner: Visitor, event: str) -> str:
    page, picture = f"{event}organise/photos/", io.BytesIO()
    Image.linear_gradient("L").resize((640, 480)).save(picture, "JPEG")
    person = re.findall(r'name="person" value="(\d+)"', owner.get(page).text)[0]
    form = {"do": "store", "category": CATEGORY, "person": person, "all_named": "on"}
    _sent(owner.send(page, files={"photo": picture.getvalue()}, **form))
    return re.findall(rf"{event}photos/\d+\.jpg", owner.get(page).text)[0]


def _play_a_match(url: str) -> tuple[str, list[dict[str, str]], int]:
    players = [Visitor(url), Visitor(url)]
    choices = {"opponent": "friend", "length": "match", "ruleset": "icf", "breaks": "me", "level": "steady"}
    invitation = _sent(players[0].send("/play/", name="Asha", **choices))
    path = _sent(players[1].send(invitation, name="Meera"))
    cookies = [player.cookies for player in players]
    return path, cookies, _strokes(url, path, cookies, STROKES)


def _strokes(url: str, path: str, cookies: list[dict[str, str]], count: int) -> int:
    """Let both play until so many strokes are stored; give the number of the last entry."""
    sockets = [_socket(url, path, one) for one in cookies]
    hellos = [_next(socket, "hello") for socket in sockets]
    view, version, rng = hellos[0]["view"], hellos[0]["version"], random.Random(3)
    while count:
        awaiting = view["awaiting"]
        who = next(at for at in (0, 1) if not awaiting["seats"] or {*hellos[at]["seats"]} & {*awaiting["seats"]})
        count -= awaiting["kind"] == "stroke"
        sockets[who].send(json.dumps({**answer_to(awaiting, rng), "id": str(uuid.uuid4()), "after": version}))
        events = [_next(socket, "event") for socket in sockets]
        view, version = events[0]["view"], events[0]["number"]
    for socket in sockets:
        socket.close()
    return int(version)


def _socket(url: str, path: str, cookies: dict[str, str]) -> ClientConnection:
    address = url.replace("http", "ws", 1) + "/ws" + path
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    trusting = ssl.create_default_context() if url.startswith("https") else None
    return connect(address, origin=url, additional_headers=headers, max_size=2**22, ssl=trusting)  # type: ignore[arg-type]


def _next(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=60))
        assert message["kind"] != "refused", message
        if message["kind"] == kind:
            return message


def _text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("<main")[2]).split())


def _sent(answer: Any) -> str:
    """Where a form that was taken leads."""
    assert answer.status_code in (302, 303), f"{answer.url}: {answer.status_code} {_text_of(answer.text)[:600]}"
    return str(answer.headers["Location"])


if __name__ == "__main__":
    main(sys.argv[1:])

"""People who write to a site that fails again and again, and who note what was acknowledged.

Each writes one thing after another and sends what was not acknowledged again, as a person or a page does. What the site
said that it has stored is in the `History`; what was sent and never answered may be stored or not.
"""

import asyncio
import json
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks._guests import ANSWERS_WITHIN, TOKEN, Answer, Guest, Match, ask
from benchmarks._steady_players import Acknowledged, Page, play

AGAIN_S = 0.3  # until something is sent again
CARD_PATIENCE_S = 60.0  # the site itself waits for its payment service twice 15 s


@dataclass
class History:
    """The acknowledged writes by kind: strokes and notes under a number, registrations, payments, results."""

    strokes: Acknowledged = field(default_factory=Acknowledged)
    notes: dict[str, dict[str, int]] = field(default_factory=dict)  # sheet, request, number
    registrations: set[str] = field(default_factory=set)  # names
    payments: set[str] = field(default_factory=set)  # notes
    unclear: Counter[str] = field(default_factory=Counter)  # payments and results that were sent and not answered
    results: Counter[str] = field(default_factory=Counter)  # fixtures, how often each was written
    last: dict[str, bool] = field(default_factory=dict)  # fixtures, whether a result stands
    errors: Counter[str] = field(default_factory=Counter)  # answers that nobody should get
    by_card: Counter[int] = field(default_factory=Counter)  # how payers by card were answered: the status, 0 for none

    @property
    def count(self) -> int:
        """The number of acknowledged writes."""
        strokes = sum(map(len, self.strokes.numbers.values()))
        notes = sum(map(len, self.notes.values()))
        return strokes + notes + len(self.registrations) + len(self.payments) + self.results.total()


@dataclass(frozen=True, slots=True)
class Place:
    """The addresses of the site: those of its processes, of which some may be gone."""

    urls: Sequence[str]

    def url(self, turn: int) -> str:
        """The address that somebody tries next."""
        return self.urls[turn % len(self.urls)]


async def stroke_writer(table: Match, place: Place, history: History, is_over: Callable[[], bool]) -> None:
    """Play a match."""
    await play(table, place.urls, history.strokes, is_over, list[Page]())


async def note_writer(sheet: str, guest: Guest, place: Place, history: History, is_over: Callable[[], bool]) -> None:
    """Write remarks on an umpire's sheet, each under an id of its own that is sent again until it is answered."""
    numbers, turn, name = history.notes.setdefault(sheet.strip("/").split("/")[-1], {}), 0, str(uuid.uuid4())
    token = next(cookie.value or "" for cookie in guest.jar if cookie.name == "csrftoken")
    headers = {"X-CSRFToken": token, "Content-Type": "application/json"}
    path, after = f"{sheet}entries/", 0
    while not is_over():
        body = json.dumps({"id": name, "after": after, "request": {"kind": "note", "text": "Played on", "side": None}})
        answer = await ask(
            place.url(turn), path, body=body, headers=headers, cookies=guest.cookies, address=guest.address
        )
        said = _json(answer)
        if answer.status == 200 and said.get("number") is not None:
            numbers[name] = after = said["number"]
            name = str(uuid.uuid4())
            continue
        if answer.status in (400, 403, 409, 422):
            history.errors[f"note: {answer.status} {said.get('code')}"] += 1
        turn += 1
        await asyncio.sleep(AGAIN_S)


async def registration_writer(
    page: str, numbers: range, place: Place, history: History, is_over: Callable[[], bool]
) -> None:
    """Register one person after the other; who hears that they are registered already was stored the first time."""
    for number in numbers:
        name, turn = f"Player {number}", number
        address = f"127.{1 + number // 60_000}.{1 + number // 250 % 240}.{1 + number % 250}"
        given = {"name": name, "email": f"player{number}@example.org", "born": "1991-04-02"}
        given |= {"method": "cash", "shows_name": "on", "in_singles-above-18": "on"}
        is_sent = False
        while not is_over():
            answer = await _send_form(place.url(turn), page, given, address=address)
            if answer.status == 303 or (answer.status == 422 and is_sent):
                history.registrations.add(name)
                break
            if answer.status == 422:
                history.errors["registration: 422"] += 1
                break
            is_sent, turn = True, turn + 1
            await asyncio.sleep(AGAIN_S)
        if is_over():
            return


async def payment_writer(
    desk: str, cookies: str, numbers: Sequence[int], place: Place, history: History, is_over: Callable[[], bool]
) -> None:
    """Take a little money from one entrant after another. What was not answered may be stored: it is not sent again."""
    turn = 0
    while not is_over():
        number = numbers[turn % len(numbers)]
        note = str(uuid.uuid4())
        given = {"do": "pay", "form": str(number), "amount": "0.01", "method": "cash", "note": note}
        answer = await _send_form(place.url(turn), desk, given, cookies=cookies)
        turn += 1
        if answer.status == 303:
            history.payments.add(note)
        elif answer.status in (409, 422):
            history.errors[f"payment: {answer.status}"] += 1
        else:
            history.unclear[note] += 1
            await asyncio.sleep(AGAIN_S)


async def card_payer(page: str, place: Place, history: History, is_over: Callable[[], bool]) -> None:
    """Try again and again to pay by card, at a service that takes the connection and says nothing."""
    turn = 0
    while not is_over():
        answer = await _send_form(place.url(turn), page, {"do": "pay", "service": "stripe"}, patience=CARD_PATIENCE_S)
        history.by_card[answer.status] += 1
        turn += 1
        await asyncio.sleep(AGAIN_S)


async def result_writer(
    page: str, cookies: str, fixture: str, place: Place, history: History, is_over: Callable[[], bool]
) -> None:
    """Enter a result and take it back, again and again."""
    turn, stands = 0, False
    while not is_over():
        given = {"do": "clear"} if stands else {"do": "boards", "boards": "5-0 0-3 8-0"}
        answer = await _send_form(place.url(turn), page, {**given, "fixture": fixture}, cookies=cookies)
        turn += 1
        if answer.status == 303:
            history.results[fixture] += 1
            stands = not stands
            history.last[fixture] = stands
            continue
        if answer.status == 409 and history.unclear[fixture] and given["do"] == "clear":
            stands = False  # what was not answered had taken it back
        history.unclear[fixture] += 1
        history.last.pop(fixture, None)
        await asyncio.sleep(AGAIN_S)


async def _send_form(
    url: str,
    path: str,
    given: Mapping[str, str],
    *,
    cookies: str = "",
    address: str = "127.0.0.1",
    patience: float = ANSWERS_WITHIN,
) -> Answer:
    """Open a page and send its form; the status of the answer, 0 where there is none."""
    page = await ask(url, path, cookies=cookies, address=address)
    token = TOKEN.search(page.text)
    if token is None or page.status != 200:
        return Answer(0, "", "", 0.0)
    both = "; ".join(filter(None, (cookies, page.cookies)))
    sent = {**given, "csrfmiddlewaretoken": token[1]}
    return await ask(url, path, cookies=both, form=sent, address=address, patience=patience)


def _json(answer: Answer) -> dict[str, Any]:
    try:
        found = json.loads(answer.text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}

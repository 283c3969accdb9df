"""A local server that speaks Stripe's API as this site uses it, with the faults that tests order.

It keeps what Stripe keeps: checkout sessions, payments, refunds, and the answers to idempotency keys; the same key with
other values is refused, as there. It is written from Stripe's public description and knows nothing of the site.
"""

import hmac
import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

SECRET, WEBHOOK_SECRET = "sk_test_of_the_club", "whsec_of_the_club"
PAY = "/c/pay/"  # the page on which somebody pays
Answer = tuple[int, dict[str, Any]]


class Stripe:
    """The books of the service, and what goes wrong next."""

    def __init__(self) -> None:
        self.sessions: dict[str, dict[str, Any]] = {}
        self.intents: dict[str, dict[str, Any]] = {}
        self.refunds: list[dict[str, Any]] = []
        self.answered: dict[str, tuple[Any, Answer]] = {}
        self.requests: list[tuple[str, str]] = []
        self.faults: list[int | str] = []  # statuses for the next requests; "lost": done, and the answer is lost
        self.secret = SECRET
        self.url = ""

    def pay(self, session_id: str, *, status: str = "succeeded", **changes: Any) -> None:
        """The payer pays, on Stripe's page; `processing`: the money takes days; `changes`: what really came in."""
        session = self.sessions[session_id]
        intent = {"id": _new("pi"), "status": status, "latest_charge": {"amount_refunded": 0}}
        self.intents[intent["id"]] = intent
        paid = "paid" if status == "succeeded" else "unpaid"
        session.update(status="complete", payment_status=paid, payment_intent=intent, url=None, **changes)

    def settle(self, session_id: str, status: str) -> None:
        """The money that took days comes, or does not."""
        session = self.sessions[session_id]
        session["payment_intent"]["status"] = status
        session["payment_status"] = "paid" if status == "succeeded" else "unpaid"

    def give_back(self, intent_id: str, cents: int, currency: str = "usd") -> dict[str, Any]:
        """Somebody refunds at Stripe itself."""
        refund = {"id": _new("re"), "status": "succeeded", "amount": cents, "currency": currency}
        self.refunds.append(refund | {"payment_intent": intent_id})
        self.intents[intent_id]["latest_charge"]["amount_refunded"] += cents
        return self.refunds[-1]

    def answer(self, method: str, path: str, given: dict[str, str], key: str) -> Answer:
        """Answer one request; the same key again gets the same answer."""
        if key and key in self.answered:
            before, answer = self.answered[key]
            return answer if before == (path, given) else (400, _error("idempotency_error"))
        answer = self._answer(method, path, given)
        if key and answer[0] < 500:
            self.answered[key] = ((path, given), answer)
        return answer

    def _answer(self, method: str, path: str, given: dict[str, str]) -> Answer:
        parts = path.strip("/").split("/")
        if path == "/v1/checkout/sessions":
            return (200, {"data": []}) if method == "GET" else self._begin(given)
        if parts[:3] == ["v1", "checkout", "sessions"]:
            session = self.sessions.get(parts[3])
            if session is None:
                return 404, _error("resource_missing")
            if parts[-1] != "expire":
                return 200, session
            if session["status"] != "open":
                return 400, _error("")
            session["status"] = "expired"
            return 200, session
        if path == "/v1/payment_intents":
            return 200, {"data": []}
        if path == "/v1/refunds" and method == "GET":
            rows = [one for one in self.refunds if one["payment_intent"] == given.get("payment_intent")]
            return 200, {"data": rows[::-1]}
        if path == "/v1/refunds":
            return self._refund(given)
        return 404, _error("")

    def _begin(self, given: dict[str, str]) -> Answer:
        units = int(given["line_items[0][price_data][unit_amount]"])
        if units < 50:
            return 400, _error("amount_too_small")
        session_id = _new("cs_test")
        self.sessions[session_id] = {
            "id": session_id,
            "status": "open",
            "payment_status": "unpaid",
            "amount_total": units,
            "currency": given["line_items[0][price_data][currency]"],
            "payment_intent": None,
            "success_url": given["success_url"],
            "url": f"{self.url}{PAY}{session_id}",
        }
        return 200, self.sessions[session_id]

    def _refund(self, given: dict[str, str]) -> Answer:
        intent, units = self.intents.get(given["payment_intent"]), int(given["amount"])
        if intent is None:
            return 404, _error("resource_missing")
        (session,) = (one for one in self.sessions.values() if one["payment_intent"] is intent)
        if intent["latest_charge"]["amount_refunded"] + units > session["amount_total"]:
            return 400, _error("charge_already_refunded")
        return 200, self.give_back(given["payment_intent"], units, session["currency"])


def _new(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex}"


def _error(code: str) -> dict[str, Any]:
    return {"error": {"type": "invalid_request_error", "code": code}}


def message(kind: str, about: dict[str, Any]) -> str:
    """A message as Stripe sends it."""
    return json.dumps({"id": _new("evt"), "object": "event", "type": kind, "data": {"object": about}})


def signature(body: str, at: float, secret: str = WEBHOOK_SECRET) -> str:
    """The value of `Stripe-Signature` for a message."""
    seconds = str(int(at))
    return f"t={seconds},v1={hmac.new(secret.encode(), f'{seconds}.{body}'.encode(), sha256).hexdigest()},v0=old"


@contextmanager
def running() -> Iterator[Stripe]:
    """The service on a free port of this machine."""
    books = Stripe()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path.startswith(PAY):
                self._pay(self.path.removeprefix(PAY))
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            self._do("POST", urlsplit(self.path).path, dict(parse_qsl(body)))

        def do_GET(self) -> None:
            if self.path.startswith(PAY):
                self._send(200, "text/html", b'<form method="post"><button>Pay now</button></form>')
                return
            address = urlsplit(self.path)
            self._do("GET", address.path, dict(parse_qsl(address.query)))

        def _do(self, method: str, path: str, given: dict[str, str]) -> None:
            books.requests.append((method, path))
            fault = books.faults.pop(0) if books.faults else None
            key = self.headers.get("Idempotency-Key", "")
            if self.headers.get("Authorization") != f"Bearer {books.secret}":
                self._say(401, _error("api_key_invalid"))
            elif isinstance(fault, int):
                self._say(fault, {})
            elif fault == "lost":
                books.answer(method, path, given, key)
                self.close_connection = True
            else:
                self._say(*books.answer(method, path, given, key))

        def _pay(self, session_id: str) -> None:
            """The payer pays on Stripe's page, and comes back."""
            books.pay(session_id)
            back = books.sessions[session_id]["success_url"].replace("{CHECKOUT_SESSION_ID}", session_id)
            self._send(303, "text/html", b"", Location=back)

        def _say(self, status: int, body: Any) -> None:
            self._send(status, "application/json", json.dumps(body).encode())

        def _send(self, status: int, kind: str, text: bytes, **more: str) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(text)), **more}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    books.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield books
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

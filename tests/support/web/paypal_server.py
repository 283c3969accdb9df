"""A local server that speaks PayPal's Orders v2 as this site uses it, with the faults that tests order.

It keeps what a payment service keeps: orders, captures, refunds, and the answers to request ids, so that a repeated
request makes nothing twice. It is written from PayPal's public description and knows nothing of the site.
"""

import base64
import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CLIENT, SECRET, WEBHOOK = "client-id", "client-secret", "WH-1"


class PayPal:
    """The books of the service, and what goes wrong next."""

    def __init__(self) -> None:
        self.orders: dict[str, dict[str, Any]] = {}
        self.captures: dict[str, dict[str, Any]] = {}
        self.refunds: list[dict[str, Any]] = []
        self.answered: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
        self.requests: list[tuple[str, str]] = []
        self.faults: list[int | str] = []  # statuses for the next requests; "lost": done, and the answer is lost
        self.token = uuid.uuid4().hex
        self.url = ""

    def approve(self, order_id: str) -> None:
        """The payer agrees, in their own window."""
        self.orders[order_id]["status"] = "APPROVED"

    def post(self, path: str, body: Any, key: str) -> tuple[int, dict[str, Any]]:
        """Answer one request; the same key again gets the same answer."""
        if key and (path, key) in self.answered:
            return self.answered[path, key]
        answer = self._post(path, body)
        if key and answer[0] < 400:
            self.answered[path, key] = answer
        return answer

    def _post(self, path: str, body: Any) -> tuple[int, dict[str, Any]]:
        parts = path.strip("/").split("/")
        if path == "/v2/checkout/orders":
            order_id = uuid.uuid4().hex[:17].upper()
            self.orders[order_id] = {"id": order_id, "status": "PAYER_ACTION_REQUIRED", **body}
            link = {"rel": "payer-action", "href": f"{self.url}/checkoutnow?token={order_id}"}
            return 200, {"id": order_id, "status": "PAYER_ACTION_REQUIRED", "links": [link]}
        if parts[:3] == ["v2", "checkout", "orders"] and parts[-1] == "capture":
            return self._capture(self.orders[parts[3]])
        if parts[:3] == ["v2", "payments", "captures"] and parts[-1] == "refund":
            return self._refund(parts[3], body)
        if path == "/v1/notifications/verify-webhook-signature":
            genuine = body["transmission_sig"] == f"signed {body['transmission_id']}" and body["webhook_id"] == WEBHOOK
            return 200, {"verification_status": "SUCCESS" if genuine else "FAILURE"}
        return 404, {}

    def _capture(self, order: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if order["status"] == "COMPLETED":
            return 422, {"details": [{"issue": "ORDER_ALREADY_CAPTURED"}]}
        if order["status"] != "APPROVED":
            return 422, {"details": [{"issue": "ORDER_NOT_APPROVED"}]}
        unit = order["purchase_units"][0]
        capture = {"id": uuid.uuid4().hex[:17].upper(), "status": "COMPLETED", "amount": unit["amount"]}
        self.captures[capture["id"]] = capture | {"left": round(float(unit["amount"]["value"]) * 100)}
        unit["payments"] = {"captures": [capture]}
        order["status"] = "COMPLETED"
        return 201, order

    def _refund(self, capture_id: str, body: Any) -> tuple[int, dict[str, Any]]:
        capture, cents = self.captures[capture_id], round(float(body["amount"]["value"]) * 100)
        if cents > capture["left"]:
            return 422, {"details": [{"issue": "REFUND_AMOUNT_EXCEEDED"}]}
        capture["left"] -= cents
        refund = {"id": uuid.uuid4().hex[:17].upper(), "status": "COMPLETED", "amount": body["amount"]}
        self.refunds.append(refund)
        return 201, refund


@contextmanager
def running() -> Iterator[PayPal]:
    """The service on a free port of this machine."""
    books = PayPal()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(length)
            if self.path == "/v1/oauth2/token":
                given = base64.b64decode(self.headers.get("Authorization", "").removeprefix("Basic ")).decode()
                if given != f"{CLIENT}:{SECRET}":
                    self._answer(401, {"error": "invalid_client"})
                    return
                self._answer(200, {"access_token": books.token, "expires_in": 32400})
                return
            self._do(
                lambda: books.post(self.path, json.loads(body or b"{}"), self.headers.get("PayPal-Request-Id", ""))
            )

        def do_GET(self) -> None:
            order = books.orders.get(self.path.rsplit("/", 1)[-1])
            self._do(lambda: (200, order) if order else (404, {}))

        def _do(self, ask: Any) -> None:
            books.requests.append((self.command, self.path))
            fault = books.faults.pop(0) if books.faults else None
            if self.headers.get("Authorization") != f"Bearer {books.token}":
                self._answer(401, {"error": "invalid_token"})
            elif isinstance(fault, int):
                self._answer(fault, {})
            elif fault == "lost":
                ask()
                self.close_connection = True
            else:
                self._answer(*ask())

        def _answer(self, status: int, body: Any) -> None:
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
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

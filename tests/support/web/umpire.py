"""A sheet of a match on a real board, and the client of the site that scores it."""

import json
from uuid import UUID

from django.test import Client

from carrom.match import entries
from carrom_web.matches import selectors
from tests.support.web.matches import new_id

NEW_SHEET_FORM = {
    "ruleset": "icf",
    "sides": "singles",
    "length": "game",
    "breaks": "me",
    "name": "Asha",
    "other_name": "Tomasz",
    "place": "Table 4",
}


def new_client() -> Client:
    """A browser of nobody yet."""
    return Client(HTTP_HOST="127.0.0.1:8000")


class ScorerClient:
    """A sheet and the browser that keeps it."""

    def __init__(self, **changed: str) -> None:
        self.client = new_client()
        answer = self.client.post("/umpire/", {**NEW_SHEET_FORM, **changed})
        assert answer.status_code == 303, answer.content.decode()[:2000]
        self.url = answer["Location"]
        self.match_id = UUID(self.url.split("/")[2])
        self.version = 0

    def post(self, path: str, message: object, client: Client | None = None):
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        return (client or self.client).post(self.url + path, text, content_type="application/json")

    def tell(self, kind: str, **members: object) -> dict:
        """Tell something, and give how the sheet stands then."""
        answer = self.post("entries/", {"id": new_id(), "after": self.version, "request": {"kind": kind, **members}})
        assert answer.status_code == 200, answer.content
        said = json.loads(answer.content)
        self.version = said["number"]
        return said["situation"]

    def refused(self, kind: str, **members: object) -> tuple[int, str]:
        message = {"id": new_id(), "after": self.version, "request": {"kind": kind, **members}}
        answer = self.post("entries/", message)
        return answer.status_code, json.loads(answer.content)["code"]

    def stroke(self, *pocketed: str, **facts: object) -> dict:
        return self.tell("facts", facts={"pocketed": list(pocketed), **facts})

    def draft(self, kind: str, **members: object) -> dict:
        return json.loads(self.post("draft/", {"request": {"kind": kind, **members}}).content)

    @property
    def entries(self) -> list[entries.Entry]:
        return selectors.record(self.match_id)


def begin_request(opening: dict, **chosen: int) -> tuple[dict, int]:
    """What the form before the first stroke sends, and the taps it takes: its questions are answered by their number.

    A question that is not named keeps its standard (where the other side sits, colours) or has its first answer.
    """
    request: dict = {"kind": "begin", "toss": None, "choices": [], "trials": None, "colour": None}
    taps, winner, broken = 1, None, True
    for item in opening["items"]:
        if item["kind"] != "question" or (item.get("after") and not broken):
            continue
        answer = item["answers"][chosen.get(item["name"], 0)]
        taps += item["name"] not in ("seat", "colour") or item["name"] in chosen
        if "values" not in answer:
            request[item["name"]] = answer["value"]
            winner = answer["value"] if item["name"] == "toss" else winner
            continue
        asked = item.get("by") or (winner if item["name"] == "choice" else {"a": "b", "b": "a"}[winner])
        winner = winner or asked
        request["choices"].append(answer["values"][asked])
        broken = answer["values"][asked] == "break"
    return request, taps

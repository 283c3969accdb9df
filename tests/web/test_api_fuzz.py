"""The HTTP API answers everything that is sent to it: never with 500, and every error as JSON with code and sentence.

1,000 requests in the suite, the same each time; 50,000 with CARROM_THOROUGH=1.
"""

import json
import random
import time
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from carrom_web.api.site import description
from tests.support.thorough import one_of
from tests.support.web.api import Program, new_bot
from tests.support.web.one_of_everything import Scene, new_scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
METHODS = ("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "BREW")
LINE = (
    "icf seats A-B- strikes south breaks south turn on white A queen up dues 0:0 earned AB score 0:0 passes 0 "
    "strokes 3 pieces q(0,0) w(0.1,0.1) b(0.2,0.2)"
)
BODIES: dict[str, list[dict[str, Any]]] = {
    "/matches": [{"level": "beginner", "length": "board", "breaks": "me"}, {"ruleset": "baca19"}],
    "/requests": [
        {"kind": "stroke", "offset": 0.0, "angle": 0.0, "speed": 4.0},
        {"kind": "place", "piece": 3, "x": 0.1, "y": 0.1},
        {"kind": "concede", "what": "match"},
        {"kind": "offer", "what": "draw"},
        {"kind": "absence", "what": "match"},
        {"kind": "penalise", "what": "points", "about": "a", "reason": "", "points": 1, "disqualified": False},
        {"kind": "sync"},
    ],
    "/challenges": [{"ruleset": "icf", "length": "board", "clock": "30"}, {"by_link": True}],
    "/positions": [{"text": "q(0,0) w(0.1,0.1)"}, {"text": LINE}],
    "/strokes": [{"situation": LINE, "offset": 0.0, "angle": 0.1, "speed": 3.0}],
    "/rulings": [
        {"given": {"own": 6, "opponent": 4, "queen": "pending"}, "stroke": {"pocketed": ["own", "striker"]}},
        {"query": "ruleset=kagw&option_game_target=29&own=5&queen=pending&direction=backward&declared=push"},
    ],
    "/records": [{"text": "carrom-match 2\n\nmatch icf 1\nplayer a A\nplayer b B\nend 0\n", "side": "a"}],
    "/webhooks": [
        {"url": "https://example.org/hook", "topic": "matches"},
        {"url": "http://[::1]", "topic": "events/x"},
    ],
}
ODD: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        2**63,
        10**400,
        1.5,
        -0.0,
        1e308,
        float("nan"),
        float("inf"),
        "",
        " ",
        "\x00",
        "\ud800",
    ),
    *("é" * 50, "x" * 5000, "icf", "../../etc/passwd", "1 OR 1=1", "<script>", "%00", "٣", "2026-02-30", [], [[]], {}),
    *({"a": 1}, ["own"] * 40, str(uuid4())),
]


class Fuzzer:
    """Makes requests from valid ones, by chance."""

    def __init__(self, scene: Scene, match_ids: list[str], seed: int) -> None:
        self.rng, self.scene, self.match_ids = random.Random(seed), scene, match_ids
        self.paths = [path.removeprefix("/api/v1") for path in description()["paths"]]
        self.schema = description()["paths"]

    def request(self) -> tuple[str, str, bytes, dict[str, str]]:
        """Method, path, body and headers."""
        written = self.rng.choice(self.paths)
        methods = [one.upper() for one in self.schema[f"/api/v1{written}"]]
        method = self.rng.choice(METHODS if self.rng.random() < 0.1 else methods)
        return method, self._path(written) + self._query(written), self._body(written), self._headers()

    def _path(self, written: str) -> str:
        known = {
            "match_id": self.rng.choice(self.match_ids),
            "number": str(self.rng.choice((0, 1, 5, 10**12, 10**30))),
            "kind": self.rng.choice(("events", "ratings", "championships", "solo_leagues", "match_leagues", "no")),
            "slug": self.rng.choice((self.scene.event.slug, self.scene.club.slug, self.scene.league.slug, "no")),
        }
        parts = []
        for part in written.split("/"):
            value = known.get(part.strip("{}"), str(uuid4())) if part.startswith("{") else part
            odd = str(self.rng.choice(ODD)).encode(errors="replace").hex()[:20]
            parts.append(odd if self.rng.random() < 0.03 else value)
        return "/".join(parts)

    def _query(self, written: str) -> str:
        if self.rng.random() < 0.4:
            return ""
        names = [one["name"] for each in self.schema[f"/api/v1{written}"].values() for one in each["parameters"]]
        pairs = []
        for name in self.rng.sample(names, self.rng.randint(0, len(names))):
            of_url = f"http://testserver/matches/{self.match_ids[0]}/", "//[", "http://testserver/events/no/"
            value = (
                self.rng.choice(of_url) if name == "url" else self.rng.choice([*ODD, "1", "json", "icf", "2026-11-23"])
            )
            pairs.append(f"{name}={quote(str(value), errors='replace')}")
        return "?" + "&".join(pairs)

    def _body(self, written: str) -> bytes:
        chance = self.rng.random()
        if chance < 0.05:
            return self.rng.choice((b"", b"{", b"[" * 30_000, b"\xff\xfe", b"null", b"[]", b'"x"', b"1e999", b"{}"))
        found = next((bodies for end, bodies in BODIES.items() if written.endswith(end)), [{}])
        body = dict(self.rng.choice(found))
        if written.endswith("/requests"):
            body |= {"id": str(uuid4()), "after": self.rng.choice((0, 1, 2, 3))}
        if chance < 0.6:
            for _ in range(self.rng.randint(1, 2)):
                self._spoil(body)
        text = json.dumps(body)
        if chance > 0.97:
            place = self.rng.randrange(len(text))
            text = text[:place] + self.rng.choice('{}[]",:0x\\') + text[place + 1 :]
        return text.encode()

    def _spoil(self, body: dict[str, Any]) -> None:
        key = self.rng.choice([*body, "unheard"])
        inner = body.get(key)
        if isinstance(inner, dict) and inner and self.rng.random() < 0.7:
            body[key] = inner = dict(inner)
            inner[self.rng.choice([*inner, "unheard", "score", "colours", "men"])] = self.rng.choice(ODD)
        elif isinstance(inner, str) and len(inner) > 8 and self.rng.random() < 0.7:
            place = self.rng.randrange(len(inner))
            body[key] = inner[:place] + self.rng.choice(" 0(),;=&-.:qwbABx") + inner[place + self.rng.randint(0, 3) :]
        elif self.rng.random() < 0.2:
            body.pop(key, None)
        else:
            body[key] = self.rng.choice(ODD)

    def _headers(self) -> dict[str, str]:
        headers = {}
        if self.rng.random() < 0.05:
            headers["HTTP_AUTHORIZATION"] = self.rng.choice(
                ("", "Bearer", "Bearer x", "Basic eDp5", "Bearer " + "é" * 9)
            )
        if self.rng.random() < 0.05:
            headers["HTTP_ACCEPT_LANGUAGE"] = self.rng.choice(("", "en-xa", "*", "x" * 900, "de;q=0.1,en"))
        return headers


def test_no_request_whatever_is_answered_with_500(monkeypatch: pytest.MonkeyPatch):
    count = one_of(1_000, 50_000)
    scene, program = new_scene(), Program(new_bot())
    own = [program.post("/matches", {"level": "beginner", "breaks": breaks})["id"] for breaks in ("me", "toss")]
    fuzzer = Fuzzer(scene, [*own, str(scene.match_id), str(uuid4())], seed=count)
    statuses: dict[int, int] = {}
    slowest = (0.0, "")
    for _ in range(count):
        method, path, body, headers = fuzzer.request()
        asked = time.perf_counter()
        answer = program.ask(method, path, body, **headers)
        slowest = max(slowest, (time.perf_counter() - asked, f"{method} {path}"[:120]))
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        about = f"{method} {path} {body[:300]!r} {headers}: {answer.status_code}"
        assert answer.status_code < 500, about
        if answer.status_code >= 400 and method != "HEAD":
            said = answer.json()
            assert said.keys() == {"code", "text"} and said["code"] and said["text"], about

    assert statuses[200] > count / 5 and statuses[400] > count / 10, statuses
    print(f"{count} requests: {statuses}; the slowest, {slowest[1]}, took {slowest[0]:.2f} s")

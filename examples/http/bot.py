"""A bot that plays one board against a computer of a site, over its HTTP API (docs/http-api.md).

python bot.py https://carrom.example carrom_TOKEN
"""

import json
import math
import random
import sys
import time
import urllib.error
import urllib.request
from uuid import uuid4

SITE, TOKEN = sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2]
TURNS = {"south": 0, "east": 1, "north": 2, "west": 3}  # quarter turns of the seats


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(SITE + path, data, headers))
        except urllib.error.HTTPError as refused:
            if refused.code != 429:  # too many requests at once: there is a limit for each token
                raise
            time.sleep(int(refused.headers["Retry-After"]))


def aim(view, seat, domain):
    """Aim from a random allowed place at a random coin of our colour."""
    side = next(one for one in view["sides"] if any(each["seat"] == seat for each in one["players"]))
    first, last = (11, 19) if side["colour"] == "black" else (2, 10)
    coins = [one for one in view["position"] if first <= one[0] <= last] or view["position"]
    _number, x, y = random.choice(coins)
    for _ in range(TURNS[seat]):
        x, y = y, -x  # the board as this seat sees it
    offset = random.uniform(*random.choice(domain["spans"]))
    angle = math.atan2(offset - x, y + domain["distance"])
    low, high = min(domain["angles"], key=lambda span: abs(angle - sum(span) / 2))
    return {"kind": "stroke", "offset": offset, "angle": min(max(angle, low), high), "speed": random.uniform(2, 5)}


def answer(view, seat):
    awaiting, domain = view["awaiting"]["kind"], view["awaiting"]["domain"]
    if awaiting == "stroke":
        return aim(view, seat, domain)
    if awaiting == "placing":
        return {"kind": "place", "piece": domain["piece"], "x": domain["suggested"][0], "y": domain["suggested"][1]}
    if awaiting == "choice":
        return {"kind": "choose", "choice": domain["options"][0]["value"]}
    return {"kind": "claim", "points": domain["most"]} if awaiting == "claim" else {"kind": awaiting}


match = json.load(ask("/matches", {"level": "beginner", "length": "board", "breaks": "me"}))["id"]
for line in ask(f"/matches/{match}/stream"):
    if not line.startswith(b"data: "):
        continue
    view = json.loads(line[6:])["view"]
    if view["result"]:
        print(view["result"]["text"])
        break
    seats = json.load(ask(f"/matches/{match}"))["seats"]
    mine = [seat for seat in view["awaiting"]["seats"] if seat in seats]
    if mine:
        ask(f"/matches/{match}/requests", {"id": str(uuid4()), "after": view["version"], **answer(view, mine[0])})

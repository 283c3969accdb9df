"""A match league by HTTP alone: announced, entered by four teams, drawn; each person with their own cookies."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

from tests.support.browser.visitor import Visitor

TERMS = {
    "preset": "club-teams", "kind": "teams", "ruleset": "icf", "length": "game", "tie_order": "SSD", "tie_twice": "yes",
    "tie_level": "tied", "legs": "1", "home_and_away": "yes", "pools": "1", "into_pools": "snake", "at_once": "0",
    "first_day": "2031-09-01", "every_days": "7", "time": "19:30", "time_zone": "Europe/London", "least": "3",
    "most": "10", "members_most": "6", "answer_days": "3", "move_days": "28", "ties": "no",
    "regulation_order": "points, head_to_head, net_games, net_points, lots", "playoffs_kind": "step-ladder",
    "playoffs_places": "3",
}  # fmt: skip
TEAMS = ("Kolkata Strikers", "Bristol Blues", "Wrocław Greens", "Golds")
MEMBERS = 3
_NUMBERS = count(1)


@dataclass
class MadeLeague:
    """A league: its path, its organiser, the captains by team."""

    url: str
    path: str
    owner: Visitor
    captains: dict[str, Visitor]

    def cookies_of(self, who: Visitor) -> list[dict[str, str]]:
        """The cookies of somebody, for a browser."""
        return [{"name": name, "value": value, "url": self.url} for name, value in who.cookies.items()]

    def captain_at(self, fixture: str, side: int) -> Visitor:
        """The captain of a side of a fixture, 0 at home."""
        text = self.owner.get(f"{self.path}league.json").json()["fixtures"]
        found = next(one for one in text if one["id"] == fixture)
        return self.captains[found["ab"[side]]]


@cache
def shared_league(url: str) -> MadeLeague:
    """A league of this server that nobody changes."""
    return new_league(url)


def new_league(url: str, *, teams: Sequence[str] = TEAMS, **terms: str) -> MadeLeague:
    """Found a club, announce a league, enter teams of three, make the fixtures; one tie is played."""
    owner = Visitor(url)
    owner.send("/clubs/", name=f"Club {next(_NUMBERS)}", own_name="Olive Owner")
    made = owner.send("/leagues/matches/new/", title="Club league", **TERMS | terms)
    path = made.headers["Location"].removesuffix("organise/")
    owner.send(f"{path}organise/", do="announce")
    captains = {}
    for name in teams:
        captains[name] = Visitor(url)
        members = {f"member_{number}": f"{name} {number}" for number in range(MEMBERS)}
        reported = {
            "name": name,
            "captain": f"{name} 0",
            "email": "captain@example.org",
            "shows_names": "on",
            **members,
        }
        captains[name].send(f"{path}enter/", **reported)
    owner.send(f"{path}organise/", do="draw")
    for side in "ab":
        picks = {"match_1_0": "0", "match_2_0": "1", "match_3_0": "0", "match_3_1": "2"}
        owner.send(f"{path}fixtures/1.1/line-up/?side={side}", **picks)
    for number, line in (("1", "25-10"), ("2", "8-25"), ("3", "25-24")):
        owner.send(f"{path}fixtures/1.1/", do="result", match=number, line=line, by="games")
    return MadeLeague(url, path, owner, captains)

"""An event as SoL writes it, and what it is written from."""

from carrom.tournament.contest import Contest
from carrom.tournament.regulation import Regulation
from carrom.tournament.sol_export import Person, Terms

SOL_TERMS = Terms(
    description="Valley Open", date="2026-05-09", modified="2026-05-09T18:00:00", championship="Cup", club="Valley"
)


SOL_REGULATION = Regulation(order=("points", "buchholz", "net_points", "points_for", "rating"), absent_last=False)


def sol_persons(contest: Contest) -> dict[str, Person]:
    """Persons for the entrants of a contest."""
    return {
        key: Person(firstname=f"First {key}", lastname=f"Last {key}", nationality=one.country, club=one.club)
        for one in contest.entrants
        for key in one.persons
    }


SOL_FILE = """\
championships:
- {club: 1, couplings: dazed, description: Cup of the Valley, guid: c0, modified: !!timestamp '2026-01-02 03:04:05',
  playersperteam: 1, prizes: fixed40, skipworstprizes: 1}
clubs:
- {couplings: serial, description: Valley Carrom, guid: b0, nationality: ITA, prizes: fixed, users: [1]}
players:
- {agreedprivacy: A, birthdate: 2001-02-03, club: 1, firstname: Ada, guid: a1, lastname: Alder, nationality: ITA}
- {firstname: Ben, lastname: 'Birch, the Elder', merged: [[x1, Birch, Ben, null], x2], nickname: "1"}
- {firstname: Cyd, lastname: Cédar, shoe: 41}
rates: []
ratings: []
users:
- {email: desk@valley.example, firstname: Desk, lastname: One, nationalliable: null}
---
championship: 1
competitors:
- {bucholz: 4, netscore: 14, players: [1], points: 4, prize: '1000.00', totscore: 50}
- {bucholz: 4, netscore: 11, players: [2], points: 2, retired: true, totscore: 36}
- {bucholz: 4, netscore: -36, players: [3], points: 0, totscore: 14}
couplings: dazed
currentturn: 2
date: 2026-01-02
delaycompatriotpairing: true
description: First round of the cup
duration: 45
finals: 0
matches:
- {board: 1, boards: [{coins1: 5, number: 1, queen: '1'}, {coins1: 0, coins2: 2, number: 2}], breaker: '2',
  competitor1: 1, competitor2: 2, score1: 25, score2: 11, turn: 1}
- {board: 2, competitor1: 3, competitor2: null, score1: 25, score2: 0, turn: 1}
- {board: 1, competitor1: 2, competitor2: 3, score1: 25, score2: 14, turn: 2}
phantomscore: 25
prized: false
rankedturn: 2
retirements: trend70
system: swiss
"""

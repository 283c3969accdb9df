"""`carrom rating` and `carrom championship`: results and .sol files in, lists and standings out."""

import json

from carrom.tournament.sol_file import write_sol
from carrom.tournament.sol_records import (
    SolBook,
    SolChampionship,
    SolClub,
    SolCompetitor,
    SolMatch,
    SolPlayer,
    SolTourney,
)
from tests.support.command_line import carrom

RESULTS = """day,a,b,points_a,points_b
2026-01-05,Anu,Bo,25,11
2026-01-12,Anu,Cy,12,25
2026-02-05,Bo,Cy,25,24
2026-02-09,Anu & Bo,Cy & Di,25,3
"""


def run(*arguments):
    return carrom(*arguments)[1]


def test_results_are_rated_and_what_each_did_adds_up(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text(RESULTS)

    found = json.loads(run("rating", str(file), "--json"))
    why = json.loads(run("rating", str(file), "--why", "Bo", "--json"))

    assert [one["name"] for one in found["singles"]] == ["Bo", "Anu", "Cy"]
    assert {one["name"] for one in found["doubles"]} == {"Anu", "Bo", "Cy", "Di"}
    singles = sum(one["points"] for one in why if one["kind"] == "singles")
    assert abs(found["singles"][0]["rating"] - 1500 - singles) < 0.02
    listed = run("rating", str(file), "--csv")
    (tmp_path / "list.csv").write_text(listed.partition("\nplace")[0])
    assert "Bo" in run("rating", str(file), "--list", str(tmp_path / "list.csv"))
    assert carrom("rating", str(file), "--why", "Zed")[0] == 1
    file.write_text("day,a,b\nsoon,Anu,Bo\n")
    assert "bad-rating-list: Line 2" in carrom("rating", str(file))[2]


def test_a_championship_of_a_sol_file_is_printed_with_what_somebody_needs(tmp_path):
    match = SolMatch(competitor1=1, competitor2=2, turn=1, board=1, score1=25, score2=4)
    competitors = tuple(
        SolCompetitor(players=(number,), points=points, prize=prize)
        for number, points, prize in ((1, 2, "18"), (2, 0, "16"))
    )
    reported = {"competitors": competitors, "matches": (match,), "currentturn": 1, "rankedturn": 1, "prized": True}
    book = SolBook(
        players=tuple(SolPlayer(firstname=name, lastname="Rossi", guid=name) for name in ("Anna", "Bruno")),
        clubs=(SolClub(description="SCC"),),
        championships=(SolChampionship(description="Lombardia", club=1, prizes="fixed"),),
        tourneys=(SolTourney(description="Milano", date="2026-01-10", championship=1, **reported),),
    )
    file = tmp_path / "cup.sol"
    file.write_bytes(write_sol(book))

    found = json.loads(run("championship", str(file), "--json"))

    assert [(one["place"], one["name"], one["total"]) for one in found["standings"]] == [
        (1, "Anna Rossi", "18"),
        (2, "Bruno Rossi", "16"),
    ]
    needs = json.loads(run("championship", str(file), "--needs", "bruno rossi", "--entrants", "4", "--json"))
    assert needs["certain"] == 1 and needs["possible"] >= 1
    assert "Anna Rossi" in run("championship", str(file))
    assert carrom("championship", str(file), "--needs", "Nobody")[0] == 2

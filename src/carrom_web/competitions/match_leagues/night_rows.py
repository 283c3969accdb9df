"""The cards of a league night: each tie or match of a match day with its matches, for the people who may enter them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.league.match_commands import reported_result
from carrom.league.match_terms import as_counted
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State, reported_tie_matches
from carrom.tournament.contest import Contest
from carrom.tournament.results import Result
from carrom.tournament.teams import TieTerms, match_name, tie_score, totals
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.line_up_form import short_label
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.events.services.pad import PadWay
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.models import SheetMatch
from carrom_web.competitions.match_leagues.presenters import fixture_row, table_rows
from carrom_web.competitions.match_leagues.services import night, scorekeeping


def nights(seen: repository.LeagueView) -> list[str]:
    """The match days of a league by their names in addresses: "3" in the season, "p1" in the play-offs."""
    return list(dict.fromkeys(night_of(seen, one) for one in seen.league.meetings))


def night_of(seen: repository.LeagueView, meeting: Meeting) -> str:
    """The match day of a fixture."""
    in_season = seen.league.stage_of(meeting.fixture.id) == "season"
    return f"{'' if in_season else 'p'}{meeting.fixture.round}"


def meetings_of(seen: repository.LeagueView, name: str) -> list[Meeting]:
    """The fixtures of a match day, in the order in which they are drawn."""
    return [one for one in seen.league.meetings if night_of(seen, one) == name]


def night_now(seen: repository.LeagueView) -> str:
    """The match day that is played now: the first with a fixture to be played; the last where all are."""
    open_now = (night_of(seen, one) for one in seen.league.meetings if one.state is State.READY)
    return next(open_now, next(reversed(nights(seen)), ""))


class Cards:
    """The cards of fixtures as one reader sees them."""

    def __init__(self, seen: repository.LeagueView, guest_id: UUID | None, *, back: str = "") -> None:
        """`back`: the address to which their forms return."""
        self._seen, self._guest_id, self._back = seen, guest_id, back
        self._sheets = selectors.sheets_in(seen.row)
        self._may = selectors.may(seen.row, guest_id, Action.DRAW)
        self._own = selectors.team_of(seen.row, guest_id)

    def card(self, meeting: Meeting) -> dict[str, Any]:
        """A fixture as `match_leagues/card.html` shows it."""
        seen, fixture = self._seen, meeting.fixture.id
        contest = seen.league.contest_of(fixture)
        row = fixture_row(seen, meeting, self._sheets.get(fixture))
        names = [one["name"] for one in row["sides"]]
        has_legs = fixture in seen.league.stands
        playable = meeting.state in (State.READY, State.DECIDED) and bool(meeting.a and meeting.b) and not has_legs
        side = self._own.key if self._own is not None and self._own.key in meeting.keys and playable else ""
        result = meeting.result
        by_hand = _is_by_hand(contest, meeting)
        named = bool(contest.tie) and line_ups.are_open(contest, fixture, meeting.a, meeting.b)
        blocked = bool(contest.tie) and seen.terms.needs_line_ups and not named
        shows_matches = playable and not by_hand and (result is None or result.is_played)
        rows = self._matches(meeting, contest, side, names, is_blocked=blocked) if shows_matches else []
        has_matches = bool(contest.tie and reported_tie_matches(contest, fixture, meeting.a or "", meeting.b or ""))
        starts = seen.terms.is_online and (self._may or bool(side)) and result is None and not blocked
        opens = playable and self._may and contest.tie is not None and seen.terms.line_ups == "open"
        return row | {
            "score": _score(seen, contest, meeting),
            "said": self._said(meeting, contest, names, named=named, blocked=blocked, by_hand=by_hand),
            "is_final": result is not None,
            "playable": playable,
            "rows": rows,
            "enters": any(one["enters"] for one in rows),
            "may": self._may,
            "side": side,
            "back": self._back,
            "takes_line_ups": opens
            and not by_hand
            and (not named or not has_matches)
            and (result is None or result.is_played),
            "has_line_ups": named,
            "last_line_ups": bool(opens and not named and night.last_line_ups(seen, meeting)),
            "totals": _totals(contest.tie, names) if contest.tie and playable and self._may else [],
            "has_result": result is not None or has_matches,
            "starts_online": starts and any(not one["is_reported"] and not one["live"] for one in rows),
            "hands_in": self._hands_in(meeting, contest, side, named=named) if playable else [],
        }

    def _matches(
        self, meeting: Meeting, contest: Contest, side: str, names: Sequence[str], *, is_blocked: bool
    ) -> list[dict[str, Any]]:
        """The matches of a fixture: one, or those of a tie."""
        seen, fixture = self._seen, meeting.fixture.id
        ways = night.ways_of(seen, fixture)
        keeps = not is_blocked and scorekeeping.may_keep_score(seen.row, self._guest_id, fixture)
        kinds = list(enumerate(contest.tie.kinds, 1)) if contest.tie else [(0, "")]
        found = []
        for number, kind in kinds:
            name = match_name(fixture, number) if number else fixture
            result = reported_result(seen.league, fixture, number)
            who = self._who(meeting, contest, number) or names
            waits = seen.league.reported.get((fixture, number))
            sheet = self._sheets.get(name)
            enters = not is_blocked and (self._may or (bool(side) and result is None))
            found.append(
                {
                    "number": number,
                    "name": name,
                    "title": short_label(contest.tie, number) if contest.tie else _("Match"),
                    "kind": kind,
                    "a": who[0],
                    "b": who[1],
                    "won": result.winner.value if result is not None and result.winner else "",
                    "is_reported": result is not None,
                    "score": _middle(result),
                    "pad": reverse("match-fixture-pad", args=[seen.row.slug, fixture, number]),
                    "enters": enters,
                    "taps": enters and PadWay.WINNER in ways,
                    "ways": " ".join(ways),
                    "games": repository.laws_of(seen.terms, seen.league.length_of(fixture)).match_wins_needed,
                    "sends": _sends(seen, meeting, side) if side and not self._may else "",
                    "waiting": waiting_row(seen, fixture, number, side) if waits else None,
                    "live": _live(sheet, result),
                    "keep": self._keep(fixture, number, sheet, named=bool(self._who(meeting, contest, number)))
                    if keeps and result is None and not (sheet is not None and sheet.is_online and not sheet.ended_at)
                    else "",
                }
            )
        return found

    def _who(self, meeting: Meeting, contest: Contest, number: int) -> list[str]:
        """Return the players of a tie's match, on both sides; nobody until both line-ups are named."""
        fixture = meeting.fixture.id
        if not number or not line_ups.are_open(contest, fixture, meeting.a, meeting.b):
            return []
        named = [line_ups.line_up_of(contest, fixture, key or "") for key in (meeting.a, meeting.b)]
        return [" & ".join(self._seen.persons(one.matches[number - 1])) for one in named if one]

    def _keep(self, fixture: str, number: int, sheet: SheetMatch | None, *, named: bool) -> str:
        if number and not named:
            return ""
        return reverse("match-fixture-keep", args=[self._seen.row.slug, fixture, number])

    def _hands_in(self, meeting: Meeting, contest: Contest, side: str, *, named: bool) -> list[dict[str, Any]]:
        """Return the closed line-ups of a tie whose captains hand in: for each team {name, side, key, is_in, mine}."""
        if contest.tie is None or named or self._seen.terms.line_ups != "blind" or meeting.state is not State.READY:
            return []
        handed = line_ups.handed_in(f"league {self._seen.row.pk}", contest, meeting.fixture.id)
        return [
            {"name": self._seen.name(key), "side": letter, "key": key, "is_in": key in handed, "mine": key == side}
            for letter, key in (("a", meeting.a), ("b", meeting.b))
        ]

    def _said(
        self, meeting: Meeting, contest: Contest, names: Sequence[str], *, named: bool, blocked: bool, by_hand: bool
    ) -> str:
        """One line about how far a fixture is."""
        result = meeting.result
        if meeting.state is State.BYE:
            return _("No match on this day.")
        if result is not None and not result.is_played:
            return _not_played(names, result)
        if result is not None:
            if by_hand and contest.tie is not None:
                return _("Only the total was entered.")
            return _("Level: the organiser decides who goes on.") if self._is_undecided(meeting) else _("Final.")
        if meeting.state is not State.READY:
            return _("The sides are not known yet.")
        if meeting.fixture.id in self._seen.league.proposals:
            return _("Another day was requested.")
        if blocked:
            return _("Results can be entered when both line-ups are in.")
        if contest.tie is None or named or self._seen.terms.line_ups == "none":
            return ""
        return _("No line-ups yet; results can be entered without.")

    def _is_undecided(self, meeting: Meeting) -> bool:
        result = meeting.result
        return result is not None and result.winner is None and self._seen.league.needs_winner(meeting.fixture.id)


def waiting_row(seen: repository.LeagueView, fixture: str, number: int, side: str) -> dict[str, Any]:
    """A result that one side has reported: {team, score, first, winner, note, mine, may, disputed, reason}."""
    waiting = seen.league.reported[fixture, number]
    result = waiting.result
    points = f"{result.points.a}-{result.points.b}" if result.detail != "winner" else ""
    return {
        "team": seen.name(waiting.by),
        "score": " ".join(f"{one.a}-{one.b}" for one in result.scores) or points,
        "first": seen.name(result.a),
        "winner": seen.name(result.a if result.winner is Side.A else result.b) if result.winner else "",
        "note": draw_labels.result_label(result),
        "mine": waiting.by == side,
        "may": bool(side) and waiting.by != side and not waiting.disputed_by,
        "disputed": seen.name(waiting.disputed_by) if waiting.disputed_by else "",
        "reason": waiting.reason,
    }


def moved_tables(seen: repository.LeagueView, met: Sequence[Meeting]) -> list[dict[str, Any]]:
    """The tables with the results of a match day, and who moved by them: `moved` says so, `fell` whether it is down."""
    names = {one.fixture.id for one in met}
    season = seen.league.season
    before = replace(
        season,
        results=tuple(one for one in season.results if one.fixture not in names),
        tie_matches=tuple(one for one in season.tie_matches if one.result.fixture not in names),
    )
    was = {row.key: row.row.place for table in replace(seen.league, season=before).tables for row in table.rows}
    return [
        {
            "pool": table.pool,
            "rows": [row | _moved(was[row["key"]] - row["place"]) for row in table_rows(seen, table)],
        }
        for table in seen.league.tables
    ]


def _moved(by: int) -> dict[str, Any]:
    words = _("up %(n)s") if by > 0 else _("down %(n)s") if by else ""
    return {"moved": words % {"n": abs(by)} if by else "", "fell": by < 0}


def chat_text(seen: repository.LeagueView, title: str, cards: Sequence[dict[str, Any]]) -> str:
    """A match day as a text to paste into a chat: its results, and the top of the table."""
    lines = [f"{seen.terms.title}: {title}"]
    for one in cards:
        a, b = (side["name"] for side in one["sides"])
        if one["is_final"]:
            note = f" ({one['note']})" if one["note"] else ""
            lines.append(f"{a} {one['score'][0]} – {one['score'][1]} {b}{note}")
        elif one["playable"]:
            when = ", ".join(filter(None, (one["day"], one["time"], one["venue"])))
            lines.append(f"{a} – {b}: {when or _('to be played')}")
    for table in seen.league.tables:
        lines += ["", *([table.pool] if table.pool else [])]
        lines += [f"{row.row.place}. {seen.name(row.key)} {row.points}" for row in table.rows[:4]]
    return "\n".join(lines)


def left_sentence(cards: Sequence[dict[str, Any]]) -> str:
    """How far a match day is."""
    playable = [one for one in cards if one["playable"]]
    left = sum(not one["is_final"] for one in playable)
    if not playable:
        return _("There are no matches to play yet.")
    if not left:
        return _("All results are in.")
    return ngettext("%(n)s of %(of)s is still open.", "%(n)s of %(of)s are still open.", left) % {
        "n": left,
        "of": len(playable),
    }


def _live(sheet: SheetMatch | None, result: Result | None) -> str:
    """The address of a match that goes on; one online does not count once its result was entered otherwise."""
    if sheet is None or sheet.ended_at or (sheet.is_online and result is not None):
        return ""
    return reverse("match", args=[sheet.match_id])


def _is_by_hand(contest: Contest, meeting: Meeting) -> bool:
    """Whether the result of the whole tie was entered, not those of its matches."""
    return contest.tie is not None and any(
        one.fixture == meeting.fixture.id and one.pair == set(meeting.keys) for one in contest.results
    )


def _score(seen: repository.LeagueView, contest: Contest, meeting: Meeting) -> list[str]:
    """Return the score of each side: of a tie the points so far, of a match that was not played what it counts."""
    result = meeting.result
    if result is not None and not result.is_played:
        if result.winner is None:
            return ["0", "0"]
        counts = as_counted(seen.terms)
        worth = (counts.walk_over_score if contest.tie else counts.walk_over_games).a
        return [str(worth), "0"] if result.winner is Side.A else ["0", str(worth)]
    if result is not None:
        return [draw_labels.score_label(result, side) if not contest.tie else str(result.points[index])
                for index, side in enumerate(Side)]  # fmt: skip
    if contest.tie is None or not meeting.a or not meeting.b:
        return ["", ""]
    score = tie_score(contest.tie, reported_tie_matches(contest, meeting.fixture.id, meeting.a, meeting.b))
    return [str(score.a), str(score.b)]


def _middle(result: Result | None) -> str:
    """Return the text between the names of a match: its points, or its games; empty where the winner alone is known."""
    if result is None or not result.is_played:
        return draw_labels.result_label(result) if result else ""
    if result.scores:
        shown = result.points if len(result.scores) == 1 else result.games
        return f"{shown.a}–{shown.b}"
    return f"{result.games.a}–{result.games.b}" if result.games != (0, 0) and result.games != (1, 0) else ""


def _totals(tie: TieTerms, names: Sequence[str]) -> list[dict[str, str]]:
    """The totals that a tie can have, as keys; a level one for each side that may have won it."""
    found = totals(tie)
    points = [(one.a, one.b) for one in found]
    keys = []
    for one in found:
        label = f"{one.a} – {one.b}"
        if points.count((one.a, one.b)) > 1:
            label += " " + ngettext("(%(n)s match)", "(%(n)s matches)", one.won.a) % {"n": one.won.a}
        value = f"{one.a}-{one.b}-{one.won.a}-{one.won.b}"
        if one.a == one.b and tie.level != "tied":
            keys += [
                {"value": f"{value}-{side}", "label": _("%(total)s, %(name)s ahead") % {"total": label, "name": name}}
                for side, name in zip(("a", "b"), names, strict=True)
            ]
        else:
            keys.append({"value": value, "label": label})
    return keys


def _not_played(names: Sequence[str], result: Result) -> str:
    if result.both_lose:
        return _("Not played: both sides lose.")
    loser = names[1 if result.winner is Side.A else 0]
    words = {"disqualified": _("%(name)s was disqualified."), "withdrawn": _("%(name)s has withdrawn.")}
    return words.get(result.how, _("Walk-over: %(name)s did not come.")) % {"name": loser}


def _sends(seen: repository.LeagueView, meeting: Meeting, side: str) -> str:
    """Return the label of Save for a captain, whose result waits for the other side."""
    other = meeting.b if meeting.a == side else meeting.a
    return _("Send to %(name)s") % {"name": seen.name(other)}

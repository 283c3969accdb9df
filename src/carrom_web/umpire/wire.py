"""A sheet as plain JSON for its scorer's page (`docs/wire.md`): its state, what may be entered, its entries.

Reads values, decides nothing; sentences are made in the language that is active. The page's own Python runs it as well
when the network is gone: it asks no database and knows no Django.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from carrom import serialization
from carrom.errors import CarromError
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.unseen import UmpireQuestion, decisive
from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry
from carrom.match.state import MatchState
from carrom.play import clocks
from carrom.play.effective_entries import only_strikes_out, reports_a_stroke
from carrom.play.record import counting as counting_of
from carrom.play.record import own_part
from carrom.play.waivers import forgoable
from carrom.terms import Queen, Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import localized
from carrom_web.matches import phrases, rendering, scorekeeping_phrases, wire
from carrom_web.matches.loaded import Loaded
from carrom_web.umpire import officiating
from carrom_web.umpire.record import Record

Json = dict[str, Any]
LOG_LENGTH = 60  # entries of the log
# what may follow a stroke that is still corrected
_RECORDED_ONLY = (requests.Note, requests.Attest, requests.Protest, requests.TimeOut, requests.Verify, requests.Rename)
BESIDE = (
    requests.Forgo,
    requests.Claim,
    requests.Toss,
    requests.Ready,
    requests.Begin,
    requests.Appeal,
    requests.Decide,
    *_RECORDED_ONLY,
)


def situation(loaded: Loaded, stored_record: Record) -> Json:
    """The data of a sheet's page at rest: `view` as for every page, and what only its scorer needs."""
    match = loaded.state.match
    record = stored_record.newest(LOG_LENGTH + 1)
    counting = [entry for entry in counting_of(record, match.struck) if entry.kind != "head"]
    forgo, penalties = _forgo(match, record), stored_record.penalties(match.struck)
    return {
        "view": wire.view(loaded),
        "breaks": breaks(match),
        "attempt": _attempt(match),
        "toggles": toggles(match),
        "ends": ends(match.ruleset),
        "warnings": _warnings(match, penalties),
        "warned": officiating.warned(match, penalties),
        "interval": officiating.waits(match) if match.head.ceremony else _interval(match, record),
        "forgo": forgo,
        "may_undo": _may_undo(match, record),
        "correct": _last_stroke(match, record),
        "log": log(match, record, officiating.slam_lines(counting), stored_record),
        **officiating.leading(match, counting, placing=bool(forgo)),
    }


def entry_json(match: MatchState, entry: Entry) -> Json:
    """Return the effects of an entry or a draft: its sentence, its ruling with reasons, and what else follows."""
    return {
        "number": entry.number,
        "kind": entry.kind,
        "text": rendering.entry_text(match, entry),
        "brief": rendering.ruling_brief(match, entry),
        "ruling": rendering.ruling_json(match, entry),
        "against": _against(match, entry),
        "ends_board": bool(entry.followed.board_results),
        "follows": _follows(match, entry),
        "next": phrases.awaiting_text(replace(match, standing=entry.followed.standing)),
    }


def _against(match: MatchState, entry: Entry) -> bool:
    """Whether a ruling costs the side that played: coins, the queen, the board."""
    board, ruling = match.board, entry.followed.ruling
    if board is None or ruling is None:
        return False
    side, after = board.to_play, ruling.after
    if ruling.outcome is not None:
        return ruling.outcome.winner is side.other
    lost_her = board.queen is Queen.AWAITING_COVER and after.queen is Queen.ON_BOARD
    return lost_her or after.up_of(side) > board.up_of(side) or after.owed_by(side) > board.owed_by(side)


def _follows(match: MatchState, entry: Entry) -> list[str]:
    """Describe the effects of an entry beside its ruling; of a correction, how the game stands with it."""
    said = scorekeeping_phrases.followed_texts(match, own_part(entry).followed, phrases.side_called)
    if isinstance(entry.asked, requests.Amend) and not said and match.ruleset.score_mode == "points":
        score = entry.followed.standing.score
        said = [_("The game score is %(a)d to %(b)d.") % {"a": score.a, "b": score.b}]
    return said


def refused(error: CarromError) -> dict[str, str]:
    """A refusal as its code and its sentence."""
    return {"code": error.code, "text": localized(error)}


def _may_undo(match: MatchState, record: list[Entry]) -> bool:
    """Whether an entry counts that says more than that another one does not."""
    counting = (entry for entry in counting_of(record, match.struck) if entry.number)
    return any(isinstance(entry.asked, requests.Amend) or not only_strikes_out(entry) for entry in counting)


def log(match: MatchState, record: list[Entry], slams: dict[int, str], stored_record: Record) -> list[Json]:
    """The newest entries, newest first; struck ones stay, marked."""
    struck, found, now = set(match.struck), [], _held(match, record, stored_record)
    for before, entry in itertools.pairwise(record):
        line = stored_record.line(entry.number, partial(_line, match, before, entry, stored_record))
        found.append(_with_slam(line | _now(entry, line, struck, now), slams.get(entry.number)))
    return found[::-1]


def _with_slam(line: Json, slam: str | None) -> Json:
    """The line of a board that was a slam says so, with what holds instead if there is such."""
    if slam is None:
        return line
    return line | ({"now": f"{line['now']} {slam}"} if line["now"] else {"follows": [*line["follows"], slam]})


def _held(match: MatchState, record: list[Entry], stored_record: Record) -> dict[int, Json]:
    """Return the entries in place of those that a correction struck out, or the reasons without one, by numbers."""
    found: dict[int, Json] = {}
    known, struck = {entry.number: entry for entry in record}, set(match.struck)
    for entry in record:
        if entry.number in struck:
            continue
        earlier = known.get(min(entry.followed.struck_out, default=entry.number) - 1)
        for part, each in enumerate(entry.followed.instead, start=1):
            if earlier is not None:
                make = partial(_line, match, earlier, each, stored_record)
                found[each.number] = stored_record.line(entry.number, make, part=part)
            earlier = each
        for lapse in entry.followed.lapsed:
            found[lapse.number] = {"lapsed": _(lapse.sentence)}
    return found


def _now(entry: Entry, line: Json, struck: set[int], held: dict[int, Json]) -> Json:
    """Whether a line no longer counts, and what stands in its place: the same, another ruling, or why there is none."""
    if entry.number not in struck:
        return {"struck": False, "now": ""}
    instead = held.get(entry.number, {})
    if "lapsed" in instead:
        return {"struck": True, "now": _("Not possible: %(why)s") % {"why": instead["lapsed"]}}
    same = instead.get("text") == line["text"] and instead.get("follows") == line["follows"]
    return {"struck": not same, "now": "" if same else " ".join((instead.get("text", ""), *instead.get("follows", [])))}


def _line(match: MatchState, before: Entry, entry: Entry, stored_record: Record) -> Json:
    """An entry as a line of the log; it never changes but for being struck out."""
    line = entry_json(stored_record.judged(replace(match, standing=before.followed.standing), entry), entry)
    ruling = line["ruling"] or {}
    return {
        "number": entry.number,
        "kind": entry.kind,
        "time": entry.time,
        "by": scorekeeping_phrases.signed(entry),
        "text": ruling.get("sentence") or line["text"],
        "brief": line["brief"],
        "follows": line["follows"],
        "reasons": ruling.get("reasons", []),
        "readings": ruling.get("readings", []),
    }


def breaks(match: MatchState) -> Json | None:
    """Return the breaker of the board in play."""
    breaker = match.standing.breaker
    if breaker is None or match.board is None:
        return None
    return {"side": match.side_at(breaker), "name": phrases.name_at(match, breaker)}


def _attempt(match: MatchState) -> str:
    """Describe the next attempt at the break, where they are counted; empty once it is made."""
    board, most = match.board, match.ruleset.break_attempts
    if board is None or board.broken or match.awaiting.kind not in (Decision.STROKE, Decision.READY):
        return ""
    if match.awaiting.kind is Decision.READY:
        return _("Before the break")
    if most is None:
        return _("Break")
    return _("Break %(attempt)d of %(most)d") % {"attempt": board.attempt, "most": most}


def _forgo(match: MatchState, record: list[Entry]) -> str:
    """Return the remark on the coins that came back last: that they are not placed; empty where nothing came back."""
    claim = forgoable(match, record)
    if not claim:
        return ""
    values = {
        "name": phrases.name_at(match, claim[0].placer),
        "what": phrases.counted(claim[0].piece, len(claim)),
    }
    return _("%(name)s does not place %(what)s") % values


def _interval(match: MatchState, record: list[Entry]) -> Json | None:
    """Until when the players rest before the board that follows; None: nobody does, or a stroke was made since."""
    for entry in reversed(counting_of(record, match.struck)):
        if only_strikes_out(entry) or isinstance(
            entry.asked, requests.Ready | requests.Begin | requests.Note | requests.Verify
        ):
            continue
        seconds = clocks.interval(entry.followed, match.ruleset)
        if seconds is None or not entry.time:
            return None
        until = datetime.fromisoformat(entry.time) + timedelta(seconds=seconds)
        rests = any(game.game == clocks.INTERVAL_AFTER for game in entry.followed.game_results)
        return {"until": until.isoformat(), "text": _("Interval") if rests else _("Sides change")}
    return None


def _last_stroke(match: MatchState, record: list[Entry]) -> Json | None:
    """The last stroke, if it can still be corrected: its facts, whose it was, and what might have been said of it.

    None once anything but its own consequence was entered.
    """
    for entry, earlier in reversed(list(_with_earlier(match, record))):
        if only_strikes_out(entry):
            continue
        facts = entry.followed.facts
        if reports_a_stroke(entry) and facts is not None and facts.made:
            if earlier is None:
                return None  # it lies further back than the log
            before = replace(match, standing=earlier.followed.standing)
            side = None if before.board is None else before.board.to_play
            return {"facts": plain_facts(facts), "side": side, "toggles": toggles(before)}
        if isinstance(entry.asked, BESIDE):
            continue
        return None
    return None


def _with_earlier(match: MatchState, record: list[Entry]) -> Iterator[tuple[Entry, Entry | None]]:
    """Each entry that counts with the one that left the board before it; None: that lies before the newest ones."""
    known, struck = {entry.number: entry for entry in record}, set(match.struck)
    for entry in record:
        if entry.number in struck:
            continue
        earlier = known.get(min(entry.followed.struck_out, default=entry.number) - 1)
        for each in (*entry.followed.instead, own_part(entry)):
            yield each, earlier
            earlier = each


def plain_facts(facts: StrokeFacts) -> Json:
    """Facts as the page sends them."""
    plain: Json = serialization.to_plain(facts)
    return plain


def _warnings(match: MatchState, record: list[Entry]) -> dict[str, int]:
    """How often each side was warned: by the laws on this board, by its umpire in the whole match."""
    counts = {side.value: 0 for side in Side if match.players_of(side)}
    if match.board is not None:
        for side, _fact, times in match.board.warnings:
            counts[side.value] += times
    for entry in record:
        asked = entry.asked
        if isinstance(asked, requests.Penalise) and asked.what == "warning":
            counts[asked.side.value] += 1
    return counts


def toggles(match: MatchState) -> list[Json]:
    """Return the facts that these laws need besides fallen pieces: their effects, and when they are asked.

    `needs` is the colour that must have fallen, `nothing` or `striker`: then the page asks `asks`, and its answer `yes`
    is the fact. Where it is null the fact is a breach, said when it was seen.
    """
    board = match.board
    if board is None:
        return []
    texts, said = _unseen_texts() | {"missed": _missed_texts(match)}, []
    for fact in decisive(board, match.ruleset):
        colour = board.colour_of(board.to_play.other)
        needs = (
            colour
            if fact.asked is UmpireQuestion.OTHER
            else None
            if fact.asked is UmpireQuestion.NEVER
            else fact.asked.value
        )
        text, *asks = texts[fact.key]
        question = dict(zip(("text", "yes", "no"), asks, strict=True)) if asks else None
        facts = {name: serialization.to_plain(value) for name, value in fact.facts.items()}
        said.append({"key": fact.key, "text": text, "facts": facts, "needs": needs, "asks": question})
    return said


def _missed_texts(match: MatchState) -> tuple[str, ...]:
    """The question at the break, with the attempt that a miss would be where attempts are counted."""
    board, most = match.board, match.ruleset.break_attempts
    missed = _("Missed")
    if board is not None and most is not None and most > 1:
        missed = _("Missed: %(attempt)d of %(most)d") % {"attempt": board.attempt, "most": most}
    return _("No coin touched"), _("The break: was a coin touched?"), missed, _("Touched")


def _unseen_texts() -> dict[str, tuple[str, ...]]:
    """Return the labels of facts; of those that are asked for, the question and both answers."""
    return {
        "improper": (_("Improper stroke"),),
        "spread": (
            _("No coin crossed a base line"),
            _("The break: did a coin cross a base line?"),
            _("No coin crossed one"),
            _("A coin crossed one"),
        ),
        "untouched": (
            _("No coin touched"),
            _("Did the striker touch a coin before it was pocketed?"),
            _("No coin touched"),
            _("It touched one"),
        ),
        "backward": (_("Backward stroke"),),
        "horizontal": (_("Along the base line"),),
        "behind": (_("Never crossed the front line"),),
        "hit_behind": (_("Hit a coin behind the line"),),
        "back": (_("Came back before a contact"),),
        "direct": (
            _("Hit that coin directly"),
            _("Did the striker hit that coin directly?"),
            _("Direct hit"),
            _("Not direct"),
        ),
    }


def ends(rules: Ruleset) -> list[Json]:
    """How a board may end on a score sheet under these laws, the usual end first."""
    known = [
        ("finished", _("Finished"), True),
        ("own_last", _("Own last coin before the queen"), rules.own_last_queen_up == "lose_board"),
        (
            "opponent_last",
            _("The other side's last coin"),
            rules.opponent_last_queen_up == "lose_board"
            or rules.opponent_last_queen_covered in ("opponent_wins", "lose_board"),
        ),
        ("breach", _("Lost by a breach"), True),
        ("drawn", _("Drawn by agreement"), rules.agreed_draw),
        ("replayed", _("Played again"), True),
    ]
    return [{"value": value, "text": text} for value, text, is_known in known if is_known]

"""An entry in words, in the active language: who did what, what fell, and the ruling.

Names and counts come from `sentences`; nothing is decided here.
"""

from typing import Any

from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, Region, Ruling, with_claim
from carrom.laws.texts import lookup
from carrom.match import entries, requests
from carrom.match.awaiting import BREAK, Decision
from carrom.match.entries import Entry
from carrom.match.snapshot import MatchSnapshot
from carrom.match.state import MatchState
from carrom.terms import Piece, Queen, Seat, Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext
from carrom_web.matches import declaration_phrases, scorekeeping_phrases
from carrom_web.matches.law_texts import clauses_json, finding_text, law_label, readings_json, what_if_of
from carrom_web.matches.phrases import (
    claim_text,
    colour_name,
    counted,
    kinds,
    listed,
    name_at,
    names,
    placed,
    side_called,
    stand_in_text,
)

Json = dict[str, Any]

# What needs no law in the sentence: everybody knows it.
ORDINARY = frozenset(
    {
        Reason.OWN_POCKETED,
        Reason.TURN_CONTINUES,
        Reason.TURN_PASSES,
        Reason.BREAK_MADE,
        Reason.OPPONENT_POCKETED,
        Reason.DOUBLES_ORDER,
        Reason.QUEEN_SAFE,
        Reason.SOLO_STROKE_COUNTS,
    }
)

# what an umpire enters of what a player decided
FOR_A_PLAYER = (requests.Choose, requests.Claim, requests.AtCap, requests.Pass)


def entry_text(match: MatchState, entry: Entry) -> str:
    """One sentence for anything that was stored. `match` is the state before it."""
    others = {entries.CLOCK: _("The clock")}
    seated = entry.author in tuple(Seat)
    who = name_at(match, Seat(entry.author)) if seated else others.get(entry.author, _("The umpire"))
    if entry.author == entries.UMPIRE and isinstance(entry.asked, FOR_A_PLAYER):
        who = names([name_at(match, seat) for seat in match.awaiting.seats])  # they say what they chose
    values: dict[str, object] = {"name": who}
    followed = entry.followed
    text = scorekeeping_phrases.entry_text(match, entry, side_called)
    if text:
        return text
    match entry.asked:
        case requests.Amend(number=number):
            return _amended(match, entry, number) + (f" ({entry.asked.why})" if entry.asked.why else "")
        case requests.Verify(name=name, boards=boards):
            return ngettext(
                "%(name)s has handed in a paper sheet with %(count)d board",
                "%(name)s has handed in a paper sheet with %(count)d boards",
                len(boards),
            ) % {"name": name, "count": len(boards)}
        case requests.Toss():
            winner = followed.standing.toss_winner
            return _("%(name)s wins the toss") % {"name": side_called(match, winner) if winner else who}
        case requests.Choose(choice=choice) if choice == BREAK:
            return _("%(name)s breaks") % values
        case requests.Choose():
            return _("%(name)s chooses a side") % values
        case requests.Withdraw():
            return _("%(name)s withdraws the declaration") % values
        case requests.Declare() if followed.ruling is None:
            return claim_text(match, match.side_at(Seat(entry.author)), entry.asked)
        case requests.Penalise():
            asked = entry.asked
            named = asked.player is not None and match.players_of(asked.side)[asked.player].name
            return declaration_phrases.penalty_text(named or side_called(match, asked.side), asked)
        case requests.ChooseColour(colour=colour):
            chosen = _("%(name)s plays white") if colour == "white" else _("%(name)s plays black")
            return chosen % values
        case requests.TurnRack():
            return _("%(name)s turns the rack") % values
        case (
            requests.MakeStroke()
            | requests.StateFacts()
            | requests.Correct()
            | requests.Declare()
            | requests.TellBoard()
        ):
            return ruling_sentence(match, entry)
        case requests.Pass():
            return _("%(name)s passes") % values
        case requests.Place(piece=number):
            from carrom.terms import piece_of

            return _("%(name)s places %(what)s") % {"name": who, "what": placed(piece_of(number), 1)}
        case requests.Forgo():
            return _("%(name)s lets the coins stay down") % values
        case requests.Claim(points=points):
            return ngettext("%(name)s takes %(count)d extra point", "%(name)s takes %(count)d extra points", points) % {
                "name": who,
                "count": points,
            }
        case requests.Ready():
            return _("%(name)s is ready") % values
        case requests.AtCap(answer="stop"):
            return _("%(name)s stops the board at the cap") % values
        case requests.AtCap():
            return _("%(name)s plays on beyond the cap") % values
        case requests.Concede(what="game"):
            return _("%(name)s concedes the game") % values
        case requests.Concede():
            return _("%(name)s concedes the match") % values
        case requests.ClaimAbsence(what="board"):
            return _("%(name)s claims the board: the other side has left") % values
        case requests.ClaimAbsence():
            return _("%(name)s claims the match: the other side has left") % values
        case requests.StandIn():
            return stand_in_text(match, entry.asked, who)
        case requests.TakeBack():
            return _("%(name)s takes back a stroke") % values
        case requests.Offer(what=what):
            offered = {
                "draw": _("%(name)s offers to call this board a draw"),
                "replay": _("%(name)s offers to play this board again"),
                "take_back": _("%(name)s asks to take back the last stroke"),
            }
            return offered[what] % values
        case requests.Reply(accept=True):
            return _("%(name)s agrees") % values
        case requests.Reply():
            return _("%(name)s declines") % values
        case requests.Restore():
            return _("The position before the last stroke is restored")
        case _:
            return ""


def _amended(match: MatchState, entry: Entry, number: int) -> str:
    """Describe a correction, and how many later entries cannot hold any more."""
    instead = next((each for each in entry.followed.instead if each.number == number), None)
    if instead is None:
        said = _("Entry %(number)d is left out.") % {"number": number}
    else:
        text = entry_text(match, instead)
        said = _("Entry %(number)d is corrected: %(text)s") % {"number": number, "text": text}
    count = len(entry.followed.lapsed)
    if not count:
        return said
    lapsed = ngettext("%(count)d later entry no longer fits.", "%(count)d later entries no longer fit.", count)
    return f"{said} {lapsed % {'count': count}}"


def ruling_json(match: MatchState, entry: Entry) -> Json | None:
    """The ruling of an entry as the page shows it; None if nothing was judged."""
    ruling, standing = entry.followed.ruling, entry.followed.standing
    if ruling is None or match.board is None:
        return None
    side = match.board.to_play
    ends_turn = ruling.over or ruling.after.to_play is not side
    result = entry.followed.board_results[-1] if entry.followed.board_results else None
    reasons = {finding.reason for finding in ruling.findings}
    foul = Reason.TURN_LOST_BY_FOUL in reasons
    sentence = ruling_sentence(match, entry)
    side_names = {one: side_called(match, one) for one in Side if match.players_of(one)}
    return {
        "player": _player(match, entry),
        "stroke": ruling.after.strokes,
        "headline": headline(match, standing, ruling, side),
        "sentence": sentence,
        "spoken": _spoken(match, entry, ruling, sentence),
        "open": bool(ruling.returns) or foul or ruling.over,
        "chips": _chips(match, entry, ruling),
        "reasons": [
            {
                "code": finding.reason,
                "text": finding_text(finding, side_names),
                "clauses": clauses_json(finding.clauses),
            }
            for finding in ruling.findings
        ],
        "readings": readings_json(match.board, entry.followed.facts, ruling, match.ruleset),
        "next_seat": standing.board.seat if standing.board and not ruling.over else None,
        "side": side,
        "ends_turn": ends_turn,
        "points": None
        if result is None
        else {"side": result.winner, "points": result.points, "score": list(result.score)},
        "what_if": what_if_of(match.board, entry.followed.facts, ruling, match.ruleset),
        "after": " ".join(part for part in (_score_text(match, entry), after_board_text(match, entry)) if part),
    }


def _player(match: MatchState, entry: Entry) -> str:
    """Return the author of the stroke that was ruled on; empty for a board that was entered as a whole."""
    if match.board is None or isinstance(entry.asked, requests.TellBoard):
        return ""
    return name_at(match, match.board.seat)


def _spoken(match: MatchState, entry: Entry, ruling: Ruling, sentence: str) -> str:
    """A ruling for the ear: which stroke, whose, and what the laws made of it."""
    values = {"number": ruling.after.strokes, "name": _player(match, entry), "sentence": sentence}
    if not values["name"]:
        return sentence
    return _("Stroke %(number)d, %(name)s. %(sentence)s") % values


def _score_text(match: MatchState, entry: Entry) -> str:
    """How the game stands after a board; empty if no game goes on."""
    followed = entry.followed
    ruleset = match.ruleset
    if not followed.board_results or followed.game_results or ruleset.score_mode == "strokes":
        return ""
    score = followed.board_results[-1].score
    each = ", ".join(f"{side_called(match, side)} {score.of(side)}" for side in Side)
    return _("The game score is %(score)s.") % {"score": each}


def after_board_text(match: MatchState, entry: Entry) -> str:
    """Describe the other ends that came with a board: a game, and whether the sides change; empty if nothing did."""
    followed, said = entry.followed, []
    if match.ruleset.match_wins_needed > 1 and match.ruleset.board_limit != 1:
        for game in followed.game_results:
            values: dict[str, object] = {"number": game.game, "a": game.score.a, "b": game.score.b}
            if game.winner is None:
                said.append(_("Game %(number)d is level, %(a)d to %(b)d.") % values)
            else:
                won, lost = game.score.of(game.winner), game.score.of(game.winner.other)
                values |= {"name": side_called(match, game.winner), "won": won, "lost": lost}
                said.append(_("%(name)s wins game %(number)d, %(won)d to %(lost)d.") % values)
    if followed.sides_changed and followed.board_results:
        said.append(_("The sides swap places."))
    return " ".join(said)


def headline(match: MatchState, standing: MatchSnapshot, ruling: Ruling, side: Side) -> str:
    """Describe the next stroke and what is owed by it, or the winner of the board and their choice."""
    if ruling.outcome is not None and ruling.outcome.end is BoardEnd.CLEARED:
        cleared = ngettext(
            "Board cleared in %(count)d stroke",
            "Board cleared in %(count)d strokes",
            ruling.after.strokes,
        )
        return cleared % {"count": ruling.after.strokes}
    if ruling.outcome is not None:
        if standing.awaiting.kind is Decision.CLAIM:
            return _won_but_for_claim(match, ruling.outcome, standing.awaiting.most)
        return _outcome(match, ruling.outcome)
    if standing.awaiting.kind is Decision.CAP:
        return _("The cap of %(count)d strokes is reached") % {"count": ruling.after.strokes}
    dues = standing.awaiting.dues if standing.awaiting.kind is Decision.PLACING else ()
    if not dues:
        return _next(match, ruling, side)
    what = placed(dues[0].piece, sum(due.piece is dues[0].piece for due in dues))
    values = {"name": name_at(match, dues[0].placer), "what": what}
    if ruling.after.queen is Queen.AWAITING_COVER:
        values["next"] = name_at(match, ruling.after.seat)
        return _("%(name)s places %(what)s, then %(next)s must cover the queen") % values
    return _("%(name)s places %(what)s") % values


def _won_but_for_claim(match: MatchState, outcome: BoardOutcome, most: int) -> str:
    """Name the winner of the board, with the points that are certain and those that the winner may still take."""
    certain = _outcome(match, with_claim(outcome, claim=False))
    return certain + ngettext(", and may take %(count)d more", ", and may take up to %(count)d more", most) % {
        "count": most
    }


def _outcome(match: MatchState, outcome: BoardOutcome | None) -> str:
    if outcome is None:
        return ""
    if outcome.end is BoardEnd.WON and outcome.winner is not None:
        return ngettext(
            "%(name)s wins the board with %(count)d point",
            "%(name)s wins the board with %(count)d points",
            outcome.points,
        ) % {"name": side_called(match, outcome.winner), "count": outcome.points}
    if outcome.end is BoardEnd.REPLAYED:
        return _("The board is played again")
    if outcome.end is BoardEnd.CLEARED:
        return _("The board is cleared")
    return _("The board is drawn")


def ruling_sentence(match: MatchState, entry: Entry) -> str:
    """Describe a ruling: the fallen pieces, consequences, the next player, and the law if it is not an everyday one."""
    ruling, facts, standing = entry.followed.ruling, entry.followed.facts, entry.followed.standing
    if isinstance(entry.asked, requests.TellBoard) and ruling is not None:
        return _with_laws(match, entry, _outcome(match, ruling.outcome) + ".", ruling)
    if ruling is None or facts is None or match.board is None:
        return ""
    side = match.board.to_play
    is_headed = ruling.over or not _places(standing)
    who = headline(match, standing, ruling, side) if is_headed else _next(match, ruling, side)
    return _with_laws(match, entry, f"{_happened_with_dues(match, entry, facts, ruling)}. {who}.", ruling)


def ruling_brief(match: MatchState, entry: Entry) -> str:
    """Describe the fallen pieces, consequences and the law; the whole text if it is no stroke."""
    ruling, facts = entry.followed.ruling, entry.followed.facts
    if ruling is None or facts is None or match.board is None or isinstance(entry.asked, requests.TellBoard):
        return ruling_sentence(match, entry) or entry_text(match, entry)
    return _with_laws(match, entry, _happened_with_dues(match, entry, facts, ruling) + ".", ruling)


def _happened_with_dues(match: MatchState, entry: Entry, facts: StrokeFacts, ruling: Ruling) -> str:
    happened, following = _happened(match, entry, facts, ruling), _consequences(match, ruling, entry.followed.standing)
    if not following:
        return happened
    return _("%(fell)s: %(follows)s") % {"fell": happened, "follows": ", ".join(following)}


def _with_laws(match: MatchState, entry: Entry, sentence: str, ruling: Ruling) -> str:
    """A sentence with what ended with it, and the laws behind it, where they are not everyday ones."""
    cited = [clause for finding in ruling.findings if finding.reason not in ORDINARY for clause in finding.clauses]
    laws = law_label(list(dict.fromkeys(cited))[:3])
    return " ".join(part for part in (sentence, after_board_text(match, entry), laws) if part)


def _places(standing: MatchSnapshot) -> bool:
    return standing.awaiting.kind is Decision.PLACING


def _next(match: MatchState, ruling: Ruling, side: Side) -> str:
    """Describe the next stroke and its duty: the cover of the queen, the break."""
    after, name = ruling.after, {"name": name_at(match, ruling.after.seat)}
    if after.queen is Queen.AWAITING_COVER:
        return _("%(name)s must cover the queen with the next stroke") % name
    if not after.broken:
        again = after.to_play is side and after.attempt > 1
        return (_("%(name)s breaks again") if again else _("%(name)s breaks")) % name
    if after.early_queen:
        return _("%(name)s plays on; the queen goes back when the turn ends") % name
    return (_("%(name)s plays on") if after.to_play is side else _("%(name)s plays")) % name


def _happened(match: MatchState, entry: Entry, facts: StrokeFacts, ruling: Ruling) -> str:
    """Describe the fallen pieces of a stroke, and declarations with their authors."""
    fell = _fell(facts, ruling) if facts.made else ""
    if not facts.declared:
        return fell
    declared = names([_(lookup.fact_label(fact)) for fact in facts.declared])
    if isinstance(entry.asked, requests.Declare):
        officials = {entries.CLOCK: _("the clock"), entries.UMPIRE: _("the umpire")}
        who = officials.get(entry.author) or name_at(match, Seat(entry.author))
        declared = _("%(what)s, declared by %(name)s") % {"what": declared, "name": who}
    return f"{fell}; {declared}" if fell else declared[:1].upper() + declared[1:]


def _fell(facts: StrokeFacts, ruling: Ruling) -> str:
    """Describe the pieces that fell or left the board."""
    down = [counted(kind, count) for kind, count in kinds(facts.pocketed)]
    if facts.striker_pocketed:
        down.insert(0, colour_name(Piece.STRIKER))
    said = [_("%(pieces)s down") % {"pieces": listed(down)}] if down else []
    off = [counted(kind, count) for kind, count in kinds(facts.left_board)]
    if facts.striker_left_board:
        off.insert(0, colour_name(Piece.STRIKER))
    if off:
        said.append(_("%(pieces)s off the board") % {"pieces": listed(off)})
    if said:
        return ", ".join(said)
    return _("Nothing down") if facts.touched else _("No coin touched")


def _consequences(match: MatchState, ruling: Ruling, standing: MatchSnapshot) -> list[str]:
    """Describe the consequences besides the turn: attempts, returns, debts, the queen."""
    said = []
    board, after = match.board, ruling.after
    reasons = {finding.reason for finding in ruling.findings}
    if board is not None and Reason.BREAK_NOT_MADE in reasons and Reason.BREAK_PASSES not in reasons:
        said.append(_attempt(after.attempt - 1))
    if Reason.BREAK_PASSES in reasons:
        said.append(_("the break passes to the other side"))
    if reasons & {Reason.QUEEN_COVERED_NOW, Reason.QUEEN_COVERED_AFTER, Reason.LAST_OWN_COVERS}:
        said.append(_("the queen is covered"))
    if reasons & {Reason.QUEEN_NOT_COVERED, Reason.QUEEN_COVER_FAILED}:
        said.append(_("the queen is not covered"))
    if any(back.piece is Piece.QUEEN for back in ruling.returns):
        said.append(_("the queen goes back to the centre circle"))
    coins = [back for back in ruling.returns if back.piece is not Piece.QUEEN]
    for placer in dict.fromkeys(back.placer for back in coins):
        back = names([counted(kind, count) for kind, count in kinds(b.piece for b in coins if b.placer == placer)])
        asked = _places(standing) or not (match.head.positions or after.solo)  # alone dues go to the centre unasked
        if isinstance(placer, Seat) and asked:
            said.append(_("%(name)s places %(what)s") % {"name": name_at(match, placer), "what": back})
        else:
            said.append(_("%(what)s to the centre") % {"what": back})
    if board is not None:
        for side in Side:
            owed = after.owed_by(side) - board.owed_by(side)
            colour = after.colour_of(side)
            if owed > 0 and colour is not None:
                said.append(
                    ngettext("%(what)s is owed and comes back later", "%(what)s are owed and come back later", owed)
                    % {"what": counted(colour, owed)}
                )
    return said


def _attempt(number: int) -> str:
    attempts = {1: _("first attempt"), 2: _("second attempt"), 3: _("third attempt")}
    return attempts.get(number, _("attempt %(number)d") % {"number": number})


def _chips(match: MatchState, entry: Entry, ruling: Ruling) -> list[Json]:
    """Return the pieces that fell, come back and are owed, as small marks."""
    facts = entry.followed.facts
    chips: list[Json] = []
    if facts is not None:
        if facts.striker_pocketed:
            chips.append({"piece": Piece.STRIKER, "count": 1, "what": "down"})
        chips.extend({"piece": kind, "count": count, "what": "down"} for kind, count in kinds(facts.pocketed))
    for what, region in (("back", Region.OUTER_CIRCLE), ("centre", Region.CENTRE)):
        pieces = (back.piece for back in ruling.returns if back.region is region)
        chips.extend({"piece": kind, "count": count, "what": what} for kind, count in kinds(pieces))
    if match.board is not None:
        for side in Side:
            owed, colour = ruling.after.owed_by(side) - match.board.owed_by(side), ruling.after.colour_of(side)
            if owed > 0 and colour is not None:
                chips.append({"piece": colour, "count": owed, "what": "owed"})
    return chips

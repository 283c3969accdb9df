"""What people read: rulings, decisions and results as sentences in the language that is active.

Codes and values come from the library; words are made here. Plain and short: the person, then what follows.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.equipment.arrangement import Aim
from carrom.errors import CarromError
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, Region, Ruling
from carrom.laws.texts import lookup
from carrom.match import entries, solo
from carrom.match.awaiting import BREAK, Decision
from carrom.match.entries import Entry
from carrom.match.standing import Standing
from carrom.match.state import MatchState, OpenOffer
from carrom.terms import Piece, Seat, Side
from carrom_web.matches import declaring, kept
from carrom_web.matches.law_texts import clauses_json, finding_text, law_words, what_if_of

Json = dict[str, Any]

# What needs no law in the sentence: everybody knows it.
ORDINARY = frozenset(
    {
        Reason.OWN_POCKETED,
        Reason.TURN_KEPT,
        Reason.TURN_PASSES,
        Reason.BREAK_MADE,
        Reason.OPPONENT_POCKETED,
        Reason.DOUBLES_ORDER,
        Reason.SOLO_STROKE_COUNTS,
    }
)


def error_text(error: CarromError) -> str:
    """A refusal in words."""
    return _(str(error)) if str(error) else _("This cannot be done.")


def names(all_names: Sequence[str]) -> str:
    """Names one after another."""
    if len(all_names) < 2:
        return "".join(all_names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(all_names[:-1]), "last": all_names[-1]}


def side_name(match: MatchState, side: Side) -> str:
    """A side by its players' names."""
    return names([player.name for player in match.players_of(side)])


def side_called(match: MatchState, side: Side) -> str:
    """A side as one, for a sentence: its player's name, or "Asha's side" for a pair."""
    players = match.players_of(side)
    return _("%(name)s's side") % {"name": players[0].name} if len(players) > 1 else side_name(match, side)


def name_at(match: MatchState, seat: Seat) -> str:
    """Who sits there."""
    return match.player_at(seat).name


def colour_name(piece: Piece) -> str:
    """A kind of piece, as a noun."""
    return {
        Piece.WHITE: _("white"),
        Piece.BLACK: _("black"),
        Piece.QUEEN: _("queen"),
        Piece.STRIKER: _("striker"),
    }[piece]


def counted(piece: Piece, count: int) -> str:
    """So many of a kind: "one white", "2 black", "queen"."""
    if piece is Piece.WHITE:
        return ngettext("one white", "%(count)d white", count) % {"count": count}
    if piece is Piece.BLACK:
        return ngettext("one black", "%(count)d black", count) % {"count": count}
    return colour_name(piece)


def placed(piece: Piece, count: int) -> str:
    """So many of a kind that somebody sets: "one white", "2 black", "the queen"."""
    return _("the queen") if piece is Piece.QUEEN else counted(piece, count)


def listed(parts: Sequence[str]) -> str:
    """Things one after another, the first with a capital letter."""
    text = names(parts)
    return text[:1].upper() + text[1:]


def _kinds(pieces: Iterable[Piece]) -> list[tuple[Piece, int]]:
    counts = Counter(pieces)
    return [(kind, counts[kind]) for kind in (Piece.QUEEN, Piece.WHITE, Piece.BLACK) if counts[kind]]


# --- what is awaited -------------------------------------------------------------------------------------------


def awaiting_text(match: MatchState) -> str:
    """The sentence of the one decision that a match waits for."""
    awaiting = match.awaiting
    who = names([name_at(match, seat) for seat in awaiting.seats])
    if len({match.side_at(seat) for seat in awaiting.seats}) == 1 and len(awaiting.seats) > 1:
        who = side_called(match, match.side_at(awaiting.seats[0]))
    match awaiting.kind:
        case Decision.TOSS:
            return _("The toss decides who breaks")
        case Decision.CHOICE if BREAK in awaiting.options:
            return _("%(name)s won the toss and chooses: break or side") % {"name": who}
        case Decision.CHOICE:
            return _("%(name)s chooses a side") % {"name": who}
        case Decision.STROKE if match.board is not None and not match.board.broken:
            return _("%(name)s breaks") % {"name": who}
        case Decision.STROKE:
            return _("%(name)s plays") % {"name": who}
        case Decision.PLACING:
            dues = [piece for piece, _count in _kinds(due.piece for due in awaiting.dues)]
            count = sum(due.piece is dues[0] for due in awaiting.dues)
            return _("%(name)s places %(what)s") % {"name": who, "what": placed(dues[0], count)}
        case Decision.CLAIM:
            return _("%(name)s says how many extra points to take") % {"name": who}
        case Decision.READY:
            return _("%(name)s: ready?") % {"name": who}
        case Decision.CAP:
            return _("%(name)s has made %(count)d strokes: stop this board or play it on") % {
                "name": who,
                "count": match.board.strokes if match.board else 0,
            }
        case Decision.OVER:
            return result_text(match)
        case _:
            return _("Play is stopped: %(about)s") % {"about": awaiting.why}


def option_text(match: MatchState, option: str) -> str:
    """One thing that may be chosen."""
    if option == BREAK:
        return _("Break")
    seats = {
        Seat.SOUTH: _("Sit below"),
        Seat.NORTH: _("Sit above"),
        Seat.EAST: _("Sit right"),
        Seat.WEST: _("Sit left"),
    }
    if option in solo.AT_CAP:
        return _("Stop this board") if option == solo.STOP else _("Play it on")
    return seats.get(Seat(option), option) if option in tuple(Seat) else option


def offer_text(match: MatchState, offer: OpenOffer) -> str:
    """An offer that stands."""
    sentences = {
        "draw": _("%(name)s offers to call this board a draw"),
        "replay": _("%(name)s offers to play this board again"),
        "take_back": _("%(name)s asks to take the last stroke back"),
    }
    if offer.claim is not None:
        return claim_text(match, offer.side, offer.claim)
    return sentences[offer.what] % {"name": side_called(match, offer.side)}


def pockets() -> list[Json]:
    """The pockets as the breaker sees them, to turn the rack to."""
    names = {
        Aim.FAR_LEFT: _("far left"),
        Aim.FAR_RIGHT: _("far right"),
        Aim.NEAR_LEFT: _("near left"),
        Aim.NEAR_RIGHT: _("near right"),
    }
    return [{"value": pocket, "text": text} for pocket, text in names.items()]


def claim_text(match: MatchState, side: Side, claim: entries.Declare) -> str:
    """What a side says about the other: it holds once that side agrees."""
    return declaring.claim_text(side_called(match, side), side_called(match, claim.about), claim.facts)


def result_text(match: MatchState) -> str:
    """How the match ended."""
    result = match.result
    if result is None:
        return ""
    if match.ruleset.score_mode == "strokes":
        scores = [board.points for board in match.boards]
        return ngettext(
            "%(count)d board, %(average)s strokes on average",
            "%(count)d boards, %(average)s strokes on average",
            len(scores),
        ) % {"count": len(scores), "average": solo.average(scores, match.ruleset)}
    if result.winner is None:
        return _("The match is level")
    values: dict[str, object] = {
        "name": side_called(match, result.winner),
        "other": side_called(match, result.winner.other) if match.players_of(result.winner.other) else "",
        "won": result.games.of(result.winner),
        "lost": result.games.of(result.winner.other),
    }
    if result.how == "disqualified":
        return _("%(other)s is disqualified; %(name)s wins the match") % values
    if result.how == "forfeited":
        return _("%(other)s forfeits; %(name)s wins the match") % values
    if result.how == "conceded":
        return _("%(other)s concedes; %(name)s wins the match") % values
    if match.ruleset.match_wins_needed == 1:
        points = [match.games[-1].score.of(side) for side in (result.winner, result.winner.other)]
        values.update(won=points[0], lost=points[1])
        return _("%(name)s wins, %(won)d to %(lost)d points") % values
    ruleset = match.ruleset
    all_played = sum(result.games) >= 2 * ruleset.match_wins_needed - 1
    if values["won"] == values["lost"] or (all_played and ruleset.decider == "total_points"):
        values.update(won=result.points.of(result.winner), lost=result.points.of(result.winner.other))
        return _("%(name)s wins the match by the total of points, %(won)d to %(lost)d") % values
    if ruleset.board_limit == 1:
        return _("%(name)s wins the match, %(won)d to %(lost)d boards") % values
    return _("%(name)s wins the match, %(won)d to %(lost)d games") % values


def format_words(ruleset: Ruleset) -> str:
    """How long a match is."""
    if ruleset.score_mode == "strokes":
        return ngettext("A set of %(count)d board", "A set of %(count)d boards", ruleset.boards_per_set) % {
            "count": ruleset.boards_per_set
        }
    if ruleset.match_wins_needed > 1 and ruleset.board_limit == 1:
        return _("Best of %(boards)d boards") % {"boards": 2 * ruleset.match_wins_needed - 1}
    if ruleset.match_wins_needed > 1:
        return _("Best of %(games)d games") % {"games": 2 * ruleset.match_wins_needed - 1}
    if ruleset.board_limit == 1:
        return _("One board")
    if ruleset.game_target and ruleset.board_limit:
        return _("One game, to %(points)d points or %(boards)d boards") % {
            "points": ruleset.game_target,
            "boards": ruleset.board_limit,
        }
    if ruleset.game_target:
        return _("One game, to %(points)d points") % {"points": ruleset.game_target}
    return _("One game")


def score_words(match: MatchState) -> str:
    """The score in words, side A first."""
    return _("Game %(game)d, board %(board)d, %(a)d to %(b)d") % {
        "game": match.standing.game,
        "board": match.standing.board_number,
        "a": match.score.a,
        "b": match.score.b,
    }


def angles_text(ruleset: Ruleset) -> str:
    """Why some directions are not allowed."""
    if ruleset.horizontal_stroke == "forbidden":
        return _("%(laws)s: the striker must go forward.") % {"laws": ruleset.title}
    return _("%(laws)s: the striker must not go backward.") % {"laws": ruleset.title}


def ruleset_facts(ruleset: Ruleset) -> list[str]:
    """What a ruleset means for who plays it, in five sentences."""
    colours = {
        "first_pocketed": _("The first coin pocketed decides the colours."),
        "solo": _("You clear all nineteen: whites and the queen first, then the blacks."),
    }
    if ruleset.score_mode == "strokes":
        scoring = _("Every stroke counts; the fewer, the better.")
        if ruleset.stroke_cap is not None:
            scoring = _("Every stroke counts, at most %(cap)d a board; the fewer, the better.") % {
                "cap": ruleset.stroke_cap
            }
        queen = _("The queen must be covered by a white in the same or the next stroke.")
    else:
        scoring = _("Each coin that the loser still has on the board is one point.")
        queen = _("The queen counts %(points)d points and must be covered in the same or the next stroke.") % {
            "points": ruleset.queen_points
        }
    if ruleset.penalty_region == "centre":
        striker = _("A pocketed striker costs one coin, which goes to the centre.")
    elif ruleset.striker_own_coins == "return":
        striker = _("A pocketed striker costs one coin, and the own coins of the stroke come out as well.")
    else:
        striker = _("A pocketed striker costs one coin, which the other side places in the outer circle.")
    forward = _("The striker must go forward.") if ruleset.horizontal_stroke == "forbidden" else ""
    last = {
        "lose_board": _("The own last coin before the queen loses the board."),
        "return": _("The own last coin before the queen comes back."),
        "return_and_penalty": _("The own last coin before the queen comes back, and one more."),
    }[ruleset.own_last_queen_up]
    decider = _("At one win each the total of points decides.") if ruleset.decider == "total_points" else ""
    return [
        colours.get(ruleset.colour_assignment, _("The side that breaks has white.")),
        queen,
        striker,
        f"{forward} {last}".strip(),
        " ".join(part for part in (scoring, f"{format_words(ruleset)}.", decider) if part),
    ]


# what an umpire enters of what a player decided
FOR_A_PLAYER = (entries.Choose, entries.Claim, entries.AtCap, entries.Pass)


# --- what an entry did -----------------------------------------------------------------------------------------


def entry_text(match: MatchState, entry: Entry) -> str:
    """One sentence for anything that was stored. `match` is the state before it."""
    others = {entries.CLOCK: _("The clock")}
    seated = entry.author in tuple(Seat)
    who = name_at(match, Seat(entry.author)) if seated else others.get(entry.author, _("The umpire"))
    if entry.author == entries.UMPIRE and isinstance(entry.asked, FOR_A_PLAYER):
        who = names([name_at(match, seat) for seat in match.awaiting.seats])  # he says what they chose
    values: dict[str, object] = {"name": who}
    followed = entry.followed
    told = kept.entry_text(match, entry, side_called)
    if told:
        return told
    match entry.asked:
        case entries.Toss():
            winner = followed.standing.toss_winner
            return _("%(name)s wins the toss") % {"name": side_called(match, winner) if winner else who}
        case entries.Choose(choice=choice) if choice == BREAK:
            return _("%(name)s breaks") % values
        case entries.Choose():
            return _("%(name)s chooses a side") % values
        case entries.Withdraw():
            return _("%(name)s takes the declaration back") % values
        case entries.Declare() if followed.ruling is None:
            return claim_text(match, match.side_at(Seat(entry.author)), entry.asked)
        case entries.Penalise():
            return declaring.penalty_text(side_called(match, entry.asked.side), entry.asked)
        case entries.ChooseColour(colour=colour):
            chosen = _("%(name)s plays white") if colour == "white" else _("%(name)s plays black")
            return chosen % values
        case entries.TurnRack():
            return _("%(name)s turns the rack") % values
        case entries.MakeStroke() | entries.StateFacts() | entries.Declare() | entries.TellBoard():
            return ruling_sentence(match, entry)
        case entries.Pass():
            return _("%(name)s passes") % values
        case entries.Place(piece=number):
            from carrom.terms import piece_of

            return _("%(name)s places %(what)s") % {"name": who, "what": placed(piece_of(number), 1)}
        case entries.Forgo():
            return _("%(name)s lets the coins stay down") % values
        case entries.Claim(points=points):
            return ngettext("%(name)s takes %(count)d extra point", "%(name)s takes %(count)d extra points", points) % {
                "name": who,
                "count": points,
            }
        case entries.Ready():
            return _("%(name)s is ready") % values
        case entries.AtCap(answer="stop"):
            return _("%(name)s stops the board at the cap") % values
        case entries.AtCap():
            return _("%(name)s plays on beyond the cap") % values
        case entries.Concede(what="game"):
            return _("%(name)s concedes the game") % values
        case entries.Concede():
            return _("%(name)s concedes the match") % values
        case entries.TakeBack():
            return _("%(name)s takes a stroke back") % values
        case entries.Offer(what=what):
            offered = {
                "draw": _("%(name)s offers to call this board a draw"),
                "replay": _("%(name)s offers to play this board again"),
                "take_back": _("%(name)s asks to take the last stroke back"),
            }
            return offered[what] % values
        case entries.Reply(accept=True):
            return _("%(name)s agrees") % values
        case entries.Reply():
            return _("%(name)s declines") % values
        case entries.Restore():
            return _("The position before the last stroke is back")
        case _:
            return ""


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
        "headline": headline(match, standing, ruling, side),
        "sentence": sentence,
        "spoken": _("Stroke %(number)d. %(sentence)s") % {"number": ruling.after.strokes, "sentence": sentence},
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
        "next_seat": standing.board.seat if standing.board and not ruling.over else None,
        "side": side,
        "ends_turn": ends_turn,
        "points": None
        if result is None
        else {"side": result.winner, "points": result.points, "score": list(result.score)},
        "what_if": what_if_of(match.board, entry.followed.facts, ruling, match.ruleset),
        "after": " ".join(part for part in (_score_text(match, entry), after_board_text(match, entry)) if part),
    }


def _score_text(match: MatchState, entry: Entry) -> str:
    """How the game stands after a board; empty if no game goes on."""
    followed = entry.followed
    ruleset = match.ruleset
    if not followed.board_results or followed.game_results or ruleset.score_mode == "strokes":
        return ""
    score = followed.board_results[-1].score
    each = ", ".join(f"{side_called(match, side)} {score.of(side)}" for side in Side)
    return _("The game stands: %(score)s.") % {"score": each}


def after_board_text(match: MatchState, entry: Entry) -> str:
    """What else ended with a board: a game, and whether the sides change; empty if nothing did."""
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
        said.append(_("The sides change places."))
    return " ".join(said)


def headline(match: MatchState, standing: Standing, ruling: Ruling, side: Side) -> str:
    """Who does what next, or who won the board."""
    if ruling.outcome is not None:
        return _outcome(match, ruling.outcome)
    name = name_at(match, ruling.after.seat)
    if standing.awaiting.kind is Decision.PLACING and standing.awaiting.dues:
        dues = standing.awaiting.dues
        placer = name_at(match, dues[0].placer)
        what = placed(dues[0].piece, sum(due.piece is dues[0].piece for due in dues))
        return _("%(name)s places %(what)s") % {"name": placer, "what": what}
    if standing.awaiting.kind is Decision.CAP:
        return _("The cap of %(count)d strokes is reached") % {"count": ruling.after.strokes}
    if ruling.after.to_play is side:
        return _("%(name)s plays on") % {"name": name}
    return _("%(name)s plays") % {"name": name}


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
    """What fell, what follows, who plays, and the law where it is not an everyday one."""
    ruling, facts, standing = entry.followed.ruling, entry.followed.facts, entry.followed.standing
    if isinstance(entry.asked, entries.TellBoard) and ruling is not None:
        return _with_laws(match, entry, _outcome(match, ruling.outcome) + ".", ruling)
    if ruling is None or facts is None or match.board is None:
        return ""
    side = match.board.to_play
    following = _consequences(match, ruling, standing)
    parts = [_happened(match, entry, facts, ruling)]
    if following:
        text = ", ".join(following)
        parts = [_("%(fell)s: %(follows)s") % {"fell": parts[0], "follows": text}]
    parts.append(
        headline(match, standing, ruling, side) if ruling.over or not _places(standing) else _next(match, ruling, side)
    )
    return _with_laws(match, entry, ". ".join(parts) + ".", ruling)


def _with_laws(match: MatchState, entry: Entry, sentence: str, ruling: Ruling) -> str:
    """A sentence with the laws behind it, where they are not everyday ones, and what ended with it."""
    cited = [clause for finding in ruling.findings if finding.reason not in ORDINARY for clause in finding.clauses]
    laws = law_words(list(dict.fromkeys(cited))[:3])
    return " ".join(part for part in (sentence, laws, after_board_text(match, entry)) if part)


def _places(standing: Standing) -> bool:
    return standing.awaiting.kind is Decision.PLACING


def _next(match: MatchState, ruling: Ruling, side: Side) -> str:
    name = {"name": name_at(match, ruling.after.seat)}
    return (_("%(name)s plays on") if ruling.after.to_play is side else _("%(name)s plays")) % name


def _happened(match: MatchState, entry: Entry, facts: StrokeFacts, ruling: Ruling) -> str:
    """What fell in a stroke, and what was declared about it or without one, by whom."""
    fell = _fell(facts, ruling) if facts.made else ""
    if not facts.declared:
        return fell
    declared = names([_(lookup.fact_words(fact)) for fact in facts.declared])
    if isinstance(entry.asked, entries.Declare):
        officials = {entries.CLOCK: _("the clock"), entries.UMPIRE: _("the umpire")}
        who = officials.get(entry.author) or name_at(match, Seat(entry.author))
        declared = _("%(what)s, declared by %(name)s") % {"what": declared, "name": who}
    return f"{fell}; {declared}" if fell else declared[:1].upper() + declared[1:]


def _fell(facts: StrokeFacts, ruling: Ruling) -> str:
    """What went down or off in a stroke."""
    down = [counted(kind, count) for kind, count in _kinds(facts.pocketed)]
    if facts.striker_pocketed:
        down.insert(0, colour_name(Piece.STRIKER))
    said = [_("%(pieces)s down") % {"pieces": listed(down)}] if down else []
    off = [counted(kind, count) for kind, count in _kinds(facts.left_board)]
    if facts.striker_left_board:
        off.insert(0, colour_name(Piece.STRIKER))
    if off:
        said.append(_("%(pieces)s off the board") % {"pieces": listed(off)})
    if said:
        return ", ".join(said)
    return _("Nothing down") if facts.touched else _("No coin touched")


def _consequences(match: MatchState, ruling: Ruling, standing: Standing) -> list[str]:
    """What follows besides the turn: attempts, returns, debts, the queen."""
    said = []
    board, after = match.board, ruling.after
    reasons = {finding.reason for finding in ruling.findings}
    if board is not None and Reason.BREAK_NOT_MADE in reasons and Reason.BREAK_PASSES not in reasons:
        said.append(_attempt(after.attempt - 1))
    if Reason.BREAK_PASSES in reasons:
        said.append(_("the break passes to the other side"))
    if Reason.QUEEN_TO_COVER in reasons or Reason.QUEEN_RIGHT_KEPT in reasons:
        said.append(_("cover her with the next stroke or she goes back"))
    elif reasons & {Reason.QUEEN_COVERED_NOW, Reason.QUEEN_COVERED_AFTER, Reason.LAST_OWN_COVERS}:
        said.append(_("the queen is covered"))
    if reasons & {Reason.QUEEN_NOT_COVERED, Reason.QUEEN_COVER_FAILED}:
        said.append(_("the queen is not covered"))
    if any(back.piece is Piece.QUEEN for back in ruling.returns):
        said.append(_("the queen goes back to the centre circle"))
    coins = [back for back in ruling.returns if back.piece is not Piece.QUEEN]
    for placer in dict.fromkeys(back.placer for back in coins):
        back = names([counted(kind, count) for kind, count in _kinds(b.piece for b in coins if b.placer == placer)])
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
    """What fell, comes back and is owed, as small marks."""
    facts = entry.followed.facts
    chips: list[Json] = []
    if facts is not None:
        if facts.striker_pocketed:
            chips.append({"piece": Piece.STRIKER, "count": 1, "what": "down"})
        chips.extend({"piece": kind, "count": count, "what": "down"} for kind, count in _kinds(facts.pocketed))
    for what, region in (("back", Region.OUTER_CIRCLE), ("centre", Region.CENTRE)):
        pieces = (back.piece for back in ruling.returns if back.region is region)
        chips.extend({"piece": kind, "count": count, "what": what} for kind, count in _kinds(pieces))
    if match.board is not None:
        for side in Side:
            owed, colour = ruling.after.owed_by(side) - match.board.owed_by(side), ruling.after.colour_of(side)
            if owed > 0 and colour is not None:
                chips.append({"piece": colour, "count": owed, "what": "owed"})
    return chips

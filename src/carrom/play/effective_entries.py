"""The entries of a record that count, with the state before and after each, and from where they can be struck out.

Folds the record; judges nothing. An entry may stand by itself or hold in place of a struck one, inside another entry.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from carrom.laws.facts import StrokeFacts
from carrom.match import requests
from carrom.match.entries import Effects, Entry, Lapse
from carrom.play.record import own_part
from carrom.play.state import PlayState, applied, follow

# kinds of entries inside which others may hold in place of struck ones
HOLDERS = frozenset({"amend", "take_back", "reply", "declare", "withdraw", "restore", "correct"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """An entry that counts.

    A revert strikes from entry `base` on, where the state was `origin`, and lets `remaining` hold: what counts
    between the two. `top` is the entry of the record in which it stands: its own number, unless it holds in place of a
    struck one. `before` and `after` are the states around the entry itself.
    """

    entry: Entry
    top: int
    base: int
    origin: PlayState
    remaining: tuple[Entry, ...]
    before: PlayState
    after: PlayState

    @property
    def facts(self) -> StrokeFacts | None:
        """The facts of the stroke that it tells of, judged; None: it tells of none."""
        followed = self.entry.followed
        return followed.facts if followed.ruling is not None else None


def states_of(record: Sequence[Entry]) -> tuple[PlayState, ...]:
    """The state after each entry. Raises BrokenRecordError: entries that do not follow one another."""
    states: list[PlayState] = []
    for entry in record:
        states.append(follow(states[-1] if states else None, entry))
    return tuple(states)


def counted(record: Sequence[Entry], struck: Collection[int]) -> Iterator[Counted]:
    """Everything after the head that counts, in order, as `carrom.play.record.counting` gives it."""
    states, gone = states_of(record), set(struck)
    for entry in record[1:]:
        if entry.number not in gone:
            yield from _parts(entry, states)


def _parts(entry: Entry, states: Sequence[PlayState]) -> Iterator[Counted]:
    base = min(entry.followed.struck_out, default=entry.number)
    origin = states[base - 1]
    state, held = origin, entry.followed.instead
    for index, each in enumerate(held):
        after = applied(state, each)
        yield Counted(
            entry=each, top=entry.number, base=base, origin=origin, remaining=held[:index], before=state, after=after
        )
        state = after
    yield Counted(
        entry=own_part(entry),
        top=entry.number,
        base=base,
        origin=origin,
        remaining=held,
        before=state,
        after=states[entry.number],
    )


def bare(entry: Entry) -> Entry:
    """An entry as it holds in place of a struck one: it strikes nothing out itself."""
    own = own_part(entry)
    return replace(own, followed=replace(own.followed, struck_out=(), boards_remaining=None, games_remaining=None))


def struck_from(point: Counted, version: int, followed: Effects) -> Effects:
    """The same, with everything from this point on struck out and everything before it unchanged."""
    remaining, origin = point.remaining, point.origin.match
    return replace(
        followed,
        struck_out=tuple(range(point.base, version + 1)),
        boards_remaining=len(origin.boards),
        games_remaining=len(origin.games),
        instead=remaining,
        board_results=tuple(result for each in remaining for result in each.followed.board_results)
        + followed.board_results,
        game_results=tuple(result for each in remaining for result in each.followed.game_results)
        + followed.game_results,
    )


def lapses(record: Sequence[Entry], struck: Collection[int], *, since: int = 0) -> list[Lapse]:
    """Return the entries that cannot hold any more, by the corrections that count from an entry of the record on."""
    gone = set(struck)
    return [lapse for entry in record[since:] if entry.number not in gone for lapse in entry.followed.lapsed]


def reports_a_stroke(entry: Entry) -> bool:
    """Whether an entry says how a stroke or a pass was judged."""
    asked, facts = entry.asked, entry.followed.facts
    return (
        isinstance(asked, requests.MakeStroke | requests.StateFacts | requests.Correct | requests.Pass)
        or (isinstance(asked, requests.Declare | requests.Reply) and facts is not None and facts.made)
        or (isinstance(asked, requests.Withdraw | requests.TakeBack) and facts is not None)
    )


def only_strikes_out(entry: Entry) -> bool:
    """Whether an entry said nothing new itself: it took something back, or let others hold instead."""
    asked = entry.asked
    if isinstance(asked, requests.Amend):
        return True
    return isinstance(asked, requests.TakeBack | requests.Restore | requests.Withdraw) and entry.followed.facts is None

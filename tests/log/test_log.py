"""A log of anything: reverts in any order, folding again gives the same state, a preview shows what then happens."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import CarromError, NotAllowedError
from carrom.log import Entry, Fold, Log, LogError, Revert, effective, standing


class NotInBagError(NotAllowedError):
    """Something that is not in the bag cannot be taken out of it."""

    code = "not-in-bag"

    def __str__(self) -> str:
        return "It is not in the bag."


@dataclass(frozen=True)
class Put:
    """Something goes into the bag."""

    what: str


@dataclass(frozen=True)
class Take:
    """Something goes out of it."""

    what: str


@dataclass(frozen=True)
class Label:
    """Something in it gets a label, which goes when the thing goes."""

    what: str


@dataclass(frozen=True)
class Bag(Fold[tuple[str, ...], Put | Take | Label]):
    """A bag holds each thing once; labels are things that belong to another."""

    def start(self) -> tuple[str, ...]:
        return ()

    def apply(self, state: tuple[str, ...], act: Put | Take | Label) -> tuple[str, ...]:
        if isinstance(act, Put):
            return tuple(sorted({*state, act.what}))
        if act.what not in state:
            raise NotInBagError
        if isinstance(act, Take):
            return tuple(one for one in state if one != act.what)
        return tuple(sorted({*state, f"label of {act.what}"}))

    def belongs_to_earlier(self, act: Put | Take | Label) -> bool:
        return isinstance(act, Label)

    def check_revert(self, entries, number: int) -> None:
        if any(entry.number == number and entry.act == Put("the stone") for entry in entries):
            raise NotInBagError


things = st.sampled_from(["ant", "bee", "cat", "the stone"])
acts = st.one_of(st.builds(Put, things), st.builds(Put, things), st.builds(Take, things), st.builds(Label, things))
steps = st.lists(st.one_of(acts, st.integers(1, 25), st.just("restore")), max_size=25)


def after(log: Log, step) -> Log:
    """The log after a step: an act, a revert of an entry, or bringing back what was reverted last."""
    if step == "restore":
        return log.restore(at="2026-01-01", by="Noor")
    return log.revert(step) if isinstance(step, int) else log.append(step, by="Asha")


def folded(log: Log) -> tuple[str, ...]:
    state = log.fold.start()
    for entry in effective(log.entries):
        state = log.fold.apply(state, entry.act)
    return state


@settings(deadline=None)
@given(steps)
def test_whatever_is_done_and_reverted_in_whatever_order_folding_anew_gives_the_same(sequence):
    log = Log(Bag())
    for step in sequence:
        before = log
        try:
            log = after(log, step)
        except CarromError:
            assert log is before  # refused, and nothing has changed
            continue
        assert log.entries[:-1] == before.entries and log.entries[-1].number == len(log.entries)
        assert log.state == folded(log) == Log(Bag(), log.entries).state
        assert before.extend(log.entries[-1:]).state == log.state


@settings(deadline=None)
@given(steps, acts)
def test_a_preview_shows_what_then_happens_or_refuses_what_is_refused(sequence, act):
    log = Log(Bag())
    for step in sequence:
        try:
            log = after(log, step)
        except CarromError:
            continue
    try:
        shown = log.preview(act)
    except CarromError as error:
        with pytest.raises(type(error)):
            log.append(act)
    else:
        assert (shown.before, shown.after) == (log.state, log.append(act).state)
    for number in range(1, len(log.entries) + 2):
        try:
            shown = log.preview_revert(number)
        except CarromError as error:
            with pytest.raises(type(error)):
                log.revert(number)
        else:
            assert (shown.before, shown.after) == (log.state, log.revert(number).state)


@settings(deadline=None)
@given(steps)
def test_reverting_a_revert_gives_the_state_before_it(sequence):
    log = Log(Bag())
    for step in sequence:
        try:
            log = after(log, step)
        except CarromError:
            continue
    for entry in standing(log.entries):
        try:
            reverted = log.revert(entry.number)
        except CarromError:
            continue
        assert entry not in standing(reverted.entries)
        assert reverted.revert(len(reverted.entries)).state == log.state


def test_what_belongs_to_an_entry_goes_with_it_and_comes_back_with_it():
    log = Log(Bag()).append(Put("ant")).append(Label("ant"))

    without = log.revert(1)

    assert without.entries[-1].act == Revert((1, 2)) and without.state == ()
    assert without.restore().state == log.state == ("ant", "label of ant")


def test_what_later_entries_need_stays_and_says_which_of_them():
    log = Log(Bag()).append(Put("ant")).append(Put("bee")).append(Take("ant"))

    with pytest.raises(LogError, match=r"Entry 3 depends on it\. Undo that entry first"):
        log.revert(1)
    assert log.revert(3).revert(1).state == ("bee",)


def test_an_entry_is_reverted_once_and_the_fold_may_forbid_it():
    log = Log(Bag()).append(Put("the stone")).append(Put("ant"))

    with pytest.raises(NotInBagError):
        log.revert(1)
    with pytest.raises(LogError, match="already undone"):
        log.revert(2).revert(2)
    with pytest.raises(LogError, match="does not exist"):
        log.revert(0)
    with pytest.raises(LogError, match="has not been undone"):
        log.restore()
    assert log.revert(2).restore().revert(2).state == ("the stone",)


def test_what_no_longer_fits_does_not_come_back():
    log = Log(Bag()).append(Put("ant")).append(Take("ant")).revert(2).append(Take("ant"))

    with pytest.raises(LogError, match="does not fit any more"):
        log.restore()
    assert log.state == ()


def test_entries_know_when_and_by_whom():
    log = Log(Bag()).append(Put("ant"), at="2026-03-01T10:00+00:00", by="Noor")

    assert log.entries == (Entry(number=1, act=Put("ant"), at="2026-03-01T10:00+00:00", by="Noor"),)

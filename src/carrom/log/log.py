"""A log with its state, as immutable values: a change returns another log."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from carrom.errors import CarromError, NotAllowedError
from carrom.log.entries import Entry, Revert, effective, last_revert, standing

S = TypeVar("S")
A = TypeVar("A")


class LogError(NotAllowedError):
    """An entry cannot be reverted or brought back."""

    code = "not-reverted"


class Fold(ABC, Generic[S, A]):
    """How a state follows from acts."""

    @abstractmethod
    def start(self) -> S:
        """The state before the first act."""

    @abstractmethod
    def apply(self, state: S, act: A) -> S:
        """The state after one more act. Raises CarromError: what it builds on is not there."""

    def check(self, state: S, act: A, *, at: str) -> None:
        """Pass if an act can be done now. Raises CarromError: why not, and what to do."""

    def check_revert(self, entries: Sequence[Entry[A]], number: int) -> None:
        """Pass if an entry may be reverted; `entries` are the effective ones. Raises CarromError."""

    def reverted_together(self, entries: Sequence[Entry[A]], number: int) -> Sequence[int]:
        """The entries that are reverted with this one, whether they still fit or not."""
        return ()

    def belongs_to_earlier(self, act: A) -> bool:
        """Whether an act that does not fit any more is reverted with what it belongs to; else it is in the way."""
        return False

    def check_state(self, state: S) -> None:
        """Pass if the state after a revert is sound. Raises CarromError."""


@dataclass(frozen=True, slots=True)
class Preview(Generic[S]):
    """The state now and as it would be; what they mean by it, the caller compares."""

    before: S
    after: S


class Log(Generic[S, A]):
    """Entries and the state folded from them.

    Appending costs the same however long the log is: the act is applied to the state at hand. Reverting folds again.
    """

    def __init__(self, fold: Fold[S, A], entries: Iterable[Entry[A]] = (), *, state: S | None = None) -> None:
        """Take entries numbered from 1, and the state that follows from them where it is known.

        Raises:
            CarromError: they do not follow from each other.
        """
        self.fold = fold
        self.entries: tuple[Entry[A], ...] = tuple(entries)
        self.state: S = self._folded(self.entries) if state is None else state

    @cached_property
    def effective(self) -> tuple[Entry[A], ...]:
        """The entries that count, without the reverts."""
        return effective(self.entries)

    def append(self, act: A, *, at: str = "", by: str = "") -> "Log[S, A]":
        """The log with one more act. Raises CarromError: it cannot be done now."""
        self.fold.check(self.state, act, at=at)
        return self._with(act, at, by, self.fold.apply(self.state, act))

    def extend(self, entries: Iterable[Entry[A]]) -> "Log[S, A]":
        """The log with entries that were stored after its last. Raises CarromError: they do not follow from it."""
        added = tuple(entries)
        if any(isinstance(entry.act, Revert) for entry in added):
            return Log(self.fold, (*self.entries, *added))
        state = self.state
        for entry in added:
            state = self.fold.apply(state, entry.act)  # type: ignore[arg-type]
        return Log(self.fold, (*self.entries, *added), state=state)

    def revert(self, number: int, *, at: str = "", by: str = "") -> "Log[S, A]":
        """The log without what an entry did; what belongs to that entry goes with it.

        Reverting a revert brings back what it reverted.

        Raises:
            LogError: no such entry stands, or a later one needs it.
            CarromError: the fold does not allow it.
        """
        if all(entry.number != number for entry in standing(self.entries)):
            raise LogError("no-such-entry", number=number)
        if isinstance(self.entries[number - 1].act, Revert):
            return self._restored(number, at, by)
        self.fold.check_revert(self.effective, number)
        reverted = [number, *self.fold.reverted_together(self.effective, number)]
        state = self.fold.start()
        for entry in self.effective:
            if entry.number in reverted:
                continue
            try:
                state = self.fold.apply(state, entry.act)  # type: ignore[arg-type]
            except CarromError as error:
                if entry.number < number or not self.fold.belongs_to_earlier(entry.act):  # type: ignore[arg-type]
                    raise LogError("needed", number=entry.number, cause=error) from None
                reverted.append(entry.number)
        try:
            self.fold.check_state(state)
        except CarromError as error:
            raise LogError("edited-after", cause=error) from None
        return self._with(Revert(tuple(reverted)), at, by, state)

    def restore(self, *, at: str = "", by: str = "") -> "Log[S, A]":
        """The log with what was reverted last brought back. Raises LogError: nothing is, or it does not fit now."""
        number = last_revert(self.entries)
        if number is None:
            raise LogError("nothing-reverted")
        return self._restored(number, at, by)

    def preview(self, act: A, *, at: str = "") -> Preview[S]:
        """Return the change by an act. Raises CarromError: it cannot be done now."""
        return Preview(self.state, self.append(act, at=at).state)

    def preview_revert(self, number: int) -> Preview[S]:
        """Return the change by reverting an entry. Raises what `revert` raises."""
        return Preview(self.state, self.revert(number).state)

    def _restored(self, number: int, at: str, by: str) -> "Log[S, A]":
        revert = Revert((number,))
        entries = (*self.entries, Entry(number=len(self.entries) + 1, act=revert, at=at, by=by))
        try:
            state = self._folded(entries)
            self.fold.check_state(state)
        except CarromError as error:
            raise LogError("no-longer-fits", cause=error) from None
        return Log(self.fold, entries, state=state)

    def _with(self, act: A | Revert, at: str, by: str, state: S) -> "Log[S, A]":
        entry = Entry(number=len(self.entries) + 1, act=act, at=at, by=by)
        return Log(self.fold, (*self.entries, entry), state=state)

    def _folded(self, entries: tuple[Entry[A], ...]) -> S:
        state = self.fold.start()
        for entry in effective(entries):
            state = self.fold.apply(state, entry.act)  # type: ignore[arg-type]
        return state

"""A sheet in the Python of its page: the record so far, waiting entries, rulings without a network.

The page's worker runs this in Pyodide (`static/umpire/laws_worker.js`): the very code by which the server judges and
tells a sheet. It stores nothing; what the server says later holds over it.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from carrom import serialization
from carrom.errors import CarromError
from carrom.match import requests
from carrom.match.entries import UMPIRE, Effects, Entry
from carrom.play.handlers import answer
from carrom.play.state import PlayState, follow
from carrom_web.core.page_catalogue import speak
from carrom_web.matches import phrases
from carrom_web.matches.loaded import Loaded
from carrom_web.umpire import corrections, messages, wire
from carrom_web.umpire.changes import changes
from carrom_web.umpire.record import HeldRecord

Json = dict[str, Any]
_RNG = random.SystemRandom()


class NotKnownHereError(CarromError):
    """Something that only the server knows: the chance of a toss, what follows an entry that this page has not seen."""

    code = "not-known-here"


@dataclass(frozen=True, slots=True)
class Ahead:
    """An entry that waits to be sent, and the state that it leaves if the server judges as this page does."""

    id: str
    entry: Entry
    state: PlayState


class SheetHere:
    """One sheet: the entries that the server stored, and those that wait."""

    def __init__(self, match_id: UUID, record: Sequence[Json]) -> None:
        self.match_id = match_id
        self.entries: list[Entry] = []
        self.state: PlayState | None = None
        self.ahead: list[Ahead] = []
        self.record = HeldRecord([])
        self.store(record)

    def store(self, record: Sequence[Json]) -> list[Json]:
        """Take up entries that the server stored; give those that it ruled differently than this page had.

        Raises:
            NotKnownHereError: entries are missing in between.
        """
        differences = []
        for plain in record:
            entry = serialization.from_plain(Entry, plain)
            if entry.number < len(self.entries):
                continue  # known already
            if entry.number > len(self.entries):
                raise NotKnownHereError("missing-entry", number=len(self.entries))
            first = self.ahead[0] if self.ahead else None
            if first is not None and first.id == entry.request_id and _same(first.entry, entry):
                self.ahead.pop(0)
            else:
                if first is not None and first.id == entry.request_id:
                    differences.append({"number": entry.number, "here": self._words(first.entry, entry.number - 1)})
                self.ahead = []  # what comes next follows from something else than was thought
            self.entries.append(entry)
            self.state = follow(self.state, entry)
            if differences and differences[-1]["number"] == entry.number:
                differences[-1]["server"] = self._words(entry, entry.number - 1)
        return differences

    def follow(self, sent: Sequence[Json]) -> Json:
        """How the sheet stands if all that waits is stored: `situation`, and `count`, the entries that it holds.

        What cannot be judged here ends it: then `count` is less than what waits, and `refused` says why.
        """
        stored = {entry.request_id for entry in self.entries}
        waiting = [each for each in sent if each["id"] not in stored]
        known = len(sent) - len(waiting)
        same = 0
        while same < min(len(waiting), len(self.ahead)) and waiting[same]["id"] == self.ahead[same].id:
            same += 1
        del self.ahead[same:]
        refused = None
        for each in waiting[same:]:
            try:
                self.ahead.append(self._fold_one(each))
            except CarromError as error:
                refused = wire.refused(error)
                break
        return {
            "situation": self._situation(),
            "count": known + len(self.ahead),
            "stored": len(self.entries) - 1,
            "refused": refused,
        }

    def draft(self, plain: Json) -> Json:
        """Return the effects of a request, as the server's address for drafts answers it."""
        state, all_entries = self._now()
        try:
            entry = self._answer(serialization.from_plain(messages.Draft, plain).request, "draft", "")
        except CarromError as error:
            return {"refused": wire.refused(error)}
        match = HeldRecord(all_entries).judged(state.match, entry)
        said: Json = {"version": state.version, "entry": wire.entry_json(match, entry)}
        if isinstance(entry.asked, requests.Amend):
            said["changes"] = changes(all_entries, state, entry)
        return said

    def lines(self) -> Json:
        """Every entry as the page of the entries lists it, with those that wait: `stored`, the newest that does not."""
        state, record = self._now()
        self.record.entries = record
        newest = record[-1]
        return {
            "lines": corrections.entry_rows(list(record), state.match, self.record),
            "stored": len(self.entries) - 1,
            "undo": newest.number if isinstance(newest.asked, requests.Amend) else None,
            "now": phrases.awaiting_text(state.match)
            if state.match.result is None
            else phrases.result_text(state.match),
        }

    def correctable(self, number: int) -> Json:
        """Return an entry and the reports that may replace it, as the server's address answers."""
        state, record = self._now()
        return {"entry": corrections.entry_form(record, state.match, number)}

    def _fold_one(self, draft: Json) -> Ahead:
        state, _ = self._now()
        if draft["after"] != state.version:
            raise NotKnownHereError("unknown-entry")
        request = serialization.from_plain(messages.Draft, {"request": draft["request"]}).request
        if isinstance(request, requests.Toss) and request.winner is None:
            raise NotKnownHereError("toss")
        entry = self._answer(request, draft["id"], draft.get("at", ""))
        return Ahead(draft["id"], entry, follow(state, entry))

    def _answer(self, request: messages.UmpireRequest, request_id: str, time: str) -> Entry:
        state, record = self._now()
        entry, _ = answer(state, request, author=UMPIRE, request_id=request_id, time=time, rng=_RNG, entries=record)
        return entry

    def _now(self) -> tuple[PlayState, list[Entry]]:
        """The state after all that waits, and every entry that led to it."""
        if self.ahead:
            return self.ahead[-1].state, [*self.entries, *(each.entry for each in self.ahead)]
        if self.state is None:
            raise NotKnownHereError("no-record")
        return self.state, self.entries

    def _situation(self) -> Json:
        state, record = self._now()
        self.record.entries = record
        return wire.situation(Loaded(self.match_id, state, ()), self.record)

    def _words(self, entry: Entry, before: int) -> str:
        """An entry in words: its ruling, and what followed."""
        state = None
        for each in self.entries[: before + 1]:
            state = follow(state, each)
        if state is None:
            return ""
        line = wire.entry_json(HeldRecord(self.entries).judged(state.match, entry), entry)
        ruling = line["ruling"] or {}
        return " ".join([ruling.get("sentence") or line["text"], *line["follows"]])


def _same(here: Entry, stored: Entry) -> bool:
    """Whether the server rules as this page did; the times are the server's."""
    return _timeless(here.followed) == _timeless(stored.followed)


def _timeless(followed: Effects) -> Effects:
    return replace(followed, standing=replace(followed.standing, waits_since="", board_ended=""))


class Here:
    """The worker's interface: one text in, one text out."""

    def __init__(self) -> None:
        self._sheet: SheetHere | None = None
        self._kinds: dict[str, Callable[[Json], Json]] = {
            "open": self._open,
            "store": self._store,
            "follow": lambda asked: self._opened().follow(asked["pending"]),
            "draft": lambda asked: self._opened().draft(asked["draft"]),
            "lines": lambda asked: self._opened().lines(),
            "correctable": lambda asked: self._opened().correctable(asked["entry"]),
        }

    def __call__(self, text: str) -> str:
        """Answer one message of the page; an error is an answer with `error`."""
        asked = json.loads(text)
        try:
            said = self._kinds[asked["kind"]](asked)
        except CarromError as error:
            said = {"error": wire.refused(error)}
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"))

    def _open(self, asked: Json) -> Json:
        """Begin again with a record, in a language."""
        speak(asked["language"])
        self._sheet = SheetHere(UUID(asked["match"]), asked["record"])
        return {"version": len(self._sheet.entries) - 1}

    def _store(self, asked: Json) -> Json:
        sheet = self._opened()
        return {"differences": sheet.store(asked["record"]), "version": len(sheet.entries) - 1}

    def _opened(self) -> SheetHere:
        if self._sheet is None:
            raise NotKnownHereError("no-sheet")
        return self._sheet


answer_page = Here()

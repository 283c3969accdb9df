"""Two play at the board: the loser is out, the winner goes to the end of the queue, until one is left."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from carrom_web.clubs.rights import Action
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.models import Competition, names_of
from carrom_web.competitions.page_values import Tab
from carrom_web.competitions.repository import CompetitionFold, CompetitionStore
from tests.support.web.knock_out_evening.models import Evening, EveningPlayer

Queue = tuple[str, ...]  # players still in; the first two are at the board


class AuditKind(TextChoices):
    """The kinds of entries of its audit log."""

    START = "start", _("Started")
    WIN = "win", _("Board won")
    REVERT = "revert", _("Undone")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The players, in the order in which they come to the board."""

    kind: ClassVar[str] = "start"
    players: Queue


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """One of the two at the board wins."""

    kind: ClassVar[str] = "win"
    winner: str


class EveningFold(CompetitionFold[Queue, Start | Win]):
    """The state of an evening after its commands."""

    def start(self) -> Queue:
        """Nobody has come yet."""
        return ()

    def apply(self, state: Queue, act: Start | Win) -> Queue:
        """The players still in after a command. Raises CompetitionChangeError: the winner was not at the board."""
        if isinstance(act, Start):
            return act.players
        if len(state) < 2 or act.winner not in state[:2]:
            raise CompetitionChangeError("unknown-request")
        return (*state[2:], act.winner)


STORE = CompetitionStore[Evening, Queue, Start | Win](
    Evening,
    Start | Win,
    fold=lambda row: EveningFold(),
    columns=lambda queue: {"state": Competition.State.OPEN if len(queue) > 1 else Competition.State.CLOSED},
)


def labels(row: Evening, queue: Queue) -> Callable[[Start | Win], str]:
    """A function that describes a command."""
    names = names_of(EveningPlayer, row)
    return lambda act: ", ".join(names[key] for key in (act.players if isinstance(act, Start) else (act.winner,)))


KIND = CompetitionKind[Evening, Queue](
    name="evening",
    prefix="evening",
    path="evenings/",
    title=_("Knock-out evening"),
    store=STORE,
    view=STORE.state,
    tabs=(Tab("evening", _("Board")), Tab("evening-log", _("Log"), (Action.ORGANISE,))),
    audit_kinds=AuditKind,
    labels=labels,
    participants=EveningPlayer,
    begin=lambda keys: Start(players=keys),
)

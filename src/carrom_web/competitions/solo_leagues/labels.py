"""Labels of a season's values on its pages."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, tzinfo

from django.utils import formats
from django.utils.translation import gettext as _

from carrom.league.solo_standings import Row, apart
from carrom.league.solo_table import SetState
from carrom.league.solo_terms import SeasonTerms, Week
from carrom.league.solo_tie_breaks import TIE_BREAKS
from carrom.league.solo_violations import Fault
from carrom.match.rules import shipped
from carrom.settings import settings_of
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.solo_leagues.models import Kind, Player, Season, SoloSet
from carrom_web.core.setting_fields import value_label
from carrom_web.core.translation import localized, ruleset_title


def state_label(season: Season, today: str) -> str:
    """How a season stands, in two words."""
    if season.state == Season.State.DRAFT:
        return _("draft")
    if season.state == Season.State.CLOSED:
        return _("closed")
    if today < season.first_day.isoformat():
        return _("begins soon")
    return _("over") if today > season.last_day.isoformat() else _("running")


def days_label(season: Season) -> str:
    """From when to when."""
    dates = {name: formats.date_format(getattr(season, name), "DATE_FORMAT") for name in ("first_day", "last_day")}
    return _("%(first_day)s to %(last_day)s") % dates


def moment_label(at: datetime, zone: tzinfo) -> str:
    """A moment by the clocks of a season, as the language writes it."""
    return formats.date_format(at.astimezone(zone), "DATETIME_FORMAT")


def laws_title(terms: SeasonTerms) -> str:
    """The title of the laws in force."""
    return ruleset_title(shipped()[terms.ruleset])


def week_label(terms: SeasonTerms, number: int) -> str:
    """Return the label of a week; a season of free dates is one."""
    if terms.has_free_dates:
        return _("The season")
    week = next((one for one in terms.weeks if one.number == number), None)
    return (week.title if week else "") or _("Week %(number)d") % {"number": number}


def week_days(week: Week) -> tuple[str, str]:
    """The days of a week, as the language writes days."""
    first, last = (formats.date_format(date.fromisoformat(day), "MONTH_DAY_FORMAT") for day in (week.first, week.last))
    return first, last


def set_label(row: SoloSet, state: SetState | None = None) -> str:
    """How a set stands; `state` is what it is for the standings, where that is known."""
    of_state = {
        SetState.DROPPED: _("dropped: better ones count"),
        SetState.LATE: _("late, not accepted"),
        SetState.BEYOND: _("more than the week allows"),
        SetState.OUTSIDE: _("outside the player's season"),
    }
    if row.status == SoloSet.Status.COUNTS and state in of_state:
        return of_state[state]
    return {
        SoloSet.Status.STARTED: _("being played"),
        SoloSet.Status.PENDING: _("waiting for confirmation"),
        SoloSet.Status.COUNTS: _("counts"),
        SoloSet.Status.REFUSED: _("not accepted"),
        SoloSet.Status.STRUCK: _("removed"),
    }[SoloSet.Status(row.status)]


def origin_label(origin: str) -> str:
    """How a set came."""
    return {"played": _("played on this site"), "recorded": _("recorded on the phone"), "reported": _("reported")}[
        origin
    ]


def proof_label(row: SoloSet) -> list[str]:
    """Return the evidence for a set in words."""
    found = []
    if row.source:
        found.append(_("its record"))
    if row.witnessed_at is not None:
        found.append(_("witnessed by %(name)s") % {"name": row.witness or "–"})
    if row.film:
        found.append(_("a film"))
    if row.has_word:
        found.append(_("the organiser's confirmation"))
    return found


def evidence_asked(terms: SeasonTerms, origin: str) -> str:
    """Describe the evidence that a set of this kind needs, in a sentence."""
    one = settings_of(SeasonTerms)[f"evidence_{origin}"]
    asked = one.of(terms)
    if not asked:
        return _("No further evidence is needed.")
    if len(asked) == 1:
        return _("Evidence needed: %(what)s.") % {"what": value_label(one, asked)}
    return _("Evidence needed, one of: %(list)s.") % {"list": value_label(one, asked)}


def tie_break_label(name: str) -> str:
    """Return the label of a tie-break."""
    known = TIE_BREAKS.get(name)
    return name.replace("_", " ") if known is None else _(known.label)


def order_sentences(rows: Sequence[Row]) -> list[str]:
    """For neighbours with the same average: what separated them, with the figure of each."""
    names = {row.key: row.name for row in rows}
    sentences = []
    for why in apart(rows):
        values = {
            "above": names[why.above],
            "below": names[why.below],
            "by": tie_break_label(why.by),
            "better": why.better,
            "worse": why.worse,
        }
        with_figures = _("%(above)s is above %(below)s: the same average, then %(by)s, %(better)s to %(worse)s")
        without = _("%(above)s is above %(below)s: the same average, then %(by)s")
        sentences.append((with_figures if why.better else without) % values)
    return sentences


def status_label(player: Player) -> str:
    """Return the label of a player's status."""
    return {
        Player.Status.INVITED: _("asked, no answer yet"),
        Player.Status.PLAYING: _("plays"),
        Player.Status.WAITING: _("on the waiting list"),
        Player.Status.WITHDRAWN: _("withdrawn"),
    }[Player.Status(player.status)]


def change_label(why: str) -> str:
    """Why somebody plays where they play next."""
    return {
        "up": _("goes up"),
        "down": _("goes down"),
        "stays": _("stays"),
        "fills": _("fills a free place"),
        "decided": _("the organiser's confirmation"),
    }[why]


def role_label(line: AuditEntry) -> str:
    """Return the author's role where names are not shown."""
    return {
        AuditEntry.Role.ORGANISER: _("the organiser"),
        AuditEntry.Role.PLAYER: _("the player"),
        AuditEntry.Role.WITNESS: _("the witness"),
        AuditEntry.Role.SITE: _("the record"),
    }[AuditEntry.Role(line.role)]


def kind_label(entry: AuditEntry) -> str:
    """Return the label of a change."""
    return str(Kind(entry.kind).label)


def fault_label(fault: Fault) -> str:
    """Describe the fault of a set, in the language of the page."""
    return localized(fault)


def faults_label(faults: Iterable[Fault]) -> list[str]:
    """Everything that is wrong with a set."""
    return [fault_label(fault) for fault in faults]


def change_list(changes: Iterable[tuple[str, str, str, object, object]], divisions: Mapping[str, str]) -> list[str]:
    """Return the changes of an entry of the log: "strokes: 21, 24, 19 → 21, 24, 20".

    Args:
        divisions: their titles by key.
    """
    names = {
        "status": _("status"),
        "division": _("division"),
        "next division": _("next division"),
        "strokes": _("strokes"),
        "day": _("day"),
        "week": _("week"),
        "late accepted": _("late set accepted"),
        "excused in week": _("excused in week"),
    }

    def said(what: str, value: object) -> str:
        if what in ("division", "next division") and isinstance(value, str) and value:
            return divisions.get(value, value)
        return _value(value)

    return [f"{names.get(what, what)}: {said(what, was)} → {said(what, now)}" for _of, _key, what, was, now in changes]


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value) or "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    words = {
        "draft": _("draft"),
        "open": _("open"),
        "closed": _("closed"),
        "invited": _("asked, no answer yet"),
        "playing": _("plays"),
        "waiting": _("on the waiting list"),
        "withdrawn": _("withdrawn"),
        "started": _("being played"),
        "pending": _("waiting for confirmation"),
        "counts": _("counts"),
        "accepted": _("accepted"),
        "refused": _("not accepted"),
        "struck": _("removed"),
    }
    return "–" if value in (None, "") else words.get(str(value), str(value))

"""What an event prints: entry lists, draws, order of play, standings, badges, certificates, receipts."""

from datetime import datetime

from django.utils import formats
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.prints.listing import Badge, Certificate, Listing, Part
from carrom.terms import Side
from carrom.tournament.event import EventTerms, Method
from carrom.tournament.registration import Standing
from carrom_web.clubs.rights import Role
from carrom_web.tournaments import contests, draw_words, queries, words
from carrom_web.tournaments.models import Category, Event, Form, Movement
from carrom_web.tournaments.showing import entry_row


def lang() -> str:
    """The language in which the papers are set."""
    return (get_language() or "en").split("-")[0]


def _lines(terms: EventTerms) -> list[str]:
    return [words.days_words(terms.days), ", ".join(part for part in (terms.venue.name, terms.venue.address) if part)]


def entry_list(event: Event, terms: EventTerms, link: str) -> Listing:
    """Who has entered, category by category, with a box to tick on the day."""
    rows = [entry_row(entry, terms, public=True) for entry in queries.entries_of(event)]
    parts = [
        Part(
            heading=f"{category.title} ({len(found)})",
            columns=("", _("Name"), _("Club"), _("Entry"), _("Here")),
            rows=[
                (
                    str(number),
                    row["names"],
                    row["entry"].form.club_name,
                    row["standing"],
                    "☐",
                )
                for number, row in enumerate(found, 1)
            ],
            wide=(1, 2),
            numbers=(0,),
        )
        for category in terms.categories
        if (found := [row for row in rows if row["key"] == category.key])
    ]
    return Listing(title=f"{terms.title}: {_('Entries')}", lines=_lines(terms), parts=parts, link=link, lang=lang())


def draw_paper(category: Category, terms: EventTerms, link: str) -> Listing | None:
    """The fixtures of a category round by round, with room for results; None before the draw."""
    shown = contests.shown(category)
    if shown is None:
        return None
    own = terms.category(category.key)
    parts: dict[str, list[tuple[str, ...]]] = {}
    for meeting in shown.meetings:
        fixture, result = meeting.fixture, meeting.result
        heading = draw_words.stage_words(fixture.stage, fixture.group, fixture.round)
        told = ""
        if result is not None:
            score = f"{draw_words.score_words(result, Side.A)}-{draw_words.score_words(result, Side.B)}"
            told = " ".join(part for part in (score, draw_words.result_words(result)) if part)
        row = (
            fixture.id,
            draw_words.side_words(shown, fixture.a, meeting.a),
            draw_words.side_words(shown, fixture.b, meeting.b),
            told or "________",
        )
        parts.setdefault(heading, []).append(row)
    columns = (_("Match"), "", "", _("Result"))
    made = [Part(heading=name, columns=columns, rows=rows, wide=(1, 2)) for name, rows in parts.items()]
    lines = [*_lines(terms), f"{words.who_may(own)}; {words.how_played(own)}"]
    return Listing(title=f"{terms.title}: {own.title}", lines=lines, parts=made, link=link, lang=lang())


def standings_paper(category: Category, terms: EventTerms, link: str) -> Listing | None:
    """The places of a category with the tie-breaks in their order; None before the draw."""
    shown = contests.shown(category)
    if shown is None:
        return None
    rows = shown.standings
    asked = [name for name in shown.contest.regulation.order if any(row.value(name) is not None for row in rows)]
    columns = (_("Place"), _("Name"), _("Played"), _("Won"), *(draw_words.tie_break_words(name) for name in asked))
    table = [
        (
            str(row.place),
            shown.name(row.key),
            str(row.played),
            str(row.won),
            *("" if row.value(name) is None else f"{row.value(name):g}" for name in asked),
        )
        for row in rows
    ]
    part = Part(columns=columns, rows=table, wide=(1,), numbers=(0, *range(2, len(columns))))
    own = terms.category(category.key)
    title = f"{terms.title}: {own.title}, {_('Standings')}"
    return Listing(title=title, lines=_lines(terms), parts=(part,), link=link, lang=lang())


def badges(event: Event, terms: EventTerms) -> list[Badge]:
    """A badge for everybody who has a place, each person once, with all that he enters."""
    entered: dict[str, tuple[str, str, list[str]]] = {}
    for entry in queries.entries_of(event):
        if entry.standing == Standing.WAITING:
            continue
        for member in entry.members.all():
            club = entry.form.club_name if member.position == 0 else ""
            name, known_club, titles = entered.setdefault(member.identity, (member.name, club, []))
            titles.append(terms.category(entry.category.key).title)
            entered[member.identity] = (name, known_club or club, titles)
    found = sorted(entered.values(), key=lambda one: one[0].casefold())
    return [Badge(name=name, club=club, about=" · ".join(titles)) for name, club, titles in found]


def certificates(category: Category, terms: EventTerms, *, most: int = 3) -> list[Certificate]:
    """Certificates of the first places of a category that is over; empty before."""
    shown = contests.shown(category)
    if shown is None or not shown.is_over:
        return []
    own = terms.category(category.key)
    headings = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    day = terms.days[-1].date
    return [
        Certificate(
            heading=headings[row.place],
            name=shown.name(row.key),
            lines=(own.title, _("%(count)s entries") % {"count": len(shown.contest.entrants)}),
            event=terms.title,
            when=f"{formats.date_format(day, 'DATE_FORMAT')}, {terms.venue.name}",
            signers=(words.role_words(Role.ORGANISER), words.role_words(Role.CHIEF_REFEREE)),
        )
        for row in shown.standings
        if row.place in headings and row.place <= most
    ]


def receipt(form: Form, movement: Movement, terms: EventTerms, link: str) -> Listing:
    """The receipt of one payment."""
    at: datetime = movement.at.astimezone(terms.zone)
    entries = [terms.category(entry.category.key).title for entry in queries.entries_in(form)]
    rows = [
        (_("Receipt"), str(movement.receipt)),
        (_("Received from"), form.name),
        (_("Amount"), f"{-movement.amount / 100:.2f} {terms.currency}"),
        (_("Paid by"), words.method_words(Method(movement.method))),
        (_("On"), formats.date_format(at, "DATETIME_FORMAT")),
        (_("For"), ", ".join(entries)),
        (_("Registration"), str(form.number)),
        (_("Club"), form.event.club.name),
    ]
    part = Part(rows=rows, wide=(1,))
    return Listing(title=f"{terms.title}: {_('Receipt')}", lines=_lines(terms), parts=(part,), link=link, lang=lang())

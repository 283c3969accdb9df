"""The prints of an event in lists: entries, order of play, standings, results; badges, certificates, receipts, labels.

Draws and score sheets are in `draw_papers`. Every time is that of the event's own clocks.
"""

from collections.abc import Sequence
from dataclasses import fields, replace

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from carrom.printing.labels import Label, Labels, LabelWords
from carrom.printing.listing import Badge, Listing, Part
from carrom.printing.paper import Paper
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms, Method, last_day_of_entry
from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events import announced, contests, draw_labels, selectors
from carrom_web.competitions.events import labels as events_labels
from carrom_web.competitions.events.live_schedule import day_of, with_breaks
from carrom_web.competitions.events.models import Category, Entry, Event, LedgerEntry, Member, Registration
from carrom_web.competitions.events.presenters import entry_row, notice_rows
from carrom_web.competitions.events.results_files import ResultRow
from carrom_web.competitions.events.sponsors import sponsor_marks
from carrom_web.core.files import glyph_warning
from carrom_web.core.setting_fields import shown_rows

PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "us-letter", "a3": "a3"}


def lang() -> str:
    """The language in which the papers are set."""
    return (get_language() or "en").split("-")[0]


def paper_of(name: str | None) -> Paper:
    """The size of paper that an address names; A4 without one."""
    return PAPERS.get(name or "", "a4")


def warning(event: Event, terms: EventTerms) -> str:
    """The sentence about characters in the names of an event that its papers show as boxes; "" if there are none."""
    members = Member.objects.filter(category__event=event, active=True).values_list("name", "entry__team")
    clubs = event.forms.filter(withdrawn_at=None).values_list("club_name", flat=True)
    return glyph_warning(terms, event.club.name, list(members), list(clubs))


def lines_of(terms: EventTerms) -> list[str]:
    """When and where, for below a title."""
    return [
        events_labels.days_label(terms.days),
        ", ".join(part for part in (terms.venue.name, terms.venue.address) if part),
    ]


def announcement(event: Event, terms: EventTerms, link: str) -> Listing:
    """Print the announcement for the notice board: the event's facts, then its categories."""
    last = formats.date_format(last_day_of_entry(terms), "DATE_FORMAT")
    facts = [
        (_("Entries until"), _("the end of %(day)s") % {"day": last}),
        (_("Ways to pay"), ", ".join(events_labels.method_label(one) for one in terms.pays)),
        (_("Laws"), events_labels.laws_title(terms)),
        *shown_rows(terms),
        (_("Club"), event.club.name),
        (_("Questions"), ", ".join(terms.contact.parts)),
        ("", terms.notes),
    ]
    rows = [
        (
            one.title,
            "; ".join(
                [
                    events_labels.who_may(one),
                    events_labels.how_played(one, terms.ruleset),
                    *(f"{label}: {value}" for label, value in shown_rows(one, changed_only=True)),
                ]
            ),
            events_labels.money(one.fee, terms.currency) if one.fee else "",
        )
        for one in terms.categories
    ]
    parts = (
        Part(rows=[(label, value) for label, value in facts if value], wide=(1,)),
        Part(heading=_("Categories"), columns=("", _("Who plays, and how"), _("Fee")), rows=rows, wide=(1,)),
        *prize_parts(terms),
    )
    return thanking(
        Listing(title=terms.title, lines=lines_of(terms), parts=parts, link=link, lang=lang()), event, terms
    )


def programme_printout(event: Event, terms: EventTerms, link: str) -> Listing:
    """Print the programme: days, categories, officials, prizes, notices that stand, and the sponsors."""
    facts = [
        (_("Laws"), events_labels.laws_title(terms)),
        *shown_rows(terms),
        *((one["role"], ", ".join(one["names"])) for one in announced.officials_of(event)),
        (_("Questions"), ", ".join(terms.contact.parts)),
        ("", terms.notes),
    ]
    categories = [(one.title, ". ".join(announced.category_parts(terms, one))) for one in terms.categories]
    notices = [
        (f"{formats.date_format(row['at'], 'j M')}, {row['at']:%H:%M}", row["text"])
        for row in notice_rows(selectors.notices_of(event), terms)
        if row["text"] and not row["is_withdrawn"]
    ]
    parts = [
        *(Part(heading=day["title"], rows=day["rows"], wide=(1,)) for day in announced.day_rows(terms)),
        Part(heading=_("Categories"), rows=categories, wide=(1,)),
        *prize_parts(terms),
        Part(heading=_("At a glance"), rows=[(label, value) for label, value in facts if value], wide=(1,)),
    ]
    if notices:
        parts.append(Part(heading=_("Notices"), rows=notices, wide=(1,)))
    title = f"{terms.title}: {_('Programme')}"
    return thanking(Listing(title=title, lines=lines_of(terms), parts=parts, link=link, lang=lang()), event, terms)


def prize_parts(terms: EventTerms) -> list[Part]:
    """The prizes as tables, with a heading that says of what."""
    return [
        Part(heading=f"{_('Prizes')}: {part['title']}", rows=part["rows"], wide=(1,))
        for part in announced.prize_rows(terms)
    ]


def thanking(listing: Listing, event: Event, terms: EventTerms) -> Listing:
    """The same with the sponsors at its end."""
    return replace(listing, thanks=_("Sponsors"), marks=sponsor_marks(event, terms))


def entry_list(event: Event, terms: EventTerms, link: str) -> Listing:
    """Print the entries, category by category, with a box to tick on the day."""
    rows = [entry_row(entry, terms, public=True) for entry in selectors.entries_of(event)]
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
    return Listing(title=f"{terms.title}: {_('Entries')}", lines=lines_of(terms), parts=parts, link=link, lang=lang())


def results_printout(found: Sequence[ResultRow], terms: EventTerms, link: str) -> Listing:
    """Places and all fixtures with their results, of one category or of all."""
    parts = [
        part
        for one in found
        if one.shown
        for part in (standings_part(one.shown, one.terms), *_order_of(one.shown), *_played(one))
    ]
    own = f" {found[0].terms.title}," if len(found) == 1 else ""
    title = f"{terms.title}:{own} {_('Results')}"
    if not parts:
        parts = [Part(rows=[(_("Nothing is drawn yet."),)], wide=(0,))]
    return Listing(title=title, lines=lines_of(terms), parts=parts, link=link, lang=lang())


def standings_printout(category: Category, terms: EventTerms, link: str) -> Listing | None:
    """The places of a category with the tie-breaks in their order; None before the draw."""
    shown = contests.shown(category)
    if shown is None:
        return None
    own = terms.category(category.key)
    part = replace(standings_part(shown, own), heading="")
    title = f"{terms.title}: {own.title}, {_('Standings')}"
    return Listing(title=title, lines=lines_of(terms), parts=(part,), link=link, lang=lang())


def standings_part(shown: contests.ContestView, own: CategoryTerms) -> Part:
    """The places as a table; tie-breaks only that were asked."""
    rows = shown.standings
    asked = [name for name in shown.contest.regulation.ranking if any(row.value(name) is not None for row in rows)]
    ties = any(row.tied for row in rows)
    heads = [_("Place"), _("Name"), _("Played"), _("Won"), *([_("Tied")] if ties else []), _("Lost")]
    columns = (*heads, *(draw_labels.tie_break_label(name) for name in asked))
    table = [
        (
            str(row.place),
            shown.name(row.key),
            str(row.played),
            str(row.won),
            *([str(row.tied)] if ties else []),
            str(row.lost),
            *("" if (figure := draw_labels.figure_of(row, name)) is None else f"{figure:g}" for name in asked),
        )
        for row in rows
    ]
    return Part(heading=own.title, columns=columns, rows=table, wide=(1,), numbers=(0, *range(2, len(columns))))


def _order_of(shown: contests.ContestView) -> list[Part]:
    """Why one is above another who is level on points, if any are."""
    return order_parts(draw_labels.order_label(shown.standings, shown.name))


def order_parts(sentences: Sequence[str]) -> list[Part]:
    """Why one is above another, below a table: the same sentences as on its page; none without any."""
    if not sentences:
        return []
    return [Part(heading=_("Why in this order"), rows=[(one,) for one in sentences], wide=(0,))]


def _played(one: ResultRow) -> list[Part]:
    """The fixtures that are settled, round by round."""
    shown = one.shown
    if shown is None:
        return []
    parts: dict[str, list[tuple[str, ...]]] = {}
    titles = draw_labels.headings((meeting.fixture for meeting in shown.meetings), shown.record.format)
    for meeting in shown.meetings:
        if meeting.result is not None:
            heading = titles[draw_labels.part_of(meeting.fixture)]
            games = draw_labels.scores_label(meeting.result)
            row = (meeting.fixture.id, *sides_of(shown, meeting), score_text(meeting), games)
            parts.setdefault(f"{one.terms.title}, {heading}", []).append(row)
    columns = (_("Match"), "", "", _("Result"), "")
    return [Part(heading=name, columns=columns, rows=rows, wide=(1, 2)) for name, rows in parts.items()]


def sides_of(shown: contests.ContestView, meeting: Meeting) -> tuple[str, str]:
    """Return the two sides, or the fixtures that decide them; a bye comes second, whichever side it was drawn on."""
    fixture = meeting.fixture
    a, b = draw_labels.side_label(shown, fixture.a, meeting.a), draw_labels.side_label(shown, fixture.b, meeting.b)
    return (b, a) if draw_labels.is_bye(fixture.a, meeting.a) else (a, b)


def score_text(meeting: Meeting) -> str:
    """The result of a fixture in short; empty before."""
    result = meeting.result
    if result is None:
        return ""
    how = draw_labels.result_label(result)
    if result.is_played:
        score = draw_labels.total_label(result)
    else:
        score = "/".join("+" if result.winner is side else "–" for side in Side)
    return " ".join(part for part in (score, how) if part)


def order_printout(event: Event, terms: EventTerms, link: str) -> Listing:
    """Print the matches at the boards and the order of play from now on with what does not fit."""
    day = day_of(event, terms)
    at_boards = [
        (str(board["number"]), f"{board['a']} – {board['b']}", board["title"], board["fixture"])
        for board in day["boards"]
        if board["table"]
    ]
    plan = [
        (one["start"], "", one["title"], _("until %(time)s") % {"time": one["end"]}, "")
        if "is_break" in one
        else (one["start"], str(one["board"]), f"{one['a']} – {one['b']}", one["title"], one["fixture"])
        for one in with_breaks(day)
    ]
    heads = (_("Match"), _("Category"), "")
    found = [
        Part(
            heading=_("On the boards"),
            columns=(pgettext("to play on", "Board"), *heads),
            rows=at_boards,
            wide=(1,),
            numbers=(0,),
        ),
        Part(
            heading=_("Order of play"),
            columns=(_("From"), pgettext("to play on", "Board"), *heads),
            rows=plan,
            wide=(2,),
            numbers=(1,),
        ),
        Part(heading=_("Does not fit into the hours"), rows=[(one,) for one in day["unfit"]], wide=(0,)),
    ]
    ends = [_("The last match ends at about %(time)s.") % {"time": day["ends"]}] if day["ends"] else []
    parts = [part for part in found if part.rows] or [Part(rows=[(_("No matches are waiting."),)], wide=(0,))]
    printed = _("Printed %(moment)s") % {"moment": events_labels.moment_label(timezone.now(), terms)}
    lines = [*lines_of(terms), *ends, printed]
    title = f"{terms.title}: {_('Order of play')}"
    return Listing(title=title, lines=lines, parts=parts, link=link, lang=lang())


def board_labels(event: Event, terms: EventTerms, site: str) -> Labels:
    """A label for each board of the event; its code leads to whatever is played there."""
    texts = {one.name: _(str(one.default)) for one in fields(LabelWords) if one.name != "lang"}
    labels = [
        Label(
            name=_("Board %(number)s") % {"number": number},
            club=terms.title,
            link=f"{site}{reverse('event-board', args=[event.slug, number])}",
        )
        for number in range(1, terms.boards + 1)
    ]
    return Labels(labels=labels, words=LabelWords(lang=lang(), **texts))


def badges(event: Event, terms: EventTerms) -> list[Badge]:
    """A badge for everybody who has a place, each person once, with everything that they enter."""
    entered: dict[str, tuple[str, str, list[str]]] = {}
    for entry in selectors.entries_of(event):
        if entry.standing == EntryStatus.WAITING:
            continue
        for member in entry.members.all():
            club = entry.form.club_name if member.position == 0 else ""
            name, known_club, titles = entered.setdefault(member.identity, (member.name, club, []))
            titles.append(terms.category(entry.category.key).title)
            entered[member.identity] = (name, known_club or club, titles)
    found = sorted(entered.values(), key=lambda one: one[0].casefold())
    return [Badge(name=name, club=club, about=" · ".join(titles)) for name, club, titles in found]


def prize_receipt(entry: Entry, line: LedgerEntry, terms: EventTerms, name: str) -> Listing:
    """The receipt of a payout of prize money, which the winner signs."""
    rows = [
        (_("Receipt"), str(line.receipt)),
        (_("Paid to"), name),
        (_("Amount"), f"{line.amount / 100:.2f} {terms.currency}"),
        (_("Paid by"), events_labels.method_label(Method(line.method))),
        (_("On"), events_labels.moment_label(line.at, terms)),
        (_("For"), _("%(category)s, place %(place)s") % {"category": entry_title(entry, terms), "place": line.note}),
        (_("Club"), entry.form.event.club.name),
        (_("Received, signature"), "_" * 30),
    ]
    title = _("Receipt of prize money")
    return Listing(
        title=f"{terms.title}: {title}",
        lines=lines_of(terms),
        parts=(Part(rows=rows, wide=(1,)),),
        link="",
        lang=lang(),
    )


def entry_title(entry: Entry, terms: EventTerms) -> str:
    """The title of the category of an entry."""
    return terms.category(entry.category.key).title


def receipt(form: Registration, movement: LedgerEntry, terms: EventTerms, link: str) -> Listing:
    """The receipt of one payment."""
    entries = [terms.category(entry.category.key).title for entry in selectors.entries_in(form)]
    rows = [
        (_("Receipt"), str(movement.receipt)),
        (_("Received from"), form.name),
        (_("Amount"), f"{-movement.amount / 100:.2f} {terms.currency}"),
        (_("Paid by"), events_labels.method_label(Method(movement.method))),
        (_("On"), events_labels.moment_label(movement.at, terms)),
        (_("For"), ", ".join(entries)),
        (_("Registration"), str(form.number)),
        (_("Club"), form.event.club.name),
    ]
    part = Part(rows=rows, wide=(1,))
    return Listing(title=f"{terms.title}: {_('Receipt')}", lines=lines_of(terms), parts=(part,), link=link, lang=lang())

"""The papers of a league as PDF: `table.pdf`, `fixtures.pdf`; `?paper=us-letter` for American paper."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.printing.listing import Listing, Part, listing_pdf
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.printouts import order_parts
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.presenters import (
    by_heading,
    deductions,
    fixture_row,
    table_rows,
    when_label,
)
from carrom_web.core.pages import Route
from carrom_web.core.setting_fields import shown_rows

ROUTE = Route("leagues/matches/<slug:slug>/prints/<slug:name>.pdf", name="match-league-print", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one paper."""
    seen = repository.seen(KIND.at(slug, guest_id_of(request)))
    made = {"table": _tables, "fixtures": _fixtures}.get(name)
    if made is None:
        raise Http404
    link = request.build_absolute_uri(reverse("match-league", args=[slug]))
    lines = [f"{seen.row.club.name}; {when_label(seen)}"]
    if name == "table":
        taken = _("%(name)s, points deducted: %(points)s (%(reason)s)")
        lines += [taken % one for one in deductions(seen)]
    title = f"{seen.terms.title}: {_('Table') if name == 'table' else _('Fixtures')}"
    lang = (get_language() or "en").split("-")[0]
    listing = Listing(title=title, lines=lines, parts=[*made(seen), _rules(seen)], link=link, lang=lang)
    paper = "us-letter" if request.GET.get("paper") == "us-letter" else "a4"
    answer = HttpResponse(listing_pdf(listing, paper=paper), content_type="application/pdf")  # type: ignore[arg-type]
    answer.headers["Content-Disposition"] = f'inline; filename="{slug}-{name}.pdf"'
    return answer


def _tables(seen: repository.LeagueView) -> list[Part]:
    parts = []
    for part, table in zip(_standings(seen), seen.league.tables, strict=True):
        parts += [part, *order_parts(draw_labels.order_label([row.row for row in table.rows], seen.name))]
    return parts


def _standings(seen: repository.LeagueView) -> list[Part]:
    games = _("Matches") if seen.terms.tie_terms else _("Games")
    columns = ("", _("Name"), _("Points"), _("Played"), _("W-T-L"), games, _("Scored"), _("Net"))
    return [
        Part(
            heading=_("Pool %(pool)s") % {"pool": table.pool} if table.pool else "",
            columns=columns,
            rows=[
                (
                    str(row["place"]),
                    row["name"],
                    str(row["points"]),
                    str(row["played"]),
                    f"{row['won']}-{row['tied']}-{row['lost']}",
                    row["games"],
                    row["score"],
                    row["net"],
                )
                for row in table_rows(seen, table)
            ],
            wide=(1,),
            numbers=(0, 2, 3, 4, 5, 6, 7),
        )
        for table in seen.league.tables
    ]


def _fixtures(seen: repository.LeagueView) -> list[Part]:
    rows = [fixture_row(seen, one) for one in seen.league.meetings]
    columns = (
        _("Day"),
        pgettext("side of a match", "Home") if seen.terms.home_and_away else "",
        "",
        _("Result"),
        _("Venue"),
    )
    return [
        Part(
            heading=part["heading"],
            columns=columns,
            rows=[
                (
                    " ".join(word for word in (row["day"], row["time"]) if word),
                    row["sides"][0]["name"],
                    row["sides"][1]["name"],
                    _score(row),
                    row["venue"],
                )
                for row in part["rows"]
            ],
            wide=(1, 2),
        )
        for part in by_heading(rows)
    ]


def _rules(seen: repository.LeagueView) -> Part:
    return Part(heading=_("Terms"), columns=("", ""), rows=shown_rows(seen.terms), wide=(1,))


def _score(row: dict[str, Any]) -> str:
    a, b = row["sides"]
    if not row["is_decided"]:
        return "________"
    return f"{a['score']}-{b['score']}" if a["score"] else str(row["note"])

"""Organisers order tie-breaks by their names, in numbered selects."""

from django.http import QueryDict

from carrom.settings import settings_of
from carrom.tournament.category import CategoryTerms
from carrom.tournament.regulation import USUAL
from carrom.tournament.tie_breaks import TIE_BREAKS
from carrom_web.competitions.events.draw_labels import tie_break_label
from carrom_web.competitions.events.event_forms import CategoryForm
from carrom_web.core.order_field import OrderField, OrderWidget

SETTING = settings_of(CategoryTerms)["tie_breaks"]


def test_each_tie_break_is_offered_by_its_name_and_what_it_counts_with_room_for_more():
    """Six selects at least, two empty ones after those chosen; code names are values only."""
    html = OrderWidget(SETTING).render("order", USUAL.order, {"id": "id_order"})
    assert html.count("<select") == len(USUAL.order) + 2
    assert (
        'id="id_order"' in html
        and 'id="id_order_8"' in html
        and 'aria-label="Tie-breaks, from first to last (8)"' in html
    )
    assert [html.count(f'<option value="{name}" selected>') for name in USUAL.order] == [1] * len(USUAL.order)
    assert "Head to head: points in matches among level entrants, if they all met</option>" in html
    assert not [name for name in TIE_BREAKS if "_" in tie_break_label(name)]
    assert OrderWidget(SETTING).render("order", ()).count("<select") == 6


def test_the_order_of_the_selects_is_the_order_of_the_tie_breaks_and_a_dash_takes_one_out():
    """What stands is read back as it was; text with commas is read too."""
    widget, field = OrderWidget(SETTING), OrderField(SETTING, required=False)
    sent = QueryDict("order=points&order=&order=board_wins&order=lots&order=")
    assert field.clean(widget.value_from_datadict(sent, {}, "order")) == ("points", "board_wins", "lots")
    assert field.clean(widget.value_from_datadict({"order": "points, lots"}, {}, "order")) == ("points", "lots")
    assert field.clean(()) == ()
    assert not field.has_changed(USUAL.order, list(USUAL.order)) and field.has_changed(USUAL.order, ("lots",))


def test_a_tie_break_named_twice_or_unknown_is_refused_beside_the_field_and_saved_as_typed():
    """In words, and the selects show what was chosen."""
    for sent, says in (("points&c-tie_breaks=points", "“Points” is there twice"), ("luck", "no “luck” here")):
        form = CategoryForm(QueryDict(f"c-title=Open&c-format=swiss&c-tie_breaks={sent}"), prefix="c")
        assert says in str(form["tie_breaks"].errors)
        assert f'<option value="{sent.split("&")[0]}" selected>' in str(form["tie_breaks"])
    assert "None chosen: Points, Head to head" in str(CategoryForm(initial={"format": "swiss"})["tie_breaks"])

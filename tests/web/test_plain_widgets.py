"""Widgets that are written without templates say what Django's own say."""

import pytest
from django import forms
from django.test.html import parse_html

from carrom_web.core.fast_widgets import PlainSelect, PlainText

CHOICES = [("", "–"), ("a", "A & <b>"), ('"', 'a "quote"'), (3, "three")]
ATTRS = {"id": "id_x", "required": True, "hidden": False, "data-x": "<&\"'>", "maxlength": "6"}


@pytest.mark.parametrize("value", [None, "", "a", '"', 3, "3", "unknown"])
def test_a_plain_select_says_what_djangos_own_says(value):
    """The choice, every escape, every attribute."""
    ours, own = PlainSelect(choices=CHOICES), forms.Select(choices=CHOICES)
    assert parse_html(ours.render("x<", value, ATTRS)) == parse_html(own.render("x<", value, ATTRS))


@pytest.mark.parametrize("value", [None, "", 0, "a", '"><script>'])
def test_a_plain_line_of_text_says_what_djangos_own_says(value):
    """Whatever was typed stays text."""
    ours, own = PlainText({"placeholder": "n"}), forms.TextInput({"placeholder": "n"})
    assert ours.render("x", value, ATTRS) == own.render("x", value, ATTRS).strip()

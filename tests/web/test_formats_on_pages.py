"""What every format has on the site, because it lies in the folder: options in the form, a draw page, a paper."""

from html import unescape

import pytest

from carrom.tournament.format import Layout, find, slugs
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws, ladders
from tests.support.web.clients import as_guest
from tests.support.web.draws import contest_of, event_with_entries, owner_id
from tests.support.web.event_forms import terms_form
from tests.support.web.events import ADULTS, NOW, organiser_of

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("slug", slugs())
ROW = "c-0"


@EVERY
def test_the_form_of_an_event_shows_the_title_and_options_of_the_chosen_format_and_of_no_other(slug: str):
    event = event_with_entries(4)
    owner = as_guest(organiser_of(event))
    sent = terms_form(terms_of(event)) | {f"{ROW}-format": slug, "do": "show-options"}

    page = unescape(owner.post(f"/events/{event.slug}/edit/", sent).content.decode())
    fetched = unescape(owner.get(f"/events/category-options/?format={slug}&row={ROW}").content.decode())

    form = find(slug)
    assert f'<option value="{slug}" selected>{form.title}</option>' in page
    for html in (page, fetched):
        assert f"{form.title}: {form.says[0].upper()}{form.says[1:]}." in html
        assert (f'name="{ROW}-tie_breaks"' in html) is form.uses_tie_breaks
        for name, option in form.options.items():
            assert f'name="{ROW}-option:{slug}:{name}"' in html and f">{option.label}</label>" in html
            assert all(f">{label}</option>" in html for label in option.choices.values())
        assert not any(f'name="{ROW}-option:{other}:' in html for other in slugs() if other != slug)


@EVERY
def test_a_draw_has_a_page_with_its_title_its_reasons_in_sentences_and_a_paper(client, slug: str):
    event = event_with_entries(5, format_=slug)
    if slug == "ladder":
        ladders.open_ladder(event, owner_id(event), ADULTS, now=NOW)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    page = f"/events/{event.slug}/draws/{ADULTS}/"

    answer = client.get(page)
    assert answer.status_code == 200 and find(slug).title in unescape(answer.content.decode())
    assert find(slug).title in unescape(client.get(f"/events/{event.slug}/").content.decode())
    meetings = contest_of(event).meetings
    for meeting in {one.fixture.round: one for one in meetings}.values():  # the reasons of a round are of one kind
        reasons = unescape(client.get(f"{page}fixtures/{meeting.fixture.id}/").content.decode())
        assert "%(" not in reasons
    part = "?part=bracket" if Layout.BRACKET in find(slug).layouts else ""
    assert client.get(f"/events/{event.slug}/prints/draw-{ADULTS}.pdf{part}").content.startswith(b"%PDF-")


def test_there_are_no_options_of_a_format_that_there_is_not(client):
    assert client.get("/events/category-options/?format=chess&row=c-0").status_code == 404

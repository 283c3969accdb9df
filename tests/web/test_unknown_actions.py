"""A page of a competition that is asked for an action that it does not know says so, and does nothing."""

import inspect
import re
import sys
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.urls import get_resolver

from carrom_web.core.pages import all_patterns
from tests.support.web.one_of_everything import Scene, new_scene

pytestmark = pytest.mark.django_db

READS_ACTION = re.compile(r"""(?:\.get\(|\[)"do"[],)]""")
PLAYERS = {"captain": "match", "rated": "rating", "seated": "arena"}  # who takes part in a competition of a kind
SAYS = "This page does not know that action."
SHOWN_AGAIN = {"match-fixture", "match-league-organise", "event-organise", "solo-organise", "solo-own", "event-day"}


def pages_with_actions(scene: Scene) -> Iterator[tuple[str, str]]:
    """The pages that ask which action is meant: their names and addresses."""
    for written, pattern in all_patterns(get_resolver().url_patterns):
        module = inspect.unwrap(pattern.callback).__module__
        if module.startswith("carrom_web.competitions") and READS_ACTION.search(inspect.getsource(sys.modules[module])):
            yield from ((pattern.name or "", url) for url in scene.addresses(written, pattern))


def test_no_page_of_a_competition_takes_an_action_that_it_does_not_know():
    """Some are shown again, with a sentence."""
    scene = new_scene()
    pages = list(pages_with_actions(scene))
    kinds = {name.partition("-")[0] for name, _url in pages}
    assert {"event", "match", "solo", "championship", "rating", "arena"} <= kinds and len(pages) > 45

    taken, said = [], set()
    for name, url in pages:
        players = [role for role, kind in PLAYERS.items() if name.startswith(f"{kind}-")]
        for role in ("owner", "visitor", *players):
            with transaction.atomic():
                answer = scene.client(role).post(url, {"do": "no-such-action"})
                transaction.set_rollback(True)
            if not 400 <= answer.status_code < 500:
                taken.append((name, role, answer.status_code))
            if role == "owner" and answer.status_code == 409 and SAYS in answer.content.decode():
                said.add(name)

    assert not taken
    assert said >= SHOWN_AGAIN

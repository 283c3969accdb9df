"""Worlds that many tests begin with: made once, then inserted as they were."""

from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club, Member
from tests.support.web.stored_once import forget_all, made_each_time, stored_once

pytestmark = pytest.mark.django_db


def rows() -> list[list[dict[str, Any]]]:
    return [list(model.objects.order_by("pk").values()) for model in (Guest, Club, Member)]


def subjects() -> list[str]:
    return [letter.subject for letter in mail.outbox]


def test_what_is_asked_for_again_is_inserted_as_it_was_and_made_only_where_something_is_stored(
    django_capture_on_commit_callbacks: Any,
):
    made: list[str] = []
    done: list[str] = []
    forget_all()  # what a test before this one has left

    @stored_once
    def a_club(name: str) -> Club:
        made.append(name)
        mail.outbox.append(mail.EmailMessage("Founded", name, to=["olive@example.org"]))
        transaction.on_commit(lambda: done.append(name))
        return clubs.found_club(Guest.objects.create(name="Olive Owner").pk, name=name)

    with transaction.atomic():
        first, found = a_club("Carrom Club"), rows()
        transaction.set_rollback(True)
    with made_each_time(), transaction.atomic():
        a_club("Carrom Club")
        transaction.set_rollback(True)
    assert made == ["Carrom Club"] * 2 and rows() != found

    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        again = a_club("Carrom Club")

    assert len(made) == 2 and rows() == found
    assert subjects() == ["Founded"] and done == ["Carrom Club"]
    assert again == first and again is not first
    assert a_club("Carrom Club").pk != first.pk and len(made) == 3

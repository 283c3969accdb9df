"""Notify every page of an event of a change; each page then reloads what it shows."""

from django.db import transaction

from carrom_web.competitions.page_cache import PageFollowers

FOLLOWERS = PageFollowers("event")


def changed_after_commit(event_id: int) -> None:
    """Tell all who follow, once what was done is stored."""
    transaction.on_commit(lambda: changed(event_id))


def changed(event_id: int) -> None:
    """Notify all followers, and drop cached pages."""
    FOLLOWERS.changed(event_id)

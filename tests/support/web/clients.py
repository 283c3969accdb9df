"""Browsers that belong to somebody."""

from django.core import signing
from django.test import Client

from carrom_web.accounts.models import Guest
from carrom_web.accounts.selectors import COOKIE, SALT


def as_guest(guest: Guest) -> Client:
    """A browser that has this guest's cookie."""
    client = Client()
    client.cookies[COOKIE] = signing.Signer(salt=SALT).sign(guest.pk.hex)
    return client

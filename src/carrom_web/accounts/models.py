"""People: guests, known by a signed cookie, and people with an account, known by a session.

Everything that somebody does belongs to a guest. An account has a guest of its own, which no cookie names: signing in
makes you that guest, on every device.
"""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone

from carrom_web.accounts.names import likeness

NAME_LENGTH = 40
BOT = "BOT "


class Guest(models.Model):
    """One browser's player, or an account's."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    is_bot = models.BooleanField(default=False)  # a program plays: its name begins with BOT, wherever it is shown
    likeness = models.CharField(max_length=NAME_LENGTH, blank=True, db_index=True)  # `names.likeness` of the name
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or str(self.id)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store, with what the name looks like."""
        self.likeness = likeness(self.name)[:NAME_LENGTH]
        if "name" in (kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*kwargs["update_fields"], "likeness"}
        super().save(*args, **kwargs)


class Accounts(BaseUserManager["Account"]):
    """Makes accounts."""

    def create_user(self, email: str, password: str | None = None, **more: Any) -> "Account":
        """Store a new account with a guest of its own."""
        account = self.model(email=self.normalize_email(email).lower(), **more)
        account.set_password(password)
        account.save()
        return account


class Account(AbstractBaseUser):
    """A person who signed up, by an email address."""

    email = models.EmailField(unique=True)
    guest = models.OneToOneField(Guest, on_delete=models.PROTECT, related_name="account")
    comes_from = models.UUIDField(null=True, blank=True)  # the guest that signed up; history moves at first sign-in
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)  # an operator of the site, who sees what is stored (`site.admin`)
    language = models.CharField(max_length=12, blank=True, default="")  # as chosen; "": as the browser asks
    wants_turns = models.BooleanField(default=True)  # emails about matches by correspondence, without a device
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Accounts] = Accounts()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store; a new account gets its guest."""
        if self._state.adding:
            self.guest = Guest.objects.create()
        super().save(*args, **kwargs)


class SignIn(models.Model):
    """A browser on which an account is signed in, until its session ends. No network address is stored."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=NAME_LENGTH, blank=True)  # "Firefox, Android"
    since = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)  # to the hour

    def __str__(self) -> str:
        return f"{self.account_id} {self.since:%Y-%m-%d}"

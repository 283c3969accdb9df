"""A guest: a person who plays without signing up, known by a signed cookie."""

import uuid

from django.db import models

NAME_LENGTH = 40


class Guest(models.Model):
    """One browser's player. A later sign-up takes over the seats that belong to it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or str(self.id)

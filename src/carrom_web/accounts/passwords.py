"""Bounds of passwords, beside those that Django itself checks."""

from typing import Any

from django.core.validators import MaxLengthValidator

LONGEST = 128


class MaximumLengthValidator:
    """Refuses a password of more than 128 characters, in Django's own words: hashing a book costs the site time."""

    def validate(self, password: str, user: Any = None) -> None:
        """Pass, or raise ValidationError."""
        MaxLengthValidator(LONGEST)(password)

    def get_help_text(self) -> str:
        """Say nothing beforehand."""
        return ""

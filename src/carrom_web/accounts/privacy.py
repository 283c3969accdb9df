"""A person's own data: exported as one text, and deleted.

Rows that refer to their guest are found by themselves. What else an app stores about them, such as a name in a record,
the app exports and erases by its hooks (`core.hooks`).
"""

from collections import ChainMap
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.sign_ins import end_all, group_of_person
from carrom_web.core.hooks import registry
from carrom_web.core.sockets import end_after_commit

Json = dict[str, Any]


def export(guest: Guest) -> Json:
    """Everything that is held of a person, as plain values."""
    account = Account.objects.filter(guest=guest).first()
    rows: Json = {}
    for relation in Guest._meta.related_objects:
        model = relation.related_model
        assert isinstance(model, type)  # noqa: S101  # related models are loaded by now
        if model is Account:
            continue
        values = list(model._base_manager.filter(**{relation.field.name: guest}).values())
        if values:
            rows[f"{model._meta.label_lower}.{relation.field.name}"] = values
    return {
        "name": guest.name,
        "made_at": guest.made_at,
        "account": None if account is None else _account(account),
        "rows": rows,
        **ChainMap(*registry.hook.export_person(guest_id=guest.pk)),
    }


def _account(account: Account) -> Json:
    return {
        "email": account.email,
        "joined_at": account.date_joined,
        "language": account.language,
        "last_sign_in": account.last_login,
        "addresses": list(EmailAddress.objects.filter(user=account).values("email", "verified", "primary")),
        "devices": list(account.sign_ins.values("browser", "since", "seen_at")),
        "second_factors": list(Authenticator.objects.filter(user=account).values("type", "created_at", "last_used_at")),
    }


def erase(guest: Guest) -> None:
    """Delete a person: account, guest, and their name wherever it stands.

    Raises:
        CarromError: something has to be settled first; nothing was deleted.
    """
    registry.hook.check_erasure(guest_id=guest.pk)
    with transaction.atomic():
        registry.hook.erase_person(guest_id=guest.pk)
        account = Account.objects.filter(guest=guest).first()
        if account is not None:
            end_all(account)
            account.delete()
        end_after_commit([group_of_person(guest.pk)])
        guest.delete()

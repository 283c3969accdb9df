"""The operator's view at `/admin/`: every model is seen by operators alone, and changed by nobody."""

import datetime as dt
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection, models
from django.db.models import Field, Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from carrom_web import command
from carrom_web.accounts.models import Account, Guest
from carrom_web.clubs.models import Club
from carrom_web.competitions.events.models import Category, Event, Order
from carrom_web.config.admin import ReadOnlyAdmin, is_shown, operator_site, operators_models
from carrom_web.outbox.models import OutboxEmail
from tests.support.in_one_test import in_one_test
from tests.support.web.taken_back import taken_back

pytestmark = pytest.mark.django_db

PRIVATE = "nobody reads"
MOMENT = dt.datetime(2026, 5, 4, 10, 30, tzinfo=dt.UTC)
BORN = dt.date(1930, 1, 2)
MODELS = operators_models()
EACH_MODEL = in_one_test("model", MODELS, name=lambda model: model._meta.label, around=taken_back)
EMAIL, PASSWORD = "asha@example.org", "correct horse battery"


def a_row(model: type[Model]) -> Model:
    """A stored row with something in every field, and the rows that it needs; hidden texts say PRIVATE."""
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        if field.remote_field and field.related_model is not model:
            related = field.related_model
            values[field.name] = related.objects.first() or a_row(related)
            if field.unique and model.objects.filter(**{field.name: values[field.name]}).exists():
                values[field.name] = a_row(related)
        elif not field.remote_field and not (field.primary_key and field.has_default()):
            if not isinstance(field, models.AutoField | models.BigAutoField):
                values[field.name] = model.objects.count() + 1 if field.name == "number" else a_value(field)
    if model is Account:
        values.pop("guest")  # an account makes its own
    if model is Order:
        values["group"] = None  # one of the two pays
    row = model(**values)
    row.save()
    return row


def a_value(field: Field) -> Any:
    if field.choices:
        return next(value for value, _label in field.flatchoices if value not in ("", None))
    if isinstance(field, models.JSONField):
        return {"text": PRIVATE}
    if isinstance(field, models.BinaryField):
        return PRIVATE.encode()
    if isinstance(field, models.BooleanField):
        return False
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.DateTimeField):
        return MOMENT
    if isinstance(field, models.DateField):
        return MOMENT.date() if is_shown(field) else BORN
    if isinstance(field, models.IntegerField | models.FloatField):
        return 1
    text = f"{uuid.uuid4().hex[:8]}" if is_shown(field) else f"{PRIVATE} {uuid.uuid4().hex}"
    return text[: field.max_length]


@pytest.fixture
def operator(client: Client) -> Client:
    account = Account.objects.create_user(EMAIL, PASSWORD, is_staff=True)
    client.force_login(account)
    return client


def address(model: type[Model], page: str, *arguments: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=arguments)


def test_every_model_of_the_site_is_registered():
    stored = {table for table in connection.introspection.table_names() if not table.startswith(("django_", "auth_"))}

    assert stored <= {model._meta.db_table for model in operator_site._registry} | {"account_emailconfirmation"}


@pytest.fixture
def without_sidebar(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of all models is beside every page, the same everywhere, and half of the work of making one."""
    monkeypatch.setattr(operator_site, "enable_nav_sidebar", False)


@EACH_MODEL
def test_an_operator_sees_list_and_rows_and_nothing_private(
    operator: Client, without_sidebar: None, model: type[Model]
):
    row = a_row(model)
    change = address(model, "change", row.pk)

    listed = operator.get(address(model, "changelist")).content.decode()
    seen = operator.get(change).content.decode()

    assert change in listed
    for field in model._meta.concrete_fields:
        if is_shown(field) and isinstance(field, models.CharField) and not field.choices:
            assert str(getattr(row, field.attname)) in seen, field.name
        if not is_shown(field):
            assert re.search(rf"Not shown:[^<]*\b{field.name}\b", seen), field.name
    for page in (listed, seen):
        assert PRIVATE[:5] not in page
        assert not re.search(rf"{BORN.year}-|, {BORN.year}\b", page), "a birth date"  # a key may hold the digits
        assert not re.search(r"<(input|textarea|select)[^>]* name=\"(?!csrf|q\")", page), "nothing to fill in"


def test_an_operator_changes_nothing(operator: Client):
    """All models have the same pages, so one of them stands for all."""
    assert {type(operator_site._registry[model]) for model in MODELS} == {ReadOnlyAdmin}
    row = a_row(Club)
    before = Club.objects.values().get(pk=row.pk)
    change, add = address(Club, "change", row.pk), address(Club, "add")
    delete, changelist = address(Club, "delete", row.pk), address(Club, "changelist")

    for path in (add, delete):
        assert operator.get(path).status_code == 403
    for path in (change, add, delete, changelist):
        given = {"post": "yes", "action": "delete_selected", "_selected_action": [row.pk], "name": "x", "title": "x"}
        assert operator.post(path, given).status_code == 403
    assert Club.objects.values().get(pk=row.pk) == before


def test_a_guest_is_sent_to_the_sites_own_sign_in_and_comes_back(client: Client):
    Account.objects.create_user(EMAIL, PASSWORD, is_staff=True)
    asked = address(Club, "changelist")

    sent = client.get(asked, follow=True)
    login = sent.redirect_chain[-1][0]

    assert login.startswith(reverse("account_login"))
    came = client.post(login, {"login": EMAIL, "password": PASSWORD}, follow=True)
    assert came.redirect_chain[-1][0] == asked and came.status_code == 200


def test_an_account_that_is_no_operator_is_refused_and_one_that_was_removed_too(client: Client):
    account = Account.objects.create_user(EMAIL, PASSWORD)
    client.force_login(account)
    pages = (reverse("admin:index"), address(Club, "changelist"), reverse("admin:login"))

    assert [client.get(path, follow=True).status_code for path in pages] == [403, 403, 403]
    assert "/admin/" not in client.get(reverse("account")).content.decode()
    assert command.main(["operator", EMAIL]) == 0
    assert client.get(pages[0]).status_code == 200
    assert 'href="/admin/"' in client.get(reverse("account")).content.decode()
    assert command.main(["operator", EMAIL, "--remove"]) == 0
    assert client.get(pages[0], follow=True).status_code == 403


def test_the_command_lists_operators_and_refuses_addresses_that_are_unknown_or_not_confirmed(
    capsys: pytest.CaptureFixture[str], settings: Any
):
    account = Account.objects.create_user(EMAIL, PASSWORD)

    assert command.main(["operator"]) == 0
    assert capsys.readouterr().out == "There are no operators yet.\n"
    assert command.main(["operator", "nobody@example.org"]) == 2
    assert capsys.readouterr().err.startswith("error: no-account: ")
    settings.LETTERS_ARRIVE = True
    assert command.main(["operator", EMAIL]) == 2
    assert capsys.readouterr().err.startswith("error: address-not-confirmed: ")
    EmailAddress.objects.create(user=account, email=EMAIL, verified=True, primary=True)
    assert command.main(["operator", EMAIL.upper()]) == 0
    assert capsys.readouterr().out == f"{EMAIL}\n"


@pytest.mark.parametrize("lookup", ["password__startswith=m", "guest__name=Asha", "email__contains=a"])
def test_a_hidden_field_is_not_guessed_by_filters(operator: Client, lookup: str):
    assert operator.get(f"{address(Account, 'changelist')}?{lookup}").status_code == 400


def test_a_list_is_filtered_and_searched_by_what_it_shows(operator: Client):
    other = Account.objects.create_user("priya@example.org", PASSWORD)
    accounts = address(Account, "changelist")

    def found(query: str) -> list[str]:
        return re.findall(r"[a-z]+@example\.org(?=</td>)", operator.get(f"{accounts}?{query}").content.decode())

    assert found("q=priya") == [other.email]
    assert found("is_staff__exact=1") == [EMAIL]


def test_a_list_asks_no_more_questions_the_longer_it_is(operator: Client):
    def questions(model: type[Model]) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert operator.get(address(model, "changelist")).status_code == 200
        return len(asked)

    growing = (Club, Event, Guest, OutboxEmail, Category)
    for model in growing:
        if not model.objects.exists():  # a row that another one needed is one
            a_row(model)
    first = {model: questions(model) for model in growing}
    for model in growing[:-1]:
        for _ in range(3):
            a_row(model)
    for event in Event.objects.all():
        Category.objects.create(event=event, key=uuid.uuid4().hex)

    assert all(model.objects.count() > 3 for model in growing)
    assert {model: questions(model) for model in growing} == first


def test_its_pages_need_nothing_that_the_content_security_policy_forbids(operator: Client):
    a_row(Club)
    for path in (reverse("admin:index"), address(Club, "changelist"), address(Club, "change", Club.objects.get().pk)):
        answer = operator.get(path)
        page = answer.content.decode()

        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*src=)[^>]*>|<style| style=\"| on[a-z]+=\"", page)
        files = re.findall(r"(?:src|href)=\"/static/([^\"]+)\"", page)
        assert files and all((Path(settings.STATIC_ROOT) / file).is_file() for file in files)
